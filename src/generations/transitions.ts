import type { StepContext } from './context.ts';
import { type Changes, type Failure, type Generation, RUNNING, type State } from './generation.ts';
import { transition } from './store.ts';

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

/** For operators: one line in the log and one more in the metrics. */
export function recordTransition(
  generation: Pick<Generation, 'team' | 'id' | 'state' | 'work' | 'failure'>,
  { log, onState }: Pick<StepContext, 'log' | 'onState'>,
): void {
  const { team, id, state, failure } = generation;
  log.info({ team, generation: id, state, ...(failure && { reason: failure.reason }) }, 'generation');
  onState?.(generation);
}

export function fail(generation: Generation, context: StepContext, failure: Failure, changes: Changes = {}) {
  return advance(generation, context, 'failed', { ...changes, failure }, RUNNING);
}
