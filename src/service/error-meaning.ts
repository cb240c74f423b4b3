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

/** Classifies errors: what to show to people, whether credits may have been spent, and whether to try again. */

/** An error as data. The texts for people are in slack/kit/copy/failure-copy.ts. */
export interface Problem {
  reason: ErrorReason;
  /** The message of the service. */
  message?: string;
  /** The invalid fields, if our validation rejected the request before it was sent, e.g. "numCards must be at most 75". */
  check?: string;
  /** The header `x-request-id` of the service's response. */
  reference?: string;
  /** The header `Retry-After` of the service's response, in milliseconds. */
  retryAfterMs?: number;
}

/** Converts an error to data. Leaves out the message of any error but a `ServiceError`, because only these messages are for people. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ServiceError)) return { reason: 'internal' };
  const { reason, serviceMessage, requestId, retryAfterMs } = error;
  return { reason, message: serviceMessage, check: fieldProblems(error), reference: requestId, retryAfterMs };
}

function fieldProblems(error: ServiceError): string | undefined {
  if (!(error instanceof InvalidRequest) || error.fields.length === 0) return undefined;
  return error.fields.map(({ field, problem }) => `${field} ${problem}`).join('; ');
}

/** Errors that were thrown before their request was sent. Nothing was spent if one of these occurs. */
const thrownBeforeSending = new WeakSet<object>();

/** Runs `prepare`, which runs before a request is sent. If `prepare` throws, remembers that the error was thrown before sending. */
export async function beforeSending<T>(prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare();
  } catch (error) {
    if (typeof error === 'object' && error !== null) thrownBeforeSending.add(error);
    throw error;
  }
}

/** Returns whether a failed create call may have spent credits. Returns false only if the call was certainly not sent, or was refused. */
export function mayHaveBeenSpent(error: unknown): boolean {
  if (typeof error === 'object' && error !== null && thrownBeforeSending.has(error)) return false;
  if (error instanceof NetworkFailure) return error.sent;
  // An `Unavailable` with status 401 comes from a proxy, so the request did not reach the service.
  if (error instanceof Unavailable && error.status === 401) return false;
  if (error instanceof Timeout || error instanceof Unavailable || error instanceof MalformedAnswer)
    return true;
  return !(error instanceof ServiceError);
}

/** Returns whether a read may succeed if it is repeated. A malformed answer is transient, because it may be a gateway's error page. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof RateLimited ||
    error instanceof Unavailable ||
    error instanceof NetworkFailure ||
    error instanceof Timeout ||
    error instanceof MalformedAnswer
  );
}
