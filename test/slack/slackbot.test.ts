import { expect, test } from 'vitest';
import { NotInstalled } from '../../src/slack/bolt/calls/clients.ts';
import type { SlackContext } from '../../src/slack/bolt/context.ts';
import { createSlackbotTools } from '../../src/slack/slackbot/tools.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createHarness } from '../support/harness/slack.ts';
import { allowErrors } from '../support/log-errors.ts';

/** The tools of Slackbot, on a clock that passes at once. What they do in Slack is told in test/journeys/slackbot.test.ts. */

const ANA = { user_id: 'UANA', team_id: 'T1' };

/** Creates the tools of an app that is installed in these teams. */
function toolsWith(given: Partial<SlackContext> = {}, teams = ['T1']) {
  const harness = createHarness(given);
  const { call } = createSlackbotTools(harness.slack, async (team) => {
    if (!teams.includes(team)) throw new NotInstalled('Not installed');
    return {} as SlackClient;
  });
  const propose = (caller: Parameters<typeof call>[2] = ANA) =>
    call('propose_document', { text: 'ten slides on our spring launch' }, caller);
  return { ...harness, call, propose };
}

const textOf = (result: Awaited<ReturnType<ReturnType<typeof toolsWith>['propose']>>) =>
  result?.content.map(({ text }) => text).join();

test.each(['guest', 'outsider', 'unknown'] as const)('a person who is %s gets no tool', async (role) => {
  const { propose, generations } = toolsWith({ roleOf: async () => role });
  expect(await propose()).toMatchObject({ isError: true });
  expect(textOf(await propose())).not.toContain('spring launch');
  expect(generations.all()).toEqual([]);
});

test('a person of an organisation acts in it, if Deckhand is installed for the whole of it', async () => {
  const teams: string[] = [];
  const given = {
    roleOf: async ({ actor }: { actor: { team: string } }) => {
      teams.push(actor.team);
      return 'outsider' as const;
    },
  };
  const { propose } = toolsWith(given, ['T1', 'E1']);
  await propose({ user_id: 'UANA', team_id: 'T7', enterprise_id: 'E1' });
  await propose({ user_id: 'UANA', team_id: 'T1', enterprise_id: 'E1' });
  expect(teams).toEqual(['E1', 'T1']);
  expect(textOf(await propose({ user_id: 'UANA', team_id: 'T7', enterprise_id: 'E2' }))).toContain(
    'not installed',
  );
});

test('a tool that takes longer than ten seconds answers that nothing was made', async () => {
  const { propose, slack } = toolsWith({ admit: () => new Promise(() => {}) });
  const begun = slack.clock.now();
  expect(textOf(await propose())).toMatch(/took too long. Nothing was made/);
  expect(slack.clock.now() - begun).toBeLessThanOrEqual(10_000);
});

test('the same words give the same proposal, and its card is queued for the person', async () => {
  const { propose, call, made } = toolsWith();
  const [first, again] = [await propose(), await propose()];
  expect(textOf(again)).toBe(textOf(first));
  await call('send_card', { proposal: 'slackbot:p1' }, ANA);
  expect(made('message')).toMatchObject([
    { kind: 'proposal_card', proposal: 'slackbot:p1', actor: { person: 'UANA' } },
  ]);
});

test('there is no tool with another name', async () => {
  const { call } = toolsWith();
  expect(await call('make_document', {}, ANA)).toBeUndefined();
});

test('a tool that fails answers with a reference that is in the log', async () => {
  const { propose, logged } = toolsWith({
    admit: async () => {
      throw new Error('the database is gone');
    },
  });
  const text = textOf(await propose());
  expect(text).toMatch(/Something went wrong inside Deckhand.*Reference: `ref-1`/);
  expect(logged.join()).toContain('"reference":"ref-1"');
  expect(text).not.toContain('the database is gone');
});
allowErrors(/the database is gone/);
