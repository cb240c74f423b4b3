import type { CancellationWatcher } from './cancellation.ts';
import type { Run, Step, StepContext, Written } from './context.ts';
import { ensureRoot, notify, reportGivenUp, showState } from './delivery/messages.ts';
import { emptyChannel, type Failure, type Generation, SETTLED, type State } from './generation.ts';
import { collect } from './steps/collect.ts';
import { deliver, reportDelivered } from './steps/deliver.ts';
import { follow } from './steps/follow.ts';
import { markOutcomeUnknown } from './steps/submit.ts';
import { findGeneration } from './store.ts';
import { findToRun, type ToRun } from './stored-ask.ts';
import { advance, fail } from './transitions.ts';

/** `queued`: the person sees "Working on it" before anything else is done. */
const begin: Step = async (generation, context, run) => {
  const shown = await ensureRoot(generation, context, run.signal);
  return shown.state === 'queued' ? advance(shown, context, 'collecting') : shown;
};

/**
 * States that end a run without a document, or wait for a person: the first message says so, and a line in the thread
 * notifies the person, once for each time that the state is reached, whichever process does it.
 */
const reportOutcome: Step = async (generation, context, run) => {
  const shown = await showState(generation, context, run.signal);
  // The person who pressed Stop knows it already, and an empty channel is no failure.
  if (generation.state === 'stopped' || emptyChannel(generation)) return undefined;
  await notify(shown, context, run.signal, `${generation.state}:${generation.updatedAt.getTime()}`);
  return undefined;
};

/** The step of each state. */
const steps: Record<State, Step> = {
  queued: begin,
  collecting: collect,
  submitting: markOutcomeUnknown,
  following: follow,
  delivering: deliver,
  delivered: reportDelivered,
  late: reportOutcome,
  failed: reportOutcome,
  stopped: reportOutcome,
  unsure: reportOutcome,
  disconnected: reportOutcome,
};

type Payload = { team: string; generation: string };

/**
 * Takes a generation step after step until it has ended or waits for a person. Each step writes where it has come to, so
 * that any process may run it from there.
 */
export function createRunner(context: StepContext, cancellations: CancellationWatcher) {
  async function run({ team, generation: id }: Payload, signal: AbortSignal): Promise<void> {
    const inRun: Run = { signal };
    for (let ended = false; !ended; ) {
      // Watched anew once a person has stopped it: by the time that is seen, they may have taken it up again.
      const watched = cancellations.watch(id, signal);
      try {
        ended = await stepThrough(team, id, Object.assign(inRun, { signal: watched.signal }), signal);
      } finally {
        watched.end();
      }
    }
  }

  /** @returns false where a person's stop has ended a step: the state says what came of it */
  async function stepThrough(team: string, id: string, inRun: Run, signal: AbortSignal): Promise<boolean> {
    let written: Written;
    while (!inRun.signal.aborted) {
      const found = written ? undefined : (takeStarted(id) ?? (await findToRun(context.db, team, id)));
      const generation = written ?? found?.generation;
      if (!generation) return true;
      if (found) inRun.stored = found.stored;
      context.onStep?.(generation);
      const step = steps[generation.state];
      if (SETTLED.includes(generation.state)) {
        await step(generation, context, { ...inRun, signal });
        return true;
      }
      written = await untilStopped(generation, step, inRun, signal);
    }
    signal.throwIfAborted();
    return false;
  }

  /** What this process has written a moment ago is not read again; each transition looks whether it is still so. */
  function takeStarted(id: string): ToRun | undefined {
    const started = context.started?.get(id);
    context.started?.delete(id);
    return started;
  }

  async function untilStopped(
    generation: Generation,
    step: Step,
    inRun: Run,
    signal: AbortSignal,
  ): Promise<Written> {
    try {
      return await step(generation, context, inRun);
    } catch (error) {
      if (!inRun.signal.aborted || signal.aborted) throw error;
      return undefined;
    }
  }

  /** The queue has given up on a run: the person is notified. */
  async function onDeadLetter({ team, generation: id }: Payload): Promise<void> {
    const generation = await findGeneration(context.db, team, id);
    if (generation) await giveUp(generation);
    // Read again: where this is not the first attempt to report, or the run failed in reporting, it is settled already.
    const ended = await findGeneration(context.db, team, id);
    if (!ended || !SETTLED.includes(ended.state)) return;
    await reportGivenUp(
      () => steps[ended.state](ended, context, { signal: AbortSignal.timeout(60_000) }),
      context.log,
    );
  }

  /** A document that may have been paid for is no failure: it is delivered, looked for again, or asked about. */
  async function giveUp(generation: Generation): Promise<void> {
    const { state, id, exportAs } = generation;
    if (state === 'late') return;
    const withoutFile: Failure = { reason: 'export_failed', reference: id };
    if (state === 'submitting') await markOutcomeUnknown(generation, context);
    else if (state === 'following') await advance(generation, context, 'late');
    else if (state === 'delivering')
      await advance(generation, context, 'delivered', exportAs ? { failure: withoutFile } : {});
    else await fail(generation, context, { reason: 'internal', reference: id });
  }

  return { run, onDeadLetter };
}
