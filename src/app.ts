import { randomUUID } from 'node:crypto';
import { Agent, fetch as undiciFetch } from 'undici';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createConnectPolicy } from './connections/connect-policy.ts';
import { createDefaultsStore } from './defaults/store.ts';
import type { Policy } from './generations/policy.ts';
import { connectRoutes } from './http/connect-routes.ts';
import { healthRoutes } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';
import { createHttpServer } from './http/server.ts';
import { createJobs } from './jobs/queue.ts';
import type { Log } from './log.ts';
import { createTelling } from './slack/connection/tell-people.ts';
import { conversationPorts } from './slack/kit/conversation.ts';
import { createCipher } from './storage/cipher.ts';
import type { Database } from './storage/database.ts';
import { createMaintenance } from './storage/maintenance.ts';
import { migrate } from './storage/migrate.ts';
import { openDatabase } from './storage/open.ts';
import { createSeen } from './storage/seen.ts';
import { createDigesting } from './wiring/digesting.ts';
import { createGenerating } from './wiring/generating.ts';
import type { Parts } from './wiring/parts.ts';
import { createNames, createStillMay } from './wiring/people.ts';
import { createRemoval } from './wiring/removal.ts';
import { createServiceSide } from './wiring/service.ts';
import { createSurfaces } from './wiring/surfaces.ts';
import { createTeams } from './wiring/teams.ts';
import { createWaiting } from './wiring/waiting.ts';

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

/** All the wiring, and only that; its pieces are in wiring/. Nothing is connected to before `start`. */
export async function compose(config: Config, log: Log, overrides: Overrides = {}): Promise<Deckhand> {
  const agent = new Agent({ connections: 128, keepAliveTimeout: 10_000 });
  const parts = await createParts(config, log, overrides, agent);
  const { db, clock, metrics } = parts;
  const jobs = createJobs({ database: db, clock, log });
  const seen = createSeen(db);
  const policy = createConnectPolicy(db);
  const once = seen.claim;

  // In this order: nothing new comes in, no renewal writes back what was deleted.
  const removal = createRemoval(parts, [
    (team) => teams.forget(team),
    (team) => service.connections.disconnect(team),
    (team) => jobs.forget(team),
  ]);
  const teams = createTeams(parts, {
    removal,
    onInstalled: (installation) => telling.installed(installation),
  });
  const { clients } = teams;
  const telling = createTelling(clients, { once, log, serviceName: config.SERVICE_NAME });
  const service = createServiceSide(parts, {
    mayConnect: createStillMay(teams, policy, parts),
    onConnected: (team) => generating.generations.reconnected(team),
    onExpired: telling.lost,
  });
  const generating = createGenerating({ ...parts, jobs, clients, service, policy: overrides.policy });
  const { generations } = generating;
  const admissionPorts = {
    ...conversationPorts(clients.reads),
    connectionState: service.connectionState,
    themeStatus: service.catalogue.themeStatus,
    readFile: generating.readFile,
  };
  const digesting = createDigesting({
    ...parts,
    jobs,
    clients,
    admissionPorts,
    generations,
    policy: overrides.policy,
  });
  const surfaces = createSurfaces({
    ...parts,
    digests: digesting.digests,
    defaults: createDefaultsStore(db),
    teams,
    service,
    generating,
    policy,
    admissionPorts,
    once,
    reference: () => randomUUID().slice(0, 8),
  });
  const maintenance = createMaintenance({
    ...parts,
    retentionDays: config.RETENTION_DAYS,
    finishRemovals: removal.finish,
  });
  const waiting = createWaiting({ ...parts, service, generating });
  let serving = false;
  let unlisten: (() => Promise<void>) | undefined;
  const server = createHttpServer({
    routes: [
      ...healthRoutes({ db, metrics, isServing: () => serving }),
      ...teams.routes,
      ...connectRoutes({
        connections: service.connections,
        serviceName: config.SERVICE_NAME,
        publicUrl: config.PUBLIC_URL,
        namesOf: createNames(teams, parts),
        onConnected: async (connected) => {
          await telling.connected(connected);
          await surfaces.showHome(connected);
        },
        log,
      }),
    ],
    slack: surfaces.receiving.http,
    metrics,
    log,
  });

  return {
    async start() {
      await jobs.start();
      unlisten = await teams.listen();
      maintenance.start();
      digesting.ticker.start();
      waiting.start();
      const port = await server.start(config.PORT);
      await surfaces.receiving.start();
      serving = true;
      log.info({ port }, 'serving');
      return port;
    },
    async stop() {
      serving = false;
      await surfaces.receiving.stop();
      await server.stop(STOP_GRACE_MS);
      await digesting.ticker.stop();
      await waiting.stop();
      await jobs.stop({ graceMs: STOP_GRACE_MS });
      generating.close();
      await maintenance.stop();
      await unlisten?.();
      if (!overrides.database) await db.close();
      await agent.close();
      log.info('stopped');
    },
  };
}

async function createParts(config: Config, log: Log, overrides: Overrides, agent: Agent): Promise<Parts> {
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
    slackFetch: fetch as unknown as Parts['slackFetch'],
    metrics: createMetrics(),
  };
}
