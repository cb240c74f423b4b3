import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installApp } from '../../sandbox/install.ts';
import { allowErrors } from '../support/log-errors.ts';
import { wordsOf } from '../support/reading.ts';
import { sendSignedEvent } from './forged.ts';
import { askForDeck, hasFile, untilHomeSays, untilIdle, untilThreadHas } from './story.ts';
import { createTwoTeams, type TwoTeams } from './two-teams.ts';

// Work for a team that leaves may find its token revoked.
allowErrors(/account_inactive/);

let harness: TwoTeams;
beforeEach(async () => {
  harness = await createTwoTeams();
});
afterEach(() => harness.close());

const BOOKS = 'T0BOOKS';
const SMALL = 'T0SMALL';

/** Begins an installation in a browser. */
async function begin() {
  const response = await fetch(`${harness.appUrl()}/slack/install`, { redirect: 'manual' });
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    status: response.status,
    slack: new URL(response.headers.get('location') ?? ''),
    cookie: cookie.join(),
  };
}

/** Presses Allow or Cancel on Slack's page. @returns the address that the browser is sent to */
async function decide(slack: URL, person: string, allow: '0' | '1'): Promise<string> {
  const decision = new URL(slack);
  decision.pathname += '/decide';
  decision.searchParams.set('user', person);
  decision.searchParams.set('allow', allow);
  const response = await fetch(decision, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

async function finish(address: string, cookie: string) {
  const response = await fetch(address, { headers: { cookie } });
  return { status: response.status, text: await response.text() };
}

describe('Nora installs the app in her team', () => {
  test('and gets a message with the next step', async () => {
    const { status, slack, cookie } = await begin();
    expect(status).toBe(302);
    expect(slack.href).toContain(harness.slack.authorizeUrl);
    expect(slack.searchParams.get('redirect_uri')).toBe(`${harness.appUrl()}/slack/oauth_redirect`);
    const page = await finish(await decide(slack, 'U0NORA', '1'), cookie);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Harbour Books') });
    const welcome = await harness.nora.waitForMessage((message) => Boolean(message.bot), {
      channel: harness.nora.appDm(),
    });
    expect(wordsOf(welcome)).toMatch(/Connect to Papermill/);
    await harness.nora.command('shop', '/deck help');
    await harness.nora.waitForMessage((message) => /\/deck/.test(message.text), { channel: 'shop' });
  });

  test('but cancels on Slack’s page, and nothing is installed', async () => {
    const { slack, cookie } = await begin();
    const page = await finish(await decide(slack, 'U0NORA', '0'), cookie);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Nothing was installed') });
    expect(harness.slack.isInstalled(BOOKS)).toBe(false);
  });

  test('Slack’s answer is accepted once, in the same browser, with the state that Deckhand gave', async () => {
    const { slack, cookie } = await begin();
    const back = await decide(slack, 'U0NORA', '1');
    expect((await finish(back, '')).status).toBe(400);
    const forged = new URL(back);
    forged.searchParams.set('state', 'forged');
    expect((await finish(forged.href, 'deckhand_install=forged')).status).toBe(400);
    expect(harness.slack.isInstalled(BOOKS)).toBe(false);
    expect((await finish(back, cookie)).status).toBe(200);
    const replayed = await finish(back, cookie);
    expect(replayed).toMatchObject({ status: 400, text: expect.stringContaining('out of date') });
    expect(replayed.text).toContain('/slack/install');
  });

  test('while Slack fails, and a page says so', async () => {
    const { slack, cookie } = await begin();
    const back = await decide(slack, 'U0NORA', '1');
    harness.slack.misbehave({ method: 'oauth.v2.access', status: 500 });
    expect((await finish(back, cookie)).status).toBe(502);
    expect(harness.slack.isInstalled(BOOKS)).toBe(false);
  });
});

test('if Slack rejects the app’s credentials, the page sends the operator to the log, which has the reason', async () => {
  const { slack, cookie } = await begin();
  const back = await decide(slack, 'U0NORA', '1');
  harness.slack.misbehave({ method: 'oauth.v2.access', error: 'bad_client_secret' });
  const page = await finish(back, cookie);
  expect(page).toMatchObject({ status: 502, text: expect.stringContaining('the reason is in its log') });
  expect(harness.log.filter((line) => line.includes('"errorCode":"bad_client_secret"'))).toHaveLength(1);
});

describe('a team that installs the app again', () => {
  test('starts without its old documents, and a late event about the old installation changes nothing', async () => {
    await harness.connect();
    const root = await askForDeck(harness, 'From the first time');
    await untilThreadHas(harness, root, hasFile);
    const uninstalledAt = Math.floor(Date.now() / 1000) - 1;
    await harness.slack.uninstall(SMALL);
    await untilIdle(harness);
    await harness.install('ana');
    await sendSignedEvent(harness, SMALL, { type: 'app_uninstalled' }, uninstalledAt);
    await harness.slack.settle();
    await untilHomeSays(harness, harness.ana, /not connected/);
    expect(wordsOf(harness.ana.home())).not.toContain('From the first time');
    await harness.connect();
  });

  test('after an uninstall that Deckhand did not hear of starts without its old documents', async () => {
    await harness.connect();
    await askForDeck(harness, 'From the first time');
    harness.slack.misbehave({ outgoing: 'app_uninstalled', deliver: 'never', times: 0 });
    harness.slack.misbehave({ outgoing: 'tokens_revoked', deliver: 'never', times: 0 });
    await harness.slack.uninstall(SMALL);
    await installApp(harness.slack, harness.appUrl(), 'ana');
    await untilHomeSays(harness, harness.ana, /not connected/);
    expect(wordsOf(harness.ana.home())).not.toContain('From the first time');
  });

  test('without an uninstall keeps its connection', async () => {
    await harness.connect();
    await harness.install('ana');
    await untilHomeSays(harness, harness.ana, /Northwind Studio/);
  });
});
