import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setOut } from '../../sandbox/connect.ts';
import { installApp } from '../../sandbox/install.ts';
import { allowErrors } from '../support/log-errors.ts';
import { sendSignedEvent } from './forged.ts';
import {
  A_WHILE,
  askForDeck,
  hasFile,
  untilCardSays,
  untilHomeSays,
  untilIdle,
  untilThreadHas,
  wordsOf,
} from './story.ts';
import { createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from './two-teams.ts';

// Whatever runs for a team that leaves may find its token dead.
allowErrors(/account_inactive/);

let harness: TwoTeams;
beforeEach(async () => {
  harness = await createTwoTeams();
  // The harness sets one; in these stories Nora's team is new, and nothing is known of it.
  await harness.db.query("delete from kv where namespace = 'team-settings' and team = $1", [BOOKS]);
});
afterEach(() => harness.close());

const BOOKS = 'T0BOOKS';
const SMALL = 'T0SMALL';

/** Begins an installation as a browser does. */
async function begin() {
  const response = await fetch(`${harness.appUrl()}/slack/install`, { redirect: 'manual' });
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    status: response.status,
    slack: new URL(response.headers.get('location') ?? ''),
    cookie: cookie.join(),
  };
}

test('whoever asks to let Deckhand in costs the database nothing', async () => {
  // The welcome of the team that is there is remembered, to be replaced later.
  const cards = () => harness.db.query(`select key from kv where namespace = 'connect_cards'`);
  await expect.poll(cards).not.toEqual([]);
  const statements: string[] = [];
  const stop = harness.db.onStatement((sql) => statements.push(sql));
  for (let asked = 0; asked < 5; asked += 1) expect((await begin()).status).toBe(302);
  stop();
  expect(statements.join()).not.toMatch(/insert into "?(kv|seen)/i);
});

/** Answers Slack's page as a person. @returns the address that it sends the browser to */
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

/** Rows of a team, by table: every table that has a column `team`. */
async function rowsOf(team: string): Promise<Record<string, number>> {
  const tables = await harness.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'team' and table_schema = 'public' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await harness.db.query<{ count: number }>(
      `select count(*) as count from ${name} where team = $1`,
      [team],
    );
    if (row?.count) counts[name] = row.count;
  }
  return counts;
}

const untilGone = (team: string) => expect.poll(() => rowsOf(team)).toEqual({});

describe('Nora lets Deckhand into her team', () => {
  test('on Slack’s page, and is welcomed with what comes next', async () => {
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

  test('who looks at Home for the first time is welcomed, once', async () => {
    await harness.ben.openHome();
    await harness.ben.waitForMessage((message) => /Hello/.test(message.text), {
      channel: harness.ben.appDm(),
    });
    await harness.ben.openHome();
    await harness.ben.openHome();
    await harness.slack.settle();
    const welcomes = harness.ben.history(harness.ben.appDm()).filter(({ text }) => /Hello/.test(text));
    expect(welcomes).toHaveLength(1);
  });

  test('or thinks better of it, and nothing is installed', async () => {
    const { slack, cookie } = await begin();
    const page = await finish(await decide(slack, 'U0NORA', '0'), cookie);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Nothing was installed') });
    expect(await rowsOf(BOOKS)).toEqual({});
  });

  test('the answer counts once, in the browser that was sent off, and only with a state of ours', async () => {
    const { slack, cookie } = await begin();
    const back = await decide(slack, 'U0NORA', '1');
    expect((await finish(back, '')).status).toBe(400);
    const forged = new URL(back);
    forged.searchParams.set('state', 'forged');
    expect((await finish(forged.href, 'deckhand_install=forged')).status).toBe(400);
    expect(await rowsOf(BOOKS)).toEqual({});
    expect((await finish(back, cookie)).status).toBe(200);
    const replayed = await finish(back, cookie);
    expect(replayed).toMatchObject({ status: 400, text: expect.stringContaining('out of date') });
    expect(replayed.text).toContain('/slack/install');
  });

  test('while Slack is in trouble: a page says so, and nothing is kept', async () => {
    const { slack, cookie } = await begin();
    const back = await decide(slack, 'U0NORA', '1');
    harness.slack.misbehave({ method: 'oauth.v2.access', status: 500 });
    expect((await finish(back, cookie)).status).toBe(502);
    expect(await rowsOf(BOOKS)).toEqual({});
  });
});

test('where Slack refuses the app itself, who is sent to the log finds the reason there', async () => {
  const { slack, cookie } = await begin();
  const back = await decide(slack, 'U0NORA', '1');
  harness.slack.misbehave({ method: 'oauth.v2.access', error: 'bad_client_secret' });
  const page = await finish(back, cookie);
  expect(page).toMatchObject({ status: 502, text: expect.stringContaining('the reason is in its log') });
  expect(harness.log.filter((line) => line.includes('"errorCode":"bad_client_secret"'))).toHaveLength(1);
});

describe('Deckhand is taken out of a team', () => {
  test('everything of that team goes, whatever runs for it ends by itself, and other teams lose nothing', async () => {
    await harness.connect();
    await harness.install('nora');
    await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Endless' });
    const root = await askForDeck(harness, 'Endless plan', { title: 'Endless plan' });
    await untilCardSays(harness, root, /: making it/);
    const books = await rowsOf(BOOKS);
    expect(Object.keys(await rowsOf(SMALL))).toEqual(expect.arrayContaining(['generations', 'kv', 'seen']));

    await harness.slack.uninstall(SMALL);
    await untilGone(SMALL);
    expect(await rowsOf(BOOKS)).toEqual(books);
    const queued = () =>
      harness.db.query('select 1 from pgboss.job where data::text like $1', [`%${SMALL}%`]);
    await expect.poll(queued).toEqual([]);
    await untilIdle(harness);
    expect(await rowsOf(SMALL)).toEqual({});
    expect(errorsIn(harness.log)).toEqual([]);
  });

  test('both of Slack’s events come again, in the other order, and long after: nothing happens', async () => {
    await harness.slack.uninstall(SMALL);
    await untilGone(SMALL);
    const at = Math.floor(Date.now() / 1000);
    const tokens = { oauth: [], bot: ['U0BOT'] };
    for (const event of [{ type: 'tokens_revoked', tokens }, { type: 'app_uninstalled' }]) {
      expect((await sendSignedEvent(harness, SMALL, event, at)).status).toBe(200);
    }
    await harness.slack.settle();
    // Slack is answered before the removal, which marks what it is about to do, is over.
    await untilGone(SMALL);
    expect(errorsIn(harness.log)).toEqual([]);
  });

  test('tokens of a person alone, of which Deckhand has none, change nothing', async () => {
    await harness.connect();
    const before = await rowsOf(SMALL);
    const tokens = { oauth: ['U0BEN'], bot: [] };
    await sendSignedEvent(harness, SMALL, { type: 'tokens_revoked', tokens }, Math.floor(Date.now() / 1000));
    expect(await rowsOf(SMALL)).toEqual(before);
  });

  test('a link to connect that was given before leads nowhere, and leaves nothing', async () => {
    await harness.ana.command('general', '/deck connect');
    await harness.ana.waitForMessage((message) => Boolean(message.ephemeralFor), { channel: 'general' });
    const offer = JSON.stringify(harness.ana.ephemerals('general').at(-1));
    const link = /"url":"([^"]+)"/.exec(offer)?.[1] ?? '';
    await harness.slack.uninstall(SMALL);
    await untilGone(SMALL);
    expect((await setOut(link)).page.status).toBe(403);
    expect(await rowsOf(SMALL)).toEqual({});
  });
});

describe('a team that lets Deckhand in again', () => {
  test('starts clean, and what Slack still tells of the last time does no harm', async () => {
    await harness.connect();
    const root = await askForDeck(harness, 'From the first time');
    await untilThreadHas(harness, root, hasFile);
    const uninstalledAt = Math.floor(Date.now() / 1000) - 1;
    await harness.slack.uninstall(SMALL);
    await untilGone(SMALL);
    await harness.install('ana');
    await sendSignedEvent(harness, SMALL, { type: 'app_uninstalled' }, uninstalledAt);
    await harness.slack.settle();
    await untilHomeSays(harness, harness.ana, /not connected/);
    expect(JSON.stringify(harness.ana.home())).not.toContain('From the first time');
    await harness.connect();
  });

  test('and had left while nobody listened, starts clean, too', async () => {
    await harness.connect();
    await askForDeck(harness, 'From the first time');
    harness.slack.misbehave({ outgoing: 'app_uninstalled', deliver: 'never', times: 0 });
    harness.slack.misbehave({ outgoing: 'tokens_revoked', deliver: 'never', times: 0 });
    await harness.slack.uninstall(SMALL);
    await installApp(harness.slack, harness.appUrl(), 'ana');
    await untilHomeSays(harness, harness.ana, /not connected/);
    expect((await rowsOf(SMALL)).generations).toBeUndefined();
  });

  test('or only allows more, keeps what it has', async () => {
    await harness.connect();
    await harness.install('ana');
    await untilHomeSays(harness, harness.ana, /Northwind Studio/);
  });
});

function errorsIn(log: string[]): string[] {
  return log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
}
