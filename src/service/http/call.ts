import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type RetryPlan, retry } from '../../retry.ts';
import { beforeSending, isTransient } from '../error-meaning.ts';
import { InvalidRequest, ServiceError, Timeout, Unauthorized } from '../errors.ts';
import { waitBeforeRetryMs } from '../retry-timing.ts';
import type { Route } from '../routes/route.ts';
import { errorFromAnswer, parseAnswer, withoutCredentials } from './answer.ts';
import type { PlainFetch } from './plain-fetch.ts';
import { type HttpAnswer, type HttpRequest, sendRequest } from './request.ts';

/** The version is part of every route (service interface, "Versioning"). */
const VERSION = 'v1.0';

const READ_TIMEOUT_MS = 20_000;
/** A create that times out leaves it unknown whether credits were spent, so it is given more time. */
const CREATE_TIMEOUT_MS = 60_000;

/** Somebody is waiting for a read: three tries, and none begun later than this after the first, in milliseconds. */
const TRIES = 3;
const BEGUN_WITHIN_MS = 15_000;

export type Credentials = Record<string, string>;

/** Gives calls their credentials. An error thrown by any function comes out of the client unchanged, with nothing sent. */
export interface Authorization {
  /** The credential headers for the next request: `Authorization` or `X-API-KEY`. */
  headers(): Promise<Credentials>;
  /**
   * Called after a 401 with what was refused: true when `headers()` will now give something else. At most one retry
   * follows.
   */
  renew?(refused: Credentials): Promise<boolean>;
  /** Called where that retry, too, ended in a 401, with what was refused then. */
  refusedAgain?(refused: Credentials): Promise<void>;
}

/** How one request ended, with its route as a pattern so that there are few of them. */
export interface CallReport {
  route: string;
  status: number | 'network' | 'timeout';
  seconds: number;
  /** 1, and more where it was sent again. */
  attempt: number;
  isPoll: boolean;
}

export interface CallerOptions {
  /** `SERVICE_BASE_URL`; the version of the interface is added to it here. */
  baseUrl: string;
  authorization: Authorization;
  fetch: PlainFetch;
  clock: Clock;
  log?: Log;
  /** 0 to 1, for jitter. */
  random?: () => number;
  /** For one request and its answer; default 20 s, and 60 s for calls that create. */
  timeoutMs?: number;
  /** Called with every request made, for metrics and traces. */
  onCall?: (call: CallReport) => void;
}

/** One call of a route, its request checked already. */
export interface Call {
  route: Route;
  /** Replace the braces of the path, in order. */
  ids: string[];
  query?: object | undefined;
  /** Sent as JSON. */
  body?: object | undefined;
  signal?: AbortSignal | undefined;
}

/** A call under way, with the requests that were sent for it. */
interface Sending extends Call {
  attempts: number;
}

/** Makes every call of the client: with credentials, one renewal after a 401, and retries of reads. */
export function createCaller(options: CallerOptions): (call: Call) => Promise<unknown> {
  const { authorization, fetch, clock, random = Math.random } = options;
  const current = () => beforeSending(() => authorization.headers());

  /** Sends a call once, with these credentials, and gives its answer, parsed. */
  async function send(call: Sending, credentials: Credentials): Promise<unknown> {
    const request = requestOf(call, options);
    const headers = { ...request.headers, ...credentials };
    call.attempts += 1;
    const answer = await reported(call, () => sendRequest(fetch, { ...request, headers }));
    if (answer.status >= 200 && answer.status < 300) return parseAnswer(call.route.answer, answer);
    throw errorFromAnswer(withoutCredentials(answer, credentials), clock.now());
  }

  /** Reports and logs how a request ended: route, status, time and id, nothing else. */
  async function reported(
    { route, attempts: attempt }: Sending,
    sending: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const begun = clock.now();
    const report = (status: CallReport['status'], requestId?: string | null) => {
      const call = { route: `${route.method} ${route.path}`, status, seconds: (clock.now() - begun) / 1000 };
      options.onCall?.({ ...call, attempt, isPoll: route.isPoll === true });
      // Polls are many; what changes something at the service is worth a line of its own.
      const level = route.method === 'GET' ? 'debug' : 'info';
      options.log?.[level]({ ...call, ...(requestId && { requestId }) }, 'service call');
    };
    try {
      const answer = await sending();
      report(answer.status, answer.headers.get('x-request-id'));
      return answer;
    } catch (error) {
      // A call that its caller aborted has no outcome.
      if (error instanceof ServiceError) {
        report(error.status ?? (error instanceof Timeout ? 'timeout' : 'network'), error.requestId);
      }
      throw error;
    }
  }

  async function authorized(call: Sending): Promise<unknown> {
    const credentials = await current();
    try {
      return await send(call, credentials);
    } catch (error) {
      // A 401 did nothing, so that even a create may be sent once more.
      if (!(error instanceof Unauthorized)) throw error;
      const renewed = await beforeSending(async () => authorization.renew?.(credentials) ?? false);
      if (!renewed) throw error;
      return sendRenewed(call, await current());
    }
  }

  async function sendRenewed(call: Sending, credentials: Credentials): Promise<unknown> {
    try {
      return await send(call, credentials);
    } catch (error) {
      if (error instanceof Unauthorized) {
        await beforeSending(async () => authorization.refusedAgain?.(credentials));
      }
      throw error;
    }
  }

  function retriesOfRead(): RetryPlan['waitMs'] {
    const begun = clock.now();
    return (error, attempt) => {
      const wait = waitBeforeRetryMs(error, attempt - 1, random);
      const isTooLate = clock.now() - begun + wait > BEGUN_WITHIN_MS;
      return !isTransient(error) || attempt === TRIES || isTooLate ? undefined : wait;
    };
  }

  return async (call) => {
    const sending: Sending = { ...call, attempts: 0 };
    const once = () => authorized(sending);
    if (call.route.method !== 'GET' || call.route.isPoll) return once();
    return retry(once, { clock, signal: call.signal, waitMs: retriesOfRead() });
  };
}

function requestOf({ route, ids, query, body, signal }: Call, options: CallerOptions): HttpRequest {
  const usualTimeoutMs = route.method === 'POST' ? CREATE_TIMEOUT_MS : READ_TIMEOUT_MS;
  return {
    method: route.method,
    url: `${options.baseUrl.replace(/\/+$/, '')}/${VERSION}${pathOf(route, ids)}${searchOf(query)}`,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    timeoutMs: options.timeoutMs ?? usualTimeoutMs,
    signal,
    body: body && JSON.stringify(body),
  };
}

function pathOf({ path }: Route, ids: string[]): string {
  const rest = [...ids];
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, rest.shift() ?? ''));
}

/** An id that is empty or made of dots would lead to another route. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) {
    throw new InvalidRequest(`Not sent: ${name} is not an id.`, {}, [
      { field: name, problem: 'is not an id' },
    ]);
  }
  return encodeURIComponent(value);
}

function searchOf(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // An empty filter is no filter: what somebody has not begun to type yet.
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}
