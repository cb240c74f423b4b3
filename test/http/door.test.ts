import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import nock from 'nock';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../../src/http/metrics.ts';
import { createBodyReader } from '../../src/http/read-body.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/http/server.ts';
import { createReceiver } from '../../src/slack/bolt/receiver.ts';
import { createTestLog } from '../support/log.ts';

const SECRET = 'the-signing-secret-of-the-door';
const NOW = () => Math.floor(Date.now() / 1000);

// Nock's sockets say nothing to a server of this process before a whole request is there.
beforeAll(() => nock.restore());
afterAll(() => nock.activate());

async function openDoor(options: Partial<HttpServerOptions> = {}): Promise<number> {
  const { log } = createTestLog();
  const receiver = createReceiver({ signingSecret: SECRET, fetch, log });
  const server = createHttpServer({
    routes: [],
    slack: receiver.http,
    metrics: createMetrics(),
    log,
    ...options,
  });
  const port = await server.start(0);
  onTestFinished(() => server.stop(0));
  return port;
}

/** A sender that says what it likes, and what it is answered until it is hung up on. */
async function dial(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  onTestFinished(() => void socket.destroy());
  const isClosed = (withinMs: number) => Promise.race([closed.then(() => true), sleep(withinMs, false)]);
  return { socket, closed, isClosed };
}

function head(headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /slack/events HTTP/1.1\r\nhost: here\r\n${lines.join('')}\r\n`;
}

/** Looks like Slack's as long as nobody has read the body. */
const pretended = () => ({
  'x-slack-request-timestamp': NOW(),
  'x-slack-signature': `v0=${'0'.repeat(64)}`,
});

test.each([
  ['without a signature', () => ({ 'x-slack-request-timestamp': NOW() })],
  ['without a time', () => ({ 'x-slack-signature': `v0=${'0'.repeat(64)}` })],
  ['with half a signature', () => ({ ...pretended(), 'x-slack-signature': 'v0=00' })],
  ['from yesterday', () => ({ ...pretended(), 'x-slack-request-timestamp': NOW() - 86_400 })],
  ['from tomorrow', () => ({ ...pretended(), 'x-slack-request-timestamp': NOW() + 86_400 })],
  ['with words for a time', () => ({ ...pretended(), 'x-slack-request-timestamp': 'Infinity' })],
])('a request %s is refused before its body is read', async (_, headers) => {
  const { socket, closed } = await dial(await openDoor());
  socket.write(head({ 'content-length': 500_000, ...headers() }));
  expect(await closed).toMatch(/^HTTP\/1.1 401 /);
});

test('a signed request that is dated in the future is refused', async () => {
  const port = await openDoor();
  const send = (at: number) => {
    const body = JSON.stringify({ type: 'url_verification', challenge: 'x' });
    const mac = createHmac('sha256', SECRET).update(`v0:${at}:${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${mac}`,
    };
    return fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', headers, body });
  };
  expect((await send(NOW())).status).toBe(200);
  expect((await send(NOW() + 60)).status).toBe(200);
  expect((await send(NOW() + 600)).status).toBe(401);
});

test('a body over a megabyte is not read where it is announced', async () => {
  const { socket, closed } = await dial(await openDoor());
  socket.write(head({ ...pretended(), 'content-length': 1_500_000 }));
  expect(await closed).toMatch(/^HTTP\/1.1 413 /);
});

test('a body over a megabyte that is not announced is cut off', async () => {
  const { socket, isClosed } = await dial(await openDoor());
  socket.write(head({ ...pretended(), 'transfer-encoding': 'chunked' }));
  const chunk = 'x'.repeat(100_000);
  for (let sent = 0; sent < 11; sent += 1) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  expect(await isClosed(2_000)).toBe(true);
});

test('a sender who does not go on is hung up on', async () => {
  const port = await openDoor({ limits: { headersMs: 300, requestMs: 600 } });
  const [silent, halfHead, halfBody] = await Promise.all([dial(port), dial(port), dial(port)]);
  halfHead.socket.write('POST /slack/events HTTP/1.1\r\nhost: here\r\n');
  halfBody.socket.write(`${head({ ...pretended(), 'content-length': 100 })}only this`);
  for (const each of [silent, halfHead, halfBody]) expect(await each.isClosed(3_000)).toBe(true);
});

test('more connections than are allowed are not taken', async () => {
  const port = await openDoor({ limits: { connections: 2 } });
  const kept = [await dial(port), await dial(port)];
  const third = await dial(port);
  expect(await third.isClosed(2_000)).toBe(true);
  for (const each of kept) expect(await each.isClosed(50)).toBe(false);
});

test('where all bodies together are too much, the largest is cut off, and others are read', async () => {
  const read = createBodyReader({ perBody: 1_000, together: 1_200 });
  const port = await openDoor({
    slack: {
      takes: () => true,
      listener: (request, response) =>
        void read(request).then(
          (body) => response.end(`read ${body?.length}`),
          () => response.destroy(),
        ),
    },
  });
  const [large, small, late] = [await dial(port), await dial(port), await dial(port)];
  large.socket.write(head({ 'content-length': 1_000 }) + 'x'.repeat(900));
  await sleep(50);
  small.socket.write(head({ 'content-length': 300 }) + 'x'.repeat(299));
  await sleep(50);
  late.socket.write(head({ 'content-length': 100, connection: 'close' }) + 'x'.repeat(100));
  expect(await late.closed).toMatch(/read 100$/);
  expect(await large.isClosed(1_000)).toBe(true);
  expect(await small.isClosed(50)).toBe(false);
});
