import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import type { FetchFunction } from '@slack/web-api';
import type { Dispatcher } from 'undici';
import { readAtMost, sendOnce } from '../../send-once.ts';
import { isAtSlack } from '../../slack-client.ts';

interface SlackFetchOptions {
  dispatcher: Dispatcher;
  /** `SLACK_API_URL` */
  apiUrl?: string | undefined;
}

/**
 * What Slack's SDK asks Slack by, and nobody else: the address of an answer (`response_url`) comes in with a request. An answer is read
 * to its end first. A page of a long history is ten times smaller compressed.
 * Slack's SDK sends files as Node's FormData, which undici does not take; Deckhand uploads files without the SDK.
 */
export function createSlackFetch({ dispatcher, apiUrl }: SlackFetchOptions): FetchFunction {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    if (!isAtSlack(String(url), apiUrl))
      throw new TypeError('An answer would have gone to an address outside Slack');
    if (typeof body === 'object') throw new TypeError('Slack is sent no forms with files through the SDK');
    const answer = await sendOnce(dispatcher, String(url), {
      method,
      headers: { ...(headers as Record<string, string> | undefined), 'accept-encoding': 'gzip' },
      body,
      signal,
    });
    return answerOf(String(url), answer, await textOf(answer));
  };
}

/** Bytes, compressed and not; twenty times the largest page that Slack gives. */
const ANSWER_LIMIT = 100 * 1024 * 1024;
/** Bytes, compressed. Fewer are unpacked in less time than it takes to hand them to another thread and back, even if they are 4 MB then. */
const FEW = 4 * 1024;
const unpackElsewhere = promisify(gunzip);
const utf8 = new TextDecoder();

async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const bytes = await readAtMost(ANSWER_LIMIT, body);
  if (!bytes) throw new RangeError(`Slack's answer is larger than ${ANSWER_LIMIT} bytes.`);
  if (headers['content-encoding'] !== 'gzip') return utf8.decode(bytes);
  const unpack = bytes.byteLength < FEW ? gunzipSync : unpackElsewhere;
  return utf8.decode(await unpack(bytes, { maxOutputLength: ANSWER_LIMIT }));
}

/** As much of a `Response` as the SDK knows of; undici's makes a stream of the web's kind of a text that is there. */
function answerOf(url: string, { statusCode, statusText, headers }: Dispatcher.ResponseData, text: string) {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return {
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    statusText: statusText ?? '',
    url,
    headers: {
      get: (name: string) => byName.get(name.toLowerCase()) ?? null,
      entries: () => byName.entries(),
    },
    text: async () => text,
    json: async () => JSON.parse(text),
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  };
}
