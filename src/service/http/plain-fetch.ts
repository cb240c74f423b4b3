import type { Dispatcher } from 'undici';
import { sendOnce } from '../../send-once.ts';

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

/** Asks for answers as they are, since nothing here would unpack them. Most of what a process with ten thousand generations does is to poll. */
export function createPlainFetch(dispatcher: Dispatcher): PlainFetch {
  return async (url, { method, headers, body, signal }) => {
    const asked = { ...headers, 'accept-encoding': 'identity', 'user-agent': 'deckhand' };
    const answer = await sendOnce(dispatcher, url, { method, headers: asked, body, signal });
    const { statusCode: status } = answer;
    const get = (name: string) => [answer.headers[name.toLowerCase()] ?? []].flat().join(', ') || null;
    return { status, ok: status >= 200 && status < 300, headers: { get }, body: answer.body };
  };
}
