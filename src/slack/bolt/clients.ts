import { type FetchFunction, type Logger, LogLevel, WebClient, type WebClientOptions } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import type { SlackClient } from '../../slack-client.ts';

/**
 * Clients of Slack's Web API for a team. `posts` never repeats a call by itself: a reset, a 503 and a time-out of a
 * post may each have posted. `reads` repeats a few times, for calls that do no harm when repeated.
 */
export interface SlackClients {
  posts(team: string): Promise<SlackClient>;
  reads(team: string): Promise<SlackClient>;
  /** For a token that need not be a team's any more. */
  withToken(token: string): SlackClient;
  /** The bot token of a team, for the addresses outside the Web API that want one. */
  token(team: string): Promise<string>;
}

/** Deckhand is not, or no longer, in this team. */
export class NotInstalled extends Error {
  override name = 'NotInstalled';
}

export interface SlackClientsOptions {
  /** The bot token of a team; throws where the app is not installed. */
  tokenFor(team: string): Promise<string>;
  /** `https://slack.com/api/` unless given. */
  apiUrl?: string | undefined;
  fetch: FetchFunction;
  log: Log;
}

/** The SDK waits forever by default. Milliseconds. */
const TIMEOUT_MS = 15_000;
/** Clients in the cache; making one anew costs next to nothing. */
const KEPT = 1_000;

export function createSlackClients({ tokenFor, apiUrl, fetch, log }: SlackClientsOptions): SlackClients {
  const common: WebClientOptions = {
    ...(apiUrl && { slackApiUrl: apiUrl }),
    fetch,
    timeout: TIMEOUT_MS,
    // The SDK would hold back all calls of the client, though the callers know better what can wait.
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
  const clients = new LRUCache<string, SlackClient>({ max: KEPT, memoMethod: (token) => make(token) });
  return (token) => clients.memo(token);
}

/** The SDK's and Bolt's own lines, on our log; their debug lines hold bodies and tokens and are left out. */
export function slackLogger(log: Log): Logger {
  const say =
    (level: 'info' | 'warn' | 'error') =>
    (...words: unknown[]) =>
      log[level]({ from: 'slack sdk' }, words.map(String).join(' '));
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
