import { announce } from './announce.ts';
import { collect } from './collect.ts';
import { deliver } from './deliver.ts';
import { advance, fail } from './finish.ts';
import { follow } from './follow.ts';
import type { Generation, State } from './generation.ts';
import { ensureRoot } from './messages.ts';
import type { Run, Step, StepContext } from './steps.ts';
import type { StopWatch } from './stop-watch.ts';
import { findGeneration } from './store.ts';
import { wasSubmitting } from './submit.ts';

/** `queued`: the person sees "Working on it" before anything else is done. */
const begin: Step = async (generation, context, run) => {
  const shown = await ensureRoot(generation, context, run.signal);
  await advance(shown, context, 'collecting');
};

/** What is done in each state. In `delivered` nothing is left to do. */
const steps: Record<State, Step | null> = {
  queued: begin,
  collecting: collect,
  submitting: wasSubmitting,
  following: follow,
  delivering: deliver,
  delivered: null,
  late: announce,
  failed: announce,
  stopped: announce,
  unsure: announce,
  disconnected: announce,
};

/** States that `announce` has told of; a run ends there. */
const RESTING: State[] = ['late', 'failed', 'stopped', 'unsure', 'disconnected'];

type Payload = { team: string; generation: string };

/**
 * The one natural way of a generation: step after step until it has ended or waits for a person. Each step writes
 * where it has come to, so that any process may run it from there.
 */
export function createRunner(context: StepContext, stops: StopWatch) {
  async function run({ team, generation: id }: Payload, signal: AbortSignal): Promise<void> {
    const watched = stops.watch(id, signal);
    const hold: Run = { signal: watched.signal };
    try {
      await stepThrough(team, id, hold, signal);
    } finally {
      watched.end();
    }
  }

  async function stepThrough(team: string, id: string, hold: Run, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const generation = await findGeneration(context.db, team, id);
      const step = generation && steps[generation.state];
      if (!generation || !step) return;
      if (RESTING.includes(generation.state)) return await step(generation, context, { signal });
      await untilStopped(generation, step, hold, signal);
    }
  }

  /** A person's stop ends the step; the next round finds the state `stopped`. */
  async function untilStopped(
    generation: Generation,
    step: Step,
    hold: Run,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await step(generation, context, hold);
    } catch (error) {
      if (!hold.signal.aborted || signal.aborted) throw error;
    }
  }

  /** The queue has given up on a run: the person is told. */
  async function onDead({ team, generation: id }: Payload, error: unknown): Promise<void> {
    context.log.error({ generation: id, err: error }, 'a generation could not be run');
    const generation = await findGeneration(context.db, team, id);
    if (!generation) return;
    const failed = await fail(generation, context, { reason: 'internal', reference: id });
    if (failed) await announce(failed, context, { signal: AbortSignal.timeout(60_000) });
  }

  return { run, onDead };
}
