import { type Dispatcher, fetch as undiciFetch } from 'undici';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { defaultPolicy, type Policy } from '../generations/waits-and-limits.ts';
import { createMetrics } from '../http/metrics/metrics.ts';
import type { Log } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';
import { createSender } from '../outgoing-requests.ts';
import { createOutside } from '../service/http/outside.ts';
import { createAudit } from '../settings/audit.ts';
import { createLimits, createTeamSettings } from '../settings/team-settings.ts';
import { createSlackFetch } from '../slack/bolt/calls/slack-fetch.ts';
import type { Database } from '../storage/database.ts';
import { refuseRestoredCopy } from '../storage/identity.ts';
import { migrate } from '../storage/migrate.ts';

/** The dependencies that all modules share. */
export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** Dependencies that the caller provides. Only tests and the sandbox provide more than the database. */
export interface Overrides {
  database: Database;
  clock?: Clock;
  /** Returns a number from 0 to 1. */
  random?: () => number;
  policy?: Partial<Policy>;
}

/** If Slack or the service has not answered for this many milliseconds, an outage is logged. */
export const OUTAGE_AFTER_MS = 30_000;

/** Creates the shared dependencies and migrates the database. @throws RestoredCopyError on a restored copy of the database */
export async function createDeps(config: Config, log: Log, overrides: Overrides, agent: Dispatcher) {
  const fetch: typeof undiciFetch = (input, init) => undiciFetch(input, { dispatcher: agent, ...init });
  const send = createSender(agent);
  const trusted = [config.SERVICE_BASE_URL, config.SERVICE_AUTH_URL].filter((url) => url !== undefined);
  const db = overrides.database;
  const metrics = createMetrics();
  db.onStatement(metrics.statementSent);
  db.onFailure(metrics.databaseFailed);
  await migrate(db, undefined, log);
  await refuseRestoredCopy(db);
  const clock = overrides.clock ?? systemClock;
  const slackOutage = createOutageLog({
    ...{ clock, log, afterMs: OUTAGE_AFTER_MS, over: 'Slack answers again' },
    failing: 'Slack does not answer; messages and files will be posted when it answers again',
  });
  const tracing = await tracingTo(config.OTEL_EXPORTER_OTLP_ENDPOINT, { clock, log });
  return {
    config,
    log,
    clock,
    random: overrides.random ?? Math.random,
    db,
    ...createLimits(createTeamSettings(db), clock),
    audit: createAudit({ db, clock, log }),
    fetch,
    /** Sends requests to the service's API. */
    send,
    /** Requests URLs that the service returns, such as files to download. */
    outside: createOutside(fetch, trusted, undefined, config),
    /** Sends the requests of Slack's SDK, and requests to a `response_url`. */
    slackFetch: createSlackFetch({
      send,
      apiUrl: config.SLACK_API_URL,
      onCalled(method, answer) {
        metrics.slackCalled(method, answer);
        // An HTTP error of a `response_url` (`other`) probably means that the URL has expired, and not that Slack has an outage.
        if (answer === 'network' || (answer === 'failed' && method !== 'other'))
          slackOutage.failed({ method, answer });
        else slackOutage.worked();
      },
    }),
    metrics,
    /** Undefined unless a collector is configured. */
    tracing,
    policy: {
      ...defaultPolicy,
      pollIntervalMs: config.POLL_INTERVAL_MS,
      followLimitMs: config.FOLLOW_LIMIT_MINUTES * 60_000,
      ...overrides.policy,
    },
  };
}

/** Starts tracing if a collector is configured. Otherwise OpenTelemetry, which takes 5 to 9 MB of memory, is not loaded. */
async function tracingTo(endpoint: string | undefined, deps: { clock: Clock; log: Log }) {
  if (!endpoint) return undefined;
  const { startTracing } = await import('../tracing/tracing.ts');
  return startTracing({ endpoint, ...deps });
}
