import { readAtMost } from '../../send-once.ts';
import { MalformedAnswer, ServiceError } from '../errors.ts';
import { createAbortScope } from './abort-scope.ts';
import { errorFromNetwork } from './network-error.ts';
import type { PlainFetch } from './plain-fetch.ts';

export interface HttpRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** For the request and the whole of its answer. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: { get(name: string): string | null };
  body: string;
}

/** One request and its answer, whatever the status. Throws `NetworkFailure`, `Timeout` or the caller's abort. */
export async function sendRequest(fetch: PlainFetch, request: HttpRequest): Promise<HttpAnswer> {
  const { url, method, headers, body, timeoutMs } = request;
  const scope = createAbortScope(request.signal);
  const { signal } = scope;
  // Redirects are not followed: they would carry the credentials elsewhere.
  const init = { method, headers, body, redirect: 'manual', credentials: 'omit', signal } as const;
  try {
    return await scope.within(timeoutMs, fetch(url, init).then(readAnswer));
  } catch (error) {
    request.signal?.throwIfAborted();
    throw error instanceof ServiceError ? error : errorFromNetwork(error);
  } finally {
    scope.release();
  }
}

async function readAnswer(response: Awaited<ReturnType<PlainFetch>>): Promise<HttpAnswer> {
  const { status, headers, ok } = response;
  const text = readBounded(response);
  // A refusal stands by its status: that its text could not be read does not make it less definite.
  return { status, headers, body: await (ok ? text : text.catch(() => '')) };
}

/** Far more than the longest list; a larger answer is none of ours. In bytes, after decompression. */
const ANSWER_LIMIT = 5 * 1024 * 1024;

const utf8 = new TextDecoder();

/** The whole of an answer's body as text. One larger than the limit is given up, its connection with it. */
export async function readBounded({
  body,
  status,
}: {
  body: AsyncIterable<Uint8Array> | null;
  status: number;
}): Promise<string> {
  const bytes = await readAtMost(ANSWER_LIMIT, body ?? []);
  if (!bytes) throw new MalformedAnswer(`The answer is larger than ${ANSWER_LIMIT} bytes.`, { status });
  return utf8.decode(bytes);
}
