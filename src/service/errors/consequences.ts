import { RateLimited } from './refusals.ts';
import { ServiceError } from './service-error.ts';
import { MalformedAnswer, NetworkFailure, Timeout, Unavailable } from './troubles.ts';

/** Errors that came up while a request was being prepared, whoever's they are. Held weakly: an error is never kept alive. */
const thrownBeforeSending = new WeakSet<object>();

/** Notes that nothing had been sent when this was thrown; gives it back for throwing on. */
export function nothingSent(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) thrownBeforeSending.add(error);
  return error;
}

/**
 * Was a create possibly carried out, so that doing it again may spend credits again? No for a definite refusal and for a
 * connection that never stood; yes for everything else, errors of unknown origin included.
 */
export function mayHaveBeenSpent(error: unknown): boolean {
  if (typeof error === 'object' && error !== null && thrownBeforeSending.has(error)) return false;
  if (error instanceof NetworkFailure) return error.sent;
  if (error instanceof Timeout || error instanceof Unavailable || error instanceof MalformedAnswer)
    return true;
  return !(error instanceof ServiceError);
}

/**
 * Is asking again, for something that only reads, worth it? A malformed answer counts, since a gateway's page in
 * between is one; whoever polls counts how many come in a row.
 */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof RateLimited ||
    error instanceof Unavailable ||
    error instanceof NetworkFailure ||
    error instanceof Timeout ||
    error instanceof MalformedAnswer
  );
}
