import {
  type ErrorReason,
  InvalidRequest,
  MalformedAnswer,
  NetworkFailure,
  RateLimited,
  ServiceError,
  Timeout,
  Unavailable,
} from './errors.ts';

/** Errors by their meaning: for the person who waits for an outcome, and for code that may try again. */

/** An error as data for the actor, for any surface to put into words. */
export interface Problem {
  reason: ErrorReason;
  /** The service's own sentence, or our check's, where there is one, e.g. "numCards must be at most 75". */
  message?: string;
  /** `x-request-id` of the service. */
  reference?: string;
}

/** Errors that are not the service's are `internal`, without their message: it is not written for people. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ServiceError)) return { reason: 'internal' };
  const { reason, serviceMessage, requestId } = error;
  return { reason, message: serviceMessage ?? fieldProblems(error), reference: requestId };
}

function fieldProblems(error: ServiceError): string | undefined {
  if (!(error instanceof InvalidRequest) || error.fields.length === 0) return undefined;
  return error.fields.map(({ field, problem }) => `${field} ${problem}`).join('; ');
}

/** Errors of any origin that came up while a request was being prepared. Held weakly: an error is never kept alive. */
const thrownBeforeSending = new WeakSet<object>();

/** Runs what prepares a request; an error in it is thrown on, marked as one with nothing sent. */
export async function beforeSending<T>(prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare();
  } catch (error) {
    if (typeof error === 'object' && error !== null) thrownBeforeSending.add(error);
    throw error;
  }
}

/**
 * Was a create possibly carried out, so that doing it again may spend credits again? No for a definite refusal and for a
 * connection that was never established; yes for everything else, errors of unknown origin included.
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
 * between is one; a poll counts how many come in a row.
 */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof RateLimited ||
    error instanceof Unavailable ||
    error instanceof NetworkFailure ||
    error instanceof Timeout ||
    error instanceof MalformedAnswer
  );
}
