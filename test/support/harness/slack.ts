import { App, type Receiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { faultsOfBlocks } from '../../../sandbox/slack/blocks/check.ts';
import { faultsOfView } from '../../../sandbox/slack/blocks/views.ts';
import { type AdmissionPorts, createAdmission } from '../../../src/asks/admission.ts';
import { createOpenCards, createProposals } from '../../../src/asks/proposals.ts';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { DefaultsStore } from '../../../src/defaults/defaults.ts';
import type { Digests } from '../../../src/digests/digests.ts';
import { createDocuments } from '../../../src/documents/documents.ts';
import { linkHash } from '../../../src/generations/store.ts';
import { createMutexes } from '../../../src/mutexes.ts';
import type { ServiceClient } from '../../../src/service/client.ts';
import { NotFound } from '../../../src/service/errors.ts';
import type { TeamSettings } from '../../../src/settings/team-settings.ts';
import { createResponseUrls } from '../../../src/slack/bolt/answers/response-url.ts';
import { NotInstalled, slackLogger } from '../../../src/slack/bolt/calls/clients.ts';
import type { Approval, SlackContext } from '../../../src/slack/bolt/context.ts';
import { createPeople } from '../../../src/slack/bolt/permissions/roles.ts';
import { registerRoutes } from '../../../src/slack/bolt/routes/routes.ts';
import { withHome } from '../../../src/slack/home/home.ts';
import { installedTeamOf } from '../../../src/slack/installation/store.ts';
import { conversationPorts } from '../../../src/slack/kit/lookups/conversation.ts';
import { createMemberships } from '../../../src/slack/kit/lookups/memberships.ts';
import { createKeptSentences } from '../../../src/slack/mention/kept-sentence.ts';
import { createTestLog } from '../log.ts';
import { NO_LIMITS } from '../no-limits.ts';
import { createSkippingClock } from './clock.ts';
import { createFakeGenerations, type FakeGenerations } from './fake-generations.ts';
import { RESPONSE_URL } from './slack-requests.ts';

/**
 * The Slack surfaces with everything around them played by the test: what Slack is told, and what it answers.
 */

/** The conversations that Ana is in, unless a test says otherwise. */
const anyChannel = ['C1', 'C2', 'C7', 'C8', 'C9', 'D1', 'G1'].map((id) => ({ id }));

interface Call {
  /** `views.open`, or `respond` for an answer to a `response_url` */
  method: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the app sent, looked into by tests
  args: any;
}

type Answers = Record<string, object | ((args: Record<string, string>) => object)>;

export type Given = Partial<SlackContext & Pick<AdmissionPorts, 'connectionState' | 'readFile'>>;

export interface Harness extends ReturnType<typeof createHarness> {}

/** @param given in place of what is played here */
export function createHarness(given: Given = {}) {
  const {
    connectionState = async () => 'connected',
    readFile = async () => ({ text: 'Some notes' }),
    ...context
  } = given;
  const calls: Call[] = [];
  const answers: Answers = {
    'views.open': ({ view }) => ({ view: { ...JSON.parse(view ?? '{}'), id: 'V1', hash: 'h1' } }),
    'conversations.info': { channel: { id: 'C1', is_member: true, is_private: false } },
    'users.conversations': ({ user }) => ({ channels: user === 'UANA' ? anyChannel : [] }),
    'users.info': { user: { id: 'U', is_admin: false } },
  };
  const fakeFetch = async (url: unknown, init?: { body?: unknown }) =>
    answerTo(String(url), init?.body, calls, answers);
  const generations = createFakeGenerations();
  const approvals = memoryStore<Approval>();
  const { log, lines: logged } = createTestLog();
  const slack: SlackContext = withHome({
    generations,
    documents: createDocuments({
      records: { ...generations, ...playedRecords(generations) },
      watches: { start: async () => {}, stop: async () => {}, until: async () => null },
      clientFor: async () => playedService,
      connectionOf: async () => ({ id: 'connection 1', account: 'connection 1' }),
      log,
    }),
    settings: playedSettings(),
    audit: { record: async () => {}, of: async () => [] },
    ownData: { export: async () => ({}), erase: async () => ({ pseudonym: 'erased-00000000' }) },
    accessOf: async ({ actor }) => ({ person: actor.person, channels: [], isPartial: false }),
    isMember: (...args) => lookups.isMember(...args),
    channelNamed: (...args) => lookups.channelNamed(...args),
    digests: { ...noDigests },
    proposals: createProposals(memoryStore(), () => 'p1', 30, alone),
    steps: {
      idOf: (_, execution) => `step-${execution}`,
      find: async () => null,
    },
    approvals: { ...approvals, replace: async () => true },
    together: (write) =>
      write({
        proposals: slack.proposals,
        approvals,
        // Not calls to Slack, but what Slack is told in the end.
        steps: { open: async (args) => void calls.push({ method: 'step', args }) },
        message: async (actor, origin, args) =>
          void calls.push({ method: 'message', args: { ...args, actor, origin } }),
      }),
    keyedHash: (text) => Buffer.from(text).toString('base64url'),
    openCards: createOpenCards(
      memoryStore(),
      async (...card) => (await slack.proposals.find(...card)) !== null,
      {
        now: () => slack.clock.now(),
      },
    ),
    ...createKeptSentences(memoryStore(), 30),
    responseUrls: createResponseUrls(memoryStore()),
    defaults: { ...noDefaults },
    ratings: { rate: async () => {} },
    catalogue: { ...everythingThere },
    serviceName: 'Gamma',
    optOutReaction: 'speak_no_evil',
    admit: (...args) => admit(...args),
    connecting: createConnecting({}),
    onUninstalled: async () => {},
    granted: async () => true,
    notGranted: async () => [],
    installUrl: undefined,
    whenConnected: { remember: async () => {}, tell: async () => {} },
    roleOf: async () => 'member',
    zoneOf: (...args) => lookups.zoneOf(...args),
    optOuts: createOptOuts(),
    threads: {
      countDays: async () => undefined,
      preview: async () => ({ name: 'Spring launch' }),
      filesInThread: async () => [],
      filesOf: async () => [],
      plain: async (_, mrkdwn) => mrkdwn,
      names: async () => new Map(),
    },
    clock: createSkippingClock(),
    log,
    reference: () => 'ref-1',
    once: createOnce({ areNew: false }),
    fetch: fakeFetch as unknown as typeof fetch,
    ...context,
  });
  const lookups = { ...createPeople(slack), ...createMemberships(slack) };
  const ports = { ...playedPorts(slack, generations, lookups, fakeFetch), connectionState, readFile };
  const admit = createAdmission(ports, slack);
  const app = createApp(slack, fakeFetch);

  /**
   * Sends one request as Slack does. @param customProperties what the receiver adds to its context @returns what the app acknowledged it with, `undefined` where it did not, and when
   */
  async function send(
    body: object,
    customProperties = {},
  ): Promise<{ acked: boolean; answer: unknown; at: number }> {
    const result = { acked: false, answer: undefined as unknown, at: 0 };
    const ack = async (answer?: unknown) => {
      Object.assign(result, { acked: true, answer, at: slack.clock.now() });
    };
    const isInteraction = 'type' in body && body.type !== 'event_callback';
    const whole = { ...(isInteraction && { team: { id: 'T1' } }), ...body };
    await app.processEvent({ body: whole, ack, customProperties });
    return result;
  }

  const made = (method: string) => calls.filter((call) => call.method === method).map(({ args }) => args);
  return { slack, generations, calls, answers, logged, send, made };
}

/** Admission as in production, of the Slack and the catalogue that the test plays. */
function playedPorts(
  slack: SlackContext,
  generations: FakeGenerations,
  lookups: Parameters<typeof conversationPorts>[1],
  fakeFetch: unknown,
): Omit<AdmissionPorts, 'connectionState' | 'readFile'> {
  const client = new WebClient('xoxb-1', { fetch: fakeFetch as never, retryConfig: { retries: 0 } });
  return {
    ...conversationPorts(async () => client, lookups),
    // Asked for each time, since a test may play another one.
    themeStatus: (...args) => slack.catalogue.themeStatus(...args),
    isClosedOutside: async (team) => (await slack.settings.of(team)).accessFor === 'workspace',
    templateStatus: (...args) => slack.catalogue.templateStatus(...args),
    folderStatus: (...args) => slack.catalogue.folderStatus(...args),
    limitReached: (actor) => slack.generations.limitReached(actor),
    budgetBlocker: (ask) => slack.generations.budgetBlocker(ask),
    placesOf: async (team, docId) =>
      generations.all().filter((row) => row.team === team && row.docId === docId),
  };
}

function createApp(slack: SlackContext, fakeFetch: unknown): App {
  const receiver: Receiver = { init: () => {}, start: async () => {}, stop: async () => {} };
  const app = new App({
    receiver,
    extendedErrorHandler: true,
    authorize: async (source) => {
      const { teamId } = source;
      if (teamId === 'TGONE') throw new NotInstalled('not installed');
      const team = installedTeamOf(source);
      return { team, botToken: 'xoxb-1', botId: 'B1', botUserId: 'UBOT', ...(teamId && { teamId }) };
    },
    logger: slackLogger(slack.log),
    clientOptions: { fetch: fakeFetch as never, retryConfig: { retries: 0 } },
    convoStore: false,
  });
  registerRoutes(app, slack);
  return app;
}

async function answerTo(url: string, body: unknown, calls: Call[], answers: Answers): Promise<Response> {
  if (url === RESPONSE_URL) {
    const args = JSON.parse(String(body));
    calls.push({ method: 'respond', args });
    expectNoFaults(args.blocks ? faultsOfBlocks(args.blocks, 'message', '/blocks') : []);
    return new Response('ok');
  }
  const method = url.slice(url.lastIndexOf('/') + 1);
  const raw = Object.fromEntries(new URLSearchParams(String(body)));
  const args = {
    ...raw,
    ...(raw.view && { view: JSON.parse(raw.view) }),
    ...(raw.blocks && { blocks: JSON.parse(raw.blocks) }),
    ...(raw.unfurls && { unfurls: JSON.parse(raw.unfurls) }),
    // Tests of posts read the metadata of a message as text.
    ...(raw.metadata && !method.startsWith('chat.post') && { metadata: JSON.parse(raw.metadata) }),
    ...(raw.error && method === 'entity.presentDetails' && { error: JSON.parse(raw.error) }),
  };
  calls.push({ method, args });
  if (args.view) expectNoFaults(faultsOfView(args.view, args.view.type));
  for (const { blocks } of Object.values<{ blocks: [] }>(args.unfurls ?? {}))
    expectNoFaults(faultsOfBlocks(blocks, 'message', '/unfurls'));
  const answer = answers[method] ?? {};
  return Response.json({ ok: true, ...(typeof answer === 'function' ? answer(raw) : answer) });
}

/** Slack would refuse it, so no test may go on. */
function expectNoFaults(faults: string[]): void {
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

const noDigests: Digests = {
  create: async () => Promise.reject(new Error('not played here')),
  change: async () => null,
  limitReached: async () => undefined,
  find: async () => null,
  ownedBy: async () => [],
  inChannel: async () => [],
  pause: async () => false,
  resume: async () => false,
  remove: async () => false,
  runNow: async () => ({ outcome: 'nothing', since: new Date(0) }),
  runOnce: async () => ({ outcome: 'nothing', since: new Date(0) }),
  sentTo: async () => [],
  ofTeam: async () => [],
  lastCosts: async () => new Map(),
  refocus: async () => false,
  decline: async () => null,
  tryAgain: async () => 'nothing to try',
};

function memoryStore<V = unknown>() {
  const stored = new Map<string, V>();
  return {
    get: async (key: string) => stored.get(key),
    set: async (key: string, value: V) => void stored.set(key, value),
    delete: async (key: string) => stored.delete(key),
    keepNewest: async () => {},
  };
}

const acquire = createMutexes();

async function alone<T>(name: string, fn: () => Promise<T>): Promise<T> {
  const release = await acquire(name);
  try {
    return await fn();
  } finally {
    release();
  }
}

const noDefaults: DefaultsStore = { of: async () => ({}), set: async () => {}, forAsk: async () => ({}) };

const everythingThere: Catalogue = {
  themes: async () => ({ state: 'fresh', items: [{ id: 'ocean', name: 'Ocean', type: 'custom' }] }),
  folders: async () => ({ state: 'fresh', items: [{ id: 'f1', name: 'Launches' }] }),
  templates: async () => ({ state: 'fresh', items: [{ id: 't1', name: 'Pitch' }] }),
  themeStatus: async () => 'there',
  folderStatus: async (_, { id }) => (id === 'f1' ? 'there' : 'gone'),
  templateStatus: async (_, { id }) => (id === 't1' ? 'there' : 'gone'),
};

/** A service that knows no more of documents than it must. */
const playedService = {
  archiveDoc: async () => {},
  deleteDoc: async () => {},
  getDoc: async () => Promise.reject(new NotFound('no such route')),
  listComments: async () => ({ data: [], hasMore: false }),
  getCardAnalytics: async () => [],
  getAnalytics: async () => ({ totalViews: 0, uniqueEditors: 0, dailyViews: [] }),
  listViewers: async () => ({ data: [], hasMore: false }),
  getViewer: async () => ({ perCardTimeSpent: [] }),
  searchDocs: async () => [],
} as unknown as ServiceClient;

/** What holds until an admin decides otherwise. */
export const undecided: TeamSettings = {
  whoConnects: 'admins',
  changes: 'asker',
  readers: 'names',
  search: 'made_here',
  pictures: 'on',
  ...NO_LIMITS,
};

/** The settings of every team. */
export function playedSettings(given: Partial<TeamSettings> = {}): SlackContext['settings'] {
  let decided = { ...undecided, ...given };
  return {
    of: async () => decided,
    set: async (_, changes) => {
      decided = { ...decided, ...changes };
    },
    async update(_, change) {
      const changes = await change(decided);
      // As stored JSON, in which an undefined value is absent.
      decided = { ...decided, ...JSON.parse(JSON.stringify(changes ?? {})) };
      return changes !== undefined;
    },
  };
}

function playedRecords(generations: FakeGenerations) {
  return {
    markDeleted: async (team: string, id: string) => {
      const row = await generations.find(team, id);
      if (row) generations.put({ ...row, deletedAt: new Date('2026-03-03T09:00:00Z') });
    },
    markArchived: async (team: string, id: string) => {
      const row = await generations.find(team, id);
      if (row?.state === 'delivered')
        generations.put({ ...row, archivedAt: new Date('2026-03-03T09:00:00Z') });
    },
    refresh: async () => {},
    search: async () => [],
    searchNear: async () => [],
    withDocIds: async () => [],
    withLink: async (team: string, link: string) =>
      generations
        .all()
        .filter(
          (row) => row.team === team && row.docUrl && linkHash(team, row.docUrl) === linkHash(team, link),
        ),
    placesOf: async () => [],
    madeHere: async () => new Set<string>(),
    unnamedSince: async () => undefined,
  };
}

/** A team that Ben has connected; nothing is refused. */
export function createConnecting(given: Partial<SlackContext['connecting']>): SlackContext['connecting'] {
  const state = {
    kind: 'oauth' as const,
    works: true,
    person: 'UBEN',
    since: new Date('2026-02-03T09:00:00Z'),
  };
  return {
    createLink: async () => 'https://deckhand.test/service/connect?ticket=secret',
    confirm: async (actor) => ({ ok: true, ...actor, summary: state }),
    connectWithApiKey: async (actor) => ({ ok: true, ...actor, summary: { ...state, kind: 'api_key' } }),
    disconnect: async () => true,
    summaryOf: async () => state,
    ...given,
  };
}

function createOptOuts(): SlackContext['optOuts'] {
  const out = new Set<string>();
  return {
    has: async (team, person) => out.has(`${team} ${person}`),
    set: async (team, person, isOut) =>
      void (isOut ? out.add(`${team} ${person}`) : out.delete(`${team} ${person}`)),
  };
}

/** Dedupe keys in memory. Everybody has been welcomed already, unless `areNew`. */
export function createOnce({ areNew }: { areNew: boolean }) {
  const seen = new Set<string>();
  return async (team: string, key: string) =>
    (areNew || !key.startsWith('welcome:')) && seen.size < seen.add(`${team} ${key}`).size;
}
