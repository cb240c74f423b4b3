import { type ErrorDetails, ServiceError } from './service-error.ts';

/** Definite refusals, one class for each thing a caller can do about it. Nothing was carried out. */

/** 401, after one renewal where there is one: the connection needs a person. */
export class Unauthorized extends ServiceError {}

/** 402, and the 403 that once meant the same. */
export class InsufficientCredits extends ServiceError {}

/** 403: no permission, or not in the plan. */
export class Forbidden extends ServiceError {}

/** 403 `insufficient_scope`: the connection was given too little; connecting anew helps. */
export class InsufficientScope extends ServiceError {}

/** 404, 410. */
export class NotFound extends ServiceError {}

/** 409: an edit of the same doc is running; `editId` is there when it is the workspace's own. */
export class Conflict extends ServiceError {
  readonly editId?: string;

  constructor(message: string, details?: ErrorDetails, editId?: string) {
    super(message, details);
    if (editId) this.editId = editId;
  }
}

/** 429: too many requests, or (`code` is `workspace_concurrency_limit_exceeded`) too many jobs at once. */
export class RateLimited extends ServiceError {}
