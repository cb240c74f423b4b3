import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { manifest } from '../../src/commands/manifest.ts';
import { BOT_SCOPES } from '../../src/slack/installation/installer.ts';
import { type OptionalScope, optionalScopes, optionalScopesWith } from '../../src/slack-client.ts';
import { stringsIn, wordsOf } from '../support/reading.ts';
import { subsetsOf } from '../support/subsets.ts';
import { createHarness } from './harness.ts';
import { answerTo, untilHomeSays } from './story.ts';
import { createTwoTeams, type TwoTeams } from './two-teams.ts';

const OPTIONS = { SLACK_MANIFEST_OPTIONS: 'unfurl,mcp' };
const MANIFEST = manifest(['--url', 'https://d.example', '--unfurl', 'papermill.example', '--mcp']);
const SMALL = 'T0SMALL';

const optional = optionalScopesWith(['unfurl', 'mcp']);
const sentencesOf = (scopes: OptionalScope[]) => scopes.map((scope) => optionalScopes[scope].adds);
/** Returns the sentences about optional scopes that a Home shows. */
const offeredBy = (home: string) => sentencesOf(optional).filter((sentence) => home.includes(sentence));

describe('an app for many teams', () => {
  let harness: TwoTeams;
  beforeAll(async () => {
    harness = await createTwoTeams({ env: OPTIONS, manifest: MANIFEST });
  });
  afterAll(() => harness.close());

  test.each(subsetsOf(optional).map((granted) => [granted]))(
    'is installed with %j: it answers, and Home offers the other scopes to an admin and to nobody else',
    async (granted) => {
      await harness.install('ana', granted);
      expect(wordsOf(await answerTo(harness.ana, '/deck help'))).toContain('/deck');
      const others = optional.filter((scope) => !granted.includes(scope));
      expect(offeredBy(await untilHomeSays(harness, harness.ana, /Help/))).toEqual(sentencesOf(others));
      expect(stringsIn(harness.ana.home()).includes(`${harness.appUrl()}/slack/install`)).toBe(
        others.length > 0,
      );
      expect(offeredBy(await untilHomeSays(harness, harness.ben, /Help/))).toEqual([]);
    },
  );

  test('notices scopes that were granted outside its pages with Slack’s next answer, and knows them after a restart', async () => {
    await harness.install('ana', []);
    harness.slack.setScopes([...BOT_SCOPES, 'links:read', 'canvases:read', 'mcp:connect'], SMALL);
    const left = sentencesOf(['links:write']);
    await expect
      .poll(async () => offeredBy(await untilHomeSays(harness, harness.ana, /Help/)), { timeout: 10_000 })
      .toEqual(left);
    await harness.restart();
    expect(offeredBy(await untilHomeSays(harness, harness.ana, /Help/))).toEqual(left);
  });
});

test('an app with one bot token reads its scopes from Slack’s answers, and names the person who can install it again', async () => {
  const harness = await createHarness({ env: OPTIONS, slack: { manifest: MANIFEST } });
  onTestFinished(() => harness.close());
  expect(offeredBy(await untilHomeSays(harness, harness.ana, /Help/))).toEqual([]);
  harness.slack.setScopes([...BOT_SCOPES, 'canvases:read']);
  const left = sentencesOf(['links:read', 'links:write', 'mcp:connect']);
  await expect
    .poll(async () => offeredBy(await untilHomeSays(harness, harness.ana, /Help/)), { timeout: 10_000 })
    .toEqual(left);
  expect(wordsOf(harness.ana.home())).toContain('The person who runs Deckhand can install it again');
});
