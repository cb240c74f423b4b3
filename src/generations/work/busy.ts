import { RateLimited, Unavailable } from '../../service/errors.ts';

/** Refusals of the agent's routes, which make documents thoroughly and change them. Nothing was begun or spent. */

/**
 * The service's own 503 of these routes says that they are busy (service interface, "Errors"). A 503 without its sentence
 * comes from somewhere on the way, and says nothing of the kind.
 */
export function isBusy(error: unknown): boolean {
  return error instanceof Unavailable && error.status === 503 && error.serviceMessage !== undefined;
}

/** As many are under way as the workspace may have at once. */
export function isLimitReached(error: unknown): boolean {
  return error instanceof RateLimited && error.code === 'workspace_concurrency_limit_exceeded';
}
