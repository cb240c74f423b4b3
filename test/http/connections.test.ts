import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Route } from '../../src/http/server.ts';
import { NOW, openConnection, requestHead, sendSigned, startServer, unverified } from './test-server.ts';

/** Limits of the number of connections and of their duration. */

test('a connection whose request stays incomplete is closed', async () => {
  const port = await startServer({ limits: { headersMs: 300, requestMs: 600 } });
  const [silent, halfHead, halfBody] = await Promise.all([
    openConnection(port),
    openConnection(port),
    openConnection(port),
  ]);
  halfHead.socket.write('POST /slack/events HTTP/1.1\r\nhost: here\r\n');
  halfBody.socket.write(`${requestHead({ ...unverified(), 'content-length': 100 })}only this`);
  for (const each of [silent, halfHead, halfBody]) await each.closed;
});

test('at the limit, a new connection is closed if all others are waiting for a response', async () => {
  let served = 0;
  const count = () => {
    served += 1;
  };
  const routes: Route[] = [{ method: 'GET', path: '/healthz', handle: count }];
  const port = await startServer({ routes, limits: { connections: 2 } });
  const kept = [await openConnection(port), await openConnection(port)];
  for (const { socket } of kept) socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
  await expect.poll(() => served).toBe(2);
  const third = await openConnection(port);
  await third.closed;
  for (const each of kept) expect(await each.isOpen()).toBe(true);
});

test.each([
  ['headers', 'POST /slack/events HTTP/1.1\r\nhost: here\r\n'],
  ['body', () => `${requestHead({ ...unverified(), 'content-length': 100 })}only this`],
])('at the limit, a new connection replaces one with incomplete %s', async (_, begun) => {
  const port = await startServer({ limits: { connections: 3 } });
  const slow = [await openConnection(port), await openConnection(port), await openConnection(port)];
  for (const { socket } of slow) socket.write(typeof begun === 'string' ? begun : begun());
  const content = { type: 'url_verification', challenge: 'x' };
  expect((await sendSigned(port, content, NOW())).status).toBe(200);
  await Promise.race(slow.map(({ closed }) => closed));
  const open = await Promise.all(slow.map((each) => each.isOpen()));
  expect(open.filter(Boolean)).toHaveLength(2);
});

test('at the limit, a new connection replaces an idle one first, then the one that is incomplete for longest', async () => {
  const handle: Route['handle'] = (_, response) => void response.end('ok');
  const routes = [{ method: 'GET', path: '/healthz', handle }];
  const port = await startServer({ routes, limits: { connections: 3 } });
  const connections = [
    await openConnection(port),
    await openConnection(port),
    await openConnection(port),
  ] as const;
  const [first, second, third] = connections;
  // The second is idle after its response.
  second.socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
  await once(second.socket, 'data');
  const other = await openConnection(port);
  await second.closed;
  const another = await openConnection(port);
  await first.closed;
  for (const each of [other, another]) {
    each.socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
    await once(each.socket, 'data');
  }
  expect(await third.isOpen()).toBe(true);
});

test('a flood of connections does not cut a request whose body is arriving', async () => {
  const port = await startServer({ limits: { connections: 3 } });
  const arriving = await openConnection(port);
  arriving.socket.write(requestHead({ ...unverified(), 'content-length': 100, expect: '100-continue' }));
  // The server sends `100 Continue` when it has read the headers.
  await once(arriving.socket, 'data');
  for (let opened = 0; opened < 6; opened += 1) await openConnection(port);
  expect(await arriving.isOpen()).toBe(true);
});

test('a connection with pipelined requests is closed', async () => {
  let served = 0;
  const answers: (() => void)[] = [];
  const handle: Route['handle'] = (_, response) => {
    served += 1;
    answers.push(() => response.end('ok'));
  };
  const port = await startServer({ routes: [{ method: 'GET', path: '/healthz', handle }] });
  const { socket, closed } = await openConnection(port);
  const request = 'GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n';
  for (let each = 1; each <= 3; each += 1) {
    socket.write(request);
    await expect.poll(() => served).toBe(each);
    answers.at(-1)?.();
    await once(socket, 'data');
  }
  socket.write(request.repeat(1_000));
  await closed;
  expect(served).toBe(4);
});

test('a connection whose client does not read the response is closed', async () => {
  const handle: Route['handle'] = (_, response) => void response.end('x'.repeat(20_000_000));
  const routes = [{ method: 'GET', path: '/healthz', handle }];
  const port = await startServer({ routes, limits: { silentMs: 300 } });
  const { socket, closed } = await openConnection(port);
  socket.pause();
  socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
  // The client notices a reset only when it sends something. An empty line does not begin a request.
  const talking = setInterval(() => socket.write('\r\n'), 600);
  onTestFinished(() => clearInterval(talking));
  await closed;
});
