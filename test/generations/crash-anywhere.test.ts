import { expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import type { StepContext } from '../../src/generations/context.ts';
import type { Delivery } from '../../src/generations/delivery/delivery.ts';
import { createRunner } from '../../src/generations/runner.ts';
import type { WorkStatus } from '../../src/generations/work/work.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { NetworkFailure } from '../../src/service/errors.ts';
import type { Database, Queries } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import {
  anAsk,
  anEdit,
  aPicture,
  aThoroughAsk,
  completed,
  edited,
  pending,
} from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { allowErrors } from '../support/log-errors.ts';

allowErrors(/an id could not be written/);

/**
 * The process dies before or after each statement, each call to the service and each call to Slack of a run. Then another process
 * takes over. The result is always one create call, one first message and one file. If the process died during the create call, the
 * person is asked instead.
 *
 * The state after one call is the state before the next, unless two run at once. So only `before` is tried, unless KILLS=each is set.
 */
const tried: readonly Moment[] = process.env.KILLS === 'each' ? ['before', 'after'] : ['before'];

type Moment = 'before' | 'after';

class PowerCut extends Error {}

const db = await cleanDatabase();

/** Counts statements and calls. At the chosen one the process dies, and all later ones fail. */
function createPower(at: number, moment: Moment) {
  let passed = 0;
  let off = false;
  const through = async <T>(act: () => Promise<T>): Promise<T> => {
    if (off) throw new PowerCut();
    passed += 1;
    const now = passed === at;
    if (now && moment === 'before') {
      off = true;
      throw new PowerCut();
    }
    const result = await act();
    if (now) off = true;
    if (off) throw new PowerCut();
    return result;
  };
  return {
    through,
    get passed() {
      return passed;
    },
    get isOff() {
      return off;
    },
  };
}

type Power = ReturnType<typeof createPower>;

function wired(context: StepContext, power: Power): StepContext {
  const queries = (over: Queries): Queries => ({
    query: (sql, params) => power.through(() => over.query(sql, params)),
  });
  const database = {
    ...queries(context.db),
    cipher: context.db.cipher,
    transaction: (fn: (tx: never) => Promise<unknown>) =>
      power.through(() => context.db.transaction((tx) => fn({ ...tx, ...queries(tx) } as never))),
  } as unknown as Database;
  const guarded = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (of, name) => {
        const value = Reflect.get(of, name);
        return typeof value === 'function'
          ? (...args: unknown[]) => power.through(() => value.apply(of, args))
          : value;
      },
    });
  return {
    ...context,
    db: database,
    delivery: guarded<Delivery>(context.delivery),
    clientFor: async (team) => {
      const client = await context.clientFor(team);
      return client && guarded<ServiceClient>(client);
    },
  };
}

async function runWithCut(
  at: number,
  moment: Moment,
  kind: Kind,
  changes: Partial<Ask> = {},
  hasPicture = false,
  isLost = false,
) {
  const harness = createHarness(db, isLost ? { lookMs: 60_000 } : {});
  if (isLost) loseDocument(harness);
  if (hasPicture) {
    harness.context.showsPictures = async () => true;
    harness.service.script.thumbnailUrl = 'https://docs.example.com/thumb';
  }
  harness.service.script.answers = [pending, kind.completed];
  const { id } = await harness.generations.start(kind.ask(changes), `cut ${moment} ${at} ${Math.random()}`);
  const power = createPower(at, moment);
  const doomed = new AbortController();
  const runner = createRunner(wired(harness.context, power), harness.cancellations);
  const job = { team: 'T1', generation: id };
  // Work that waits in a process that is dead never wakes.
  const running = runner.run(job, doomed.signal).catch(() => {});
  while (!power.isOff && (await Promise.race([running.then(() => true), tick()])) !== true);
  doomed.abort(new PowerCut());
  await running;
  await harness.run(job, new AbortController().signal);
  return { harness, id, power };
}

/** The create call gets no response, and its document is in the account. */
function loseDocument({ service, clock }: ReturnType<typeof createHarness>): void {
  service.account = 'vera@';
  service.script.create.push(new NetworkFailure('The response was lost', { sent: true }));
  const author = 'Vera Stolz';
  const doc = {
    docId: `g_${Math.random()}`,
    title: 'Lost',
    createdTime: new Date(clock.now()).toISOString(),
  };
  const found = { getMe: async () => ({ displayName: author }), searchDocs: async () => [doc] };
  Object.assign(service.client, { ...found, getDoc: async () => ({ ...doc, author }) });
}

const tick = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));

interface Kind {
  name: string;
  ask(changes: Partial<Ask>): Ask;
  completed: WorkStatus;
}
const document: Kind = { name: 'a document', ask: anAsk, completed: completed() };
/** Each run changes a document of its own, since changes of one take turns. */
const edit: Kind = {
  name: 'a change of a document',
  ask: (changes) => anEdit({ exportAs: 'pptx', ...ofAnotherDocument(), ...changes }),
  completed: edited,
};
let documents = 0;
function ofAnotherDocument(): Partial<Ask> {
  documents += 1;
  return { work: { kind: 'edit', document: { docId: `g_doc_${documents}`, title: 'Quarterly review' } } };
}

const agent: Kind = { name: 'a thorough document', ask: aThoroughAsk, completed: completed() };
const image: Kind = {
  name: 'a picture',
  ask: aPicture,
  completed: { status: 'completed', credits: { deducted: 2 } },
};

const cuts = [document, edit, agent, image].flatMap((kind) =>
  (kind === document ? (['before', 'after'] as const) : tried).map((moment) => ({ ...kind, kind, moment })),
);

test.each(cuts)('$name, cut $moment each step', async ({ kind, moment }) => {
  const states: Record<string, number> = {};
  for (let at = 1; ; at += 1) {
    const { harness, id, power } = await runWithCut(at, moment, kind);
    const state = (await harness.stateOf(id)) ?? 'none';
    states[state] = (states[state] ?? 0) + 1;
    const { slack, service } = harness;
    const label = `${moment} step ${at}, ended ${state}`;
    expect(service.creates.length, label).toBeLessThanOrEqual(1);
    // A change leaves its reply only.
    const first = kind === edit && state === 'delivered' ? 0 : 1;
    expect(slack.messages.filter(({ kind }) => kind === 'root').length, label).toBe(first);
    if (state === 'delivered') {
      expect(service.creates.length, label).toBe(1);
      expect(
        slack.files.reduce((sum, { shared }) => sum + shared, 0),
        label,
      ).toBe(1);
      expect(slack.messages.length, label).toBe(first);
    } else {
      expect(state, label).toBe('unsure');
      expect(slack.messages.filter(({ kind }) => kind === 'notice').length, label).toBe(1);
    }
    if (!power.isOff) break;
  }
  // The window in which a create call is out is small: all other moments end in a document.
  expect(states.unsure).toBeLessThanOrEqual(4);
  expect(states.delivered).toBeGreaterThan(15);
});

test.each(tried)(
  'without a file to post, cut %s each step: one line says that it is ready',
  async (moment) => {
    for (let at = 1; ; at += 1) {
      const { harness, id, power } = await runWithCut(at, moment, document, { exportAs: undefined });
      const state = await harness.stateOf(id);
      const posted = harness.slack.messages.map((message) => `${message.kind} ${message.state}`);
      expect(posted.slice(1), `${moment} step ${at}`).toEqual([`notice ${state}`]);
      expect(['delivered', 'unsure']).toContain(state);
      if (!power.isOff) break;
    }
  },
);

test.each(tried)('with a picture on the card, cut %s each step: one picture and one file', async (moment) => {
  for (let at = 1; ; at += 1) {
    const { harness, id, power } = await runWithCut(at, moment, document, {}, true);
    const state = await harness.stateOf(id);
    const label = `${moment} step ${at}, ended ${state}`;
    const { files, edits } = harness.slack;
    const shared = files.flatMap((file) => Array(file.shared).fill(file.name.slice(-4)));
    expect(shared.toSorted(), label).toEqual(state === 'unsure' ? [] : ['.png', 'pptx']);
    if (state !== 'unsure') expect(edits.at(-1)?.picture, label).toBeDefined();
    if (!power.isOff) break;
  }
});

test.each(tried)(
  'with a lost document, cut %s each step: one question, and one file after a yes',
  async (moment) => {
    for (let at = 1; ; at += 1) {
      await db.query('truncate generations, unnamed_documents cascade');
      const { harness, id, power } = await runWithCut(at, moment, document, {}, false, true);
      const label = `${moment} step ${at}`;
      const { slack, generations, service } = harness;
      if ((await harness.stateOf(id)) === 'unsure') {
        expect(slack.messages.filter(({ kind }) => kind === 'notice').length, label).toBe(1);
        expect(await generations.answerFound('T1', id, 'post'), label).toBe('posted');
        await harness.work();
      }
      expect(await harness.stateOf(id), label).toBe('delivered');
      expect(slack.files.filter(({ shared }) => shared).length, label).toBe(1);
      expect(service.creates.length, label).toBeLessThanOrEqual(1);
      if (!power.isOff) break;
    }
  },
);
