import { WebAPIPlatformError } from '@slack/web-api';

/** Slack's code of a refused call, e.g. `channel_not_found`; undefined where the error is another one. */
export function slackError(error: unknown): string | undefined {
  return error instanceof WebAPIPlatformError ? error.data.error : undefined;
}

const DEAD = new Set(['account_inactive', 'invalid_auth', 'token_revoked', 'token_expired', 'not_authed']);

/** Deckhand's token is no longer good: it was taken out of the team. */
export function isTokenDead(error: unknown): boolean {
  return DEAD.has(slackError(error) ?? '');
}

/**
 * A trigger lives for three seconds (`expired_trigger_id` and `trigger_expired` are the same, years apart).
 */
export function isTriggerExpired(error: unknown): boolean {
  return ['expired_trigger_id', 'trigger_expired'].includes(slackError(error) ?? '');
}

/** The same click came twice; the first one has opened the view. */
export function isTriggerUsed(error: unknown): boolean {
  return ['exchanged_trigger_id', 'trigger_exchanged'].includes(slackError(error) ?? '');
}

/** Somebody else changed or closed the view meanwhile; what we wanted to show no longer matters. */
export function isViewGone(error: unknown): boolean {
  return ['hash_conflict', 'not_found'].includes(slackError(error) ?? '');
}
