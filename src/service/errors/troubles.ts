import { type ErrorDetails, ServiceError } from './service-error.ts';

/** What went wrong on the way or at the service; another time it may go well. */

/** 5xx, and a 408: whether the request was carried out is not known. */
export class Unavailable extends ServiceError {}

/** An answer that cannot be understood: not JSON, too large, or without what it must have. */
export class MalformedAnswer extends ServiceError {}

/** No answer, because the connection failed. */
export class NetworkFailure extends ServiceError {
  /** False only when the connection certainly failed before anything was sent. */
  readonly sent: boolean;

  constructor(message: string, details: ErrorDetails & { sent: boolean }) {
    const { sent, ...rest } = details;
    super(message, rest);
    this.sent = sent;
  }
}

/** No answer in time. The request counts as sent. */
export class Timeout extends ServiceError {}
