import { once } from 'node:events';
import type { App } from '@slack/bolt';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createBodyReader } from '../../src/http/read-body.ts';
import type { Route } from '../../src/http/server.ts';
import { EventNotStored } from '../../src/slack/bolt/receiving/inbox.ts';
import { createReceiver } from '../../src/slack/bolt/receiving/receiver.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';
import {
  NOW,
  openConnection,
  requestHead,
  SECRET,
  sendSigned,
  startServer,
  unverified,
} from './test-server.ts';

/** Which requests are accepted, and how much of their bodies is read. */

test.each([
  ['without a signature', () => ({ 'x-slack-request-timestamp': NOW() })],
  ['without a timestamp', () => ({ 'x-slack-signature': `v0=${'0'.repeat(64)}` })],
  ['with half a signature', () => ({ ...unverified(), 'x-slack-signature': 'v0=00' })],
  ['from yesterday', () => ({ ...unverified(), 'x-slack-request-timestamp': NOW() - 86_400 })],
  ['from tomorrow', () => ({ ...unverified(), 'x-slack-request-timestamp': NOW() + 86_400 })],
  [
    'with a timestamp that is not a number',
    () => ({ ...unverified(), 'x-slack-request-timestamp': 'Infinity' }),
  ],
])('a request %s is rejected before its body is read', async (_, headers) => {
  const { socket, closed } = await openConnection(await startServer());
  socket.write(requestHead({ 'content-length': 500_000, ...headers() }));
  expect(await closed).toMatch(/^HTTP\/1.1 401 /);
});

test.each([
  ['to an unknown path', 'POST', '/nothing', 404],
  ['to a path that does not accept POST', 'POST', '/healthz', 405],
  ['to a path that ignores bodies', 'GET', '/healthz', 200],
  ['to an invalid URL', 'POST', '//', 400],
  ['with an unsupported expectation', 'POST', '/slack/events', 417],
])('an endless body sent %s is not read', async (_, method, path, status) => {
  const handle: Route['handle'] = (_request, response) => void response.end('ok');
  const { socket, closed } = await openConnection(
    await startServer({ routes: [{ method: 'GET', path: '/healthz', handle }] }),
  );
  const expectation: Record<string, string> = status === 417 ? { expect: 'the-impossible' } : {};
  socket.write(requestHead({ 'transfer-encoding': 'chunked', ...expectation }, method, path));
  const talking = setInterval(() => socket.write('5\r\nabcde\r\n'), 10);
  onTestFinished(() => clearInterval(talking));
  expect(await closed).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a rejected request with Expect: 100-continue gets no 100 response', async () => {
  const port = await startServer();
  const ask = async (headers: Record<string, string | number>, path?: string) => {
    const { socket, closed } = await openConnection(port);
    socket.write(requestHead({ 'content-length': 100, expect: '100-continue', ...headers }, 'POST', path));
    return closed;
  };
  expect(await ask({})).toMatch(/^HTTP\/1.1 401 /);
  expect(await ask({ ...unverified(), 'content-length': 1_500_000 })).toMatch(/^HTTP\/1.1 413 /);
  expect(await ask({}, '/nothing')).toMatch(/^HTTP\/1.1 404 /);
});

test('a request with Expect: 100-continue gets a 100 response if its body will be read', async () => {
  const { socket, closed } = await openConnection(await startServer());
  socket.write(
    requestHead({ ...unverified(), 'content-length': 2, expect: '100-continue', connection: 'close' }),
  );
  await once(socket, 'data');
  socket.write('{}');
  expect(await closed).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /);
});

test('a signed request with a timestamp in the future is rejected', async () => {
  const port = await startServer();
  const send = (at: number) => sendSigned(port, { type: 'url_verification', challenge: 'x' }, at);
  expect((await send(NOW())).status).toBe(200);
  expect((await send(NOW() + 60)).status).toBe(200);
  expect((await send(NOW() + 600)).status).toBe(401);
});

test('a request signed with another secret is not processed', async () => {
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
  const port = await startServer({ slack: receiver.http });
  const sent = { type: 'event_callback', event: { type: 'app_mention' } };
  expect((await sendSigned(port, sent, NOW())).status).toBe(401);
  expect(handled).toEqual([]);
});

describe('refused requests are reported', () => {
  async function startWith(signingSecret: string) {
    const clock = createMovableClock();
    const { log, lines } = createTestLog();
    const receiver = createReceiver({ signingSecret, fetch, clock, log });
    const port = await startServer({ slack: receiver.http });
    const send = (at: number) => sendSigned(port, { type: 'url_verification', challenge: 'x' }, at);
    return { clock, port, send, warnings: () => lines.map((line) => JSON.parse(line)) };
  }

  test('a wrong SLACK_SIGNING_SECRET is one warning in ten minutes that names it', async () => {
    const { clock, send, warnings } = await startWith('another-secret-of-the-door');
    for (let times = 0; times < 5; times += 1) expect((await send(NOW())).status).toBe(401);
    expect(warnings()).toMatchObject([{ level: 40, msg: expect.stringContaining('SLACK_SIGNING_SECRET') }]);
    expect(Math.abs(warnings()[0].clockAheadSeconds)).toBeLessThan(60);
    clock.move(599_000);
    await send(NOW());
    expect(warnings()).toHaveLength(1);
    clock.move(1_000);
    await send(NOW());
    expect(warnings()).toHaveLength(2);
  });

  test('a wrong clock is one warning in ten minutes with the offset', async () => {
    const { send, warnings } = await startWith(SECRET);
    for (let times = 0; times < 5; times += 1) expect((await send(NOW() - 3_600)).status).toBe(401);
    expect(warnings()).toMatchObject([{ level: 40, msg: expect.stringContaining('clock by NTP') }]);
    expect(Math.abs(warnings()[0].clockAheadSeconds - 3_600)).toBeLessThan(60);
  });

  test('a request without a signature, which strangers send, is none', async () => {
    const { port, warnings } = await startWith(SECRET);
    const { status } = await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', body: '{}' });
    expect(status).toBe(401);
    expect(warnings()).toEqual([]);
  });
});

test('an event that could not be stored is answered with 503, so that Slack sends it again', async () => {
  const receiver = createReceiver({
    signingSecret: SECRET,
    fetch,
    clock: systemClock,
    log: createTestLog().log,
  });
  const processEvent = async () => Promise.reject(new EventNotStored('no room on the disk'));
  receiver.receiver.init({ processEvent } as unknown as App);
  const port = await startServer({ slack: receiver.http });
  const sent = { type: 'event_callback', event: { type: 'app_mention' } };
  expect((await sendSigned(port, sent, NOW())).status).toBe(503);
});

test('a request whose Content-Length is over a megabyte is rejected', async () => {
  const { socket, closed } = await openConnection(await startServer());
  socket.write(requestHead({ ...unverified(), 'content-length': 1_500_000 }));
  expect(await closed).toMatch(/^HTTP\/1.1 413 /);
});

test('a connection is closed when a chunked body exceeds a megabyte', async () => {
  const { socket, closed } = await openConnection(await startServer());
  socket.write(requestHead({ ...unverified(), 'transfer-encoding': 'chunked' }));
  const chunk = 'x'.repeat(100_000);
  for (let sent = 0; sent < 11; sent += 1) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  await closed;
});

test('a body with too many small chunks is cut off, and one with normal chunks is read', async () => {
  const port = await startServer();
  const send = async (chunk: string, times: number) => {
    const sender = await openConnection(port);
    sender.socket.write(
      requestHead({ ...unverified(), 'transfer-encoding': 'chunked', connection: 'close' }),
    );
    sender.socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(times));
    return sender;
  };
  const small = await send('x', 10_000);
  await small.closed;
  const normal = await send('x'.repeat(1_000), 1_000);
  normal.socket.write('0\r\n\r\n');
  expect(await normal.closed).toMatch(/^HTTP\/1.1 401 /);
});

test('a connection with too many small chunks is closed, also before the response is sent', async () => {
  const routes: Route[] = [{ method: 'GET', path: '/slow', handle: () => {} }];
  const { socket, closed } = await openConnection(await startServer({ routes }));
  socket.write(requestHead({ 'transfer-encoding': 'chunked' }, 'GET', '/slow'));
  socket.write('1\r\nx\r\n'.repeat(10_000));
  await closed;
});

test('if all bodies together exceed the limit, the largest is cut off and the others are read', async () => {
  const read = createBodyReader({ perBody: 1_000, total: 1_200 });
  const port = await startServer({
    slack: {
      takes: () => true,
      listener: (request, response) =>
        void read(request).then(
          (body) => response.end(`read ${body?.length}`),
          () => response.destroy(),
        ),
    },
  });
  const [large, small, late] = [
    await openConnection(port),
    await openConnection(port),
    await openConnection(port),
  ];
  large.socket.write(requestHead({ 'content-length': 1_000 }) + 'x'.repeat(900));
  small.socket.write(requestHead({ 'content-length': 300 }) + 'x'.repeat(299));
  late.socket.write(requestHead({ 'content-length': 100, connection: 'close' }) + 'x'.repeat(100));
  expect(await late.closed).toMatch(/read 100$/);
  await large.closed;
  expect(await small.isOpen()).toBe(true);
});
