import { randomUUID } from 'node:crypto';
import { App, HTTPReceiver } from '@slack/bolt';
import { Agent, fetch as undiciFetch } from 'undici';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createExportRunner } from './generations/exports.ts';
import { createFairGate } from './generations/fair-gate.ts';
import { defaultPolicy, type Policy } from './generations/policy.ts';
import { createRunner } from './generations/runner.ts';
import { createGenerations } from './generations/start.ts';
import { SourceProblem, type StepContext } from './generations/steps.ts';
import { createStopWatch } from './generations/stop-watch.ts';
import { healthRoutes } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';
import { createHttpServer } from './http/server.ts';
import { createJobs } from './jobs/queue.ts';
import type { Log } from './log.ts';
import { createServiceClient } from './service/client.ts';
import { createCatalogue } from './slack/catalogue.ts';
import { createSlackClients, slackLogger } from './slack/clients.ts';
import { createDelivery } from './slack/deliver.ts';
import { createOneTeam } from './slack/one-team.ts';
import { registerRoutes } from './slack/routes.ts';
import { FileUnreadable, readFileText } from './sources/file.ts';
import { createSourceReader } from './sources/reader.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { createHousekeeping } from './storage/housekeeping.ts';
import { migrate } from './storage/migrate.ts';
import { createSeen } from './storage/seen.ts';

/** What tests and the sandbox may put in place of the real thing. */
export interface Overrides {
  clock?: Clock;
  /** 0 to 1 */
  random?: () => number;
  policy?: Partial<Policy>;
  database?: Database;
}

export interface Deckhand {
  /** Serves once it returns. @returns the port */
  start(): Promise<number>;
  /** Takes nothing new, ends what is in hand, leaves the rest to the next process. */
  stop(): Promise<void>;
}

/** How long work in hand may take when stopping, in milliseconds; a supervisor usually kills after 30 s. */
const STOP_GRACE_MS = 10_000;

/** All the wiring, and only that. Nothing is connected to before `start`. */
export async function compose(config: Config, log: Log, overrides: Overrides = {}): Promise<Deckhand> {
  const clock = overrides.clock ?? systemClock;
  const random = overrides.random ?? Math.random;
  const agent = new Agent({ connections: 128, keepAliveTimeout: 10_000 });
  const fetch: typeof undiciFetch = (input, init) => undiciFetch(input, { dispatcher: agent, ...init });

  const metrics = createMetrics();
  const db =
    overrides.database ??
    (await openDatabase({
      log,
      ...(config.DATABASE_URL ? { databaseUrl: config.DATABASE_URL } : { dataDir: config.DATA_DIR }),
    }));
  await migrate(db);
  const jobs = createJobs({ database: db, clock, log });

  const slackFetch = fetch as unknown as Parameters<typeof createSlackClients>[0]['fetch'];
  const team = createOneTeam(config.SLACK_BOT_TOKEN ?? '', {
    apiUrl: config.SLACK_API_URL,
    fetch: slackFetch,
  });
  const clients = createSlackClients({
    tokenFor: team.tokenFor,
    apiUrl: config.SLACK_API_URL,
    fetch: slackFetch,
    log,
  });
  const words = { serviceName: config.SERVICE_NAME };

  const service = createServiceClient({
    baseUrl: config.SERVICE_BASE_URL,
    authorization: { headers: async () => ({ 'X-API-KEY': config.SERVICE_API_KEY ?? '' }) },
    fetch,
    clock,
    random,
    log,
    onCall: ({ route, status, seconds }) =>
      metrics.service.observe({ route, status: String(status) }, seconds),
  });
  const clientFor = async () => (config.SERVICE_API_KEY ? service : null);

  const readFile = async (team: string, id: string, signal: AbortSignal) =>
    readFileText(id, { client: await clients.reads(team), token: await clients.token(team), fetch }, signal);

  const steps: StepContext = {
    db,
    delivery: createDelivery({ clients, words, fetch, clock }),
    clientFor,
    readSource: createSourceReader(async (...file) => {
      try {
        return await readFile(...file);
      } catch (error) {
        if (error instanceof FileUnreadable) throw new SourceProblem('source_unreadable', error.message);
        throw error;
      }
    }),
    fetch,
    clock,
    random,
    log,
    policy: {
      ...defaultPolicy,
      pollIntervalMs: config.POLL_INTERVAL_MS,
      followLimitMs: config.FOLLOW_LIMIT_MINUTES * 60_000,
      ...overrides.policy,
    },
    gates: {
      submit: createFairGate({ total: 32, perKey: 4 }),
      poll: createFairGate({ total: 96, perKey: 24 }),
      files: createFairGate({ total: 8, perKey: 2 }),
    },
  };
  const stops = createStopWatch({ db, clock, log });
  const generations = createGenerations(steps, jobs, stops);
  const runner = createRunner(steps, stops);
  const exports = createExportRunner(steps);
  jobs.take('generation', { capacity: 10_000, handler: runner.run, onDead: runner.onDead });
  jobs.take('export', { capacity: 100, handler: exports.run, onDead: exports.onDead });

  const receiver = new HTTPReceiver({
    signingSecret: config.SLACK_SIGNING_SECRET ?? '',
    logger: slackLogger(log),
    bodyLimit: '4mb',
  });
  const app = new App({
    receiver,
    authorize: team.authorize,
    logger: slackLogger(log),
    extendedErrorHandler: true,
    convoStore: false,
    clientOptions: {
      ...(config.SLACK_API_URL && { slackApiUrl: config.SLACK_API_URL }),
      fetch: slackFetch,
      timeout: 10_000,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
  });
  const seen = createSeen(db);
  registerRoutes(app, {
    generations,
    catalogue: createCatalogue({ clientFor, clock, log }),
    serviceName: config.SERVICE_NAME,
    connectionState: async () => (config.SERVICE_API_KEY ? 'connected' : 'unconnected'),
    readFile,
    clock,
    log,
    once: (team, key, ttlMs) => seen.claim(team, key, ttlMs),
    reference: () => randomUUID().slice(0, 8),
    fetch: fetch as unknown as typeof globalThis.fetch,
  });

  const housekeeping = createHousekeeping({ db, clock, log, retentionDays: config.RETENTION_DAYS });
  let serving = false;
  const server = createHttpServer({
    routes: healthRoutes({ db, metrics, isServing: () => serving }),
    slack: {
      listener: receiver.requestListener,
      takes: (method, path) => method === 'POST' && path === '/slack/events',
    },
    metrics,
    log,
  });

  return {
    async start() {
      await jobs.start();
      housekeeping.start();
      const port = await server.start(config.PORT);
      serving = true;
      log.info({ port }, 'serving');
      return port;
    },
    async stop() {
      serving = false;
      await server.stop(STOP_GRACE_MS);
      await jobs.stop({ graceMs: STOP_GRACE_MS });
      stops.close();
      await housekeeping.stop();
      if (!overrides.database) await db.close();
      await agent.close();
      log.info('stopped');
    },
  };
}
