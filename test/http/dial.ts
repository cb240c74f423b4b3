import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/http/server.ts';
import { createReceiver } from '../../src/slack/bolt/receiver.ts';
import { createTestLog } from '../support/log.ts';

/** The process's door, and senders who say what they like. */

export const SECRET = 'the-signing-secret-of-the-door';
export const NOW = () => Math.floor(Date.now() / 1000);

/** Whoever is hung up on within a test was not because of its time, where the test does not say so. */
const HOUR_MS = 3_600_000;
const PATIENT = { headersMs: HOUR_MS, requestMs: HOUR_MS, silentMs: HOUR_MS };

export async function openDoor({ limits, ...options }: Partial<HttpServerOptions> = {}): Promise<number> {
  const { log } = createTestLog();
  const receiver = createReceiver({ signingSecret: SECRET, fetch, clock: systemClock, log });
  const server = createHttpServer({
    routes: [],
    slack: receiver.http,
    metrics: createMetrics(),
    log,
    limits: { ...PATIENT, ...limits },
    ...options,
  });
  const port = await server.start(0);
  onTestFinished(() => server.stop(0));
  return port;
}

/** A sender that says what it likes, and what it is answered until it is hung up on. */
export async function dial(port: number, localAddress = '127.0.0.1') {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  onTestFinished(() => void socket.destroy());
  /** After a moment in which it could have been hung up on. */
  const isOpen = () => Promise.race([closed.then(() => false), sleep(50, true)]);
  return { socket, closed, isOpen };
}

export function head(
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

/** Looks like Slack's as long as nobody has read the body. */
export const pretended = () => ({
  'x-slack-request-timestamp': NOW(),
  'x-slack-signature': `v0=${'0'.repeat(64)}`,
});
