import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import { PostRefused } from '../../generations/delivery/delivery.ts';

/** Slack's own troubles: an answer, but no word on whether the call was carried out. */
const UNCERTAIN = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Some methods say so with status 200 and name no time; Slack's windows are a minute long. */
const RATE_LIMITED = new Set(['ratelimited', 'rate_limited']);
const RATE_LIMIT_MS = 30_000;

/** Runs a call to Slack; a definite no becomes `PostRefused`, all else stays what it is. */
export async function refusing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): PostRefused | undefined {
  if (error instanceof WebAPIRateLimitedError) return new PostRefused('ratelimited', error.retryAfter * 1000);
  if (error instanceof WebAPIPlatformError && !UNCERTAIN.has(error.data.error)) {
    const { error: code } = error.data;
    return new PostRefused(code, RATE_LIMITED.has(code) ? RATE_LIMIT_MS : undefined);
  }
  if (error instanceof WebAPIHTTPError && error.statusCode >= 400 && error.statusCode < 500) {
    return new PostRefused(`http_${error.statusCode}`);
  }
  return undefined;
}
