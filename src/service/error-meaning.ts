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

/** Functions that tell what an error means: what to show, whether credits may have been spent, and whether to try again. */

/** An error as data. The code that shows it has the texts. */
export interface Problem {
  reason: ErrorReason;
  /** The service's own sentence. */
  message?: string;
  /** What our own check found before anything was sent, e.g. "numCards must be at most 75". */
  check?: string;
  /** `x-request-id` of the service. */
  reference?: string;
  /** The wait that the service asked for, in milliseconds. */
  retryAfterMs?: number;
}

/** Converts an error to data. If it is not a `ServiceError`, the result is `internal` without the message, which is not meant for people. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ServiceError)) return { reason: 'internal' };
  const { reason, serviceMessage, requestId, retryAfterMs } = error;
  return { reason, message: serviceMessage, check: fieldProblems(error), reference: requestId, retryAfterMs };
}

function fieldProblems(error: ServiceError): string | undefined {
  if (!(error instanceof InvalidRequest) || error.fields.length === 0) return undefined;
  return error.fields.map(({ field, problem }) => `${field} ${problem}`).join('; ');
}

/** Errors that were thrown before the request was sent. */
const thrownBeforeSending = new WeakSet<object>();

/** Runs the preparation of a request. Marks an error as thrown before anything was sent, and rethrows it. */
export async function beforeSending<T>(prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare();
  } catch (error) {
    if (typeof error === 'object' && error !== null) thrownBeforeSending.add(error);
    throw error;
  }
}

/**
 * Returns whether a create call may have been carried out, so that a repetition could spend credits again. Returns false for a definite
 * refusal and for a request that certainly was not sent, and true for everything else, including unknown errors.
 */
export function mayHaveBeenSpent(error: unknown): boolean {
  if (typeof error === 'object' && error !== null && thrownBeforeSending.has(error)) return false;
  if (error instanceof NetworkFailure) return error.sent;
  // A proxy refused the request, so it did not reach the service.
  if (error instanceof Unavailable && error.status === 401) return false;
  if (error instanceof Timeout || error instanceof Unavailable || error instanceof MalformedAnswer)
    return true;
  return !(error instanceof ServiceError);
}

/**
 * Returns whether a read may succeed if it is repeated. This includes a malformed answer, because it may be a gateway's error page. Polls
 * limit how many malformed answers may come in a row.
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
