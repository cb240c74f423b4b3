import { announce } from './announce.ts';
import type { CancellationWatcher } from './cancellation.ts';
import type { Run, Step, StepContext } from './context.ts';
import { ensureRoot, reportGivenUp } from './delivery/messages.ts';
import type { Failure, Generation, State } from './generation.ts';
import { collect } from './steps/collect.ts';
import { deliver, tellDelivered } from './steps/deliver.ts';
import { follow } from './steps/follow.ts';
import { wasSubmitting } from './steps/submit.ts';
import { findGeneration } from './store.ts';
import { advance, fail } from './transitions.ts';

/** `queued`: the person sees "Working on it" before anything else is done. */
const begin: Step = async (generation, context, run) => {
  const shown = await ensureRoot(generation, context, run.signal);
  await advance(shown, context, 'collecting');
};

/** What is done in each state. */
const steps: Record<State, Step> = {
  queued: begin,
  collecting: collect,
  submitting: wasSubmitting,
  following: follow,
  delivering: deliver,
  delivered: tellDelivered,
  late: announce,
  failed: announce,
  stopped: announce,
  unsure: announce,
  disconnected: announce,
};

/** States that are told of and nothing more; a run ends there. */
const RESTING: State[] = ['delivered', 'late', 'failed', 'stopped', 'unsure', 'disconnected'];

type Payload = { team: string; generation: string };

/**
 * The one natural way of a generation: step after step until it has ended or waits for a person. Each step writes
 * where it has come to, so that any process may run it from there.
 */
export function createRunner(context: StepContext, cancellations: CancellationWatcher) {
  async function run({ team, generation: id }: Payload, signal: AbortSignal): Promise<void> {
    const watched = cancellations.watch(id, signal);
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
      if (!generation) return;
      const step = steps[generation.state];
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
    if (generation) await giveUp(generation);
    // Read anew: where this is not the first attempt to tell, or the run died in telling, it rests there already.
    const ended = await findGeneration(context.db, team, id);
    if (!ended || !RESTING.includes(ended.state)) return;
    await reportGivenUp(
      () => steps[ended.state](ended, context, { signal: AbortSignal.timeout(60_000) }),
      context.log,
    );
  }

  /** What may have been paid for is not called a failure: it is delivered, looked for again, or asked about. */
  async function giveUp(generation: Generation): Promise<void> {
    const { state, id, exportAs } = generation;
    if (state === 'submitting') return wasSubmitting(generation, context);
    if (state === 'late') return;
    const withoutFile: Failure = { reason: 'export_failed', reference: id };
    if (state === 'following') await advance(generation, context, 'late');
    else if (state === 'delivering')
      await advance(generation, context, 'delivered', exportAs ? { failure: withoutFile } : {});
    else await fail(generation, context, { reason: 'internal', reference: id });
  }

  return { run, onDead };
}
