import { createHash, randomUUID } from 'node:crypto';
import { App } from '@slack/bolt';
import type { Actor } from '../actor.ts';
import { type AdmissionPorts, createAdmission } from '../asks/admission.ts';
import { createProposals } from '../asks/proposals.ts';
import { createDefaultsStore } from '../defaults/defaults.ts';
import type { Digests } from '../digests/digests.ts';
import type { Generations } from '../generations/generations.ts';
import { createRatings } from '../generations/ratings.ts';
import { createInbox } from '../jobs/inbox.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { logContext } from '../log-context.ts';
import { createOutgoing } from '../service/http/outgoing.ts';
import { createAnswerPlaces } from '../slack/bolt/answer-places.ts';
import { slackLogger } from '../slack/bolt/clients.ts';
import type { SlackContext } from '../slack/bolt/context.ts';
import { keepEvents } from '../slack/bolt/inbox.ts';
import { createReceiver } from '../slack/bolt/receiver.ts';
import { createKnownRoles } from '../slack/bolt/roles.ts';
import { registerRoutes, routes } from '../slack/bolt/routes.ts';
import { watchRequests } from '../slack/bolt/watch-requests.ts';
import { withHome } from '../slack/home/home.ts';
import { createSights } from '../slack/kit/sight.ts';
import { createThreads } from '../slack/kit/threads.ts';
import { withLock } from '../storage/database.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import { createSealedStore } from '../storage/sealed-store.ts';
import type { Deps } from './deps.ts';
import type { DocumentsModule } from './documents.ts';
import type { ServiceModule } from './service.ts';
import type { TeamsModule } from './teams.ts';
import { tracedRequests } from './traces.ts';

interface SlackDeps extends Deps, Pick<DocumentsModule, 'documents'> {
  teams: TeamsModule;
  jobs: Jobs;
  service: ServiceModule;
  generations: Generations;
  digests: Digests;
  admissionPorts: AdmissionPorts;
  connectCards: SlackContext['connectCards'];
  once: SlackContext['once'];
}

/** Everything that people see and use in Slack. */
export function wireSlack(deps: SlackDeps) {
  const { config, log, slackFetch, teams } = deps;
  const receiver = createReceiver({
    appToken: config.SLACK_APP_TOKEN,
    signingSecret: config.SLACK_SIGNING_SECRET,
    apiUrl: config.SLACK_API_URL,
    fetch: slackFetch,
    proxy: config.HTTPS_PROXY ? createOutgoing(config, {}) : undefined,
    clock: deps.clock,
    log,
  });
  const watched = watchRequests(receiver.receiver, { log, onReceived: deps.metrics.received });
  const traced = tracedRequests(watched, deps.traces);
  const app = new App({
    receiver: keepEvents(traced, {
      inbox: createInbox(deps, deps.jobs, config.RETENTION_DAYS),
      kept: routes.filter(({ ack }) => ack === 'kept').map(({ id }) => id),
      clients: teams.clients,
      log,
    }),
    authorize: teams.authorize,
    logger: slackLogger(log),
    extendedErrorHandler: true,
    // Kept in memory for each conversation, and asked for with each request; nothing here is written to it.
    convoStore: false,
    clientOptions: {
      ...(config.SLACK_API_URL && { slackApiUrl: config.SLACK_API_URL }),
      fetch: slackFetch,
      timeout: 10_000,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
  });
  const slack = contextOf(deps);
  registerRoutes(app, slack);
  return {
    receiver,
    /** Draws somebody's Home anew, after something changed outside Slack. */
    showHome: async (actor: Actor) => slack.showHome(await teams.clients.reads(actor.team), actor),
  };
}

/** The same one for the same origin. */
function idOf(origin?: string): string {
  if (origin === undefined) return randomUUID();
  const hex = createHash('sha256').update(origin).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

function contextOf(deps: SlackDeps): SlackContext {
  const { config, clock, log, db, service, teams } = deps;
  const optOuts = createOptOuts(db);
  return withHome({
    generations: deps.generations,
    documents: deps.documents,
    sightOf: createSights({ clock, log }),
    settings: deps.teamSettings,
    digests: deps.digests,
    proposals: createProposals(
      createSealedStore<unknown>(db, 'proposals', deps.cipher),
      idOf,
      config.RETENTION_DAYS,
      (name, fn) => withLock(db, name, fn),
    ),
    answerPlaces: createAnswerPlaces(createSealedStore<unknown>(db, 'answer_places', deps.cipher)),
    defaults: createDefaultsStore(db),
    ratings: createRatings({
      db,
      once: deps.once,
      onRated: deps.metrics.rated,
    }),
    catalogue: service.catalogue,
    serviceName: config.SERVICE_NAME,
    optOutReaction: config.OPT_OUT_REACTION,
    admit: createAdmission(deps.admissionPorts, deps),
    connecting: service.connections,
    onUninstalled: teams.onUninstalled,
    roleOf: createKnownRoles({ clock, log }),
    optOuts,
    threads: createThreads({
      clientFor: teams.clients.reads,
      optedOut: optOuts.of,
      reaction: config.OPT_OUT_REACTION,
      pageSize: config.SLACK_HISTORY_PAGE,
      clock,
    }),
    clock,
    log,
    connectCards: deps.connectCards,
    once: deps.once,
    reference: () => logContext().request ?? randomUUID().slice(0, 8),
    fetch: deps.slackFetch,
  });
}
