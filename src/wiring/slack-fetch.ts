import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FetchFunction } from '@slack/web-api';
import { type Dispatcher, Response, request as undiciRequest } from 'undici';
import { isAtSlack } from '../slack-client.ts';

interface SlackFetchOptions {
  dispatcher: Dispatcher;
  /** `SLACK_API_URL` */
  apiUrl?: string | undefined;
  request?: typeof undiciRequest;
}

/**
 * What Slack's SDK asks Slack by, and nobody else: the address of an answer (`response_url`) comes in with a request. It is undici's
 * `request`, since an ask makes eleven such calls and each takes a quarter of the processor time that `fetch` takes for it, with a
 * stream and several signals of the web's kind. An answer is read to its end first, and no redirect is followed. A page of a long history is
 * ten times smaller compressed.
 * Slack's SDK sends files as Node's FormData, which undici does not take; Deckhand uploads files without the SDK.
 */
export function createSlackFetch({
  dispatcher,
  apiUrl,
  request = undiciRequest,
}: SlackFetchOptions): FetchFunction {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    if (!isAtSlack(String(url), apiUrl))
      throw new TypeError('An answer would have gone to an address outside Slack');
    if (typeof body === 'object') throw new TypeError('Slack is sent no forms with files through the SDK');
    const answer = await request(url, {
      dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers: { ...(headers as Record<string, string> | undefined), 'accept-encoding': 'gzip' },
      body: body ?? null,
      signal: signal ?? null,
    });
    const init = { status: answer.statusCode, statusText: answer.statusText, headers: headersOf(answer) };
    // Some statuses, such as 204, go with no text at all.
    return new Response((await textOf(answer)) || null, init);
  };
}

/** Bytes; twenty times the largest page that Slack gives. */
const TEXT_LIMIT = 100 * 1024 * 1024;
const unpacked = promisify(gunzip);

async function textOf({ headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>): Promise<string> {
  if (headers['content-encoding'] !== 'gzip') return body.text();
  return (await unpacked(await body.arrayBuffer(), { maxOutputLength: TEXT_LIMIT })).toString();
}

function headersOf({ headers }: Pick<Dispatcher.ResponseData, 'headers'>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
}
