import { sql } from 'kysely';
import type { SealingQueries } from '../storage/database.ts';
import type { Sealed } from '../storage/sealed-columns.ts';
import type { Moved, StepContext } from './context.ts';
import { type Changes, type Failure, type Generation, isPurged, RUNNING, type State } from './generation.ts';
import { change, generationSelection, generationTables, readGeneration, toColumns } from './store.ts';

/** Functions that change a generation's state. Other files with such statements: resume.ts, finished-documents.ts, delivery/outbox.ts. */

/** Changes a generation's state, and logs and counts the change. @returns null if the generation was in none of the states `from` */
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
 * Changes a generation's state in one statement, so that only one of two processes continues. If the new state does not need the texts and
 * stored pages (`isPurged`), deletes them. Choices such as the theme stay, because the card shows them.
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

/** SQL for the column `held`. While `submitted_at` is set, the outcome of the last create call is unknown, so its credits stay reserved. */
const HELD = sql<number>`CASE WHEN submitted_at IS NULL THEN held ELSE held + coalesce(reserved, 0) END`;

/** Returns the label to keep when the texts are deleted. Null if lists can show the title instead. A change always keeps its label. */
function nameLeft(work: Generation['work'], { title }: Changes) {
  if (work === 'edit') return sql<Sealed | null>`label`;
  return title ? null : sql<Sealed | null>`case when title is null then label end`;
}
