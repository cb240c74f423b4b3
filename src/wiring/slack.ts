import { createHash, randomUUID } from 'node:crypto';
import { App } from '@slack/bolt';
import type { Actor } from '../actor.ts';
import { type AdmissionPorts, createAdmission } from '../asks/admission.ts';
import { createOpenCards, createProposals } from '../asks/proposals.ts';
import { createDefaultsStore } from '../defaults/defaults.ts';
import type { Digests } from '../digests/digests.ts';
import { type PersonMessage, queuePost } from '../generations/delivery/queued-posts.ts';
import { openStep, type Steps } from '../generations/delivery/steps.ts';
import type { Generations } from '../generations/generations.ts';
import { createRatings } from '../generations/ratings.ts';
import type { Route } from '../http/server.ts';
import { createInbox } from '../jobs/inbox.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { logContext, withLogContext } from '../log-context.ts';
import { createDispatcher } from '../outgoing-requests.ts';
import { createResponseUrls } from '../slack/bolt/answers/response-url.ts';
import { slackLogger } from '../slack/bolt/calls/clients.ts';
import type { Approval, SlackContext } from '../slack/bolt/context.ts';
import type { People } from '../slack/bolt/permissions/roles.ts';
import { storeEvents } from '../slack/bolt/receiving/inbox.ts';
import { createReceiver } from '../slack/bolt/receiving/receiver.ts';
import { createSignedListener } from '../slack/bolt/receiving/signed-requests.ts';
import { watchRequests } from '../slack/bolt/receiving/watch-requests.ts';
import { registerRoutes, routes } from '../slack/bolt/routes/routes.ts';
import { withHome } from '../slack/home/home.ts';
import type { Memberships } from '../slack/kit/lookups/memberships.ts';
import { createThreads } from '../slack/kit/lookups/threads.ts';
import { createKeptSentences, letInMessage, liftedMessage } from '../slack/mention/kept-sentence.ts';
import { renderMessage } from '../slack/mention/person-messages.ts';
import { createMcpHandler } from '../slack/slackbot/mcp-server.ts';
import { createSlackbotTools } from '../slack/slackbot/tools.ts';
import { scopesNotGranted } from '../slack-client.ts';
import { type Queries, type SealingQueries, withLock } from '../storage/database.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import { erasePerson, exportPerson } from '../storage/person.ts';
import { createSealedStore, createStore } from '../storage/store.ts';
import { readVersion } from '../version.ts';
import type { Deps } from './deps.ts';
import type { DocumentsModule } from './documents.ts';
import type { ServiceModule } from './service.ts';
import type { TeamsModule } from './teams.ts';

interface SlackDeps extends Deps, Pick<DocumentsModule, 'documents'> {
  teams: TeamsModule;
  jobs: Jobs;
  service: ServiceModule;
  generations: Generations;
  steps: Steps;
  digests: Digests;
  admissionPorts: AdmissionPorts;
  people: People;
  memberships: Memberships;
  whenConnected: SlackContext['whenConnected'];
  once: SlackContext['once'];
}

export type SlackModule = ReturnType<typeof wireSlack>;

/** Creates the Bolt app with its receiver and all routes. */
export function wireSlack(deps: SlackDeps) {
  const { config, log, slackFetch, teams } = deps;
  const receiver = createReceiver({
    appToken: config.SLACK_APP_TOKEN,
    signingSecret: config.SLACK_SIGNING_SECRET,
    apiUrl: config.SLACK_API_URL,
    fetch: slackFetch,
    proxy: config.HTTPS_PROXY ? createDispatcher(config, {}) : undefined,
    clock: deps.clock,
    log,
  });
  const watched = watchRequests(receiver.receiver, { log, onReceived: deps.metrics.requestReceived });
  const app = new App({
    receiver: storeEvents(watched, {
      inbox: createInbox(deps, deps.jobs, config.RETENTION_DAYS),
      stored: routes.filter(({ ack }) => ack === 'stored').map(({ id }) => id),
      clients: teams.clients,
      endStep: (team, execution) =>
        deps.steps.open({
          ...{ id: stepId(team, execution), team, person: '', execution },
          payload: { problem: 'Something went wrong inside Deckhand, so nothing was made.' },
        }),
      log,
    }),
    authorize: teams.authorize,
    logger: slackLogger(log),
    extendedErrorHandler: true,
    // Complete steps with the bot's token, because a workflow's own token expires before most documents are made.
    attachFunctionToken: false,
    // Bolt's conversation store is off, because Deckhand does not use it and Bolt would read it for each request.
    convoStore: false,
    clientOptions: {
      ...(config.SLACK_API_URL && { slackApiUrl: config.SLACK_API_URL }),
      fetch: teams.fetch,
      timeout: 10_000,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
  });
  const slack = contextOf(deps);
  registerRoutes(app, slack);
  return {
    receiver,
    /** The route for Slackbot's calls, if the manifest has the option `mcp`. Slackbot uses HTTP even if the app uses Socket Mode. */
    routes: config.SLACK_MANIFEST_OPTIONS.includes('mcp') ? [slackbotRoute(deps, slack)] : [],
    /** Renders a direct message of the outbox. Returns null if the message must not be posted. */
    async renderMessage(actor: Actor, message: PersonMessage) {
      return renderMessage({ actor, client: await teams.clients.reads(actor.team) }, message, slack);
    },
    /** Renders the message to a person who waited until an admin allows their ask. Returns null if guests are not allowed any more. */
    async renderLifted(actor: Actor, isGuest: boolean) {
      const acting = { actor, client: await teams.clients.reads(actor.team) };
      return isGuest ? letInMessage(acting, slack) : liftedMessage(acting, slack);
    },
    /** Redraws a person's Home tab after a change outside it, for example after the person has connected the team in a browser. */
    showHome: async (actor: Actor) => slack.showHome(await teams.clients.reads(actor.team), actor),
  };
}

const SLACKBOT_PATH = '/slack/mcp';

function slackbotRoute({ config, clock, log, teams }: SlackDeps, slack: SlackContext): Route {
  const { SLACK_SIGNING_SECRET: signingSecret = '' } = config;
  const { version } = readVersion();
  const handler = createMcpHandler({ version, ...createSlackbotTools(slack, teams.clients.posts) });
  const handle = createSignedListener({ path: SLACKBOT_PATH, signingSecret, clock, log }, (...request) =>
    withLogContext({ request: randomUUID().slice(0, 8) }, () => handler(...request)),
  );
  return { method: 'POST', path: SLACKBOT_PATH, readsBody: true, handle };
}

/** Returns a UUID for a proposal, a message or a step. The same `origin` (an id from Slack) gives the same UUID. Without it: random. */
function idOf(origin?: string): string {
  if (origin === undefined) return randomUUID();
  const hex = createHash('sha256').update(origin).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Returns the id of a workflow's step. The id of the step's proposal is `step:` followed by this id. */
const stepId = (team: string, execution: string) => idOf(`step ${team}/${execution}`);

function contextOf(deps: SlackDeps): SlackContext {
  const { config, clock, log, db, service, teams } = deps;
  const optOuts = createOptOuts(db);
  const proposalsIn = (queries: SealingQueries) =>
    createProposals(
      createSealedStore<unknown>(queries, 'proposals'),
      idOf,
      config.RETENTION_DAYS,
      (name, fn) => withLock(db, name, fn),
    );
  const approvalsIn = (queries: Queries) => createStore<Approval>(queries, 'step_approvals');
  const proposals = proposalsIn(db);
  return withHome({
    generations: deps.generations,
    documents: deps.documents,
    accessOf: deps.memberships.accessOf,
    isMember: deps.memberships.isMember,
    channelNamed: deps.memberships.channelNamed,
    settings: deps.teamSettings,
    audit: deps.audit,
    ownData: {
      export: (actor, most) => exportPerson(db, actor, most),
      erase: (actor) => erasePerson(db, actor, 'person'),
    },
    digests: deps.digests,
    proposals,
    steps: { ...deps.steps, idOf: stepId },
    approvals: approvalsIn(db),
    together: (write) =>
      db.transaction((tx) =>
        write({
          proposals: proposalsIn(tx),
          approvals: approvalsIn(tx),
          steps: { open: (step) => openStep(tx, step, deps) },
          async message({ team, person }, origin, payload) {
            const post = { id: idOf(origin), team, channel: person, payload };
            await queuePost(tx, deps.jobs, { ...post, createdAt: new Date(clock.now()) });
          },
        }),
      ),
    keyedHash: (text) => db.cipher.hashes(text)[0] ?? '',
    openCards: createOpenCards(
      createSealedStore<unknown>(db, 'open_cards'),
      async (actor, id) => (await proposals.find(actor, id)) !== null,
      clock,
    ),
    ...createKeptSentences(createSealedStore<unknown>(db, 'kept_sentences'), config.RETENTION_DAYS),
    responseUrls: createResponseUrls(createSealedStore<unknown>(db, 'response_urls')),
    defaults: createDefaultsStore(db),
    ratings: createRatings({
      db,
      once: deps.once,
      onRated: deps.metrics.rated,
    }),
    catalogue: service.catalogue,
    serviceName: config.SERVICE_NAME,
    optOutReaction: config.OPT_OUT_REACTION,
    admit: createAdmission(deps.admissionPorts, { ...deps, onRefused: deps.metrics.askRefused }),
    connecting: service.connections,
    onUninstalled: teams.onUninstalled,
    granted: async (team, scope) => (await teams.scopesOf(team)).includes(scope),
    notGranted: async (team) => scopesNotGranted(await teams.scopesOf(team), config.SLACK_MANIFEST_OPTIONS),
    installUrl: teams.installUrl,
    ...deps.people,
    optOuts,
    threads: createThreads({
      clientFor: teams.clients.reads,
      readsCanvases: async (team) => (await teams.scopesOf(team)).includes('canvases:read'),
      optedOut: optOuts.of,
      reaction: config.OPT_OUT_REACTION,
      pageSize: config.SLACK_HISTORY_PAGE,
      clock,
      log,
    }),
    clock,
    log,
    whenConnected: deps.whenConnected,
    once: deps.once,
    reference: () => logContext().request ?? randomUUID().slice(0, 8),
    fetch: deps.slackFetch,
  });
}
