import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Route } from '../../src/http/server.ts';
import { dial, head, NOW, openDoor, pretended, sendSigned } from './dial.ts';

/** How many connections there may be, whose they are, and how long one lasts. */

test('a sender who does not go on is hung up on', async () => {
  const port = await openDoor({ limits: { headersMs: 300, requestMs: 600 } });
  const [silent, halfHead, halfBody] = await Promise.all([dial(port), dial(port), dial(port)]);
  halfHead.socket.write('POST /slack/events HTTP/1.1\r\nhost: here\r\n');
  halfBody.socket.write(`${head({ ...pretended(), 'content-length': 100 })}only this`);
  for (const each of [silent, halfHead, halfBody]) await each.closed;
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
  await third.closed;
  for (const each of kept) expect(await each.isOpen()).toBe(true);
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
  const open = await Promise.all(slow.map((each) => each.isOpen()));
  expect(open.filter(Boolean)).toHaveLength(2);
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
  await second.closed;
  const another = await dial(port, '127.0.0.3');
  await first.closed;
  for (const each of [other, another]) {
    each.socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
    await once(each.socket, 'data');
  }
  expect(await third.isOpen()).toBe(true);
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
  const { socket, closed } = await dial(port);
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

test('a sender who does not read the answers is hung up on', async () => {
  const handle: Route['handle'] = (_, response) => void response.end('x'.repeat(20_000_000));
  const routes = [{ method: 'GET', path: '/healthz', handle }];
  const port = await openDoor({ routes, limits: { silentMs: 300 } });
  const { socket, closed } = await dial(port);
  socket.pause();
  socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
  // A reset is noticed in sending. Lines without words begin no request.
  const talking = setInterval(() => socket.write('\r\n'), 600);
  onTestFinished(() => clearInterval(talking));
  await closed;
});
