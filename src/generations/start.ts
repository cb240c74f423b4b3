import type { Jobs } from '../jobs/jobs.ts';
import type { CancellationWatcher } from './cancellation.ts';
import type { StepContext } from './context.ts';
import { openDelivery, setPayload } from './delivery/outbox.ts';
import type { Generation, State } from './generation.ts';
import type { Generations } from './generations.ts';
import { labelOf } from './label.ts';
import { sendOn } from './resume.ts';
import { findGeneration, forgetTexts, fullAsk, insertGeneration, move, recentGenerations } from './store.ts';
import { DONE, RUNNING, tellState } from './transitions.ts';

/** What the surfaces call. Each change and the job that acts on it are written in one transaction. */
export function createGenerations(
  context: Pick<StepContext, 'db' | 'clock' | 'log' | 'onState'>,
  jobs: Jobs,
  cancellations: CancellationWatcher,
): Generations {
  const { db, clock } = context;
  const now = () => new Date(clock.now());
  const job = (generation: Pick<Generation, 'team' | 'id'>) => ({
    team: generation.team,
    generation: generation.id,
  });

  /** A person's answer: changes the state if it still waits for it, and sends the generation on its way. */
  async function answer(team: string, id: string, from: State[], to: State, changes = {}): Promise<boolean> {
    if (!(await findGeneration(db, team, id))) return false;
    return db.transaction(async (tx) => {
      const moved = await move(tx, id, from, to, now(), changes);
      if (!moved) return false;
      if (DONE.includes(to)) await forgetTexts(tx, id);
      await jobs.send('generation', job(moved), { tx, key: id });
      tellState(moved, context);
      return true;
    });
  }

  return {
    async start(ask, key) {
      const { generation, made } = await db.transaction(async (tx) => {
        const inserted = await insertGeneration(tx, ask, { key, label: labelOf(ask), now: now() });
        const { generation } = inserted;
        if (inserted.made) await jobs.send('generation', job(generation), { tx, key: generation.id });
        return inserted;
      });
      if (made) tellState(generation, context);
      return generation;
    },
    find: (team, id) => findGeneration(db, team, id),
    async askOf(team, id) {
      const generation = await findGeneration(db, team, id);
      const kept = generation && (await fullAsk(db, generation.id));
      return kept?.ask ?? null;
    },
    recent: (team, person, limit) => recentGenerations(db, team, person, limit),
    async resolveUnsure(team, id, choice) {
      if (choice === 'leave') return answer(team, id, ['unsure'], 'stopped');
      // The answer to the create call may have come after all: then it is followed, and nothing spent again.
      const known = (await findGeneration(db, team, id))?.generationId !== undefined;
      return known
        ? answer(team, id, ['unsure'], 'following', { failure: null, followSince: now() })
        : answer(team, id, ['unsure'], 'collecting', { failure: null });
    },
    checkAgain: (team, id) => answer(team, id, ['late'], 'following', { followSince: now() }),
    async stop(team, id) {
      const done = await answer(team, id, [...RUNNING, 'unsure', 'disconnected'], 'stopped');
      if (done) cancellations.cancel(id);
      return done;
    },
    async exportDoc(team, id, exportAs, by, key) {
      const generation = await findGeneration(db, team, id);
      if (generation?.state !== 'delivered' || !generation.docId) return false;
      await db.transaction(async (tx) => {
        const row = await openDelivery(tx, generation, { kind: 'file', sequence: key }, now());
        if (row.payload) return;
        await setPayload(tx, row.id, { exportAs, by });
        await jobs.send('export', { team, delivery: row.id }, { tx, key: row.id });
      });
      return true;
    },
    async markArchived(team, id) {
      if (!(await findGeneration(db, team, id))) return;
      await db.transaction(async (tx) => {
        const archivedAt = now();
        const moved = await move(tx, id, ['delivered'], 'delivered', archivedAt, { archivedAt });
        if (moved) await jobs.send('generation', job(moved), { tx, key: id });
      });
    },
    reconnected: (team) => sendOn(team, context, jobs),
  };
}
