import { NotConnected } from '../connections/failures.ts';
import { isTransient, mayHaveBeenSpent, problemOf } from '../service/error-meaning.ts';
import {
  Conflict,
  Forbidden,
  InsufficientScope,
  MalformedAnswer,
  NotFound,
  ServiceError,
  Unauthorized,
} from '../service/errors.ts';
import { waitBeforeRetryMs } from '../service/retry-timing.ts';
import type { Failure } from './generation.ts';
import type { Work } from './work/work.ts';

/** The meaning of an error for a generation, as named predicates. */

/** Only a person can end it, by connecting again. */
export function isDisconnection(error: unknown): boolean {
  return error instanceof Unauthorized;
}

/**
 * The connection that the service refused, which is not tried again as it is; null where there was none to refuse. Its
 * tokens may be new all the same: an account can be gone while its sign-in still works.
 */
export function refusedOf(error: unknown, connection: string | null): string | null {
  return error instanceof NotConnected ? null : connection;
}

export function isGone(error: unknown): boolean {
  return error instanceof NotFound;
}

/** A workspace answers so about a document of another one. */
export function isForeign(error: unknown): boolean {
  return error instanceof NotFound || (error instanceof Forbidden && !(error instanceof InsufficientScope));
}

export function isMalformed(error: unknown): boolean {
  return error instanceof MalformedAnswer;
}

/** May polling go on after it? Errors of other origin (a database at rest, a token being renewed) may pass, too. */
export function isWorthPolling(error: unknown): boolean {
  return isTransient(error) || isGone(error) || !(error instanceof ServiceError);
}

/** Was the one call that spends credits possibly carried out, so that a person has to decide whether it is made again? */
export function isOutcomeUnknown(error: unknown, work: Pick<Work, 'isRefusal'>): boolean {
  return mayHaveBeenSpent(error) && !work.isRefusal?.(error);
}

/**
 * Milliseconds to wait before a create is made again, or null where it must not be: it may have been carried out, or
 * the refusal would be the same.
 * @param attempt 1 for the first
 */
export function waitBeforeCreate(
  error: unknown,
  work: Pick<Work, 'isRefusal'>,
  { attempt, random }: { attempt: number; random: () => number },
): number | null {
  if (isOutcomeUnknown(error, work) || !isTransient(error)) return null;
  return waitBeforeRetryMs(error, attempt - 1, random);
}

export function failureOf(error: unknown): Failure {
  const { editId } = error instanceof Conflict ? error : {};
  return { ...problemOf(error), ...(editId && { editId }) };
}
