import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOn, enterCode, linkFor, setOut, walk } from '../../sandbox/connect.ts';
import { sendSignedEvent } from '../journeys/forged.ts';
import { A_WHILE, askForDeck, requestsTo, untilCardSays, untilIdle } from '../journeys/story.ts';
import { ANAS_ACCOUNT, createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from '../journeys/two-teams.ts';
import { allowErrors } from '../support/log-errors.ts';

/** Everything that is stored for a team is deleted when the app is uninstalled. */

// Work for a team that leaves may find its token revoked.
allowErrors(/account_inactive/);

const BOOKS = 'T0BOOKS';
const SMALL = 'T0SMALL';

let harness: TwoTeams;
beforeEach(async () => {
  harness = await createTwoTeams();
});
afterEach(() => harness.close());

/** Returns the number of a team's rows in each table with a column `team`. */
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

test('opening the install page five times writes no row', async () => {
  // Strangers have no team. The team that is installed already may still write rows of its own, for its welcome.
  const ofStrangers = () =>
    harness.db.query("select key from kv where team = '' union all select key from seen where team = ''");
  const before = await ofStrangers();
  for (let asked = 0; asked < 5; asked += 1)
    expect((await fetch(`${harness.appUrl()}/slack/install`, { redirect: 'manual' })).status).toBe(302);
  expect(await ofStrangers()).toEqual(before);
});

describe('Ana uninstalls the app', () => {
  test('all rows and jobs of her team are deleted, and another team keeps its rows', async () => {
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
    // Slack sends two events about the removal. While the second one is handled, the team has a row again for a moment.
    await untilGone(SMALL);
    expect(errorsIn(harness.log)).toEqual([]);
  });

  test('if Slack delivers both events again in the other order, nothing happens', async () => {
    await harness.slack.uninstall(SMALL);
    await untilGone(SMALL);
    const at = Math.floor(Date.now() / 1000);
    const tokens = { oauth: [], bot: ['U0BOT'] };
    for (const event of [{ type: 'tokens_revoked', tokens }, { type: 'app_uninstalled' }]) {
      expect((await sendSignedEvent(harness, SMALL, event, at)).status).toBe(200);
    }
    await harness.slack.settle();
    // The app answers Slack before the removal ends.
    await untilGone(SMALL);
    expect(errorsIn(harness.log)).toEqual([]);
  });

  test('revoked tokens of a person change nothing, because Deckhand has only the bot’s', async () => {
    await harness.connect();
    const before = await rowsOf(SMALL);
    const tokens = { oauth: ['U0BEN'], bot: [] };
    await sendSignedEvent(harness, SMALL, { type: 'tokens_revoked', tokens }, Math.floor(Date.now() / 1000));
    expect(await rowsOf(SMALL)).toEqual(before);
  });

  test('a link to connect that she got before is rejected, and stores nothing', async () => {
    const link = await linkFor(harness.slack, { person: 'ana', channel: 'general', ...ANAS_ACCOUNT });
    await harness.slack.uninstall(SMALL);
    await untilGone(SMALL);
    expect((await setOut(link)).page.status).toBe(403);
    await untilGone(SMALL);
  });

  test('a sign-in that is confirmed while the team is removed is rejected, and stores nothing', async () => {
    const { service, slack } = harness;
    const link = await linkFor(slack, { person: 'ana', channel: 'general', ...ANAS_ACCOUNT });
    const code = codeOn(await walk(link, ANAS_ACCOUNT)) ?? '';
    service.misbehave({ kind: 'delay', ms: 1_000, route: 'GET /me' });
    const asked = requestsTo(harness, 'GET /me').length;
    await enterCode(slack, 'ana', code);
    await slack.uninstall(SMALL);
    await slack.settle();
    await expect.poll(() => requestsTo(harness, 'GET /me').length).toBeGreaterThan(asked);
    // Slack sends two events about the removal. While the second one is handled, the team has a row again for a moment.
    await untilIdle(harness);
    await untilGone(SMALL);
  });
});

function errorsIn(log: string[]): string[] {
  return log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
}
