import { once } from 'node:events';
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, H2CClient } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
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
    await expect(POSTS[post]?.(client, origin, 'second')).rejects.toThrow(sentBackBy);
    expect(bodies).toEqual(['first', 'second']);
  },
);
