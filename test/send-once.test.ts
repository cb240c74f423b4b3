import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent, type Dispatcher, H2CClient } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { NotSent, sendOnce } from '../src/send-once.ts';
import { createPlainFetch } from '../src/service/http/plain-fetch.ts';
import { createSlackFetch } from '../src/slack/bolt/slack-fetch.ts';

/** A client's first stream on a connection (RFC 9113, section 5.1.1). */
const FIRST = 1;

/** Over HTTP/2 a server may say that a request was not dealt with, which undici takes for leave to send it again. */
const SENT_BACK: Record<string, (stream: ServerHttp2Stream) => void> = {
  REFUSED_STREAM: (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  GOAWAY: (stream) => stream.session?.goaway(constants.NGHTTP2_NO_ERROR, FIRST),
};

const POSTS: Record<string, (dispatcher: Dispatcher, origin: string, body: string) => Promise<unknown>> = {
  'a request that spends credits': (dispatcher, origin, body) =>
    createPlainFetch(dispatcher)(`${origin}/`, {
      ...{ method: 'POST', headers: {}, body, signal: AbortSignal.timeout(5_000) },
      ...{ redirect: 'manual', credentials: 'omit' },
    }),
  "a post of Slack's": (dispatcher, origin, body) =>
    createSlackFetch({ dispatcher, apiUrl: origin })(`${origin}/api/chat.postMessage`, {
      ...{ method: 'POST', headers: {}, body, signal: AbortSignal.timeout(5_000) },
    }),
};

test.each(Object.keys(POSTS).flatMap((post) => Object.keys(SENT_BACK).map((by) => [post, by] as const)))(
  '%s is sent once, also where HTTP/2 would have it sent again (%s)',
  async (post, sentBackBy) => {
    const bodies: string[] = [];
    const server = createServer().listen(0, '127.0.0.1');
    server.on('stream', (stream) => {
      stream.on('error', () => {});
      stream.on('data', (chunk: Buffer) => void bodies.push(String(chunk)));
      stream.on('end', () => {
        if (stream.id === FIRST) stream.respond({ ':status': 200 }, { endStream: true });
        else SENT_BACK[sentBackBy]?.(stream);
      });
    });
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new H2CClient(origin);
    onTestFinished(async () => {
      await client.destroy();
      server.close();
    });
    await POSTS[post]?.(client, origin, 'first');
    const error = await POSTS[post]?.(client, origin, 'second').catch((thrown) => thrown);
    expect(error).not.toBeInstanceOf(NotSent);
    expect(String(error)).toContain(sentBackBy);
    expect(bodies).toEqual(['first', 'second']);
  },
);

/** A server that answers when it is told to, and a single connection to it. */
async function aSlowServer() {
  const received: string[] = [];
  const waiting: (() => void)[] = [];
  const server = createPlainServer(async (request, response) => {
    received.push(await text(request));
    waiting.push(() => response.end());
    server.emit('received');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const agent = new Agent({ connections: 1 });
  onTestFinished(async () => {
    await agent.destroy();
    server.close();
  });
  return {
    received,
    untilReceived: () => once(server, 'received'),
    answer: () => waiting.shift()?.(),
    post: (body: string, signal?: AbortSignal) =>
      sendOnce(agent, url, { method: 'POST', headers: {}, body, signal }),
  };
}

const outOfTime = new Error('out of time');

test('what is given up while it waits for a connection was not sent, says so at once, and never is', async () => {
  const { received, untilReceived, answer, post } = await aSlowServer();
  const first = post('first');
  await untilReceived();
  const wait = new AbortController();
  const second = post('second', wait.signal);
  wait.abort(outOfTime);
  await expect(second).rejects.toMatchObject({ name: 'NotSent', cause: outOfTime });
  answer();
  await (await first).body.dump();
  const third = post('third');
  await untilReceived();
  answer();
  await (await third).body.dump();
  expect(received).toEqual(['first', 'third']);
});

test('what was given up before it began was not sent', async () => {
  const { received, post } = await aSlowServer();
  await expect(post('first', AbortSignal.abort(outOfTime))).rejects.toThrow(NotSent);
  expect(received).toEqual([]);
});

test('what is given up once it was sent may have been carried out', async () => {
  const { untilReceived, post } = await aSlowServer();
  const wait = new AbortController();
  const first = post('first', wait.signal);
  await untilReceived();
  wait.abort(outOfTime);
  await expect(first).rejects.toBe(outOfTime);
});
