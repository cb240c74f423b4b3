import type { fetch as undiciFetch } from 'undici';
import type { Authorization, Credentials } from '../authorization.ts';
import { errorFromAnswer } from '../errors/from-answer.ts';
import { parseAnswer } from './answer-parsing.ts';
import { type ReportOptions, reporting } from './call-report.ts';
import type { Request } from './caller.ts';
import { exchange, type Outgoing } from './exchange.ts';
import { methodOf, urlOf } from './route.ts';
import { withoutCredentials } from './without-credentials.ts';

export interface SenderOptions extends ReportOptions {
  /** `SERVICE_BASE_URL`; the version of the interface is added to it here. */
  baseUrl: string;
  authorization: Authorization;
  fetch: typeof undiciFetch;
  /** For one request and its answer; default 20 s, and 60 s for calls that create. */
  timeoutMs?: number;
}

const READ_TIMEOUT_MS = 20_000;
/** Giving up on a create leaves it unsure whether credits were spent, so that it is given more time. */
const CREATE_TIMEOUT_MS = 60_000;

/** Sends a request once, with these credentials. */
export type Send = <Answer>(request: Request<Answer>, credentials: Credentials) => Promise<Answer>;

export function createSender(options: SenderOptions): Send {
  return async (request, credentials) => {
    const outgoing = outgoingOf(request, options);
    const report = reporting(options, request.route);
    const answer = await exchange(options.fetch, {
      ...outgoing,
      headers: { ...outgoing.headers, ...credentials },
    }).catch((error) => {
      report.failed(error);
      throw error;
    });
    report.answered(answer.status, answer.headers.get('x-request-id'));
    if (isSuccess(answer.status)) return parseAnswer(request.answer, answer);
    const body = withoutCredentials(answer.body, credentials);
    throw errorFromAnswer({ ...answer, body }, options.clock.now());
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function outgoingOf<T>({ route, params, query, body, signal }: Request<T>, options: SenderOptions): Outgoing {
  const method = methodOf(route);
  const usual = method === 'POST' ? CREATE_TIMEOUT_MS : READ_TIMEOUT_MS;
  return {
    method,
    url: urlOf(options.baseUrl, route, params, query),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    timeoutMs: options.timeoutMs ?? usual,
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
