import {
  type FetchFunction,
  type Logger,
  LogLevel,
  WebAPIPlatformError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../../log.ts';
import type { SlackClient } from '../../../slack-client.ts';

/** Clients of Slack's Web API. */
export interface SlackClients {
  /** Returns a client that never retries, because Slack may have posted a message even if the call failed. */
  posts(team: string): Promise<SlackClient>;
  /** Returns a client that retries failed calls, up to three times. */
  reads(team: string): Promise<SlackClient>;
  /** Returns a client for any token, also of a team that has not installed Deckhand. The client retries like `reads`. */
  withToken(token: string): SlackClient;
  /** Returns the bot token of a team, for URLs outside the Web API that need it, such as file downloads. */
  token(team: string): Promise<string>;
}

/** Thrown if Deckhand is not installed in a team, because it never was or because it was uninstalled. */
export class NotInstalled extends Error {
  override name = 'NotInstalled';
}

export interface SlackClientsOptions {
  /** Returns the bot token of a team. @throws NotInstalled */
  tokenFor(team: string): Promise<string>;
  /** Base URL of the Web API. Default: `https://slack.com/api/`. */
  apiUrl?: string | undefined;
  fetch: FetchFunction;
  log: Log;
}

/** Timeout of a call to Slack, in milliseconds. The SDK itself has no timeout. */
const TIMEOUT_MS = 15_000;
/** Maximum number of clients that are kept for reuse, separately for `posts` and `reads`. */
const MAX_CLIENTS = 1_000;

export function createSlackClients({ tokenFor, apiUrl, fetch, log }: SlackClientsOptions): SlackClients {
  const common: WebClientOptions = {
    ...(apiUrl && { slackApiUrl: apiUrl }),
    fetch,
    timeout: TIMEOUT_MS,
    // After a 429, only the call fails. By default, the SDK would delay all calls of the client.
    rejectRateLimitedCalls: true,
    logger: slackLogger(log),
    allowAbsoluteUrls: false,
  };
  const posts = perToken((token) => new WebClient(token, { ...common, retryConfig: { retries: 0 } }));
  const reads = perToken(
    (token) =>
      new WebClient(token, { ...common, retryConfig: { retries: 3, minTimeout: 300, maxTimeout: 3000 } }),
  );
  return {
    token: tokenFor,
    withToken: reads,
    posts: async (team) => posts(await tokenFor(team)),
    reads: async (team) => reads(await tokenFor(team)),
  };
}

function perToken(make: (token: string) => SlackClient): (token: string) => SlackClient {
  const clients = new LRUCache<string, SlackClient>({ max: MAX_CLIENTS, memoMethod: (token) => make(token) });
  return (token) => clients.memo(token);
}

/** Text of the SDK's warning about a failed attempt. Logged at debug level, because `outage-log.ts` logs the outage. */
const FAILED_ATTEMPT = 'http request failed';

/** Writes warnings and errors of Bolt and the SDK to Deckhand's log. Drops debug and info lines: they contain bodies and tokens. */
export function slackLogger(log: Log): Logger {
  const say =
    (level: 'warn' | 'error') =>
    (...words: unknown[]) =>
      log[words[0] === FAILED_ATTEMPT ? 'debug' : level]({ from: 'slack sdk' }, words.map(String).join(' '));
  return {
    debug: () => {},
    info: () => {},
    warn: say('warn'),
    error: say('error'),
    setLevel: () => {},
    getLevel: () => LogLevel.WARN,
    setName: () => {},
  };
}

/** Returns Slack's error code, such as `channel_not_found`; undefined if the error is not an error response of Slack. */
export function slackError(error: unknown): string | undefined {
  return error instanceof WebAPIPlatformError ? error.data.error : undefined;
}

const DEAD = new Set(['account_inactive', 'invalid_auth', 'token_revoked', 'token_expired', 'not_authed']);

/** Returns true if Slack says that the bot token is no longer valid, which means that Deckhand was uninstalled. */
export function isTokenDead(error: unknown): boolean {
  return DEAD.has(slackError(error) ?? '');
}

/** Returns true if Slack says that a `trigger_id` has expired. Slack has an old and a new name for this error. */
export function isTriggerExpired(error: unknown): boolean {
  return ['expired_trigger_id', 'trigger_expired'].includes(slackError(error) ?? '');
}

/** Returns true if the person can get no answer: they left the conversation, or Slack does not know their `trigger_id`. */
export function isPersonGone(error: unknown): boolean {
  return ['user_not_in_channel', 'invalid_trigger_id'].includes(slackError(error) ?? '');
}

/** Returns true if Slack says that a `trigger_id` has already opened a view, because Slack delivered the click twice. */
export function isTriggerUsed(error: unknown): boolean {
  return ['exchanged_trigger_id', 'trigger_exchanged'].includes(slackError(error) ?? '');
}

/** Returns true if Slack says that a view was closed, or has changed since its `hash` was returned. The update is then not needed. */
export function isViewGone(error: unknown): boolean {
  return ['hash_conflict', 'not_found'].includes(slackError(error) ?? '');
}
