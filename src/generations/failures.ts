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

/** Returns true if the team's credentials are missing or were refused. A person then has to connect the team again. */
export function isDisconnection(error: unknown): boolean {
  return error instanceof Unauthorized;
}

/** Returns `connection`, the id of the connection that the service refused; null if no request was sent. */
export function refusedOf(error: unknown, connection: string | null): string | null {
  return error instanceof NotConnected ? null : connection;
}

export function isGone(error: unknown): boolean {
  return error instanceof NotFound;
}

/** Returns true if the error may mean that the document belongs to another workspace of the service. */
export function isForeign(error: unknown): boolean {
  return error instanceof NotFound || (error instanceof Forbidden && !(error instanceof InsufficientScope));
}

export function isMalformed(error: unknown): boolean {
  return error instanceof MalformedAnswer;
}

/** Returns true if polling should continue after an error: a later poll may succeed, or the error does not come from the service. */
export function isWorthPolling(error: unknown): boolean {
  return isTransient(error) || isGone(error) || !(error instanceof ServiceError);
}

/** Returns true if the create call may have succeeded despite the error. A person then decides whether to repeat the call. */
export function isOutcomeUnknown(error: unknown, work: Pick<Work, 'isRefusal'>): boolean {
  return mayHaveBeenSpent(error) && !work.isRefusal?.(error);
}

/**
 * Returns the milliseconds to wait before a create call is repeated. Returns null if it must not be repeated: if it may have succeeded, or
 * if the service would refuse it again.
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

/** Returns true for a 502 or 503. Requests that spend no credits should then be repeated (service's API reference, "Errors"). */
export function isTemporary(error: unknown): boolean {
  return error instanceof Unavailable && (error.status === 502 || error.status === 503);
}

/** Returns true if the service's agent is busy: a 503 with a message (API reference, "Errors"). A proxy's 503 has no message. */
export function isBusy(error: unknown): boolean {
  return error instanceof Unavailable && error.status === 503 && error.serviceMessage !== undefined;
}

/** Returns true if too many thorough documents are in progress in the team's workspace of the service. No credits were spent. */
export function isLimitReached(error: unknown): boolean {
  return error instanceof RateLimited && error.code === 'workspace_concurrency_limit_exceeded';
}
