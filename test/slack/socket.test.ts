import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createReceiver } from '../../src/slack/bolt/receiver.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';

// Slack refuses, and the client says so, too.
allowErrors(/Slack opens no socket|Failed to retrieve a new WSS URL/);

test.each([
  ['refuses another one', { status: 200, body: { ok: false, error: 'invalid_auth' } }],
  ['fails', { status: 500, body: { ok: false } }],
])(
  'where Slack closes the socket and %s, it is not ready, and asks until there is one again',
  async (_, refusal) => {
    let isRefusing = false;
    let refused = 0;
    const api = createServer((_request, response) => {
      if (isRefusing) refused += 1;
      const { port } = api.address() as AddressInfo;
      response.writeHead(isRefusing ? refusal.status : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(isRefusing ? refusal.body : { ok: true, url: `ws://127.0.0.1:${port}/link` }),
      );
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const sockets = new WebSocketServer({ server: api });
    sockets.on('connection', (socket) => socket.send(JSON.stringify({ type: 'hello', num_connections: 1 })));
    const clock = createMovableClock();
    const receiver = createReceiver({
      appToken: 'xapp-1',
      apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}/api/`,
      fetch,
      clock,
      log: createTestLog().log,
    });
    await receiver.start();
    expect(receiver.isHearing()).toBe(true);

    isRefusing = true;
    for (const socket of sockets.clients) socket.close();
    await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(1);
    clock.move(60_000);
    expect(receiver.isHearing()).toBe(false);

    isRefusing = false;
    await expect.poll(() => receiver.isHearing(), { timeout: 20_000 }).toBe(true);
    await receiver.stop();
    sockets.close();
    api.closeAllConnections();
    api.close();
  },
  60_000,
);

test('a socket that Slack opens only when Deckhand has stopped is closed again', {
  timeout: 60_000,
}, async () => {
  let isSlow = false;
  const held: (() => void)[] = [];
  const api = createServer((_request, response) => {
    const { port } = api.address() as AddressInfo;
    const open = () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${port}/link` }));
    };
    if (isSlow) held.push(open);
    else open();
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const sockets = new WebSocketServer({ server: api });
  let opened = 0;
  sockets.on('connection', (socket) => {
    opened += 1;
    socket.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
  });
  const receiver = createReceiver({
    appToken: 'xapp-1',
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}/api/`,
    fetch,
    clock: createMovableClock(),
    log: createTestLog().log,
  });
  await receiver.start();

  isSlow = true;
  for (const socket of sockets.clients) socket.close();
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(1);
  await receiver.stop();
  for (const open of held) open();
  await expect.poll(() => opened, { timeout: 5_000 }).toBe(2);
  await expect.poll(() => sockets.clients.size, { timeout: 5_000 }).toBe(0);
  sockets.close();
  api.closeAllConnections();
  api.close();
});
