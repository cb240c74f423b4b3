import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { createBodyReader } from '../../src/http/read-body.ts';
import { createHttpServer, type HttpServerOptions, type Route } from '../../src/http/server.ts';
import { NotKept } from '../../src/slack/bolt/inbox.ts';
import { createReceiver } from '../../src/slack/bolt/receiver.ts';
import { createTestLog } from '../support/log.ts';

const SECRET = 'the-signing-secret-of-the-door';
const NOW = () => Math.floor(Date.now() / 1000);

async function openDoor(options: Partial<HttpServerOptions> = {}): Promise<number> {
  const { log } = createTestLog();
  const receiver = createReceiver({ signingSecret: SECRET, fetch, clock: systemClock, log });
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
async function dial(port: number, localAddress = '127.0.0.1') {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
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

function head(headers: Record<string, string | number>, method = 'POST', path = '/slack/events'): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: here\r\n${lines.join('')}\r\n`;
}

function sendSigned(port: number, content: object, at: number): Promise<Response> {
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

test.each([
  ['at an address that nobody has', 'POST', '/nothing', 404],
  ['at an address that is not written to', 'POST', '/healthz', 405],
  ['at an address that is only read', 'GET', '/healthz', 200],
  ['at an address that cannot be read', 'POST', '//', 400],
  ['with an expectation of its own', 'POST', '/slack/events', 417],
])('an endless body %s is not listened to', async (_, method, path, status) => {
  const handle: Route['handle'] = (_request, response) => void response.end('ok');
  const { socket, closed } = await dial(
    await openDoor({ routes: [{ method: 'GET', path: '/healthz', handle }] }),
  );
  const expectation: Record<string, string> = status === 417 ? { expect: 'the-impossible' } : {};
  socket.write(head({ 'transfer-encoding': 'chunked', ...expectation }, method, path));
  const talking = setInterval(() => socket.write('5\r\nabcde\r\n'), 10);
  onTestFinished(() => clearInterval(talking));
  const startedAt = performance.now();
  expect(await closed).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  // A request may take ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});

test('who asks before sending a body is refused without being told to go on', async () => {
  const port = await openDoor();
  const ask = async (headers: Record<string, string | number>, path?: string) => {
    const { socket, closed } = await dial(port);
    socket.write(head({ 'content-length': 100, expect: '100-continue', ...headers }, 'POST', path));
    return closed;
  };
  expect(await ask({})).toMatch(/^HTTP\/1.1 401 /);
  expect(await ask({ ...pretended(), 'content-length': 1_500_000 })).toMatch(/^HTTP\/1.1 413 /);
  expect(await ask({}, '/nothing')).toMatch(/^HTTP\/1.1 404 /);
});

test('who asks before sending a body is told to go on where it will be read', async () => {
  const { socket, closed } = await dial(await openDoor());
  socket.write(head({ ...pretended(), 'content-length': 2, expect: '100-continue', connection: 'close' }));
  await once(socket, 'data');
  socket.write('{}');
  expect(await closed).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /);
});

test('a signed request that is dated in the future is refused', async () => {
  const port = await openDoor();
  const send = (at: number) => sendSigned(port, { type: 'url_verification', challenge: 'x' }, at);
  expect((await send(NOW())).status).toBe(200);
  expect((await send(NOW() + 60)).status).toBe(200);
  expect((await send(NOW() + 600)).status).toBe(401);
});

test('what somebody else signed is handed to nobody', async () => {
  const receiver = createReceiver({
    signingSecret: 'another-secret-of-the-door',
    fetch,
    clock: systemClock,
    log: createTestLog().log,
  });
  const handled: object[] = [];
  const processEvent = async ({ body, ack }: { body: object; ack(): Promise<void> }) => {
    handled.push(body);
    await ack();
  };
  receiver.receiver.init({ processEvent } as unknown as App);
  const port = await openDoor({ slack: receiver.http });
  const sent = { type: 'event_callback', event: { type: 'app_mention' } };
  expect((await sendSigned(port, sent, NOW())).status).toBe(401);
  expect(handled).toEqual([]);
});

test('an event that could not be written down is not acknowledged, so that Slack sends it again', async () => {
  const receiver = createReceiver({
    signingSecret: SECRET,
    fetch,
    clock: systemClock,
    log: createTestLog().log,
  });
  const processEvent = async () => Promise.reject(new NotKept('no room on the disk'));
  receiver.receiver.init({ processEvent } as unknown as App);
  const port = await openDoor({ slack: receiver.http });
  const sent = { type: 'event_callback', event: { type: 'app_mention' } };
  expect((await sendSigned(port, sent, NOW())).status).toBe(503);
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

test('a body in crumbs is cut off, and one in honest pieces is read', async () => {
  const port = await openDoor();
  const send = async (piece: string, times: number) => {
    const sender = await dial(port);
    sender.socket.write(head({ ...pretended(), 'transfer-encoding': 'chunked', connection: 'close' }));
    sender.socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(times));
    return sender;
  };
  const crumbs = await send('x', 10_000);
  expect(await crumbs.isClosed(2_000)).toBe(true);
  const pieces = await send('x'.repeat(1_000), 1_000);
  pieces.socket.write('0\r\n\r\n');
  expect(await pieces.closed).toMatch(/^HTTP\/1.1 401 /);
});

test('crumbs that nobody reads are hung up on, though the answer is not there yet', async () => {
  const routes: Route[] = [{ method: 'GET', path: '/slow', handle: () => {} }];
  const { socket, isClosed } = await dial(await openDoor({ routes }));
  socket.write(head({ 'transfer-encoding': 'chunked' }, 'GET', '/slow'));
  socket.write('1\r\nx\r\n'.repeat(10_000));
  expect(await isClosed(2_000)).toBe(true);
});

test('a sender who does not go on is hung up on', async () => {
  const port = await openDoor({ limits: { headersMs: 300, requestMs: 600 } });
  const [silent, halfHead, halfBody] = await Promise.all([dial(port), dial(port), dial(port)]);
  halfHead.socket.write('POST /slack/events HTTP/1.1\r\nhost: here\r\n');
  halfBody.socket.write(`${head({ ...pretended(), 'content-length': 100 })}only this`);
  for (const each of [silent, halfHead, halfBody]) expect(await each.isClosed(3_000)).toBe(true);
});

test('more connections than are allowed are not taken while those are being served', async () => {
  let served = 0;
  const count = () => {
    served += 1;
  };
  const routes: Route[] = [{ method: 'GET', path: '/healthz', handle: count }];
  const port = await openDoor({ routes, limits: { connections: 2 } });
  const kept = [await dial(port), await dial(port)];
  for (const { socket } of kept) socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
  await expect.poll(() => served).toBe(2);
  const third = await dial(port);
  expect(await third.isClosed(2_000)).toBe(true);
  for (const each of kept) expect(await each.isClosed(50)).toBe(false);
});

test.each([
  ['its head', 'POST /slack/events HTTP/1.1\r\nhost: here\r\n'],
  ['its body', () => `${head({ ...pretended(), 'content-length': 100 })}only this`],
])('slow requests that hold all places by a proxy make room for others: %s', async (_, begun) => {
  const port = await openDoor({ limits: { connections: 3 } });
  const slow = [await dial(port), await dial(port), await dial(port)];
  for (const { socket } of slow) socket.write(typeof begun === 'string' ? begun : begun());
  const content = { type: 'url_verification', challenge: 'x' };
  expect((await sendSigned(port, content, NOW())).status).toBe(200);
  await Promise.race(slow.map(({ closed }) => closed));
  const closed = await Promise.all(slow.map((each) => each.isClosed(50)));
  expect(closed.filter(Boolean)).toHaveLength(1);
});

test('whoever holds all connections makes room for others, what waits first', async () => {
  const handle: Route['handle'] = (_, response) => void response.end('ok');
  const routes = [{ method: 'GET', path: '/healthz', handle }];
  const port = await openDoor({ routes, limits: { connections: 3 } });
  const greedy = [await dial(port), await dial(port), await dial(port)] as const;
  const [first, second, third] = greedy;
  // Answered, and kept for the next request.
  second.socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
  await once(second.socket, 'data');
  const other = await dial(port, '127.0.0.2');
  expect(await second.isClosed(2_000)).toBe(true);
  const another = await dial(port, '127.0.0.3');
  expect(await first.isClosed(2_000)).toBe(true);
  for (const each of [other, another]) {
    each.socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
    await once(each.socket, 'data');
  }
  expect(await third.isClosed(50)).toBe(false);
});

test('a proxy, by which all come, is served on though it holds all connections', async () => {
  const handle: Route['handle'] = (_, response) => void response.end('ok');
  const routes = [{ method: 'GET', path: '/healthz', handle }];
  const port = await openDoor({ routes, limits: { connections: 2 } });
  for (let each = 0; each < 5; each += 1) {
    const { socket } = await dial(port);
    socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/ 200 /);
  }
});

test('requests sent without waiting for the answer to the one before are not served: no number of them comes at once', async () => {
  let served = 0;
  const answers: (() => void)[] = [];
  const handle: Route['handle'] = (_, response) => {
    served += 1;
    answers.push(() => response.end('ok'));
  };
  const port = await openDoor({ routes: [{ method: 'GET', path: '/healthz', handle }] });
  const { socket, isClosed } = await dial(port);
  const request = 'GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n';
  for (let each = 1; each <= 3; each += 1) {
    socket.write(request);
    await expect.poll(() => served).toBe(each);
    answers.at(-1)?.();
    await once(socket, 'data');
  }
  socket.write(request.repeat(1_000));
  expect(await isClosed(2_000)).toBe(true);
  expect(served).toBe(4);
});

test('a sender who does not read the answers is hung up on', async () => {
  const handle: Route['handle'] = (_, response) => void response.end('x'.repeat(20_000_000));
  const routes = [{ method: 'GET', path: '/healthz', handle }];
  const port = await openDoor({ routes, limits: { silentMs: 300 } });
  const { socket, isClosed } = await dial(port);
  socket.pause();
  socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
  // A reset is noticed in sending. Lines without words begin no request.
  const talking = setInterval(() => socket.write('\r\n'), 600);
  onTestFinished(() => clearInterval(talking));
  expect(await isClosed(5_000)).toBe(true);
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
