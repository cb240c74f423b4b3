import { WebAPIPlatformError } from '@slack/web-api';

/** Returns Slack's error code, such as `channel_not_found`; undefined for errors of other kinds. */
export function slackError(error: unknown): string | undefined {
  return error instanceof WebAPIPlatformError ? error.data.error : undefined;
}

const DEAD = new Set(['account_inactive', 'invalid_auth', 'token_revoked', 'token_expired', 'not_authed']);

/** Returns whether the bot token is no longer valid, because Deckhand was uninstalled. */
export function isTokenDead(error: unknown): boolean {
  return DEAD.has(slackError(error) ?? '');
}

/** Returns whether a `trigger_id` has expired. Slack has an old and a new name for this error. */
export function isTriggerExpired(error: unknown): boolean {
  return ['expired_trigger_id', 'trigger_expired'].includes(slackError(error) ?? '');
}

/** Returns whether a `trigger_id` has opened a view already, because Slack delivered the click twice. */
export function isTriggerUsed(error: unknown): boolean {
  return ['exchanged_trigger_id', 'trigger_exchanged'].includes(slackError(error) ?? '');
}

/** Returns whether a view was closed or changed in the meantime, so that an update is no longer needed. */
export function isViewGone(error: unknown): boolean {
  return ['hash_conflict', 'not_found'].includes(slackError(error) ?? '');
}
