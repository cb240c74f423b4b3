import { describe, expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { createFairLimiter } from '../../src/generations/limiter.ts';
import { Forbidden, Unauthorized } from '../../src/service/errors.ts';
import { erasePerson } from '../../src/storage/person.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { serverUrl } from '../support/database.ts';
import { anAsk, aPicture, aThoroughAsk, completed } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { NO_LIMITS } from '../support/no-limits.ts';

/** Credits are limited for a person, a channel and the team, and nobody spends the same credits twice. */

const db = await cleanDatabase();

type Limits = typeof NO_LIMITS;
const ana = { team: 'T1', person: 'UANA' };
const COST = 12;

function harnessWith(limits: Partial<Limits>) {
  let current = { ...NO_LIMITS, ...limits };
  const harness = createHarness(db, {}, undefined, async () => current);
  return Object.assign(harness, {
    set: (changes: Partial<Limits>) => {
      current = { ...current, ...changes };
    },
    /** Has an ask made, to its end. */
    async make(changes: Partial<Ask> = {}) {
      const { id } = await harness.generations.start(anAsk({ ...ana, ...changes }), crypto.randomUUID());
      await harness.work();
      const generation = await harness.generations.find('T1', id);
      return generation?.failure?.reason ?? generation?.state;
    },
    blocker: (changes: Partial<Ask> = {}) => {
      const ask = anAsk({ ...ana, ...changes });
      return harness.generations.budgetBlocker({ ...ask, channel: ask.destination.channel });
    },
  });
}

/** A team that made a document last month, so that it is known what one costs. */
async function harnessWithPast(limits: Partial<Limits>) {
  const harness = harnessWith({});
  await harness.make({ person: 'UPAST' });
  await harness.clock.sleep(31 * 86_400_000);
  harness.service.creates.length = 0;
  harness.set(limits);
  return harness;
}

describe('before the yes it is known', () => {
  test('that a person has used up their credits; others may go on', async () => {
    const harness = await harnessWithPast({ creditsOfPerson: 3 * COST });
    for (let made = 0; made < 2; made += 1) expect(await harness.make()).toBe('delivered');
    expect(await harness.blocker()).toBeUndefined();
    expect(await harness.make()).toBe('delivered');
    expect(await harness.blocker()).toEqual({
      ...{ blocker: 'credits_of_person', used: 3 * COST, reserved: 0, limit: 3 * COST, needed: COST },
      channel: 'C1',
    });
    expect(await harness.make()).toBe('credits_of_person');
    expect(await harness.make({ person: 'UBEN' })).toBe('delivered');
    expect(harness.service.creates).toHaveLength(4);
  });

  test('that too little is left for what it is expected to cost', async () => {
    const harness = await harnessWithPast({ creditsOfTeam: COST + 1 });
    await harness.make();
    expect(await harness.blocker()).toMatchObject({ blocker: 'credits_of_team', used: COST, needed: COST });
  });

  test('what short texts cost, although a long one was dear; another long one is expected to cost about as much', async () => {
    const harness = harnessWith({ creditsOfPerson: 12 });
    const made = async (prompt: string, cost: number) => {
      harness.set({ creditsOfPerson: null });
      await harness.make({ person: 'UBEN', prompt });
      await db.query("UPDATE generations SET credits = $1 WHERE credits ->> 'deducted' = '12'", [
        JSON.stringify({ deducted: cost }),
      ]);
      harness.set({ creditsOfPerson: 12 });
    };
    await made('tea', 3);
    await made('w '.repeat(60_000), 72);
    await made('bread', 3);
    expect(await harness.blocker({ prompt: 'cake' })).toBeUndefined();
    expect(await harness.blocker({ prompt: 'x '.repeat(50_000) })).toMatchObject({ needed: 66 });
  });

  test('what many slides cost, if only few were ever made', async () => {
    const harness = harnessWith({ creditsOfPerson: 6 * COST });
    for (let made = 0; made < 2; made += 1) await harness.make({ person: 'UBEN', slides: 5 });
    expect(await harness.blocker({ slides: 6 })).toBeUndefined();
    expect(await harness.blocker({ slides: 60 })).toMatchObject({ needed: 12 * COST });
    const sections = Array.from({ length: 60 }, (_, at) => `Slide ${at}`).join('\n---\n');
    expect(await harness.blocker({ prompt: sections })).toMatchObject({ needed: 12 * COST });
  });

  test('what a slide costs, if the service made and charged fewer than were asked for', async () => {
    const harness = harnessWith({});
    harness.service.client.getCardAnalytics = async () => [
      { cardName: 'Tea', viewTimeSeconds: 0, viewersPercent: 0 },
    ];
    for (let made = 0; made < 2; made += 1) await harness.make({ prompt: 'tea', slides: 12 });
    const expected = await harness.generations.expectedCredits(anAsk({ ...ana, prompt: 'cake', slides: 12 }));
    const all = 12 * COST;
    expect(expected).toEqual({ shown: { from: all, to: all, each: 'ask' }, usual: all, reserve: all });
  });

  test('no price of a slide, if the only document has more slides since it was changed', async () => {
    const harness = harnessWith({});
    harness.service.script.answers = [completed({ docId: 'g_tea', credits: { deducted: 3 } })];
    harness.service.script.slides = ['Tea'];
    await harness.make({ prompt: 'tea', slides: 1 });
    harness.service.script.slides = ['Tea', 'Cake', 'Bread'];
    await harness.make({
      prompt: 'add cake and bread',
      work: { kind: 'edit', document: { docId: 'g_tea', title: 'Tea' } },
    });
    const [made] = await harness.generations.historyOf('T1', 'g_tea');
    expect(made?.slideTitles).toHaveLength(3);
    const expected = await harness.generations.expectedCredits(
      anAsk({ ...ana, prompt: 'coffee', slides: 5 }),
    );
    expect(expected?.shown).toBeUndefined();
  });

  test('what a file with five sections costs, after one summary of a channel with twenty slides', async () => {
    const harness = harnessWith({});
    harness.service.script.answers = [completed({ credits: { deducted: 60 } })];
    harness.service.script.slides = Array.from({ length: 20 }, (_, at) => `Slide ${at}`);
    await harness.make({ source: { kind: 'channel', channel: 'C1', since: '2023-11-13T00:00:00Z' } });
    const sections = ['Goals', 'Costs', 'Risks', 'Dates', 'Team'];
    const outline = { sections, slides: sections.map((_, at) => ({ from: [at] })) };
    const file = { kind: 'file' as const, files: [{ id: 'F1', name: 'plan.docx' }] };
    const shownFor = async (changes: Partial<Ask>) =>
      (await harness.generations.expectedCredits(anAsk({ ...ana, ...changes })))?.shown;
    expect(await shownFor({ source: file, outline })).toEqual({ from: 15, to: 15, each: 'ask' });
    expect(await shownFor({ source: file })).toEqual({ from: 3, to: 3, each: 'slide' });
  });

  test('what a picture costs, from the pictures with the same model', async () => {
    const harness = harnessWith({});
    for (const [cost, images] of [[8], [20, { model: 'flux-2-max' }]] as const) {
      harness.service.script.answers = [completed({ credits: { deducted: cost } })];
      await harness.make(aPicture({ ...ana, images }));
    }
    const shownFor = async (images: Ask['images']) =>
      (await harness.generations.expectedCredits(aPicture({ ...ana, images })))?.shown;
    expect(await shownFor(undefined)).toEqual({ from: 8, to: 8, each: 'ask' });
    expect(await shownFor({ model: 'flux-2-max' })).toEqual({ from: 20, to: 20, each: 'ask' });
    expect(await shownFor({ model: 'dall-e-3' })).toEqual({ from: 8, to: 20, each: 'ask' });
  });

  test('that a text is as dear as texts of its length, also if most are longer', async () => {
    const harness = harnessWith({});
    for (const cost of [2, 2, 72, 72, 72]) {
      const prompt = cost === 2 ? 'tea' : 'w '.repeat(10_000);
      harness.service.script.answers = [completed({ credits: { deducted: cost } })];
      await harness.make({ prompt });
    }
    harness.set({ creditsOfPerson: 221 });
    expect(await harness.blocker({ prompt: 'cake' })).toMatchObject({ needed: 2 });
    expect(await harness.blocker({ prompt: 'x '.repeat(12_000) })).toMatchObject({ needed: 72 });
  });

  test('that a channel that is not read yet costs as much as ten slides, until it is read', async () => {
    const harness = harnessWith({});
    for (const cost of [3, 3, 5]) {
      harness.service.script.answers = [completed({ credits: { deducted: cost } })];
      await harness.make({ prompt: 'tea', slides: 1 });
    }
    harness.set({ creditsOfPerson: 49 });
    const channel = { kind: 'channel', channel: 'C1', since: '2023-11-13T00:00:00Z' } as const;
    expect(await harness.blocker({ source: channel })).toMatchObject({ needed: 50 });
    expect(await harness.blocker({ slides: 1 })).toBeUndefined();
  });

  test('that the first document of a team may need more than is left, which is a first guess', async () => {
    const harness = harnessWith({ creditsOfPerson: 10 });
    const channel = { kind: 'channel', channel: 'C1', since: '2023-11-13T00:00:00Z' } as const;
    for (const [needed, dear] of [
      [40, { slides: 10 }],
      [40, { prompt: 'w '.repeat(3_000) }],
      [40, { prompt: 'tea' }],
      [60, { prompt: 'w '.repeat(6_000) }],
      [40, { source: channel }],
    ] as const)
      expect(await harness.blocker(dear)).toMatchObject({ needed, used: 0, isGuess: true });
    expect(await harness.blocker({ slides: 2 })).toBeUndefined();
    expect(await harness.make({ slides: 10 })).toBe('credits_of_person');
    expect(harness.service.creates).toEqual([]);
  });

  test('that a first picture does not fit into what is left, although documents were made', async () => {
    const harness = await harnessWithPast({ creditsOfPerson: 10 });
    expect(await harness.blocker(aPicture(ana))).toBeUndefined();
    await db.query('UPDATE generations SET credits = \'{"deducted": 6}\'');
    await harness.make({ slides: 1 });
    await db.query('UPDATE generations SET credits = \'{"deducted": 6}\'');
    expect(await harness.blocker(aPicture(ana))).toMatchObject({ used: 6, needed: 10, isGuess: true });
    expect(await harness.make(aPicture(ana))).toBe('credits_of_person');
    expect(await harness.blocker({ slides: 1 })).not.toHaveProperty('isGuess');
    expect(harness.service.creates).toHaveLength(1);
  });

  test('that a channel has used up its credits; "Just for me" counts for the person alone', async () => {
    const harness = harnessWith({ creditsOfChannel: COST });
    await harness.make({ destination: { channel: 'D1' } });
    await harness.make();
    expect(await harness.blocker()).toMatchObject({ blocker: 'credits_of_channel', used: COST });
    expect(await harness.blocker({ destination: { channel: 'C2' } })).toBeUndefined();
    expect(await harness.blocker({ destination: { channel: 'UANA' } })).toBeUndefined();
  });

  test('who may spend, and on what', async () => {
    const harness = harnessWith({ spenders: 'listed', spenderPeople: ['UANA'], spendOn: ['quick'] });
    expect(await harness.blocker()).toBeUndefined();
    expect(await harness.blocker({ person: 'UBEN' })).toEqual({ blocker: 'not_a_spender' });
    expect(await harness.blocker(aThoroughAsk(ana))).toEqual({ blocker: 'kind_closed' });
    expect(await harness.blocker(aPicture(ana))).toEqual({ blocker: 'kind_closed' });
    expect(await harness.blocker({ digest: { id: 'd1' } })).toEqual({ blocker: 'kind_closed' });
    // An ask that was accepted before the admin decided.
    expect(await harness.make({ person: 'UBEN' })).toBe('not_a_spender');
    expect(await harness.make(aThoroughAsk(ana))).toBe('kind_closed');
    expect(harness.service.creates).toEqual([]);
  });
});

describe('the members of a user group may spend', () => {
  const listed = { spenders: 'listed' as const, spenderPeople: ['UBEN'], spenderGroups: ['S1'] };

  test('and nobody else, also not with an ask that was accepted before', async () => {
    const harness = harnessWith(listed);
    const asked: unknown[] = [];
    harness.context.isInGroup = async (...given) => {
      asked.push(given);
      return given[0].person === 'UANA';
    };
    expect(await harness.make()).toBe('delivered');
    expect(await harness.make({ person: 'UCHLOE' })).toBe('not_a_spender');
    expect(await harness.blocker({ person: 'UCHLOE' })).toEqual({ blocker: 'not_a_spender' });
    expect(asked[0]).toEqual([ana, ['S1']]);
    const before = asked.length;
    expect(await harness.make({ person: 'UBEN' })).toBe('delivered');
    expect(asked).toHaveLength(before);
  });

  test('nobody of them while Slack does not say who they are, and people by name still', async () => {
    const harness = harnessWith(listed);
    harness.context.isInGroup = async () => Promise.reject(new Error('no answer'));
    expect(await harness.blocker()).toEqual({ blocker: 'groups_unknown' });
    expect(await harness.make()).toBe('groups_unknown');
    expect(harness.service.creates).toEqual([]);
    expect(await harness.make({ person: 'UBEN' })).toBe('delivered');
  });
});

test('an admin lifts the limit for one person, and sets another for a channel', async () => {
  const harness = await harnessWithPast({ creditsOfPerson: COST, creditsOfChannel: 100 * COST });
  await harness.make();
  harness.set({ creditsOf: { UANA: null } });
  expect(await harness.blocker()).toBeUndefined();
  harness.set({ creditsOf: { UANA: 2 * COST, C1: COST } });
  expect(await harness.blocker()).toMatchObject({ blocker: 'credits_of_channel', limit: COST });
  expect(await harness.blocker({ destination: { channel: 'C2' } })).toBeUndefined();
});

test('a new month has new credits', async () => {
  const harness = await harnessWithPast({ creditsOfPerson: COST });
  await harness.make();
  expect(await harness.make()).toBe('credits_of_person');
  await harness.clock.sleep(31 * 86_400_000);
  expect(await harness.make()).toBe('delivered');
});

test('a digest counts for its owner', async () => {
  const harness = await harnessWithPast({ creditsOfPerson: COST });
  expect(await harness.make({ digest: { id: crypto.randomUUID() } })).toBe('delivered');
  expect(await harness.blocker()).toMatchObject({ blocker: 'credits_of_person' });
});

describe('what is reserved', () => {
  test('is named apart from what is used, in the refusal and in the answer about one’s own credits', async () => {
    const harness = await harnessWithPast({ creditsOfPerson: 3 * COST });
    await harness.make();
    harness.service.script.create = [new Error('no response')];
    await harness.make();
    const expected = { used: 2 * COST, reserved: COST, limit: 3 * COST };
    // While nobody has decided about an ask without a response, there is nothing to wait for.
    expect(await harness.generations.spentByPerson(ana)).toMatchObject({ ...expected, reserved: 0 });
    await db.query("UPDATE generations SET state = 'following' WHERE state = 'unsure'");
    expect(await harness.generations.spentByPerson(ana)).toMatchObject(expected);
    harness.set({ creditsOfPerson: 2 * COST });
    expect(await harness.blocker()).toMatchObject({ used: 2 * COST, reserved: COST });
    harness.set({ creditsOfPerson: 3 * COST, creditsOf: { UANA: null } });
    expect(await harness.generations.spentByPerson(ana)).toMatchObject({ limit: null });
    expect(await harness.generations.spentByPerson({ team: 'T1', person: 'UBEN' })).toMatchObject({
      ...{ used: 0, reserved: 0, limit: 3 * COST },
    });
    harness.set({ creditsOfTeam: 5 * COST });
    expect(await harness.generations.spentByTeam('T1')).toMatchObject({
      ...{ used: 2 * COST, reserved: COST, limit: 5 * COST },
    });
    // The team's limit is exceeded without the reserved credits, so waiting for them does not help.
    harness.set({ creditsOf: { UANA: 2 * COST }, creditsOfTeam: COST });
    expect(await harness.blocker()).toMatchObject({ blocker: 'credits_of_team' });
  });

  test('is given back by an ask that was refused, or that the service could not make', async () => {
    const harness = await harnessWithPast({ creditsOfPerson: 2 * COST });
    await harness.make();
    harness.service.script.create = [new Forbidden('no')];
    expect(await harness.make()).toBe('forbidden');
    expect(await harness.blocker()).toBeUndefined();
    harness.service.script.answers = [{ status: 'failed', error: { message: 'No' } }];
    expect(await harness.make()).toBe('service_failed');
    expect(await harness.blocker()).toBeUndefined();
  });

  test('is given back by an ask that waits for a new connection, and is reserved once', async () => {
    const harness = await harnessWithPast({ creditsOfPerson: 2 * COST });
    await harness.make();
    harness.service.script.create = [new Unauthorized('no')];
    const { id } = await harness.generations.start(anAsk(ana), 'waits');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('disconnected');
    expect(await harness.blocker()).toBeUndefined();
    await harness.generations.reconnected('T1');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(await harness.blocker()).toMatchObject({ used: 2 * COST });
  });

  test('stays with an ask whose outcome is unknown, and once more if it is sent again', async () => {
    const harness = await harnessWithPast({ creditsOfPerson: 3 * COST });
    await harness.make();
    harness.service.script.create = [new Error('no response')];
    const { id } = await harness.generations.start(anAsk(ana), 'lost');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('unsure');
    expect(await harness.blocker()).toBeUndefined();
    await harness.generations.resolveUnsure('T1', id, 'again');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(await harness.blocker()).toMatchObject({ used: 3 * COST });
  });

  test('is what the ask is expected to cost, until the service says what it has cost', async () => {
    const harness = await harnessWithPast({ creditsOfPerson: 3 * COST });
    await harness.make();
    harness.service.script.answers = [completed({ credits: { deducted: 2 } })];
    await harness.make();
    expect(await harness.blocker({ slides: 5 })).toBeUndefined();
    expect(await harness.make()).toBe('delivered');
  });
});

describe('admins get a message', () => {
  const notes = ({ queue }: ReturnType<typeof harnessWith>) =>
    queue.waiting.flatMap(({ name, payload }) =>
      name === 'credits' ? (payload as { note: object }).note : [],
    );

  test('at 80 and at 100 percent of the team’s limit, once for each limit and month', async () => {
    const harness = harnessWith({ creditsOfTeam: 5 * COST });
    for (let made = 0; made < 3; made += 1) await harness.make();
    expect(notes(harness)).toEqual([]);
    await harness.make();
    expect(notes(harness)).toEqual([{ kind: 'budget_reached', percent: 80, used: 48, limit: 60 }]);
    await harness.make();
    expect(notes(harness)).toMatchObject([{ percent: 80 }, { percent: 100, used: 60 }]);
    for (let more = 0; more < 3; more += 1) {
      expect(await harness.make()).toBe('credits_of_team');
      await harness.blocker();
    }
    expect(notes(harness)).toHaveLength(2);
    harness.set({ creditsOfTeam: 6 * COST });
    await harness.make();
    expect(notes(harness)).toHaveLength(3);
  });
});

describe('a person who asked an admin', () => {
  const notesOf = ({ queue }: ReturnType<typeof harnessWith>, kind: string) =>
    queue.waiting.flatMap(({ payload }) =>
      JSON.stringify(payload).includes(kind) ? (payload as { note: object }).note : [],
    );
  const lifted = (harness: ReturnType<typeof harnessWith>) => notesOf(harness, 'budget_lifted');

  test('is told once when the limits allow an ask again, and not before', async () => {
    const harness = harnessWith({ creditsOfPerson: COST });
    await harness.make();
    await harness.generations.askAdmins(ana, 'credits_of_person', 'C1');
    harness.set({ creditsOfTeam: 500, creditsOfPerson: COST + 1 });
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toEqual([]);
    harness.set({ creditsOf: { UANA: null } });
    const answers = await Promise.all([
      harness.generations.settleRequests('T1'),
      harness.generations.settleRequests('T1'),
    ]);
    expect(answers.flat()).toMatchObject([
      { lifted: { person: 'UANA', blocker: 'credits_of_person', limit: null } },
    ]);
    expect(await harness.generations.settleRequests('T1')).toEqual([]);
    expect(lifted(harness)).toEqual([{ kind: 'budget_lifted', person: 'UANA', isGuest: false }]);
  });

  test('for something dear is not told when another limit has changed', async () => {
    const harness = harnessWith({ creditsOfPerson: 5 * COST });
    await harness.make({ slides: 10 });
    const found = await harness.blocker({ slides: 60 });
    expect(found).toMatchObject({ needed: 6 * COST });
    await harness.generations.askAdmins(ana, 'credits_of_person', 'C1', 6 * COST);
    harness.set({ creditsOfTeam: 500 });
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toEqual([]);
    harness.set({ creditsOfPerson: 50 * COST });
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toHaveLength(1);
  });

  test('is not told while the new limit, or another one, is too low; the admins learn what is enough', async () => {
    const harness = await harnessWithPast({ creditsOfPerson: 2 * COST });
    await harness.make();
    await harness.generations.askAdmins(ana, 'credits_of_person', 'C1', 40);
    const { settleRequests, openRequests } = harness.generations;
    expect(await settleRequests('T1')).toEqual([]);
    harness.set({ creditsOf: { UANA: COST + 39 } });
    const open = { person: 'UANA', blocker: 'credits_of_person', used: COST, needed: 40, limit: COST + 39 };
    expect(await openRequests('T1')).toMatchObject([open]);
    const both = await Promise.all([settleRequests('T1'), settleRequests('T1')]);
    expect(both.flat()).toMatchObject([{ open }]);
    expect(await settleRequests('T1')).toEqual([]);
    harness.set({ creditsOf: { UANA: COST + 40 }, creditsOfTeam: COST + 10 });
    const ofTeam = { ...open, blocker: 'credits_of_team', limit: COST + 10 };
    expect(await settleRequests('T1')).toMatchObject([{ open: ofTeam }]);
    expect(lifted(harness)).toEqual([]);
    harness.set({ creditsOfTeam: COST + 40 });
    expect(await settleRequests('T1')).toMatchObject([{ lifted: { limit: COST + 40 } }]);
    expect(lifted(harness)).toHaveLength(1);
    expect(await openRequests('T1')).toEqual([]);
  });

  test('over several limits is told once all are high enough; the admins read each from the first message on', async () => {
    const harness = harnessWith({});
    for (let made = 0; made < 2; made += 1) await harness.make();
    harness.set({ creditsOfPerson: 2 * COST, creditsOfChannel: 60, creditsOfTeam: 70 });
    const also = [
      { blocker: 'credits_of_channel', used: 2 * COST, limit: 60 },
      { blocker: 'credits_of_team', used: 2 * COST, limit: 70 },
    ];
    await harness.generations.askAdmins(ana, 'credits_of_person', 'C1', 160);
    const [note] = harness.queue.waiting.flatMap(({ name, payload }) =>
      name === 'credits' ? [(payload as { note: object }).note] : [],
    );
    expect(note).toMatchObject({ blocker: 'credits_of_person', limit: 2 * COST, channel: 'C1', also });
    const { settleRequests, openRequests } = harness.generations;
    expect(await openRequests('T1')).toMatchObject([{ limit: 2 * COST, channel: 'C1', also }]);
    // The admins' messages change with each of the limits, whichever is changed first.
    harness.set({ creditsOf: { C1: 2 * COST + 160 } });
    expect(await settleRequests('T1')).toMatchObject([
      { open: { blocker: 'credits_of_person', also: [{ blocker: 'credits_of_team' }] } },
    ]);
    expect(await settleRequests('T1')).toEqual([]);
    harness.set({ creditsOfPerson: 2 * COST + 160 });
    expect(await settleRequests('T1')).toMatchObject([{ open: { blocker: 'credits_of_team' } }]);
    harness.set({ creditsOfTeam: 2 * COST + 160 });
    expect(await settleRequests('T1')).toMatchObject([{ lifted: { person: 'UANA' } }]);
  });

  test('is told when a new month has credits, although the limit is the same', async () => {
    const harness = harnessWith({ creditsOfPerson: COST });
    await harness.make();
    await harness.generations.askAdmins(ana, 'credits_of_person', 'C1', COST);
    await harness.clock.sleep(31 * 86_400_000);
    expect(await harness.generations.settleRequests('T1')).toMatchObject([{ lifted: { person: 'UANA' } }]);
    expect(lifted(harness)).toHaveLength(1);
  });

  test('for two things on one day is told when there are credits for the more expensive one', async () => {
    const harness = harnessWith({ creditsOfPerson: 1 });
    expect(await harness.generations.askAdmins(ana, 'credits_of_person', 'C1', 40)).toBe(true);
    expect(await harness.generations.askAdmins(ana, 'credits_of_person', 'C1', 10)).toBe(false);
    harness.set({ creditsOfPerson: 20 });
    expect(await harness.generations.settleRequests('T1')).toMatchObject([{ open: { needed: 40 } }]);
  });

  test('for a picture is told when pictures are turned on again, and not when a limit is raised', async () => {
    const harness = harnessWith({ spendOn: ['quick'], creditsOfTeam: 1 });
    const about = { what: 'image' as const, as: 'for' as const };
    await harness.generations.askAdmins(ana, 'kind_closed', 'C1', undefined, about, {
      work: { kind: 'image' },
    });
    harness.set({ creditsOfTeam: 500 });
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toEqual([]);
    harness.set({ spendOn: ['quick', 'picture'] });
    expect(await harness.generations.settleRequests('T1')).toMatchObject([
      { lifted: { person: 'UANA', blocker: 'kind_closed' } },
    ]);
    expect(lifted(harness)).toEqual([{ kind: 'budget_lifted', person: 'UANA', isGuest: false }]);
  });

  test('is told about the first of two kinds or channels of the same day, of which the admins have a message', async () => {
    const harness = harnessWith({ creditsOfChannel: 5, spendOn: ['quick'] });
    const { askAdmins, settleRequests } = harness.generations;
    const ask = (work: Ask['work']) => askAdmins(ana, 'kind_closed', 'C1', undefined, undefined, { work });
    expect([await ask({ kind: 'image' }), await ask({ kind: 'agent' })]).toEqual([true, false]);
    harness.set({ creditsOfChannel: null, spendOn: ['quick', 'picture'] });
    expect(await settleRequests('T1')).toMatchObject([{ lifted: { person: 'UANA' } }]);
    harness.set({ creditsOfChannel: 5 });
    expect(await askAdmins(ana, 'credits_of_channel', 'C1', 40)).toBe(true);
    expect(await askAdmins(ana, 'credits_of_channel', 'C2', 40)).toBe(false);
    expect(await harness.generations.openRequests('T1')).toMatchObject([{ channel: 'C1' }]);
  });

  test('as a guest, about a limit, is not told while guests are shut out', async () => {
    const harness = harnessWith({ spenders: 'listed', guests: 'yes' });
    await harness.generations.askAdmins(ana, 'not_a_spender', 'C1', undefined, undefined, { isGuest: true });
    harness.set({ spenders: 'everyone', guests: 'no' });
    expect(await harness.generations.settleRequests('T1')).toEqual([]);
    expect(lifted(harness)).toEqual([]);
    harness.set({ guests: 'yes' });
    expect(await harness.generations.settleRequests('T1')).toMatchObject([{ lifted: { person: 'UANA' } }]);
  });

  test('as a guest who asked for credits, too, gets an answer to both requests', async () => {
    const harness = harnessWith({ spenders: 'listed', guests: 'yes' });
    const { askAdmins, waitAsGuest, guestRequest, declineRequest, settleRequests } = harness.generations;
    await askAdmins(ana, 'not_a_spender', 'C1', undefined, undefined, { isGuest: true });
    harness.set({ spenders: 'everyone', guests: 'no' });
    await waitAsGuest(ana);
    expect(await askAdmins(ana, 'guest', undefined)).toBe(true);
    expect(await guestRequest(ana)).toBe('open');
    harness.set({ guests: 'yes' });
    expect(await settleRequests('T1')).toHaveLength(2);
    expect(lifted(harness).map((note) => 'isGuest' in note && note.isGuest)).toEqual([false, true]);
    expect(await declineRequest(ana, false)).toBeNull();
  });

  test('as a guest is told once when guests are let in, and not when only limits change', async () => {
    const harness = harnessWith({ creditsOfTeam: 1 });
    await harness.generations.askAdmins(ana, 'guest', undefined);
    harness.set({ creditsOfTeam: 500 });
    await harness.generations.settleRequests('T1');
    harness.set({ guests: 'yes', spenders: 'listed' });
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toEqual([]);
    harness.set({ spenders: 'everyone' });
    await Promise.all([harness.generations.settleRequests('T1'), harness.generations.settleRequests('T1')]);
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toEqual([{ kind: 'budget_lifted', person: 'UANA', isGuest: true }]);
  });

  test('as a guest is told when guests are let in, also if an average document would exceed a limit', async () => {
    const harness = harnessWith({ creditsOfTeam: COST + 1 });
    await harness.make();
    await harness.generations.askAdmins({ team: 'T1', person: 'UGUS' }, 'guest', undefined);
    expect(await harness.generations.openRequests('T1')).toEqual([]);
    harness.set({ guests: 'yes' });
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toEqual([{ kind: 'budget_lifted', person: 'UGUS', isGuest: true }]);
  });

  test('as a guest asks once a day, and again only if guests were let in and shut out meanwhile', async () => {
    const harness = harnessWith({});
    const { askAdmins, guestRequest, guestsShutOut, settleRequests } = harness.generations;
    const ask = async () => [await askAdmins(ana, 'guest', undefined), await guestRequest(ana)];
    expect([await ask(), await ask()]).toEqual([
      [true, 'open'],
      [false, 'open'],
    ]);
    harness.set({ guests: 'yes' });
    await settleRequests('T1');
    expect(await guestRequest(ana)).toBeUndefined();
    harness.set({ guests: 'no' });
    expect(await ask()).toEqual([false, undefined]);
    await guestsShutOut('T1', 'UADA');
    expect([await ask(), await ask()]).toEqual([
      [true, 'open'],
      [false, 'open'],
    ]);
  });

  test('as a guest can ask again after a day without an answer, also if something was kept meanwhile', async () => {
    const harness = harnessWith({});
    const { askAdmins, guestRequest, waitAsGuest } = harness.generations;
    await askAdmins(ana, 'guest', undefined);
    await waitAsGuest(ana);
    expect(await guestRequest(ana)).toBe('open');
    await harness.clock.sleep(25 * 60 * 60_000);
    await waitAsGuest(ana);
    expect(await guestRequest(ana)).toBe('unanswered');
  });

  test('as a guest is told if guests are shut out, also if nothing was ever made for them', async () => {
    const harness = harnessWith({ guests: 'yes', spenders: 'listed' });
    const { askAdmins, waitAsGuest, people, guestsShutOut } = harness.generations;
    await harness.make();
    await askAdmins({ team: 'T1', person: 'UGUS' }, 'not_a_spender', 'C1', undefined, undefined, {
      isGuest: true,
    });
    await waitAsGuest({ team: 'T1', person: 'UGUS' });
    await waitAsGuest({ team: 'T1', person: 'UGIA' });
    expect((await people('T1')).toSorted()).toEqual(['UANA', 'UGIA', 'UGUS']);
    await guestsShutOut('T1', 'UADA');
    expect(notesOf(harness, 'guests_shut_out')).toEqual([{ kind: 'guests_shut_out', by: 'UADA' }]);
  });

  test('as a guest reads for a day that the request was declined, unless guests were shut out again since', async () => {
    const harness = harnessWith({});
    const { askAdmins, guestRequest, declineRequest, waitAsGuest, guestsShutOut } = harness.generations;
    await askAdmins(ana, 'guest', undefined);
    await declineRequest(ana, true);
    await waitAsGuest(ana);
    expect([await askAdmins(ana, 'guest', undefined), await guestRequest(ana)]).toEqual([false, 'declined']);
    await harness.clock.sleep(1);
    await guestsShutOut('T1', 'UADA');
    expect(await guestRequest(ana)).toBeUndefined();
    expect([await askAdmins(ana, 'guest', undefined), await guestRequest(ana)]).toEqual([true, 'open']);
  });

  test('as a guest whom an admin has declined is still told once guests are let in', async () => {
    const harness = harnessWith({});
    const { askAdmins, declineRequest, guestRequest, settleRequests } = harness.generations;
    await askAdmins(ana, 'guest', undefined);
    const answers = await Promise.all([declineRequest(ana, true), declineRequest(ana, true)]);
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect([await guestRequest(ana), await declineRequest(ana, true)]).toEqual(['declined', null]);
    harness.set({ guests: 'yes' });
    expect(await settleRequests('T1')).toMatchObject([{ lifted: { person: 'UANA', blocker: 'guest' } }]);
    expect(lifted(harness)).toEqual([{ kind: 'budget_lifted', person: 'UANA', isGuest: true }]);
  });

  test('as a guest has no open request after an erasure, also if the admins get no second message that day', async () => {
    const { askAdmins, guestRequest } = harnessWith({}).generations;
    await askAdmins(ana, 'guest', undefined);
    await erasePerson(db, ana, 'person');
    expect([await askAdmins(ana, 'guest', undefined), await guestRequest(ana)]).toEqual([false, undefined]);
  });

  test('is told once if one of two admins says no, and not again when the limit is raised', async () => {
    const harness = harnessWith({ creditsOfPerson: 1 });
    const { askAdmins, declineRequest, settleRequests, openRequests } = harness.generations;
    await askAdmins(ana, 'credits_of_person', 'C1', 40);
    expect(await declineRequest(ana, true)).toBeNull();
    const answers = await Promise.all([declineRequest(ana, false), declineRequest(ana, false)]);
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(notesOf(harness, 'budget_declined')).toEqual([
      { kind: 'budget_declined', person: 'UANA', isGuest: false },
    ]);
    harness.set({ creditsOfPerson: 100 });
    expect([await settleRequests('T1'), await openRequests('T1')]).toEqual([[], []]);
    expect(await declineRequest(ana, false)).toBeNull();
  });

  test('is told a yes, and no no, if another admin has raised the limit first', async () => {
    const harness = harnessWith({ creditsOfPerson: 1 });
    await harness.generations.askAdmins(ana, 'credits_of_person', 'C1', 40);
    harness.set({ creditsOfPerson: 100 });
    await harness.generations.settleRequests('T1');
    expect(await harness.generations.declineRequest(ana, false)).toBeNull();
    expect(lifted(harness)).toHaveLength(1);
    expect(notesOf(harness, 'budget_declined')).toEqual([]);
  });

  test('about a channel is told when this channel has credits', async () => {
    const harness = harnessWith({ creditsOfChannel: COST });
    await harness.make();
    await harness.generations.askAdmins(ana, 'credits_of_channel', 'C1');
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toEqual([]);
    harness.set({ creditsOf: { C1: 100 } });
    await harness.generations.settleRequests('T1');
    expect(lifted(harness)).toHaveLength(1);
  });
});

test('the very first asks of a team reserve by their slides, so that many at once cannot overrun a limit by far', async () => {
  const harness = harnessWith({ creditsOfPerson: 500 });
  // No response comes, so each ask that was sent keeps its reservation.
  harness.service.script.create = Array.from({ length: 5 }, () => new Error('no response'));
  const prompt = Array.from({ length: 60 }, (_, at) => `Slide ${at}`).join('\n---\n');
  for (let asked = 0; asked < 2; asked += 1) await harness.make({ prompt });
  expect(await harness.make({ prompt })).toBe('credits_of_person');
  expect(harness.service.creates).toHaveLength(2);
});

test('if the service reports no cost, each ask counts as one', async () => {
  const harness = harnessWith({});
  harness.service.script.answers = [completed({ credits: undefined })];
  await harness.make({ person: 'UBEN' });
  harness.set({ creditsOfPerson: 3 });
  for (let made = 0; made < 3; made += 1) expect(await harness.make()).toBe('delivered');
  expect(await harness.make()).toBe('credits_of_person');
});

/** Fewer on PGlite, which has one connection. */
const ASKS = serverUrl ? 200 : 60;

test('many asks at the same moment in two processes, with credits for 37: exactly 37 are sent', async () => {
  const limits = { creditsOfPerson: 37 * COST };
  const [one, other] = [harnessWith(limits), harnessWith(limits)];
  for (const { context } of [one, other])
    context.limiters.submit = createFairLimiter({ total: ASKS, perKey: ASKS });
  // Last month's documents say what one costs.
  for (let made = 0; made < 2; made += 1) await one.make();
  for (const { clock } of [one, other]) await clock.sleep(31 * 86_400_000);
  const started = await Promise.all(
    Array.from({ length: ASKS }, (_, at) => one.generations.start(anAsk(ana), `ask ${at}`)),
  );
  const run = ({ id }: { id: string }, at: number) =>
    (at % 2 ? one : other).run({ team: 'T1', generation: id }, new AbortController().signal);
  await Promise.all(started.map(run));
  expect(one.service.creates.length + other.service.creates.length - 2).toBe(37);
  const states = await Promise.all(started.map(({ id }) => one.stateOf(id)));
  expect(states.filter((state) => state === 'delivered')).toHaveLength(37);
  expect(states.filter((state) => state === 'failed')).toHaveLength(ASKS - 37);
});
