import type { RequestInit, Response, fetch as undiciFetch } from 'undici';
import type { HttpAnswer } from '../errors/from-answer.ts';
import { errorFromNetwork } from '../errors/from-network.ts';
import { ServiceError } from '../errors/service-error.ts';
import { readBounded } from './bounded-body.ts';
import { createLifeline } from './lifeline.ts';

export interface Outgoing {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** For the request and the whole of its answer. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** One request and its answer, whatever the status. Throws `NetworkFailure`, `Timeout` or the caller's abort. */
export async function exchange(fetch: typeof undiciFetch, outgoing: Outgoing): Promise<HttpAnswer> {
  const { url, method, headers, body, timeoutMs } = outgoing;
  const line = createLifeline(outgoing.signal);
  // Redirects are not followed: they would carry the credentials elsewhere.
  const init: RequestInit = { method, headers, redirect: 'manual', credentials: 'omit', signal: line.signal };
  if (body !== undefined) init.body = body;
  try {
    return await line.within(timeoutMs, fetch(url, init).then(readAnswer));
  } catch (error) {
    throw line.signal.aborted || error instanceof ServiceError ? error : errorFromNetwork(error);
  } finally {
    line.release();
  }
}

async function readAnswer(response: Response): Promise<HttpAnswer> {
  const { status, headers, ok } = response;
  const text = readBounded(response);
  // A refusal stands by its status: that its text could not be read does not make it less definite.
  return { status, headers, body: await (ok ? text : text.catch(() => '')) };
}
