import { once } from 'node:events';
import type { App } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createBodyReader } from '../../src/http/read-body.ts';
import type { Route } from '../../src/http/server.ts';
import { NotKept } from '../../src/slack/bolt/inbox.ts';
import { createReceiver } from '../../src/slack/bolt/receiver.ts';
import { createTestLog } from '../support/log.ts';
import { dial, head, NOW, openDoor, pretended, SECRET, sendSigned } from './dial.ts';

/** Which requests are let in, and how much of them is read. */

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
  expect(await closed).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
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
  const { socket, closed } = await dial(await openDoor());
  socket.write(head({ ...pretended(), 'transfer-encoding': 'chunked' }));
  const chunk = 'x'.repeat(100_000);
  for (let sent = 0; sent < 11; sent += 1) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  await closed;
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
  await crumbs.closed;
  const pieces = await send('x'.repeat(1_000), 1_000);
  pieces.socket.write('0\r\n\r\n');
  expect(await pieces.closed).toMatch(/^HTTP\/1.1 401 /);
});

test('crumbs that nobody reads are hung up on, though the answer is not there yet', async () => {
  const routes: Route[] = [{ method: 'GET', path: '/slow', handle: () => {} }];
  const { socket, closed } = await dial(await openDoor({ routes }));
  socket.write(head({ 'transfer-encoding': 'chunked' }, 'GET', '/slow'));
  socket.write('1\r\nx\r\n'.repeat(10_000));
  await closed;
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
  small.socket.write(head({ 'content-length': 300 }) + 'x'.repeat(299));
  late.socket.write(head({ 'content-length': 100, connection: 'close' }) + 'x'.repeat(100));
  expect(await late.closed).toMatch(/read 100$/);
  await large.closed;
  expect(await small.isOpen()).toBe(true);
});
