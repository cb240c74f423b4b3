import type { Ask } from '../asks/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Database, type Transaction, withLock } from '../storage/database.ts';
import type { StepContext } from './context.ts';
import type { Changes, Generation, State } from './generation.ts';
import { editsUnderWay, findGeneration, saveOwnWish } from './store.ts';
import { fullAsk } from './stored-ask.ts';

/** What is done with changes of a document, besides what is done with every generation. */
export interface Edits {
  /**
   * As `Generations.start`, for a change of a document.
   * @param instead the change of the same person that it may stand for: where that had to give way to another one, its
   * message no longer offers to make it, from the moment that this one is taken
   * @returns null where one is under way and another waits for its turn already: the line is one deep
   */
  start(ask: Ask, key: string, instead?: string): Promise<Generation | null>;
  /** "Do mine after", where the service was changing the document for somebody else: waits for that, for a while. */
  waitForOther(team: string, id: string): Promise<'waits' | 'full' | 'over'>;
  /** "Follow it" instead: the change that is under way. This one is not made. */
  followOther(team: string, id: string): Promise<boolean>;
}

/** A change that the service refused for another one, which its person can wait for, or follow. */
export function awaitsDecision({ state, work, failure, ownWish }: Generation): boolean {
  return state === 'failed' && work === 'edit' && failure?.reason === 'conflict' && ownWish === undefined;
}

/** One under way, and one that waits for it. */
const MOST_AT_ONCE = 2;

export interface EditsOptions extends Pick<StepContext, 'clock' | 'policy'> {
  db: Database;
  jobs: Jobs;
  /** @param besides is written in the same transaction */
  start(ask: Ask, key: string, besides: (tx: Transaction) => Promise<void>): Promise<Generation>;
  /** A transition by a person's decision; false where it no longer waits for one. */
  answer(team: string, id: string, from: State[], to: State, changes: Changes): Promise<boolean>;
}

export function createEdits({ db, jobs, clock, policy, start, answer }: EditsOptions): Edits {
  /** Two decisions about one document take turns, so that the line is never longer than it may be. */
  const alone = <T>(team: string, docId: string, decide: () => Promise<T>) =>
    withLock(db, `edits ${team} ${docId}`, decide);

  /** One that the service refused for another change of the document. */
  async function refused(team: string, id: string): Promise<Generation | null> {
    const generation = await findGeneration(db, team, id);
    return generation && awaitsDecision(generation) ? generation : null;
  }

  /** The person's own wish, which had to give way, was sent anew. */
  async function markSent(tx: Transaction, team: string, id: string): Promise<void> {
    const generation = await findGeneration(tx, team, id);
    if (!generation || !(awaitsDecision(generation) || generation.ownWish === 'kept')) return;
    await saveOwnWish(tx, id, 'sent');
    await jobs.send('card', { team, generation: id }, { tx, key: id });
  }

  return {
    async start(ask, key, instead) {
      const { team, work } = ask;
      if (work.kind !== 'edit') throw new Error('An edit names its document');
      const { docId } = work.document;
      return alone(team, docId, async () => {
        const others = await editsUnderWay(db, { team, docId }, key);
        if (others.length >= MOST_AT_ONCE) return null;
        return start(ask, key, (tx) => (instead ? markSent(tx, team, instead) : Promise.resolve()));
      });
    },
    async waitForOther(team, id) {
      const generation = await refused(team, id);
      if (!generation) return 'over';
      return alone(team, generation.docId ?? '', async () => {
        if ((await editsUnderWay(db, generation)).length > 0) return 'full';
        const ask = (await fullAsk(db, id))?.ask;
        if (ask?.work.kind !== 'edit') return 'over';
        const waitUntil = new Date(clock.now() + policy.editRetryMs).toISOString();
        const waiting = { ...ask, work: { ...ask.work, waitUntil } };
        const changes = { ask: waiting, failure: null };
        return (await answer(team, id, ['failed'], 'collecting', changes)) ? 'waits' : 'over';
      });
    },
    async followOther(team, id) {
      const generation = await refused(team, id);
      const editId = generation?.failure?.editId;
      if (!editId) return false;
      // The words were another person's, and nobody here knows them.
      const followed = {
        ...{ generationId: editId, label: '', followSince: new Date(clock.now()), failure: null },
        ownWish: 'kept' as const,
      };
      return answer(team, id, ['failed'], 'following', followed);
    },
  };
}
