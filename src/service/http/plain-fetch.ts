import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';

/** As much of `fetch` as a call of the service needs; undici's own is one. */
export type PlainFetch = (url: string, init: PlainInit) => Promise<PlainResponse>;

interface PlainInit {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  redirect: 'manual';
  credentials: 'omit';
  signal: AbortSignal;
}

interface PlainResponse {
  status: number;
  ok: boolean;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | null;
}

/**
 * By undici's `request`, which takes a third of the processor time of its `fetch`, with a stream and several signals of the web's kind:
 * most of what a process does with ten thousand generations in the making is to poll. It follows no redirect, and asks for an answer
 * as it is, since nothing here would unpack it. A body goes as a stream: one that undici could send again it does by itself over HTTP/2
 * (REFUSED_STREAM, GOAWAY), and a create may be sent once.
 */
export function createPlainFetch(dispatcher: Dispatcher): PlainFetch {
  return async (url, { method, headers, body = null, signal }) => {
    const answer = await request(url, {
      dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...headers,
        ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
        'accept-encoding': 'identity',
        'user-agent': 'deckhand',
      },
      body: body === null ? null : Readable.from([Buffer.from(body)]),
      signal,
    });
    const { statusCode: status } = answer;
    const get = (name: string) => [answer.headers[name.toLowerCase()] ?? []].flat().join(', ') || null;
    return { status, ok: status >= 200 && status < 300, headers: { get }, body: answer.body };
  };
}
