import { beforeEach, describe, expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import type { Clock } from '../../src/clock.ts';
import { type Failure, type State, states } from '../../src/generations/generation.ts';
import type { Generations } from '../../src/generations/generations.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createFakeGenerations } from '../support/harness/fake-generations.ts';
import { anAsk, anEdit } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** What callers of `Generations` may rely on, for the real one and for its test double. */

interface Subject {
  generations: Generations;
  /** Writes the state of a generation. */
  set(
    id: string,
    changes: { state: State; generationId?: string; docId?: string; failure?: Failure },
  ): Promise<void>;
}

const db = await cleanDatabase();

/** A clock that is later each time it is read, so that no two generations have the same time. */
function ticking(): Clock {
  let now = Date.parse('2026-03-02T09:00:00Z');
  return { now: () => ++now, sleep: async () => {} };
}

function theReal(): Subject {
  const { generations } = createHarness(db, {}, ticking());
  return {
    generations,
    async set(id, { state, generationId = null, docId = null, failure = null }: { [name: string]: unknown }) {
      await db.query(
        'update generations set state = $2, generation_id = $3, doc_id = $4, failure = $5 where id = $1',
        [id, state, generationId, docId, failure],
      );
    },
  };
}

function theFake(): Subject {
  const generations = createFakeGenerations();
  return {
    generations,
    async set(id, changes) {
      const row = generations.all().find((one) => one.id === id);
      if (row) generations.put({ ...row, ...changes });
    },
  };
}

const OTHER = 'T2';
const DECISIONS: [string, (generations: Generations, team: string, id: string) => Promise<boolean>][] = [
  ['stop', (generations, team, id) => generations.stop(team, id)],
  ['follow again', (generations, team, id) => generations.followAgain(team, id)],
  ['check again', (generations, team, id) => generations.checkAgain(team, id)],
  ['try again', (generations, team, id) => generations.resolveUnsure(team, id, 'again')],
  ['leave it', (generations, team, id) => generations.resolveUnsure(team, id, 'leave')],
  ['export', (generations, team, id) => generations.exportDoc(team, id, 'pdf', 'U1', 'a click')],
];

/** The states that a decision is accepted in, with the one that follows. Elsewhere it answers false. */
const ACCEPTED: Record<string, Partial<Record<State, State>>> = {
  stop: {
    queued: 'stopped',
    collecting: 'stopped',
    submitting: 'stopped',
    following: 'stopped',
    late: 'stopped',
    delivering: 'stopped',
    unsure: 'stopped',
    disconnected: 'stopped',
  },
  'check again': { late: 'following' },
  'try again': { unsure: 'collecting' },
  'leave it': { unsure: 'stopped' },
  export: { delivered: 'delivered' },
};

describe.each([
  ['generations', theReal],
  ['the double of generations', theFake],
])('%s', (_, create) => {
  let subject: Subject;
  let generations: Generations;
  beforeEach(() => {
    subject = create();
    generations = subject.generations;
  });

  const started = async (changes: Partial<Ask> = {}, key = 'a press') =>
    generations.start(anAsk(changes), key);

  test('a key gives one generation, however often it is used; another team has its own', async () => {
    const first = await started();
    expect(first).toMatchObject({ team: 'T1', person: 'U1', state: 'queued', channel: 'C1' });
    expect((await started()).id).toBe(first.id);
    expect((await started({ team: OTHER })).id).not.toBe(first.id);
    expect((await started({}, 'another press')).id).not.toBe(first.id);
  });

  test('the prompt is returned only by `askOf`, and is deleted when a person stops the generation', async () => {
    const { id, label } = await started();
    expect(label).toContain('Quarterly review');
    expect((await generations.find('T1', id))?.ask?.prompt).toBe('');
    expect((await generations.askOf('T1', id))?.prompt).toBe('Quarterly review for the board');
    await generations.stop('T1', id);
    expect((await generations.askOf('T1', id))?.prompt).toBe('');
  });

  test('a team finds only its own generations, a person only theirs, newest first', async () => {
    const ids: string[] = [];
    for (const key of ['one', 'two', 'three']) ids.push((await started({}, key)).id);
    await started({ person: 'U2' }, 'four');
    await started({ team: OTHER }, 'five');
    expect((await generations.recent('T1', 'U1', 2)).map(({ id }) => id)).toEqual(ids.slice(1).reverse());
    expect((await generations.people('T1')).toSorted()).toEqual(['U1', 'U2']);
    expect(await generations.find(OTHER, ids[0] ?? '')).toBeNull();
    expect(await generations.askOf(OTHER, ids[0] ?? '')).toBeNull();
    expect(await generations.find('T1', 'no id at all')).toBeNull();
  });

  describe.each(DECISIONS)('%s', (name, decide) => {
    test.each(states)('in %s', async (state) => {
      const { id } = await started();
      await subject.set(id, { state, docId: 'doc' });
      expect(await decide(generations, OTHER, id)).toBe(false);
      const next = ACCEPTED[name]?.[state];
      expect(await decide(generations, 'T1', id)).toBe(next !== undefined);
      expect((await generations.find('T1', id))?.state).toBe(next ?? state);
    });
  });

  test('an id that arrived late is followed, and nothing is spent again', async () => {
    const { id } = await started();
    await subject.set(id, { state: 'unsure', generationId: 'gen1' });
    expect(await generations.resolveUnsure('T1', id, 'again')).toBe(true);
    expect((await generations.find('T1', id))?.state).toBe('following');
  });

  test('a stopped generation can be followed again if it has an id, and only by its team', async () => {
    const { id } = await started();
    await subject.set(id, { state: 'stopped', generationId: 'gen1' });
    expect(await generations.followAgain(OTHER, id)).toBe(false);
    expect(await generations.followAgain('T1', id)).toBe(true);
    expect(await generations.followAgain('T1', id)).toBe(false);
    expect((await generations.find('T1', id))?.state).toBe('following');
  });

  test('a failed generation is dismissed from its person’s list, only by its team, and no other state is', async () => {
    const { id } = await started();
    const { id: made } = await started({}, 'made');
    await subject.set(id, { state: 'failed' });
    await subject.set(made, { state: 'delivered' });
    const listed = async () => (await generations.recent('T1', 'U1', 9)).map((one) => one.id).toSorted();
    await generations.dismiss(OTHER, id);
    await generations.dismiss('T1', made);
    expect(await listed()).toEqual([id, made].toSorted());
    await generations.dismiss('T1', id);
    expect(await listed()).toEqual([made]);
    expect((await generations.find('T1', id))?.state).toBe('failed');
  });

  test('an export needs a document', async () => {
    const { id } = await started();
    await subject.set(id, { state: 'delivered' });
    expect(await generations.exportDoc('T1', id, 'pdf', 'U1', 'a click')).toBe(false);
  });

  describe('changes of a document', () => {
    const change = (key: string, team = 'T1') => generations.startEdit(anEdit({ team }), key);

    test('have the id of their document; three may wait after the first, in each team', async () => {
      expect(await change('one')).toMatchObject({ work: 'edit', docId: 'g_doc', title: 'Quarterly review' });
      await change('two');
      await change('three');
      const last = await change('four');
      expect(await change('five')).toBeNull();
      expect((await change('four'))?.id).toBe(last?.id);
      expect(await change('five', OTHER)).not.toBeNull();
      await generations.stop('T1', last?.id ?? '');
      expect(await change('five')).not.toBeNull();
    });

    test('the first counts as waiting if the service has refused it because of a change made elsewhere', async () => {
      const first = await change('one');
      const refused = {
        state: 'collecting' as const,
        docId: 'g_doc',
        failure: { reason: 'conflict' as const },
      };
      await subject.set(first?.id ?? '', refused);
      await change('two');
      await change('three');
      expect(await change('four')).toBeNull();
    });
  });

  test('a new connection continues what waits for it, in its team', async () => {
    const [fresh, known, other] = [
      await started({}, 'one'),
      await started({}, 'two'),
      await started({ team: OTHER }),
    ];
    await subject.set(fresh.id, { state: 'disconnected' });
    await subject.set(known.id, { state: 'disconnected', generationId: 'gen1' });
    await subject.set(other.id, { state: 'disconnected' });
    await generations.reconnected('T1');
    expect((await generations.find('T1', fresh.id))?.state).toBe('queued');
    expect((await generations.find('T1', known.id))?.state).toBe('following');
    expect((await generations.find(OTHER, other.id))?.state).toBe('disconnected');
  });
});
