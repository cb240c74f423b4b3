import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  type Answer,
  type OutgoingRequest,
  RequestFailed,
  type SendRequest,
} from '../../outgoing-requests.ts';
import { type RetryPlan, retry } from '../../retry.ts';
import { beforeSending, isTransient } from '../error-meaning.ts';
import { InsufficientScope, InvalidRequest, Timeout, Unauthorized } from '../errors.ts';
import { waitBeforeRetryMs } from '../retry-timing.ts';
import type { Route } from '../routes/route.ts';
import { errorFromAnswer, errorFromFailure, parseAnswer, withoutCredentials } from './answer.ts';

/** First segment of every path of the service (see "Versioning" in the service's API reference). */
const VERSION = 'v1.0';

/** Maximum milliseconds for a GET or DELETE request and its answer. */
const READ_TIMEOUT_MS = 20_000;
/** Maximum milliseconds for a POST and its answer. It is long, because after a timeout it is not known whether credits were spent. */
const CREATE_TIMEOUT_MS = 60_000;
/** Maximum bytes of an answer, far more than the longest list needs. */
const MAX_BYTES = 5 * 1024 * 1024;

/** Maximum tries of a read or an idempotent write. Only a few, because a person may be waiting for the answer. */
const TRIES = 3;
/** Maximum milliseconds between the beginning of the first try and the beginning of the last try. */
const LAST_TRY_WITHIN_MS = 15_000;

export type Credentials = Record<string, string>;

/** Supplies credentials to calls. If one of these functions throws, the client sends nothing more and throws the same error. */
export interface Authorization {
  /** Returns the credential headers for the next request: `Authorization` or `X-API-KEY`. */
  headers(): Promise<Credentials>;
  /** Renews credentials that got a 401. Returns true if the call should be repeated with the new credentials from `headers()`. */
  renew?(refused: Credentials): Promise<boolean>;
  /** Called if the retry after `renew` got a 401, too. @param refused the credentials of the retry */
  refusedAgain?(refused: Credentials): Promise<void>;
  /** Called if the credentials lack a scope. Must not throw. */
  lacksScope?(credentials: Credentials): Promise<void>;
}

/** The result of one request, for metrics. */
export interface CallReport {
  /** Method and path, with placeholders instead of ids, such as `GET /generations/{id}`. */
  route: string;
  status: number | 'network' | 'timeout';
  seconds: number;
}

export interface CallerOptions {
  /** The value of `SERVICE_BASE_URL`. It does not contain the version (`VERSION`). */
  baseUrl: string;
  authorization: Authorization;
  send: SendRequest;
  clock: Clock;
  log?: Log;
  /** Returns a number from 0 to 1, for jitter. */
  random?: () => number;
  /** Maximum milliseconds for one request and its answer. Default: 60 s for a POST, otherwise 20 s. */
  timeoutMs?: number;
  /** Called after every request that its caller did not abort, for metrics. */
  onCall?: (call: CallReport) => void;
}

/** One call of a route. Its query or body has been validated. */
export interface Call {
  route: Route;
  /** Ids that replace the placeholders of the route's path, in the order of the placeholders. */
  ids: string[];
  query?: object | undefined;
  /** Sent as JSON. */
  body?: object | undefined;
  signal?: AbortSignal | undefined;
}

/** Creates the function that makes calls. It adds credentials, renews them after a 401, and retries reads and idempotent writes. */
export function createCaller(options: CallerOptions): (call: Call) => Promise<unknown> {
  const { authorization, clock, random = Math.random } = options;
  const current = () => beforeSending(() => authorization.headers());

  /** Sends a call once and returns its parsed answer. */
  async function sendOnce(call: Call, credentials: Credentials): Promise<unknown> {
    const request = requestOf(call, options);
    const headers = { ...request.headers, ...credentials };
    const sent = await reported(call.route, () => options.send({ ...request, headers }));
    const answer = withoutCredentials(sent, Object.values(credentials));
    if (answer.status >= 200 && answer.status < 300) return parseAnswer(call.route.answer, answer);
    const error = errorFromAnswer(answer, clock.now());
    if (error instanceof InsufficientScope) await authorization.lacksScope?.(credentials);
    throw error;
  }

  /** Sends a request, and reports and logs its route, status, time and request id, but nothing else. */
  async function reported(route: Route, sending: () => Promise<Answer>): Promise<Answer> {
    const begun = clock.now();
    const report = (status: CallReport['status'], requestId?: string | null) => {
      const call = { route: `${route.method} ${route.path}`, status, seconds: (clock.now() - begun) / 1000 };
      options.onCall?.(call);
      // A GET is logged at level debug, because there are many polls. So only calls that change something are logged by default.
      const level = route.method === 'GET' ? 'debug' : 'info';
      options.log?.[level]({ ...call, ...(requestId && { requestId }) }, 'service call');
    };
    try {
      const answer = await sending();
      report(answer.status, answer.headers.get('x-request-id'));
      return answer;
    } catch (thrown) {
      // A call that was aborted by its caller is not reported.
      if (!(thrown instanceof RequestFailed)) throw thrown;
      const error = errorFromFailure(thrown);
      report(error.status ?? (error instanceof Timeout ? 'timeout' : 'network'));
      throw error;
    }
  }

  async function sendAuthorized(call: Call): Promise<unknown> {
    const credentials = await current();
    try {
      return await sendOnce(call, credentials);
    } catch (error) {
      // The service carries out nothing if it answers 401, so even a create call can be sent once more.
      if (!(error instanceof Unauthorized)) throw error;
      const renewed = await beforeSending(async () => authorization.renew?.(credentials) ?? false);
      if (!renewed) throw error;
      return sendRenewed(call, await current());
    }
  }

  async function sendRenewed(call: Call, credentials: Credentials): Promise<unknown> {
    try {
      return await sendOnce(call, credentials);
    } catch (error) {
      if (error instanceof Unauthorized) {
        await beforeSending(async () => authorization.refusedAgain?.(credentials));
      }
      throw error;
    }
  }

  function readRetryPlan(): RetryPlan['waitMs'] {
    const begun = clock.now();
    return (error, attempt) => {
      const wait = waitBeforeRetryMs(error, attempt - 1, random);
      const isTooLate = clock.now() - begun + wait > LAST_TRY_WITHIN_MS;
      return !isTransient(error) || attempt === TRIES || isTooLate ? undefined : wait;
    };
  }

  return async (call) => {
    const { route, signal } = call;
    const mayRepeat = route.method === 'GET' || route.isIdempotent;
    // A poll is not retried here, because its caller repeats it.
    if (!mayRepeat || route.isPoll) return sendAuthorized(call);
    return retry(() => sendAuthorized(call), { clock, signal, waitMs: readRetryPlan() });
  };
}

function requestOf({ route, ids, query, body, signal }: Call, options: CallerOptions): OutgoingRequest {
  const defaultTimeoutMs = route.method === 'POST' ? CREATE_TIMEOUT_MS : READ_TIMEOUT_MS;
  return {
    method: route.method,
    url: `${options.baseUrl.replace(/\/+$/, '')}/${VERSION}${pathOf(route, ids)}${searchOf(query)}`,
    headers: {
      accept: 'application/json',
      'user-agent': 'deckhand',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maxBytes: MAX_BYTES,
    signal,
    body: body && JSON.stringify(body),
  };
}

function pathOf({ path }: Route, ids: string[]): string {
  const rest = [...ids];
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, rest.shift() ?? ''));
}

/** Returns an id as a segment of a path. Throws if the id is empty, `.` or `..`, because the path would then lead to another route. */
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
    // An empty string is not sent, because it means that the user has not typed a filter yet.
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}
