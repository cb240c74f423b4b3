import type { StepContext } from './context.ts';
import type { Changes, Failure, Generation, State } from './generation.ts';
import { forgetTexts, move } from './store.ts';

/** States in which something runs; a person's stop or a failure may come in any of them. */
export const RUNNING: State[] = ['queued', 'collecting', 'submitting', 'following', 'late', 'delivering'];
/** After a failure the person may change the ask and try again, so its texts stay until retention ends them. */
export const DONE: State[] = ['delivered', 'stopped'];

/** Writes a transition with the time of it; once it is done with, deletes what the person wrote. */
export async function advance(
  generation: Generation,
  context: Pick<StepContext, 'db' | 'clock' | 'log' | 'onState'>,
  to: State,
  changes: Changes = {},
  from: State[] = [generation.state],
): Promise<Generation | null> {
  const now = new Date(context.clock.now());
  const moved = await context.db.transaction(async (tx) => {
    const row = await move(tx, generation.id, from, to, now, changes);
    if (row && DONE.includes(to)) await forgetTexts(tx, generation.id);
    return row;
  });
  if (moved) tellState(moved, context);
  return moved;
}

/** For operators: one line in the log and one more in the metrics. */
export function tellState(
  { team, id, state }: Generation,
  { log, onState }: Pick<StepContext, 'log' | 'onState'>,
): void {
  log.info({ team, generation: id, state }, 'generation');
  onState?.(state);
}

export function fail(generation: Generation, context: StepContext, failure: Failure, changes: Changes = {}) {
  return advance(generation, context, 'failed', { ...changes, failure }, RUNNING);
}
