import { NotConnected } from '../connections/not-connected.ts';
import { isPassing, mayHaveBeenSpent } from '../service/errors/consequences.ts';
import { InvalidRequest } from '../service/errors/invalid-request.ts';
import {
  Forbidden,
  InsufficientCredits,
  InsufficientScope,
  NotFound,
  RateLimited,
  Unauthorized,
} from '../service/errors/refusals.ts';
import { ServiceError } from '../service/errors/service-error.ts';
import { MalformedAnswer } from '../service/errors/troubles.ts';
import { waitBeforeRetryMs } from '../service/retry-timing.ts';
import type { Failure, FailureReason } from './generation.ts';

/** What an error means for a generation, as named predicates. */

const reasons: [new (...args: never[]) => Error, FailureReason][] = [
  [InvalidRequest, 'invalid'],
  [Unauthorized, 'unauthorized'],
  [InsufficientCredits, 'no_credits'],
  [InsufficientScope, 'insufficient_scope'],
  [Forbidden, 'forbidden'],
  [NotFound, 'not_found'],
  [RateLimited, 'rate_limited'],
  [MalformedAnswer, 'malformed'],
  [ServiceError, 'unavailable'],
];

/** The failure to show for an error; what is not the service's is `internal`, without its message. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ServiceError)) return { reason: 'internal' };
  if (error instanceof NotConnected && error.why === 'key_refused') return { reason: 'key_refused' };
  const reason = reasons.find(([kind]) => error instanceof kind)?.[1] ?? 'unavailable';
  const message = error.serviceMessage ?? fieldProblems(error);
  return { reason, ...(message && { message }), ...(error.requestId && { reference: error.requestId }) };
}

function fieldProblems(error: ServiceError): string | undefined {
  if (!(error instanceof InvalidRequest) || error.fields.length === 0) return undefined;
  return error.fields.map(({ field, problem }) => `${field} ${problem}`).join('; ');
}

/** Only a person can mend it, by connecting anew. */
export function isDisconnection(error: unknown): boolean {
  return error instanceof Unauthorized;
}

/**
 * The connection that the service would not take, which is not to be tried again as it is; null where there was none
 * to take. Its tokens may be new all the same: an account can be gone whose sign-in still works.
 */
export function refusedOf(error: unknown, connection: string | null): string | null {
  return error instanceof NotConnected ? null : connection;
}

export function isGone(error: unknown): boolean {
  return error instanceof NotFound;
}

/** What a workspace says of a document that is another one's. */
export function isForeign(error: unknown): boolean {
  return error instanceof NotFound || (error instanceof Forbidden && !(error instanceof InsufficientScope));
}

export function isMalformed(error: unknown): boolean {
  return error instanceof MalformedAnswer;
}

/** May polling go on after it? What is not the service's (a database at rest, a token being renewed) may pass, too. */
export function isWorthPolling(error: unknown): boolean {
  return isPassing(error) || isGone(error) || !(error instanceof ServiceError);
}

/**
 * Milliseconds to wait before a create is made again, or null where it must not be: it may have been carried out, or
 * the refusal would be the same.
 * @param attempt 1 for the first
 */
export function waitBeforeCreate(error: unknown, attempt: number, random: () => number): number | null {
  if (mayHaveBeenSpent(error) || !isPassing(error)) return null;
  return waitBeforeRetryMs(error, attempt - 1, random);
}
