import { type Dispatcher, fetch as undiciFetch } from 'undici';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { defaultPolicy, type Policy } from '../generations/waits-and-limits.ts';
import { createMetrics } from '../http/metrics/metrics.ts';
import type { Log } from '../log.ts';
import { createOutsideFetch } from '../service/http/outside.ts';
import { createPlainFetch } from '../service/http/plain-fetch.ts';
import { createTeamSettings } from '../settings/team-settings.ts';
import { createSlackFetch } from '../slack/bolt/slack-fetch.ts';
import { watchCalls } from '../slack/bolt/watch-calls.ts';
import { createCipher } from '../storage/cipher.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase, placeOf } from '../storage/open.ts';
import { slackCall } from './traces.ts';

/** Dependencies of every piece. */
export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** Replacements for tests and the sandbox. */
export interface Overrides {
  clock?: Clock;
  /** 0 to 1 */
  random?: () => number;
  policy?: Partial<Policy>;
  database?: Database;
}

export async function createDeps(config: Config, log: Log, overrides: Overrides, agent: Dispatcher) {
  const fetch: typeof undiciFetch = (input, init) => undiciFetch(input, { dispatcher: agent, ...init });
  const slackFetch = createSlackFetch({ dispatcher: agent, apiUrl: config.SLACK_API_URL });
  const trusted = [config.SERVICE_BASE_URL, config.SERVICE_AUTH_URL].filter((url) => url !== undefined);
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  const db = overrides.database ?? (await openDatabase({ log, cipher, ...placeOf(config) }));
  const metrics = createMetrics();
  db.onStatement(metrics.statementSent);
  db.onFailure(metrics.databaseFailed);
  await migrate(db, undefined, log);
  const clock = overrides.clock ?? systemClock;
  const traces = await tracesTo(config.OTEL_EXPORTER_OTLP_ENDPOINT, { clock, log });
  return {
    config,
    log,
    clock,
    /** 0 to 1 */
    random: overrides.random ?? Math.random,
    db,
    cipher,
    teamSettings: createTeamSettings(db),
    fetch,
    /** For calls of the service. */
    serviceFetch: createPlainFetch(agent),
    /** For addresses that the service names. */
    outside: createOutsideFetch(fetch, trusted, undefined, config),
    /** For Slack alone, as its SDK types it. */
    slackFetch: watchCalls(slackFetch, (method, answer, seconds) => {
      metrics.slackCalled(method, answer);
      traces?.called(slackCall(method, answer, seconds));
    }),
    metrics,
    /** Where a collector is named. */
    traces,
    policy: {
      ...defaultPolicy,
      pollIntervalMs: config.POLL_INTERVAL_MS,
      followLimitMs: config.FOLLOW_LIMIT_MINUTES * 60_000,
      ...overrides.policy,
    },
  };
}

/** OpenTelemetry's packages are 250 files and take 5 to 9 MB of memory, so only a process that traces loads them. */
async function tracesTo(endpoint: string | undefined, deps: { clock: Clock; log: Log }) {
  if (!endpoint) return undefined;
  const { createTraces } = await import('../tracing/traces.ts');
  return createTraces({ endpoint, ...deps });
}
