/** What is known of a call that did not give what was asked for. */
export interface ErrorDetails {
  /** HTTP status, where there was an answer. */
  status?: number;
  /** A word for machines in the answer, e.g. `edit_in_progress`. */
  code?: string;
  /** The service's own sentence, at most 500 characters. May quote what was asked: for people, not for logs. */
  serviceMessage?: string;
  /** `x-request-id`, by which the service's support finds the call. */
  requestId?: string;
  /** Milliseconds that the service asks to wait. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** The root of everything that the client throws, save an abort by the caller and what an `Authorization` throws. */
export class ServiceError extends Error {
  readonly status?: number;
  readonly code?: string;
  readonly serviceMessage?: string;
  readonly requestId?: string;
  readonly retryAfterMs?: number;

  /** `message` stands where the service gave no sentence of its own. */
  constructor(message: string, { cause, ...details }: ErrorDetails = {}) {
    super(details.serviceMessage ?? message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    Object.assign(this, details);
  }
}
