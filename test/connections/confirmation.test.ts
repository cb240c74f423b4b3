import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createConfirmation } from '../../src/connections/confirmation.ts';
import type { NewConnection } from '../../src/connections/connection.ts';
import type { Database } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, TEAM, travel } from '../support/harness/connections.ts';

/** A sign-in connects nothing until the code that the browser shows is typed by the person who asked for the link. */

const db = await cleanDatabase();
const ana = { team: TEAM, person: ANA };

/** Somebody signs in with Ana's link. */
async function signIn() {
  const harness = await createHarness(db);
  const connections = harness.process();
  const { answer, cookies } = await travel(connections);
  const signedIn = await connections.callback(answer, cookies);
  if (!signedIn.ok) throw new Error(signedIn.problem);
  return { harness, connections, code: signedIn.code };
}

const wrongOf = (code: string) => code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10));

test('a sign-in alone connects nothing, and no process can use its tokens', async () => {
  const { harness, connections, code } = await signIn();
  expect(code).toMatch(/^\d{6}$/);
  expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
  expect(await connections.idsOf(TEAM)).toBeNull();
  await expect(harness.clientOf(connections).listThemes({ limit: 1 })).rejects.toMatchObject({
    reason: 'unconnected',
  });
  expect(harness.connected).toEqual([]);
  const [row] = await db.query("SELECT value::text AS value FROM kv WHERE namespace = 'connect-unconfirmed'");
  expect(String(row?.value)).not.toMatch(/accessToken|refreshToken/);
});

test('the code connects once, also with a space in it and in another process', async () => {
  const { harness, code } = await signIn();
  const other = harness.process();
  const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`;
  const outcomes = await Promise.all([other.confirm(ana, typed), other.confirm(ana, typed)]);
  expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(harness.connected).toEqual([TEAM]);
});

test('nobody else may type it, neither of this team nor of another', async () => {
  const { connections, code } = await signIn();
  for (const actor of [
    { ...ana, person: 'U0BEN' },
    { team: 'T0OTHER', person: ANA },
  ])
    expect(await connections.confirm(actor, code)).toEqual({ ok: false, problem: 'expired' });
  expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'none' });
});

test('after five wrong codes the sign-in is deleted', async () => {
  const { connections, code } = await signIn();
  for (let tries = 0; tries < 4; tries += 1)
    expect(await connections.confirm(ana, wrongOf(code))).toEqual({ ok: false, problem: 'wrong_code' });
  expect(await connections.confirm(ana, wrongOf(code))).toEqual({ ok: false, problem: 'expired' });
  expect(await connections.confirm(ana, code)).toEqual({ ok: false, problem: 'expired' });
});

test('what does not have six digits is wrong, but is no attempt', async () => {
  const { connections, code } = await signIn();
  for (const typed of ['', '12345', '1234567', 'code', '      '])
    expect(await connections.confirm(ana, typed)).toEqual({ ok: false, problem: 'wrong_code' });
  const fullWidth = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  expect(await connections.confirm(ana, fullWidth)).toMatchObject({ ok: true });
});

test('five wrong codes at once count five times', async () => {
  const { connections, code } = await signIn();
  const wrong = Array.from({ length: 5 }, () => connections.confirm(ana, wrongOf(code)));
  await Promise.all(wrong);
  expect(await connections.confirm(ana, code)).toEqual({ ok: false, problem: 'expired' });
});

test('a code works for ten minutes', async () => {
  const { harness, connections, code } = await signIn();
  harness.clock.move(10 * 60_000);
  expect(await connections.confirm(ana, code)).toEqual({ ok: false, problem: 'expired' });
});

test('a team that is removed during the sign-in keeps nothing of it', async () => {
  const connections = (await createHarness(db)).process({ isInstalled: async () => false });
  const { answer, cookies } = await travel(connections);
  expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'not_allowed' });
  expect(await db.query("SELECT key FROM kv WHERE namespace = 'connect-unconfirmed'")).toEqual([]);
});

test('who may no longer connect when they type the code connects nothing', async () => {
  const { harness, code } = await signIn();
  const connections = harness.process({ mayConnect: async () => false });
  expect(await connections.confirm(ana, code)).toEqual({ ok: false, problem: 'not_allowed' });
  expect(harness.connected).toEqual([]);
});

test('a wrong code does not bring back a sign-in that another has replaced at that moment', async () => {
  const signInWith = (apiKey: string): NewConnection => ({ kind: 'api_key', person: ANA, since: 0, apiKey });
  const { hold } = createConfirmation({ db, clock: systemClock });
  const former = await hold(ana, signInWith('former'));
  let code: string | null | undefined;
  /** Holds the second sign-in as soon as the first has been read. */
  const database: Database = Object.assign(Object.create(db), {
    async query(sql: string, values: unknown[]) {
      const rows = await db.query(sql, values);
      if (code === undefined) code = await hold(ana, signInWith('latest'));
      return rows;
    },
  });
  const { take } = createConfirmation({ db: database, clock: systemClock });
  expect(await take(ana, wrongOf(former ?? ''))).toMatchObject({ problem: 'wrong_code' });
  expect(await take(ana, code ?? '')).toMatchObject({ apiKey: 'latest' });
});
