import { describe, expect, test } from 'vitest';
import { approve } from '../../sandbox/service/oauth/approve.ts';
import type { SignInRedirect } from '../../src/connections/oauth/sign-in.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import {
  ANA,
  ANAS_ANSWER,
  BROWSER,
  createHarness,
  finish,
  PUBLIC_URL,
  TEAM,
  ticketFor,
  travel,
} from '../support/harness/connections.ts';

const db = await cleanDatabase();

const MINUTE = 60_000;

const CALLBACK = `${PUBLIC_URL}/service/callback`;

describe('connecting by sign-in', () => {
  test('gives the team credentials', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });

    const { answer, cookies, back, redirect } = await travel(connections);
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(redirect.setCookie).toMatch(
      /; Max-Age=600; Path=\/deckhand\/service\/callback; HttpOnly; SameSite=Lax$/,
    );
    const outcome = await finish(connections, { answer, cookies });
    expect(outcome).toMatchObject({
      ok: true,
      team: TEAM,
      person: ANA,
      summary: { kind: 'oauth', works: true },
    });
    const who = { email: 'vera@northwind.example', name: 'Vera Stolz', workspace: 'Northwind Studio' };
    expect(outcome).toMatchObject({ summary: { who } });
    expect(harness.connected).toEqual([TEAM]);

    const folders = await harness.clientOf(connections).listFolders({ query: 'roadmap' });
    expect(folders.data).toMatchObject([{ name: 'Roadmap' }]);
    expect(await connections.summaryOf(TEAM)).toMatchObject({
      person: ANA,
      since: new Date(harness.clock.now()),
    });
  });

  test('may end in another process than it began', async () => {
    const harness = await createHarness(db);
    const [first, second] = [harness.process(), harness.process()];
    const { answer, cookies } = await travel(first);
    expect(await finish(second, { answer, cookies })).toMatchObject({ ok: true });
    await harness.clientOf(first).listThemes({ limit: 1 });
  });

  test('does not connect another team', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    await expect(harness.clientOf(connections, 'T0OTHER').listThemes()).rejects.toMatchObject({
      reason: 'unconnected',
    });
  });
});

test('nothing is stored if the app was uninstalled meanwhile', async () => {
  const harness = await createHarness(db);
  const connections = harness.process({ isInstalled: async () => false });
  const { answer, cookies } = await travel(connections);
  expect(await finish(connections, { answer, cookies })).toEqual({ ok: false, problem: 'not_allowed' });
  expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
  expect(harness.connected).toEqual([]);
});

test('a person who may no longer connect is not redirected', async () => {
  const connections = (await createHarness(db)).process({ mayConnect: async () => false });
  const ticket = await ticketFor(connections);
  expect(await connections.begin(ticket, BROWSER)).toEqual({ ok: false, problem: 'not_allowed' });
});

test('nothing is stored if the person may no longer connect when the browser returns', async () => {
  const harness = await createHarness(db);
  let may = true;
  const connections = harness.process({ mayConnect: async () => may });
  const { answer, cookies } = await travel(connections);
  may = false;
  expect(await finish(connections, { answer, cookies })).toEqual({ ok: false, problem: 'not_allowed' });
  expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
});

test('the id of a connection stays after a renewal and changes after connecting again', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  expect(await connections.idsOf(TEAM)).toBeNull();
  await harness.connect(connections);
  const ids = await connections.idsOf(TEAM);
  harness.clock.move(120 * MINUTE);
  await harness.clientOf(connections).listThemes({ limit: 1 });
  expect(await connections.idsOf(TEAM)).toEqual(ids);
  await harness.connect(connections);
  expect((await connections.idsOf(TEAM))?.id).not.toBe(ids?.id);
});

describe('the account and workspace of a connection', () => {
  const THEO = { account: 'theo@northwind.example', workspace: 'Northwind Studio' };
  const THEO_IN_LABS = { ...THEO, workspace: 'Northwind Labs' };

  test('have the same id after connecting again, also after another account or an expiry', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    const accountAfter = async (answer: typeof THEO) => {
      await harness.connect(connections, TEAM, answer);
      return (await connections.idsOf(TEAM))?.account;
    };
    const anas = await accountAfter(ANAS_ANSWER);
    for (let times = 0; times < 12; times++) expect(await accountAfter(ANAS_ANSWER)).toBe(anas);
    const theos = await accountAfter(THEO);
    const theosInLabs = await accountAfter(THEO_IN_LABS);
    expect(new Set([anas, theos, theosInLabs]).size).toBe(3);
    await harness.server.revokeAll();
    harness.clock.move(120 * MINUTE);
    await expect(connections.authorizationFor(TEAM).headers()).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    expect(await connections.idsOf(TEAM)).toBeNull();
    expect(await accountAfter(THEO)).toBe(theos);
    expect(await accountAfter(ANAS_ANSWER)).toBe(anas);
    await connections.disconnect(TEAM);
    expect(await accountAfter(ANAS_ANSWER)).toBe(anas);
  });

  test("are the connection's own id if the service does not report them", async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    const known = await connections.idsOf(TEAM);
    harness.api.misbehave({ route: 'GET /me', kind: 'status', status: 404, times: 'always' });
    await harness.connect(connections);
    const unknown = await connections.idsOf(TEAM);
    expect(unknown?.account).toBe(unknown?.id);
    expect(unknown?.account).not.toBe(known?.account);
    harness.api.behave();
    await harness.connect(connections);
    expect((await connections.idsOf(TEAM))?.account).toBe(known?.account);
  });
});

test('connecting again asks for account and workspace again', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  await harness.connect(connections);
  await connections.disconnect(TEAM);
  const again = await connections.begin(await ticketFor(connections), BROWSER);
  const { searchParams } = new URL((again as SignInRedirect).redirectTo);
  expect(searchParams.get('prompt')).toBe('consent');
  const { redirectTo, setCookie } = again as SignInRedirect;
  const back = await approve(redirectTo, ANAS_ANSWER);
  expect(
    await finish(connections, { answer: new URL(back).searchParams, cookies: setCookie.split(';')[0] }),
  ).toMatchObject({
    ok: true,
    summary: { kind: 'oauth', works: true },
  });
});

test('no secret is readable in the database or in the log', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  const { answer, cookies, redirect } = await travel(connections);
  await finish(connections, { answer, cookies });
  const pending = await travel(connections);
  const { Authorization: bearer = '' } = await connections.authorizationFor(TEAM).headers();
  const rows = await db.query<{ key: string; value: string }>('SELECT key, value FROM kv');
  const readable = JSON.stringify(rows) + harness.log.text();
  const secrets = [
    bearer.replace('Bearer ', ''),
    String(answer.get('code')),
    String(pending.answer.get('state')),
    String(pending.cookies).split('=')[1] ?? '',
    new URL(redirect.redirectTo).searchParams.get('code_challenge') ?? '',
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    expect(readable).not.toContain(secret);
  }
  expect(rows.some(({ key }) => key === TEAM)).toBe(true);
});
