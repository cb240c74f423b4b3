import { fetch } from 'undici';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { approve } from '../../sandbox/service/oauth/approve.ts';
import type { SignInRedirect } from '../../src/connections/oauth/sign-in.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import {
  ANA,
  ANAS_ANSWER,
  BROWSER,
  createHarness,
  TEAM,
  ticketFor,
  travel,
} from '../support/harness/connections.ts';

/** The link that leads to the service, and what comes back from there. */

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

const MINUTE = 60_000;

describe('a link', () => {
  test('works in one browser', async () => {
    const connections = (await createHarness(db)).process();
    const ticket = await ticketFor(connections);
    const outcomes = await Promise.all([
      connections.begin(ticket, BROWSER),
      connections.begin(ticket, 'another browser'),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, problem: 'expired' });
  });

  test('works again there until it has come back, so that a second press of the button does no harm', async () => {
    const harness = await createHarness(db);
    const [one, other] = [harness.process(), harness.process()];
    const ticket = await ticketFor(one);
    const redirects = await Promise.all([one.begin(ticket, BROWSER), other.begin(ticket, BROWSER)]);
    expect(redirects).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await one.peek(ticket, BROWSER)).toEqual({ team: TEAM, person: ANA });
    expect(await one.peek(ticket, 'another browser')).toBeNull();
    const shown = redirects[1] as SignInRedirect;
    const back = await approve(shown.redirectTo, ANAS_ANSWER);
    const outcome = await one.callback(new URL(back).searchParams, shown.setCookie.split(';')[0]);
    expect(outcome).toMatchObject({ ok: true });
    expect(await other.peek(ticket, BROWSER)).toBeNull();
    expect(await other.begin(ticket, BROWSER)).toEqual({ ok: false, problem: 'expired' });
  });

  test('connects once, however many sign-ins were begun with it, also at its last moment', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    const ticket = await ticketFor(connections);
    harness.clock.move(9 * MINUTE);
    const begun = [
      (await connections.begin(ticket, BROWSER)) as SignInRedirect,
      (await connections.begin(ticket, BROWSER)) as SignInRedirect,
    ];
    harness.clock.move(5 * MINUTE);
    const outcomes = [];
    for (const { redirectTo, setCookie } of begun) {
      const back = await approve(redirectTo, ANAS_ANSWER);
      outcomes.push(await connections.callback(new URL(back).searchParams, setCookie.split(';')[0]));
    }
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, problem: 'expired' }]);
  });

  test('works for ten minutes', async () => {
    const { clock, process } = await createHarness(db);
    const connections = process();
    const ticket = await ticketFor(connections);
    clock.move(10 * MINUTE);
    expect(await connections.begin(ticket, BROWSER)).toMatchObject({
      problem: 'expired',
    });
  });

  test('and the sign-in begun with it leave nothing behind after ten minutes', async () => {
    const connections = (await createHarness(db)).process();
    await travel(connections);
    const rows = await db.query<{ namespace: string; expires_at: Date | null }>(
      `SELECT namespace, expires_at FROM kv WHERE namespace IN ('connect-tickets', 'connect-states')`,
    );
    expect(rows.map(({ namespace }) => namespace).sort()).toEqual(['connect-states', 'connect-tickets']);
    for (const { expires_at } of rows) {
      expect(expires_at).toBeInstanceOf(Date);
      expect(Number(expires_at) - Date.now()).toBeLessThanOrEqual(10 * MINUTE);
    }
  });

  test('is not given where nobody could come back', async () => {
    const connections = (await createHarness(db)).process({ publicUrl: undefined });
    expect(await connections.createLink({ team: TEAM, person: ANA })).toBeNull();
    expect(await connections.begin('guessed', BROWSER)).toEqual({ ok: false, problem: 'expired' });
  });

  test('is not used up by a service that does not answer', async () => {
    const { server, process } = await createHarness(db);
    const connections = process();
    const ticket = await ticketFor(connections);
    const takeBack = server.misbehave({ at: 'server-metadata', how: 'error' });
    expect(await connections.begin(ticket, BROWSER)).toEqual({ ok: false, problem: 'unavailable' });
    takeBack();
    expect(await connections.begin(ticket, BROWSER)).toMatchObject({ ok: true });
  });
});

describe('the answer of the service', () => {
  test('counts once', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    const { answer, cookies } = await travel(connections);
    await connections.callback(answer, cookies);
    // A service that is given a code a second time may end what the first time led to.
    const asked = harness.server.calls.length;
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired' });
    expect(harness.server.calls).toHaveLength(asked);
  });

  test('counts for ten minutes', async () => {
    const { clock, server, process } = await createHarness(db);
    const connections = process();
    const { answer, cookies } = await travel(connections);
    clock.move(10 * MINUTE);
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired' });
    expect(server.calls.filter(({ place }) => place === 'token')).toEqual([]);
  });

  test('counts only in the browser that was sent off', async () => {
    const connections = (await createHarness(db)).process();
    const mallorys = await travel(connections);
    const anas = await travel(connections);
    expect(await connections.callback(mallorys.answer, anas.cookies)).toEqual({
      ok: false,
      problem: 'other_browser',
    });
    const guessed = anas.cookies?.replace(/=.*/, '=guessed');
    expect(await connections.callback(anas.answer, guessed)).toEqual({ ok: false, problem: 'other_browser' });
    const bens = await travel(connections);
    expect(await connections.callback(bens.answer, undefined)).toEqual({
      ok: false,
      problem: 'other_browser',
    });
    // Whoever has the answer has one try.
    expect(await connections.callback(bens.answer, bens.cookies)).toEqual({ ok: false, problem: 'expired' });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'none' });
  });

  test('is found among the cookies of two authorizations and others', async () => {
    const connections = (await createHarness(db)).process();
    const [one, two] = [await travel(connections), await travel(connections)];
    const cookies = `theme=dark; ${one.cookies}; ${two.cookies}`;
    expect(await connections.callback(two.answer, cookies)).toMatchObject({ ok: true });
    expect(await connections.callback(one.answer, cookies)).toMatchObject({ ok: true });
  });

  test('Deny is told as such', async () => {
    const connections = (await createHarness(db)).process();
    const { answer, cookies } = await travel(connections, { deny: true });
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'denied' });
  });

  test('does not count from another issuer, or from none', async () => {
    const connections = (await createHarness(db)).process();
    for (const iss of ['https://elsewhere.example', null]) {
      const { answer, cookies } = await travel(connections);
      if (iss) answer.set('iss', iss);
      else answer.delete('iss');
      expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'refused' });
    }
  });

  test('with another code gets nothing', async () => {
    const connections = (await createHarness(db)).process();
    const { answer, cookies } = await travel(connections);
    answer.set('code', 'guessed');
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired' });
  });

  test('with less than full access is not kept', async () => {
    const harness = await createHarness(db);
    const narrow: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (!String(request[0]).endsWith('/oauth/token') || !response.ok) return response;
      const narrowed = { ...((await response.json()) as object), scope: 'gamma:read' };
      return Response.json(narrowed) as never;
    };
    const connections = harness.process({ fetch: narrow });
    const { answer, cookies } = await travel(connections);
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'too_narrow' });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'none' });
  });
});
