import * as oauth from 'oauth4webapi';
import { MalformedAnswer, ServiceError, Timeout, Unavailable } from '../service/errors.ts';
import { errorFromNetwork } from '../service/http/network-error.ts';

/** The authorization server said no, and would again: `code` is OAuth's, e.g. `invalid_grant`. */
export class OAuthRefused extends ServiceError {
  declare readonly code: string;
}

/** Codes that say "not now" (RFC 6749, section 4.1.2.1). */
const PASSING_CODES = ['server_error', 'temporarily_unavailable', 'slow_down'];

/**
 * What a failed request to the authorization server means: `OAuthRefused`, or an error that another time may not come.
 * The library's own errors hold answers with tokens in them, so none is kept as `cause`.
 */
export function errorFromOAuth(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof oauth.ResponseBodyError) return fromBody(thrown);
  if (thrown instanceof oauth.WWWAuthenticateChallengeError) return fromChallenge(thrown);
  if (thrown instanceof oauth.OperationProcessingError) return fromAnswer(thrown);
  if (isTimeout(thrown)) return new Timeout('The sign-in of the service did not answer in time.');
  return errorFromNetwork(thrown);
}

function fromBody({ error, error_description, status }: oauth.ResponseBodyError): ServiceError {
  if (status >= 500 || status === 429 || PASSING_CODES.includes(error)) return unavailable(status);
  const details = { status, code: error, ...(error_description && { serviceMessage: error_description }) };
  return new OAuthRefused('The sign-in of the service refused.', details);
}

/** A 401 with a challenge instead of a body: the client's own credentials were not taken. */
function fromChallenge({ status }: oauth.WWWAuthenticateChallengeError): ServiceError {
  if (status !== 401) return unavailable(status);
  return new OAuthRefused('The sign-in of the service does not know us.', { status, code: 'invalid_client' });
}

function fromAnswer({ cause }: oauth.OperationProcessingError): ServiceError {
  const status = cause instanceof Response ? cause.status : undefined;
  if (status !== undefined && status !== 200) return unavailable(status);
  return new MalformedAnswer('The sign-in of the service answered in a way that was not expected.');
}

function unavailable(status: number): Unavailable {
  return new Unavailable('The sign-in of the service is not available.', { status });
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError';
}

export function isRefused(error: unknown, code?: string): error is OAuthRefused {
  return error instanceof OAuthRefused && (code === undefined || error.code === code);
}
