import { NotConnected } from '../connections/failures.ts';
import { isTransient, mayHaveBeenSpent } from '../service/error-meaning.ts';
import {
  Forbidden,
  InsufficientScope,
  MalformedAnswer,
  NotFound,
  RateLimited,
  ServiceError,
  Unauthorized,
  Unavailable,
} from '../service/errors.ts';
import { waitBeforeRetryMs } from '../service/retry-timing.ts';
import type { Work } from './work/work.ts';

/** Functions that tell what an error of the service means for a generation. */

/** Returns true if the service refused the credentials, so that a person has to connect the team again. */
export function isDisconnection(error: unknown): boolean {
  return error instanceof Unauthorized;
}

/**
 * Returns the id of the connection that the service refused, so that the generation does not use this connection again. Returns null if the
 * error came before any request was sent. A connection can be refused although its tokens are fresh, because an account can be deleted
 * while its sign-in still works.
 */
export function refusedOf(error: unknown, connection: string | null): string | null {
  return error instanceof NotConnected ? null : connection;
}

export function isGone(error: unknown): boolean {
  return error instanceof NotFound;
}

/** Returns true for the errors that the service returns if a document belongs to another workspace. */
export function isForeign(error: unknown): boolean {
  return error instanceof NotFound || (error instanceof Forbidden && !(error instanceof InsufficientScope));
}

export function isMalformed(error: unknown): boolean {
  return error instanceof MalformedAnswer;
}

/** Returns true if polling should continue after an error. It continues also after an error outside the service, such as of the database. */
export function isWorthPolling(error: unknown): boolean {
  return isTransient(error) || isGone(error) || !(error instanceof ServiceError);
}

/** Returns true if the create call may have been carried out despite this error, so that a person has to decide whether to repeat it. */
export function isOutcomeUnknown(error: unknown, work: Pick<Work, 'isRefusal'>): boolean {
  return mayHaveBeenSpent(error) && !work.isRefusal?.(error);
}

/**
 * Returns the milliseconds to wait before a create call is repeated. Returns null if it must not be repeated, because it may have been
 * carried out or would be refused again.
 * @param attempt number of the failed attempt; the first is 1
 */
export function waitBeforeCreate(
  error: unknown,
  work: Pick<Work, 'isRefusal'>,
  { attempt, random }: { attempt: number; random: () => number },
): number | null {
  if (isOutcomeUnknown(error, work) || !isTransient(error)) return null;
  return waitBeforeRetryMs(error, attempt - 1, random);
}

/** Returns true for a 502 or 503, after which a request that spends nothing should be repeated (service interface, "Errors"). */
export function isTemporary(error: unknown): boolean {
  return error instanceof Unavailable && (error.status === 502 || error.status === 503);
}

/**
 * Returns true if the service's agent (which makes thorough documents and changes) is busy. Nothing was started or spent. The service
 * reports this as a 503 with a message (service interface, "Errors"). Any other 503 comes from a proxy.
 */
export function isBusy(error: unknown): boolean {
  return error instanceof Unavailable && error.status === 503 && error.serviceMessage !== undefined;
}

/** Returns true if the workspace has reached its limit of agent jobs in progress. Nothing was started or spent. */
export function isLimitReached(error: unknown): boolean {
  return error instanceof RateLimited && error.code === 'workspace_concurrency_limit_exceeded';
}
