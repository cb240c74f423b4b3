import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createReceiver } from '../../src/slack/bolt/receiving/receiver.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';

// They all wait at the same time, which takes `expect` and `onTestFinished` of each test's own.

// Slack refuses, and the client says so, too.
allowErrors(/Could not open a socket|Failed to retrieve a new WSS URL/);

/** The receiver with a socket of a Slack that answers those who ask for another one in its way. Bolt's client asks after five seconds. */
async function connected(onTestFinished: TestContext['onTestFinished']) {
  const slack = { opened: 0, asked: 0, answer: openSocket };
  const api = createServer((_request, response) => {
    slack.asked += 1;
    slack.answer(response);
  });
  function openSocket(response: ServerResponse): void {
    const { port } = api.address() as AddressInfo;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${port}/link` }));
  }
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const sockets = new WebSocketServer({ server: api });
  sockets.on('connection', (socket) => {
    slack.opened += 1;
    socket.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
  });
  const clock = createMovableClock();
  const receiver = createReceiver({
    appToken: 'xapp-1',
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}/api/`,
    fetch,
    clock,
    log: createTestLog().log,
  });
  onTestFinished(async () => {
    await receiver.stop();
    sockets.close();
    api.closeAllConnections();
    api.close();
  });
  await receiver.start();
  return { slack, openSocket, sockets, receiver, clock };
}

test.concurrent.for([
  ['refuses another one', { status: 200, body: { ok: false, error: 'invalid_auth' } }],
  ['fails', { status: 500, body: { ok: false } }],
] as const)(
  'where Slack closes the socket and %s, it is not ready, and asks until there is one again',
  async ([, refusal], { expect, onTestFinished }) => {
    const { slack, openSocket, sockets, receiver, clock } = await connected(onTestFinished);
    expect(receiver.isConnected()).toBe(true);

    slack.asked = 0;
    slack.answer = (response) => {
      response.writeHead(refusal.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refusal.body));
    };
    for (const socket of sockets.clients) socket.close();
    await expect.poll(() => slack.asked).toBeGreaterThan(1);
    clock.move(60_000);
    expect(receiver.isConnected()).toBe(false);

    slack.answer = openSocket;
    await expect.poll(() => receiver.isConnected()).toBe(true);
  },
);

test.concurrent('a socket that Slack opens only when Deckhand has stopped is closed again', async ({
  expect,
  onTestFinished,
}) => {
  const { slack, openSocket, sockets, receiver } = await connected(onTestFinished);
  const held: (() => void)[] = [];
  slack.answer = (response) => void held.push(() => openSocket(response));
  for (const socket of sockets.clients) socket.close();
  await expect.poll(() => held.length).toBe(1);
  await receiver.stop();
  for (const open of held) open();
  await expect.poll(() => slack.opened).toBe(2);
  await expect.poll(() => sockets.clients.size).toBe(0);
});

test.concurrent.for(['warning', 'refresh_requested', 'too_many_websockets', 'link_disabled', undefined])(
  'told to disconnect (%s), it comes back by a new socket',
  async (reason, { expect, onTestFinished }) => {
    const { slack, sockets, receiver, clock } = await connected(onTestFinished);
    for (const socket of sockets.clients)
      socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: {} }));
    await expect.poll(() => slack.opened).toBe(2);
    // By now it would count as deaf.
    clock.move(60_000);
    await expect.poll(() => receiver.isConnected()).toBe(true);
  },
);
