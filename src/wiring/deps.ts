import type { FetchFunction } from '@slack/web-api';
import { type Agent, fetch as undiciFetch } from 'undici';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { defaultPolicy, type Policy } from '../generations/waits-and-limits.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import { type Cipher, createCipher } from '../storage/cipher.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open.ts';

/** Dependencies of every piece. */
export interface Deps {
  config: Config;
  log: Log;
  clock: Clock;
  /** 0 to 1 */
  random: () => number;
  db: Database;
  cipher: Cipher;
  fetch: typeof undiciFetch;
  /** The same, as Slack's SDK types it. */
  slackFetch: FetchFunction;
  metrics: Metrics;
  policy: Policy;
}

/** Replacements for tests and the sandbox. */
export interface Overrides extends Partial<Pick<Deps, 'clock' | 'random'>> {
  policy?: Partial<Policy>;
  database?: Database;
}

export async function createDeps(
  config: Config,
  log: Log,
  overrides: Overrides,
  agent: Agent,
): Promise<Deps> {
  const fetch: typeof undiciFetch = (input, init) => undiciFetch(input, { dispatcher: agent, ...init });
  const place = config.DATABASE_URL ? { databaseUrl: config.DATABASE_URL } : { dataDir: config.DATA_DIR };
  const db = overrides.database ?? (await openDatabase({ log, ...place }));
  await migrate(db);
  return {
    config,
    log,
    clock: overrides.clock ?? systemClock,
    random: overrides.random ?? Math.random,
    db,
    cipher: createCipher(config.ENCRYPTION_KEYS),
    fetch,
    slackFetch: forSlack(fetch),
    metrics: createMetrics(),
    policy: {
      ...defaultPolicy,
      pollIntervalMs: config.POLL_INTERVAL_MS,
      followLimitMs: config.FOLLOW_LIMIT_MINUTES * 60_000,
      ...overrides.policy,
    },
  };
}

/** Slack's SDK sends files as Node's FormData, which undici does not take; Deckhand uploads files without the SDK. */
function forSlack(fetch: typeof undiciFetch): FetchFunction {
  return async (url, { body, ...init } = {}) => {
    if (typeof body === 'object') throw new TypeError('Slack is sent no forms with files through the SDK');
    return fetch(url, { ...init, ...(body !== undefined && { body }) });
  };
}
