import { sql } from 'kysely';
import type { SealingQueries } from '../storage/database.ts';
import type { Sealed } from '../storage/sealed-columns.ts';
import type { StepContext } from './context.ts';
import { type Changes, type Failure, type Generation, isPurged, RUNNING, type State } from './generation.ts';
import { change, generationSelection, generationTables, readGeneration, toColumns } from './store.ts';

/**
 * How a generation goes from state to state. Three more that do are part of larger statements: the first message is posted
 * (delivery/outbox.ts), what waits for a connection goes on (resume.ts), a document is deleted (finished-documents.ts).
 */

/** Writes a transition with the time of it. */
export async function advance(
  generation: Generation,
  context: Pick<StepContext, 'db' | 'clock' | 'log' | 'onState'>,
  to: State,
  changes: Changes = {},
  from: State[] = [generation.state],
): Promise<Generation | null> {
  const now = new Date(context.clock.now());
  const moved = await transition(context.db, generation, from, to, now, changes);
  if (moved) recordTransition(moved, context);
  return moved;
}

export function fail(generation: Generation, context: StepContext, failure: Failure, changes: Changes = {}) {
  return advance(generation, context, 'failed', { ...changes, failure }, RUNNING);
}

/** For operators: one line in the log and one more in the metrics. */
export function recordTransition(
  generation: Pick<Generation, 'team' | 'id' | 'state' | 'work' | 'failure'>,
  { log, onState }: Pick<StepContext, 'log' | 'onState'>,
): void {
  const { team, id, state, failure } = generation;
  log.info({ team, generation: id, state, ...(failure && { reason: failure.reason }) }, 'generation');
  onState?.(generation);
}

/**
 * One transition, in one statement: moves to `to` only from one of `from`, so that of two processes with one generation only one
 * goes on. Where the texts that people wrote are of no more use, it deletes them.
 * @returns the generation as written, or null where it was in no such state
 */
export async function transition(
  db: SealingQueries,
  generation: Pick<Generation, 'id' | 'work'>,
  from: State[],
  to: State,
  now: Date,
  changes: Changes = {},
): Promise<Generation | null> {
  const row = await (isPurged({ state: to, work: generation.work })
    ? movedAndPurged(db, generation, from, to, now, changes).selectFrom('moved').selectAll()
    : moving(db, generation.id, from, to, now, changes).returning(generationSelection)
  ).executeTakeFirst();
  return row ? readGeneration(db, row) : null;
}

const moving = (db: SealingQueries, id: string, from: State[], to: State, now: Date, changes: Changes) =>
  change(db, id)
    .set({ ...toColumns(db, id, changes), state: to, updatedAt: now })
    .where('state', 'in', from);

/**
 * The beginning of a statement that moves a generation and deletes its texts, with the pages that they were put together from; `moved`
 * is the generation as written. The choices (theme, format) stay for the card, and so do the first words of a change, which are its
 * name beside the document's title.
 */
export const movedAndPurged = (
  db: SealingQueries,
  { id, work }: Pick<Generation, 'id' | 'work'>,
  from: State[],
  to: State,
  now: Date,
  changes: Changes,
) =>
  generationTables(db)
    .with('moved', () =>
      moving(db, id, from, to, now, changes)
        .set({ prompt: null, collected: null, label: nameLeft(work, changes) })
        .returning(generationSelection),
    )
    .with('pages', (cte) =>
      cte.deleteFrom('collectedPages').where('generation', 'in', (eb) => eb.selectFrom('moved').select('id')),
    );

function nameLeft(work: Generation['work'], { title }: Changes) {
  if (work === 'edit') return sql<Sealed | null>`label`;
  return title ? null : sql<Sealed | null>`case when title is null then label end`;
}
