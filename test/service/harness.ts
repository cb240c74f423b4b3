import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import nock from 'nock';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { createServiceClient } from '../../src/service/client.ts';
import type { Authorization, CallerOptions, CallReport } from '../../src/service/http/call.ts';
import { createPlainFetch, type PlainFetch } from '../../src/service/http/plain-fetch.ts';

// Active from its import on, and each request of every other test file would go through it.
nock.restore();

export const BASE_URL = 'https://service.example';
export const API = `${BASE_URL}/v1.0`;

/** A clock on which every sleep is over at once, and is remembered. */
export function jumpingClock(startMs = Date.parse('2026-11-20T12:00:00Z')): Clock & { sleeps: number[] } {
  let now = startMs;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      sleeps.push(ms);
      now += ms;
    },
  };
}

export const apiKey: Authorization = { headers: async () => ({ 'X-API-KEY': 'sk-test-0123456789' }) };

/** A client of the service at `BASE_URL`, with what it did to be looked at afterwards. */
export function aClient(overrides: Partial<CallerOptions> = {}) {
  const clock = jumpingClock();
  const calls: CallReport[] = [];
  const client = createServiceClient({
    baseUrl: BASE_URL,
    authorization: apiKey,
    fetch: undiciFetch,
    clock,
    random: () => 0.5,
    onCall: (call) => calls.push(call),
    ...overrides,
  });
  return { client, clock, calls };
}

/** What was thrown, typed as the class it has to be. */
export async function thrownBy<E extends Error>(
  kind: abstract new (...given: never[]) => E,
  promise: Promise<unknown>,
): Promise<E> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in outcome)) throw new Error(`Expected ${kind.name}, and nothing was thrown.`);
  if (!(outcome.error instanceof kind)) throw outcome.error;
  return outcome.error;
}

/** A real server on a free port, for what only real connections do; closed with the test. */
export async function aServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { server, port, url: `http://127.0.0.1:${port}` };
}

/** What calls of the service are made by, with connections of its own, which are closed with the test. */
export function freshPlainFetch(): PlainFetch {
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  return createPlainFetch(agent);
}

/** undici's fetch with connections of its own, which are closed with the test. */
export function freshFetch(): typeof undiciFetch {
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  return (input, init) => undiciFetch(input, { ...init, dispatcher: agent });
}

/** For a test file whose service is nock: only this machine can be reached besides it, and no prepared answer is left for the next test. */
export function interceptRequests() {
  beforeAll(() => {
    nock.activate();
    nock.disableNetConnect();
    nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[?::1\]?)(:\d+)?$/);
  });
  afterAll(() => nock.restore());
  afterEach(() => {
    nock.cleanAll();
  });
}
