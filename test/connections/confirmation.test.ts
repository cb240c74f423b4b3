import { expect, test } from 'vitest';
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
