import { sql } from 'kysely';
import type { SealingQueries } from '../storage/database.ts';
import type { Sealed } from '../storage/sealed-columns.ts';
import type { Moved, StepContext } from './context.ts';
import { type Changes, type Failure, type Generation, isPurged, RUNNING, type State } from './generation.ts';
import { change, generationSelection, generationTables, readGeneration, toColumns } from './store.ts';

/**
 * Changes a generation's state. Only two other functions do so, because their statements change more: resume.ts when a team connects, and
 * finished-documents.ts when a document is deleted.
 */

/** Moves a generation to a state, and logs and counts the transition. @returns null if the generation was in none of the states `from` */
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

/** Logs and counts a change of state, for operators. */
export function recordTransition(
  generation: Pick<Generation, 'team'> & Moved,
  { log, onState }: Pick<StepContext, 'log' | 'onState'>,
): void {
  const { team, id, state, failure } = generation;
  log.info({ team, generation: id, state, ...(failure && { reason: failure.reason }) }, 'generation');
  onState?.(generation);
}

/**
 * Moves a generation to the state `to`, if it is in one of the states `from`. This is one statement, so if two processes try the same
 * transition, only one of them continues. If the texts that people wrote are not needed in the new state (`isPurged`), they and the stored
 * pages are deleted. The choices (theme, format) stay, because the card shows them.
 * @returns the updated generation; null if it was in none of the states `from`
 */
export async function transition(
  db: SealingQueries,
  generation: Pick<Generation, 'team' | 'id' | 'work'>,
  from: State[],
  to: State,
  now: Date,
  changes: Changes = {},
): Promise<Generation | null> {
  const moving = change(db, generation.id)
    .set({
      ...toColumns(db, generation, changes),
      ...(to === 'submitting' && { held: HELD }),
      state: to,
      updatedAt: now,
    })
    .where('state', 'in', from)
    .returning(generationSelection);
  const row = await (isPurged({ state: to, work: generation.work })
    ? generationTables(db)
        .with('moved', () =>
          moving.set({
            prompt: null,
            collected: null,
            found: null,
            label: nameLeft(generation.work, changes),
          }),
        )
        .with('pages', (cte) =>
          cte
            .deleteFrom('collectedPages')
            .where('generation', 'in', (eb) => eb.selectFrom('moved').select('id')),
        )
        .selectFrom('moved')
        .selectAll()
    : moving
  ).executeTakeFirst();
  return row ? readGeneration(db, row) : null;
}

/**
 * SQL for the column `held`: credits that stay reserved for earlier create calls. If `submitted_at` is still set, the outcome of the last
 * call is not known, so the credits reserved for that call are added.
 */
const HELD = sql<number>`CASE WHEN submitted_at IS NULL THEN held ELSE held + coalesce(reserved, 0) END`;

/**
 * Returns the label to write when texts are deleted: null if the document has a title, otherwise the label. The label of a change is always
 * kept, because it is shown beside the document's title.
 */
function nameLeft(work: Generation['work'], { title }: Changes) {
  if (work === 'edit') return sql<Sealed | null>`label`;
  return title ? null : sql<Sealed | null>`case when title is null then label end`;
}
