import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/http/server.ts';
import { createReceiver } from '../../src/slack/bolt/receiving/receiver.ts';
import { createTestLog } from '../support/log.ts';

export const SECRET = 'the-signing-secret-of-a-test';
export const NOW = () => Math.floor(Date.now() / 1000);

const HOUR_MS = 3_600_000;
/** No connection is closed because of its duration unless a test sets shorter limits. */
const LONG_LIMITS = { headersMs: HOUR_MS, requestMs: HOUR_MS, silentMs: HOUR_MS };

/** Starts the HTTP server with Slack's receiver, until the end of the test. @returns the port */
export async function startServer({ limits, ...options }: Partial<HttpServerOptions> = {}): Promise<number> {
  const { log } = createTestLog();
  const receiver = createReceiver({ signingSecret: SECRET, fetch, clock: systemClock, log });
  const server = createHttpServer({
    routes: [],
    slack: receiver.http,
    metrics: createMetrics(),
    log,
    limits: { ...LONG_LIMITS, ...limits },
    ...options,
  });
  const port = await server.start(0);
  onTestFinished(() => server.stop(0));
  return port;
}

/** Opens a TCP connection. `closed` resolves with everything that was received once the server has closed it. */
export async function openConnection(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  onTestFinished(() => void socket.destroy());
  /** Returns whether it is still open 50 ms later. */
  const isOpen = () => Promise.race([closed.then(() => false), sleep(50, true)]);
  return { socket, closed, isOpen };
}

/** Returns the request line and the headers. */
export function requestHead(
  headers: Record<string, string | number>,
  method = 'POST',
  path = '/slack/events',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: here\r\n${lines.join('')}\r\n`;
}

export function sendSigned(port: number, content: object, at: number): Promise<Response> {
  const body = JSON.stringify(content);
  const mac = createHmac('sha256', SECRET).update(`v0:${at}:${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${mac}`,
  };
  return fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', headers, body });
}

/** Headers with a well-formed signature, which is found to be wrong only when the body is read. */
export const unverified = () => ({
  'x-slack-request-timestamp': NOW(),
  'x-slack-signature': `v0=${'0'.repeat(64)}`,
});
