import { describe, expect, test } from 'vitest';
import { approve } from '../../sandbox/service/oauth/approve.ts';
import type { SignInRedirect } from '../../src/connections/oauth/sign-in.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import {
  ANA,
  ANAS_ANSWER,
  BROWSER,
  createHarness,
  TEAM,
  ticketFor,
  travel,
} from '../support/harness/connections.ts';
import { changingAnswers } from '../support/send.ts';

/** The link to connect, and the browser's return from the service. */

const db = await cleanDatabase();

const MINUTE = 60_000;

describe('a link to connect', () => {
  test('works in one browser only', async () => {
    const connections = (await createHarness(db)).process();
    const ticket = await ticketFor(connections);
    const outcomes = await Promise.all([
      connections.begin(ticket, BROWSER),
      connections.begin(ticket, 'another browser'),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, problem: 'expired' });
  });

  test('can be followed again in that browser until the sign-in has returned, so a double click is harmless', async () => {
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

  test('connects once, even if several sign-ins were begun with it', async () => {
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

  test('is valid for ten minutes', async () => {
    const { clock, process } = await createHarness(db);
    const connections = process();
    const ticket = await ticketFor(connections);
    clock.move(10 * MINUTE);
    expect(await connections.begin(ticket, BROWSER)).toMatchObject({
      problem: 'expired',
    });
  });

  test('and its sign-in are stored for ten minutes only', async () => {
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

  test('is not created without PUBLIC_URL', async () => {
    const connections = (await createHarness(db)).process({ publicUrl: undefined });
    expect(await connections.createLink({ team: TEAM, person: ANA })).toBeNull();
    expect(await connections.begin('guessed', BROWSER)).toEqual({ ok: false, problem: 'expired' });
  });

  test('is not used up if the service does not respond', async () => {
    const { server, process } = await createHarness(db);
    const connections = process();
    const ticket = await ticketFor(connections);
    const takeBack = server.misbehave({ at: 'server-metadata', how: 'error' });
    expect(await connections.begin(ticket, BROWSER)).toEqual({ ok: false, problem: 'unavailable' });
    takeBack();
    expect(await connections.begin(ticket, BROWSER)).toMatchObject({ ok: true });
  });
});

describe('the redirect back from the service', () => {
  test('is accepted once', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    const { answer, cookies } = await travel(connections);
    await connections.callback(answer, cookies);
    // A service that receives a code twice may revoke the tokens of the first use.
    const asked = harness.server.calls.length;
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired' });
    expect(harness.server.calls).toHaveLength(asked);
  });

  test('is accepted for ten minutes', async () => {
    const { clock, server, process } = await createHarness(db);
    const connections = process();
    const { answer, cookies } = await travel(connections);
    clock.move(10 * MINUTE);
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired' });
    expect(server.calls.filter(({ place }) => place === 'token')).toEqual([]);
  });

  test('is accepted only in the browser that began', async () => {
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
    // The answer can be tried once.
    expect(await connections.callback(bens.answer, bens.cookies)).toEqual({ ok: false, problem: 'expired' });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'none' });
  });

  test('is matched with its own cookie among others', async () => {
    const connections = (await createHarness(db)).process();
    const [one, two] = [await travel(connections), await travel(connections)];
    const cookies = `theme=dark; ${one.cookies}; ${two.cookies}`;
    expect(await connections.callback(two.answer, cookies)).toMatchObject({ ok: true });
    expect(await connections.callback(one.answer, cookies)).toMatchObject({ ok: true });
  });

  test('is reported as denied after Deny', async () => {
    const connections = (await createHarness(db)).process();
    const { answer, cookies } = await travel(connections, { deny: true });
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'denied' });
  });

  test('is refused from another issuer or without one', async () => {
    const connections = (await createHarness(db)).process();
    for (const iss of ['https://elsewhere.example', null]) {
      const { answer, cookies } = await travel(connections);
      if (iss) answer.set('iss', iss);
      else answer.delete('iss');
      expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'refused' });
    }
  });

  test('is refused with a wrong code', async () => {
    const connections = (await createHarness(db)).process();
    const { answer, cookies } = await travel(connections);
    answer.set('code', 'guessed');
    const detail = 'grant request is invalid';
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired', detail });
  });

  test('is refused with a smaller scope', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ send: changingAnswers('/oauth/token', { scope: 'gamma:read' }) });
    const { answer, cookies } = await travel(connections);
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'too_narrow' });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'none' });
  });
});
