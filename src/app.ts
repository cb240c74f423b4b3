import { createTicker } from './clock.ts';
import type { Config } from './config.ts';
import { createSteps } from './generations/delivery/steps.ts';
import { connectRoutes } from './http/connect-routes.ts';
import { healthRoutes } from './http/health.ts';
import { createHttpServer } from './http/server.ts';
import { createJobs } from './jobs/queue.ts';
import type { Log } from './log.ts';
import { createDispatcher } from './outgoing-requests.ts';
import { createPeople } from './slack/bolt/permissions/roles.ts';
import { auditedConnection } from './slack/connection/connect-blocks.ts';
import { createConnectionMessages } from './slack/connection/direct-messages.ts';
import { createNames, createStillMayConnect } from './slack/connection/sign-in-pages.ts';
import { createWhenConnected, type StoredPerson } from './slack/connection/when-connected.ts';
import { createInstallerWelcome } from './slack/home/welcome.ts';
import { conversationPorts } from './slack/kit/lookups/conversation.ts';
import { createMemberships } from './slack/kit/lookups/memberships.ts';
import { createMaintenance } from './storage/maintenance.ts';
import { createSeen } from './storage/seen.ts';
import { createSealedStore } from './storage/store.ts';
import { createRemoval } from './storage/team-removal.ts';
import { readVersion } from './version.ts';
import { createDeps, type Overrides } from './wiring/deps.ts';
import { wireDigests } from './wiring/digests.ts';
import { wireDocuments } from './wiring/documents.ts';
import { wireGenerations } from './wiring/generations.ts';
import { wirePosts } from './wiring/posts.ts';
import { wireService } from './wiring/service.ts';
import { wireSlack } from './wiring/slack.ts';
import { wireTeams } from './wiring/teams.ts';

export interface Deckhand {
  /** Starts serving and returns the port. */
  start(): Promise<number>;
  /** Waits up to 10 s for running requests, and then up to 10 s for running jobs. Other processes continue unfinished jobs. */
  stop(): Promise<void>;
}

/** Milliseconds that a stop waits for running requests, and then for running jobs. Supervisors usually kill a process after 30 s. */
const STOP_GRACE_MS = 10_000;

/** Milliseconds between two calls of `reconcile`. */
const RECONCILE_EVERY_MS = 15_000;

/** Milliseconds between two checks whether steps of Slack's workflows can be completed. */
const STEPS_EVERY_MS = 3_000;

/** Creates the app from the modules of wiring/. The caller closes the database. */
export async function compose(config: Config, log: Log, overrides: Overrides): Promise<Deckhand> {
  const agent = createDispatcher(config, { connections: 128, keepAliveTimeout: 10_000 });
  const deps = await createDeps(config, log, overrides, agent);
  const { db, clock, metrics } = deps;
  const serviceName = config.SERVICE_NAME;
  const watch = { onFailed: metrics.jobFailed, onGivenUp: metrics.jobGivenUp };
  const queue = createJobs({ database: db, clock, log, watch });
  const jobs = deps.tracing?.traced(queue) ?? queue;
  const { claim: once } = createSeen(db);

  // The order matters. First Deckhand forgets the installation, so that it refuses requests. Then it disconnects the service, so that
  // running jobs cannot call it.
  const removal = createRemoval(deps, [
    (team) => teams.forget(team),
    (team) => service.connections.disconnect(team),
    (team) => jobs.forget(team),
  ]);
  const teams = wireTeams(deps, {
    removal,
    async onInstalled(installation) {
      const { team, person } = installation;
      await deps.audit.record({ team, person, what: 'install', via: 'browser' });
      await welcomeInstaller(installation);
    },
  });
  const { clients } = teams;
  const whenConnected = createWhenConnected({
    ...deps,
    store: createSealedStore<StoredPerson>(db, 'waits_for_connection'),
    clients,
    retentionDays: config.RETENTION_DAYS,
    fetch: deps.slackFetch,
    serviceName,
  });
  const messages = createConnectionMessages(clients, { log, serviceName });
  const welcomeInstaller = createInstallerWelcome(clients, { once, serviceName });
  const service = wireService(deps, {
    mayConnect: createStillMayConnect({ clients, clock, log }, deps.teamSettings, (team) =>
      service.connections.summaryOf(team),
    ),
    onConnected: (team) => generations.reconnected(team),
    creditsLeft: async (team) =>
      (await finished.newestCredits(team)).flatMap(({ left, madeWith }) =>
        left === null ? [] : { left, madeWith },
      )[0],
    async onChanged(connected, former) {
      const { team, person, summary } = connected;
      await deps.audit.record({
        team,
        person,
        what: 'connect',
        object: auditedConnection(summary),
        via: summary.kind === 'api_key' ? 'API key' : 'sign-in',
      });
      await messages.changed(connected, former);
    },
    onExpired: messages.expired,
  });
  const { connections } = service;
  const { generations, finished, ...generationJobs } = wireGenerations({ ...deps, jobs, clients, service });
  const people = createPeople({ clock, log });
  const memberships = createMemberships({ clock, log });
  const admissionPorts = {
    ...conversationPorts(clients.reads, { ...people, ...memberships }),
    connectionState: connections.stateOf,
    isClosedOutside: async (team: string) => (await deps.limitsOf(team)).accessFor === 'workspace',
    ...service.catalogue,
    limitReached: generations.limitReached,
    budgetBlocker: generations.budgetBlocker,
    placesOf: finished.placesOf,
    readFile: generationJobs.readFile,
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
  const steps = createSteps({ ...deps, jobs });
  const slack = wireSlack({
    ...deps,
    jobs,
    teams,
    service,
    generations,
    steps,
    ...documents,
    digests,
    admissionPorts,
    people,
    memberships,
    whenConnected,
    once,
  });
  wirePosts({ ...deps, ...slack, jobs, clients, service, steps });

  // Repeats work that may have failed in any process: notices of expired connections, checks of SERVICE_API_KEY, resuming generations.
  const reconcile = () =>
    Promise.all([
      connections.notifyOfExpired(),
      connections.recheckOperatorKey(),
      generationJobs.resumeWaiting(),
    ]);
  const reconciler = createTicker(reconcile, {
    clock,
    everyMs: RECONCILE_EVERY_MS,
    onError: (err) => log.warn({ err }, 'The work that follows a new or lost connection failed'),
  });
  const stepTicker = createTicker(steps.completeDue, {
    clock,
    everyMs: STEPS_EVERY_MS,
    onError: (err) => log.warn({ err }, 'The steps of workflows could not be completed'),
  });
  const maintenance = createMaintenance({
    ...deps,
    retentionDays: config.RETENTION_DAYS,
    auditDays: config.AUDIT_DAYS,
    onRotated: (count) =>
      deps.audit.record({
        team: '',
        person: '',
        what: 'keys rotated',
        object: `${count} values`,
        via: 'start',
      }),
    async finishRemovals() {
      await removal.finish();
      await removal.recheck(teams.hasLeft);
    },
    deleteLeftFiles: generationJobs.deleteLeftFiles,
  });

  let serving = false;
  const unlisten: (() => Promise<void>)[] = [];
  const server = createHttpServer({
    routes: [
      ...healthRoutes({
        db,
        metrics,
        metricsToken: config.METRICS_TOKEN,
        clock,
        isServing: () => serving && slack.receiver.isConnected(),
      }),
      ...teams.routes,
      ...slack.routes,
      ...connectRoutes({
        connections,
        serviceName,
        publicUrl: config.PUBLIC_URL,
        namesOf: createNames({ clients, clock, log }, teams.nameOf),
        onSignedIn: messages.signedIn,
        log,
      }),
    ],
    slack: slack.receiver.http,
    metrics,
    log,
  });

  return {
    async start() {
      await jobs.open();
      unlisten.push(await teams.listen(), await connections.listen());
      metrics.readBacklogFrom({ db, clock });
      // The server starts before the timers, so that nothing else fails if its port is in use.
      const port = await server.start(config.PORT);
      maintenance.start();
      ticker.start();
      watcher.start();
      reconciler.start();
      stepTicker.start();
      await slack.receiver.start();
      serving = true;
      log.info({ port, ...readVersion() }, 'serving');
      void teams.checkToken();
      // The jobs start last, because they continue the generations of a previous process, which can take a while.
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
      await stepTicker.stop();
      await jobs.stop({ graceMs: STOP_GRACE_MS });
      generationJobs.close();
      await maintenance.stop();
      for (const end of unlisten) await end();
      await deps.tracing?.close();
      await Promise.all([agent.close(), deps.outside.close()]);
      log.info('stopped');
    },
  };
}
