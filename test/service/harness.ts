import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import nock from 'nock';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { createSender, type SendRequest } from '../../src/outgoing-requests.ts';
import { createServiceClient } from '../../src/service/client.ts';
import type { Authorization, CallerOptions, CallReport } from '../../src/service/http/call.ts';
import { send } from '../support/send.ts';

// nock is active as soon as it is imported. Test files that do not use it must not be slowed down or intercepted.
nock.restore();

export const BASE_URL = 'https://service.example';
export const API = `${BASE_URL}/v1.0`;

/** A clock whose sleeps end at once and are recorded. */
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

/** A client of the service at `BASE_URL`, and records of what it did. */
export function aClient(overrides: Partial<CallerOptions> = {}) {
  const clock = jumpingClock();
  const calls: CallReport[] = [];
  const client = createServiceClient({
    baseUrl: BASE_URL,
    authorization: apiKey,
    send,
    clock,
    random: () => 0.5,
    onCall: (call) => calls.push(call),
    ...overrides,
  });
  return { client, clock, calls };
}

/** Returns the error of `promise`, which must be of the class `kind`. */
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

/** Starts a real server on a free port, for behaviour of real connections; closed after the test. */
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

/** Creates a sender with connections of its own, which are closed after the test. */
export function freshSend(options: Agent.Options = {}): SendRequest {
  const agent = new Agent(options);
  onTestFinished(() => agent.destroy());
  return createSender(agent);
}

/** undici's fetch with connections of its own, which are closed after the test. */
export function freshFetch(options: Agent.Options = {}): typeof undiciFetch {
  const agent = new Agent(options);
  onTestFinished(() => agent.destroy());
  return (input, init) => undiciFetch(input, { ...init, dispatcher: agent });
}

/** Call it in test files that use nock: only this machine can be reached otherwise, and unused interceptors are removed after each test. */
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
