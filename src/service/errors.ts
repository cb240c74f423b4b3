/** The errors of the service client. Two other kinds are thrown unchanged: abort reasons, and errors of an `Authorization`. */

export interface ErrorDetails {
  /** HTTP status, if there was an answer. */
  status?: number;
  /** The answer's machine-readable code, e.g. `edit_in_progress`. */
  code?: string;
  /** The message of the service, at most 500 characters. Must not be logged, because it may quote the request. */
  serviceMessage?: string;
  /** `x-request-id`, which the service's support needs to find the call. */
  requestId?: string;
  /** `Retry-After` in milliseconds. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** The kinds of errors for which people see different messages. The messages are in slack/kit/copy/failure-copy.ts. */
export const errorReasons = [
  'invalid',
  /** The team has not been connected to the service. */
  'unconnected',
  /** A person has to connect the team again. */
  'unauthorized',
  /** The operator has to replace the configured key. */
  'key_refused',
  'no_credits',
  'insufficient_scope',
  'forbidden',
  'not_found',
  'conflict',
  'rate_limited',
  'malformed',
  'unavailable',
  /** Any error that is not a `ServiceError`. */
  'internal',
] as const;
export type ErrorReason = (typeof errorReasons)[number];

export class ServiceError extends Error {
  readonly reason: ErrorReason = 'unavailable';
  readonly status?: number;
  readonly code?: string;
  readonly serviceMessage?: string;
  readonly requestId?: string;
  readonly retryAfterMs?: number;

  /** @param message used if the service sent no message */
  constructor(message: string, { cause, ...details }: ErrorDetails = {}) {
    super(details.serviceMessage ?? message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    Object.assign(this, details);
  }
}

/** A field and what is wrong with it, e.g. `numCards` "must be at most 75". */
export interface FieldProblem {
  field: string;
  problem: string;
}

/** The request is invalid. If `fields` is not empty, our validation rejected it and nothing was sent. Otherwise the service refused it. */
export class InvalidRequest extends ServiceError {
  override readonly reason = 'invalid';
  readonly fields: FieldProblem[];

  constructor(message: string, details?: ErrorDetails, fields: FieldProblem[] = []) {
    super(message, details);
    this.fields = fields;
  }
}

// Refusals: after each of the following errors, it is certain that the service did nothing and spent no credits.

/** 401. Renewing the credentials did not help or is not possible. A person has to connect the team again. */
export class Unauthorized extends ServiceError {
  override readonly reason: ErrorReason = 'unauthorized';
}

/** 402, or a 403 whose message says that there are no credits left. */
export class InsufficientCredits extends ServiceError {
  override readonly reason = 'no_credits';
}

/** 403: the person has no permission, or the plan does not include what was requested. */
export class Forbidden extends ServiceError {
  override readonly reason = 'forbidden';
}

/** 403 `insufficient_scope`: the connection lacks a scope. Connecting the team again can grant the scope. */
export class InsufficientScope extends ServiceError {
  override readonly reason = 'insufficient_scope';
}

/** 404 or 410: the id does not exist, or this deployment of the service lacks the route. */
export class NotFound extends ServiceError {
  override readonly reason = 'not_found';
}

/** 409: another edit of the same doc is running. `editId` is set only if the same workspace started that edit. */
export class Conflict extends ServiceError {
  override readonly reason = 'conflict';
  readonly editId?: string;

  constructor(message: string, details?: ErrorDetails, editId?: string) {
    super(message, details);
    if (editId) this.editId = editId;
  }
}

/** 429: too many requests. If `code` is `workspace_concurrency_limit_exceeded`: too many jobs at once. */
export class RateLimited extends ServiceError {
  override readonly reason = 'rate_limited';
}

// Transient errors of the network or of the service. A later try may succeed.

/** 5xx, 408 or 499: the request may have been carried out. Also a 401 from a proxy: the request was not carried out. */
export class Unavailable extends ServiceError {}

/** The answer is not JSON, is too large, lacks a required field, or is a redirect. */
export class MalformedAnswer extends ServiceError {
  override readonly reason = 'malformed';
}

/** No answer, because the connection failed or was not opened in time. */
export class NetworkFailure extends ServiceError {
  /** True if the request's body may have left this process (see `RequestFailed` in outgoing-requests.ts). */
  readonly sent: boolean;

  constructor(message: string, { sent, ...details }: ErrorDetails & { sent: boolean }) {
    super(message, details);
    this.sent = sent;
  }
}

/** No answer in time. The request was sent. */
export class Timeout extends ServiceError {}

// The following errors are about export links. Their messages do not contain the link, because anybody who has it can download the file.

/** The link or one of its redirects leads to an address to which Deckhand sends no requests, or there are too many redirects. */
export class ExportLinkRefused extends ServiceError {}

/** The link has expired or was never valid. A new export of the doc has a new link. */
export class ExportGone extends ServiceError {}

export class ExportTooLarge extends ServiceError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}
