import { createTicker } from './clock.ts';
import type { Config } from './config.ts';
import { connectRoutes } from './http/connect-routes.ts';
import { healthRoutes } from './http/health.ts';
import { createHttpServer } from './http/server.ts';
import { createJobs } from './jobs/queue.ts';
import type { Log } from './log.ts';
import { createOutgoing } from './service/http/outgoing.ts';
import { createConnectCards } from './slack/connection/connect-cards.ts';
import { createConnectionMessages } from './slack/connection/direct-messages.ts';
import { createNames, createStillMayConnect } from './slack/connection/for-pages.ts';
import { createInstallerWelcome } from './slack/home/welcome.ts';
import { conversationPorts } from './slack/kit/conversation.ts';
import { withLock } from './storage/database.ts';
import { createMaintenance } from './storage/maintenance.ts';
import { watchTables } from './storage/migrate.ts';
import { createSealedStore } from './storage/sealed-store.ts';
import { createSeen } from './storage/seen.ts';
import { createRemoval } from './storage/team-removal.ts';
import { createDeps, type Overrides } from './wiring/deps.ts';
import { wireDigests } from './wiring/digests.ts';
import { wireDocuments } from './wiring/documents.ts';
import { wireGenerations } from './wiring/generations.ts';
import { wireService } from './wiring/service.ts';
import { wireSlack } from './wiring/slack.ts';
import { wireTeams } from './wiring/teams.ts';
import { tracedJobs } from './wiring/traces.ts';

export interface Deckhand {
  /** Serves once it returns. @returns the port */
  start(): Promise<number>;
  /** Resolves should a newer version change the tables into what this one cannot work with: it is to end then. */
  readonly outdated: Promise<Error>;
  /** Takes nothing new, ends the work in hand, leaves the rest to the next process. */
  stop(): Promise<void>;
}

/** How long work in hand may take when stopping, in milliseconds; a supervisor usually kills after 30 s. */
const STOP_GRACE_MS = 10_000;

/** Milliseconds between two looks at the work that a new or lost connection has left. */
const RECONCILE_EVERY_MS = 15_000;

/** Puts the pieces of wiring/ together, and nothing else. Nothing is connected to before `start`. */
export async function compose(config: Config, log: Log, overrides: Overrides = {}): Promise<Deckhand> {
  const agent = createOutgoing(config, { connections: 128, keepAliveTimeout: 10_000 });
  const deps = await createDeps(config, log, overrides, agent);
  const { db, clock, metrics } = deps;
  const serviceName = config.SERVICE_NAME;
  const watch = { onFailed: metrics.jobFailed, onGivenUp: metrics.jobGivenUp };
  const jobs = tracedJobs(createJobs({ database: db, clock, log, watch }), deps.traces);
  const once = createSeen(db).claim;

  // The order matters: first nothing new comes in, then no renewal writes back what was deleted.
  const removal = createRemoval(deps, [
    (team) => teams.forget(team),
    (team) => service.connections.disconnect(team),
    (team) => jobs.forget(team),
  ]);
  const teams = wireTeams(deps, { removal, onInstalled: (installation) => welcomeInstaller(installation) });
  const { clients } = teams;
  const connectCards = createConnectCards({
    ...deps,
    store: createSealedStore(db, 'connect_cards', deps.cipher),
    alone: (name, fn) => withLock(db, name, fn),
    clients,
    retentionDays: config.RETENTION_DAYS,
    fetch: deps.slackFetch,
    serviceName,
  });
  const messages = createConnectionMessages(clients, { connectCards, log, serviceName });
  const welcomeInstaller = createInstallerWelcome(clients, { connectCards, once, serviceName });
  const service = wireService(deps, {
    mayConnect: createStillMayConnect({ clients, clock, log }, deps.teamSettings, (team) =>
      service.connections.summaryOf(team),
    ),
    onConnected: (team) => generations.reconnected(team),
    creditsLeft: (team) => finished.creditsLeft(team),
    onChanged: messages.changed,
    onExpired: messages.expired,
  });
  const { connections } = service;
  const { generations, finished, ...making } = wireGenerations({ ...deps, jobs, clients, service });
  const admissionPorts = {
    ...conversationPorts(clients.reads),
    connectionState: connections.stateOf,
    ...service.catalogue,
    hasRoom: generations.hasRoom,
    placesOf: finished.placesOf,
    readFile: making.readFile,
  };
  const { digests, ticker } = wireDigests({ ...deps, jobs, clients, generations, admissionPorts });
  const { watcher, ...documents } = wireDocuments({
    ...deps,
    jobs,
    clients,
    service,
    generations,
    finished,
  });
  const slack = wireSlack({
    ...deps,
    jobs,
    teams,
    service,
    generations,
    ...documents,
    digests,
    admissionPorts,
    connectCards,
    once,
  });

  // Work that failed when a connection came or went is done later, by any process.
  const reconcile = () =>
    Promise.all([connections.notifyOfExpired(), connections.recheckOperatorKey(), making.resumeWaiting()]);
  const reconciler = createTicker(reconcile, {
    clock,
    everyMs: RECONCILE_EVERY_MS,
    onError: (err) => log.warn({ err }, 'what waits for a connection could not be looked up'),
  });
  const maintenance = createMaintenance({
    ...deps,
    retentionDays: config.RETENTION_DAYS,
    async finishRemovals() {
      await removal.finish();
      await removal.recheck(teams.hasLeft);
    },
    deleteLeftFiles: making.deleteLeftFiles,
  });

  let serving = false;
  const unlisten: (() => Promise<void>)[] = [];
  const outdated = Promise.withResolvers<Error>();
  const server = createHttpServer({
    routes: [
      ...healthRoutes({
        db,
        metrics,
        metricsToken: config.METRICS_TOKEN,
        clock,
        isServing: () => serving && slack.receiver.isHearing(),
      }),
      ...teams.routes,
      ...connectRoutes({
        connections,
        serviceName,
        publicUrl: config.PUBLIC_URL,
        namesOf: createNames({ clients, clock, log }, teams.nameOf),
        onConnected: async (connected) => {
          await messages.connected(connected);
          await slack.showHome(connected);
        },
        log,
      }),
    ],
    slack: slack.receiver.http,
    metrics,
    log,
  });

  return {
    outdated: outdated.promise,
    async start() {
      await jobs.open();
      unlisten.push(await teams.listen(), await connections.listen());
      unlisten.push(await watchTables(db, log, outdated.resolve));
      maintenance.start();
      ticker.start();
      watcher.start();
      reconciler.start();
      metrics.backlogIs({ db, clock });
      const port = await server.start(config.PORT);
      await slack.receiver.start();
      serving = true;
      log.info({ port }, 'serving');
      // A thousand generations that a predecessor left keep an embedded database busy for seconds: nobody waits for that.
      await jobs.start();
      return port;
    },
    async stop() {
      serving = false;
      await slack.receiver.stop();
      await server.stop(STOP_GRACE_MS);
      await ticker.stop();
      await watcher.stop();
      await reconciler.stop();
      await jobs.stop({ graceMs: STOP_GRACE_MS });
      making.close();
      await maintenance.stop();
      for (const end of unlisten) await end();
      await deps.traces?.close();
      if (!overrides.database) await db.close();
      await Promise.all([agent.close(), deps.outside.close()]);
      log.info('stopped');
    },
  };
}
