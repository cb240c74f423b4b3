import { NotConnected } from '../connections/failures.ts';
import { isTransient, mayHaveBeenSpent } from '../service/error-meaning.ts';
import {
  Forbidden,
  InsufficientScope,
  MalformedAnswer,
  NotFound,
  ServiceError,
  Unauthorized,
} from '../service/errors.ts';
import { waitBeforeRetryMs } from '../service/retry-timing.ts';

/** What an error means for a generation, as named predicates. */

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
  return isTransient(error) || isGone(error) || !(error instanceof ServiceError);
}

/**
 * Milliseconds to wait before a create is made again, or null where it must not be: it may have been carried out, or
 * the refusal would be the same.
 * @param attempt 1 for the first
 */
export function waitBeforeCreate(error: unknown, attempt: number, random: () => number): number | null {
  if (mayHaveBeenSpent(error) || !isTransient(error)) return null;
  return waitBeforeRetryMs(error, attempt - 1, random);
}
