/**
 * The errors of the client: one class for each reason a caller acts on. An abort by the caller, and an error thrown by
 * an `Authorization`, come through as they are.
 */

/** Details of a call that failed. */
export interface ErrorDetails {
  /** HTTP status, where there was an answer. */
  status?: number;
  /** The answer's word for machines, e.g. `edit_in_progress`. */
  code?: string;
  /** The service's own sentence, at most 500 characters. May quote what was asked: for people, not for logs. */
  serviceMessage?: string;
  /** `x-request-id`, by which the service's support finds the call. */
  requestId?: string;
  /** Milliseconds that the service asks to wait. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** The meaning of an error for the actor, as data; a surface puts it into words. */
export const errorReasons = [
  'invalid',
  /** No connection was ever made. */
  'unconnected',
  /** The connection has to be made anew. */
  'unauthorized',
  /** The deployment's configured key has to be renewed. */
  'key_refused',
  'no_credits',
  'insufficient_scope',
  'forbidden',
  'not_found',
  'conflict',
  'rate_limited',
  'malformed',
  'unavailable',
  /** Not an error of the service at all. */
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

  /** @param message used where the service gave no sentence of its own */
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

/**
 * The request cannot be carried out as it is. With `fields`, our own check found it and nothing was sent;
 * without, the service said so (400 and its kin), a template that does not exist included.
 */
export class InvalidRequest extends ServiceError {
  override readonly reason = 'invalid';
  readonly fields: FieldProblem[];

  constructor(message: string, details?: ErrorDetails, fields: FieldProblem[] = []) {
    super(message, details);
    this.fields = fields;
  }
}

// Definite refusals: nothing was carried out.

/** 401, after one renewal where there is one: the connection needs a person. */
export class Unauthorized extends ServiceError {
  override readonly reason: ErrorReason = 'unauthorized';
}

/** 402, and the 403 that once meant the same. */
export class InsufficientCredits extends ServiceError {
  override readonly reason = 'no_credits';
}

/** 403: no permission, or not in the plan. */
export class Forbidden extends ServiceError {
  override readonly reason = 'forbidden';
}

/** 403 `insufficient_scope`: the connection was given too little; connecting anew helps. */
export class InsufficientScope extends ServiceError {
  override readonly reason = 'insufficient_scope';
}

/** 404, 410. */
export class NotFound extends ServiceError {
  override readonly reason = 'not_found';
}

/** 409: an edit of the same doc is running; `editId` is there when it is the workspace's own. */
export class Conflict extends ServiceError {
  override readonly reason = 'conflict';
  readonly editId?: string;

  constructor(message: string, details?: ErrorDetails, editId?: string) {
    super(message, details);
    if (editId) this.editId = editId;
  }
}

/** 429: too many requests, or (`code` is `workspace_concurrency_limit_exceeded`) too many jobs at once. */
export class RateLimited extends ServiceError {
  override readonly reason = 'rate_limited';
}

// Transient errors, on the way or at the service: another time it may go well.

/** 5xx, and a 408: whether the request was carried out is not known. */
export class Unavailable extends ServiceError {}

/** An answer that cannot be understood: not JSON, too large, or without what it must have. */
export class MalformedAnswer extends ServiceError {
  override readonly reason = 'malformed';
}

/** No answer, because the connection failed. */
export class NetworkFailure extends ServiceError {
  /** False only where what the request says certainly never left this machine (`NotSent`). */
  readonly sent: boolean;

  constructor(message: string, { sent, ...details }: ErrorDetails & { sent: boolean }) {
    super(message, details);
    this.sent = sent;
  }
}

/** No answer in time. The request counts as sent. */
export class Timeout extends ServiceError {}

// Errors of export links. None of them ever names the link: anybody who holds it can download.

/** The link, or a redirect of it, leads where it should not. Nothing was fetched from there. */
export class ExportLinkRefused extends ServiceError {}

/** The link has expired or was never good; a new export gives a new one. */
export class ExportGone extends ServiceError {}

/** The file is larger than was allowed, in bytes. */
export class ExportTooLarge extends ServiceError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}
