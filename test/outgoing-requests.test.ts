import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type OutgoingRequest, RequestFailed, requestFailed } from '../src/outgoing-requests.ts';
import { aServer, freshSend } from './service/harness.ts';

/** A server that responds to a request when the test says so, and a sender with one connection to it. */
async function aSlowServer() {
  const received: string[] = [];
  const waiting: (() => void)[] = [];
  const { server, url } = await aServer(async (request, response) => {
    received.push(await text(request));
    waiting.push(() => response.end('done'));
    server.emit('received');
  });
  const send = freshSend({ connections: 1 });
  return {
    received,
    untilReceived: (count: number) => expect.poll(() => received.length).toBe(count),
    answer: () => waiting.shift()?.(),
    post: (body: string, more: Partial<OutgoingRequest> = {}) => send(post(url, { body, ...more })),
    /** Opens the connection, so that the next request is sent before its timeout can pass, however busy the machine is. */
    async connect() {
      const earlier = send(post(url, { body: 'earlier' }));
      await expect.poll(() => waiting.length).toBe(1);
      waiting.shift()?.();
      await earlier;
    },
  };
}

function post(url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: 'POST', url, headers: {}, body: 'x', timeoutMs: 5_000, maxBytes: 1_000, ...more };
}

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 'answered',
    (error: unknown) => error,
  );
const outOfTime = new Error('out of time');

test('a request that times out while it waits for a connection was not sent, and is not sent later', async () => {
  const { received, untilReceived, answer, post } = await aSlowServer();
  const first = post('first');
  await untilReceived(1);
  expect(await failureOf(post('second', { timeoutMs: 20 }))).toMatchObject({ kind: 'timeout', sent: false });
  answer();
  expect((await first).body).toBe('done');
  const third = post('third');
  await untilReceived(2);
  answer();
  await third;
  expect(received).toEqual(['first', 'third']);
});

test('a request that times out after it was sent may have been carried out', async () => {
  const { connect, post } = await aSlowServer();
  await connect();
  expect(await failureOf(post('first', { timeoutMs: 50 }))).toMatchObject({ kind: 'timeout', sent: true });
});

test.each([
  ['before it began', 0],
  ['while it waits for a connection', 1],
  ['after it was sent', 2],
])('a request that its caller aborts %s throws the reason at once', async (_, moment) => {
  const { received, untilReceived, post } = await aSlowServer();
  const caller = new AbortController();
  if (moment === 0) caller.abort(outOfTime);
  if (moment === 1) {
    void failureOf(post('earlier'));
    await untilReceived(1);
  }
  const sending = failureOf(post('aborted', { signal: caller.signal }));
  if (moment === 2) await untilReceived(1);
  caller.abort(outOfTime);
  expect(await sending).toBe(outOfTime);
  expect(received).toEqual([[], ['earlier'], ['aborted']][moment]);
});

test('a request is sent once, also if the server closes a used connection when it comes', async () => {
  const received: string[] = [];
  const { url } = await aServer(async (request, response) => {
    received.push(await text(request));
    if (received.length > 1) request.socket.destroy();
    else response.end();
  });
  const send = freshSend({ connections: 1 });
  await send(post(url, { body: 'first' }));
  expect(await failureOf(send(post(url, { body: 'second' })))).toMatchObject({ kind: 'network', sent: true });
  expect(received).toEqual(['first', 'second']);
});

const BIG = Buffer.alloc(1_001);
test.each([
  ['plain', {}, BIG],
  ['endless', {}, null],
  ['that claims to be compressed', { 'content-encoding': 'gzip' }, BIG],
  ['that is small until it is decompressed', { 'content-encoding': 'gzip' }, gzipSync(BIG)],
])('a response over the limit fails (%s)', async (_, headers, body) => {
  const { url } = await aServer((_request, response) => {
    response.writeHead(200, headers);
    if (body) response.end(body);
    else for (let each = 0; each < 10; each += 1) response.write(BIG);
  });
  expect(await failureOf(freshSend()(post(url)))).toMatchObject({ kind: 'too_large', sent: true });
});

test('an incomplete response times out, unless it is a refusal', async () => {
  const { url } = await aServer((request, response) => {
    if (request.url === '/whole') return void response.end();
    const isRefusal = request.url === '/refuse';
    response.writeHead(isRefusal ? 403 : 200, { 'content-length': '100' });
    response.write('{"ok":true', () => isRefusal && response.destroy());
  });
  const send = freshSend({ connections: 1 });
  // Opens the connection, so that the next request is sent before its timeout can pass.
  await send(post(`${url}/whole`));
  expect(await failureOf(send(post(url, { timeoutMs: 50 })))).toMatchObject({ kind: 'timeout', sent: true });
  expect(await send(post(`${url}/refuse`))).toMatchObject({ status: 403, body: '' });
});

test('a compressed response is decompressed, also an empty one', async () => {
  const { url } = await aServer((request, response) => {
    expect(request.headers['accept-encoding']).toBe('gzip');
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(request.url === '/empty' ? undefined : gzipSync('Grüße'));
  });
  expect((await freshSend()(post(url))).body).toBe('Grüße');
  expect((await freshSend()(post(`${url}/empty`))).body).toBe('');
});

const coded = (code: string) => Object.assign(new Error('x'), { code });
test.each<[string, unknown, object]>([
  [
    'a reason that fetch wrapped',
    new TypeError('fetch failed', { cause: coded('ECONNRESET') }),
    { code: 'ECONNRESET' },
  ],
  [
    'several failed attempts',
    new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]),
    { code: 'ECONNREFUSED' },
  ],
  ['undici waited too long for headers', coded('UND_ERR_HEADERS_TIMEOUT'), { kind: 'timeout' }],
  ['undici waited too long for the body', coded('UND_ERR_BODY_TIMEOUT'), { kind: 'timeout' }],
  ['nothing', undefined, { kind: 'network' }],
  ['no error', 'odd', { kind: 'network' }],
  ['no attempt', new AggregateError([]), { kind: 'network' }],
])('the failure is described after %s', (_, thrown, expected) => {
  expect(requestFailed(thrown)).toMatchObject({ kind: 'network', sent: true, ...expected });
  expect(requestFailed(thrown, { sent: false })).toBeInstanceOf(RequestFailed);
});
