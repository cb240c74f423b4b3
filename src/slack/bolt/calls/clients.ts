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

/**
 * Clients of Slack's Web API for a team. Use `posts` for calls that must not be made twice. It never retries, because after a connection
 * reset, a 503 or a timeout the message may have been posted. Use `reads` for all other calls. It retries up to three times.
 */
export interface SlackClients {
  posts(team: string): Promise<SlackClient>;
  reads(team: string): Promise<SlackClient>;
  /** Returns a client for any token, also of a team that has not installed Deckhand. The client retries like `reads`. */
  withToken(token: string): SlackClient;
  /** Returns the bot token of a team, for URLs outside the Web API that need it, such as file downloads. */
  token(team: string): Promise<string>;
}

/** Thrown if Deckhand is not installed in a team, or was uninstalled. */
export class NotInstalled extends Error {
  override name = 'NotInstalled';
}

export interface SlackClientsOptions {
  /** Returns the bot token of a team. @throws NotInstalled */
  tokenFor(team: string): Promise<string>;
  /** Default: `https://slack.com/api/`. */
  apiUrl?: string | undefined;
  fetch: FetchFunction;
  log: Log;
}

/** Timeout of a call to Slack, in milliseconds. The SDK has no timeout by default. */
const TIMEOUT_MS = 15_000;
/** Maximum number of clients in each cache. */
const MAX_CLIENTS = 1_000;

export function createSlackClients({ tokenFor, apiUrl, fetch, log }: SlackClientsOptions): SlackClients {
  const common: WebClientOptions = {
    ...(apiUrl && { slackApiUrl: apiUrl }),
    fetch,
    timeout: TIMEOUT_MS,
    // Without this option, the SDK would delay all calls of the client after a 429. With it, each caller decides whether its call can wait.
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

/**
 * The SDK's warning about each failed attempt. It is logged at debug level, because an outage is already logged when it begins and when it
 * is over (`outage-log.ts`).
 */
const FAILED_ATTEMPT = 'http request failed';

/**
 * Writes warnings and errors of Bolt and the SDK to Deckhand's log. Drops their debug and info lines, because these contain bodies and
 * tokens.
 */
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

/** Returns true if the error says that the bot token is no longer valid, because Deckhand was uninstalled. */
export function isTokenDead(error: unknown): boolean {
  return DEAD.has(slackError(error) ?? '');
}

/** Returns true if the error says that a `trigger_id` has expired. Slack has an old and a new name for this error. */
export function isTriggerExpired(error: unknown): boolean {
  return ['expired_trigger_id', 'trigger_expired'].includes(slackError(error) ?? '');
}

/**
 * Returns true if the error says that the person cannot be reached where they wrote or clicked: they have left the conversation since, or
 * Slack does not know the `trigger_id`.
 */
export function isPersonGone(error: unknown): boolean {
  return ['user_not_in_channel', 'invalid_trigger_id'].includes(slackError(error) ?? '');
}

/** Returns true if the error says that a `trigger_id` has already opened a view, because Slack delivered the click twice. */
export function isTriggerUsed(error: unknown): boolean {
  return ['exchanged_trigger_id', 'trigger_exchanged'].includes(slackError(error) ?? '');
}

/** Returns true if the error says that a view was closed or changed in the meantime. The update of the view is then no longer needed. */
export function isViewGone(error: unknown): boolean {
  return ['hash_conflict', 'not_found'].includes(slackError(error) ?? '');
}
