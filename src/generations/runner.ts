import { problemOf } from '../service/error-meaning.ts';
import { isPseudonym } from '../storage/person.ts';
import type { CancellationWatcher } from './cancellation.ts';
import type { Run, Step, StepContext, Written } from './context.ts';
import { addCardDetails } from './delivery/card-details.ts';
import {
  ensureRoot,
  notify,
  offerFound,
  removeProgress,
  reportFailure,
  reportGivenUp,
  showState,
} from './delivery/messages.ts';
import { Outdated } from './delivery/outbox.ts';
import { renderOwnFile } from './delivery/render-export.ts';
import { sendFile } from './delivery/send-file.ts';
import { replyWithPicture } from './delivery/thumbnail.ts';
import {
  emptyChannel,
  type Failure,
  type Generation,
  offeredDocument,
  SETTLED,
  type State,
} from './generation.ts';
import { collect } from './steps/collect.ts';
import { follow } from './steps/follow.ts';
import { lookForDocument } from './steps/look-for-document.ts';
import { markOutcomeUnknown } from './steps/submit.ts';
import { findGeneration } from './store.ts';
import { advance, fail } from './transitions.ts';
import { fileOf, postedFileOf, workOf } from './work/kinds.ts';
import type { Link } from './work/work.ts';

/** Step for the state `queued`: posts the generation's first message in Slack before any other work. The next state is `collecting`. */
const begin: Step = async (generation, run) => {
  const shown = await ensureRoot(generation, run);
  return shown.state === 'queued' ? advance(shown, run, 'collecting') : shown;
};

/** Reports that a generation waits for a person or has ended without a document. Each change of state is reported once. */
const reportOutcome: Step = async (generation, run) => {
  const { state, updatedAt, person, rootTs } = generation;
  // If the asker was erased before the first message was posted, there is nobody to tell.
  if (isPseudonym(person) && !rootTs) return undefined;
  const sequence = `${state}:${updatedAt.getTime()}`;
  // If the channel had no messages, the result card says this, and no failure is reported.
  const isQuiet = emptyChannel(generation) !== undefined;
  if (state === 'failed' && !isQuiet) {
    await reportFailure(generation, run, sequence);
    return undefined;
  }
  const asked = offeredDocument(generation)
    ? await offerFound(generation, run, `${sequence}:found`)
    : generation;
  if (!asked) return undefined;
  const shown = await showState(asked, run);
  // A person who has clicked "Stop" gets no notice.
  if (state !== 'stopped' && !isQuiet) await notify(shown, run, sequence);
  return undefined;
};

/**
 * `delivering`: turns the generation's first message into the result card, then posts the file. For a change in a thread, the first message
 * keeps showing the progress. Safe to run again, because the file's outbox row prevents a second post.
 */
export const deliver: Step = async (generation, run) => {
  const shown = leavesReplyOnly(generation) ? generation : await showState(generation, run);
  const failure = fileOf(generation) ? await deliverFile(shown, run) : null;
  return advance(shown, run, 'delivered', failure ? { failure: withoutFile(failure, shown) } : {});
};

/** `delivered`: updates the card, and posts a reply if no file was posted. A separate state, so that a crash cannot skip this work. */
export const reportDelivered: Step = async (generation, run) => {
  const onlyReply = leavesReplyOnly(generation);
  const shown = onlyReply ? generation : await showState(generation, run);
  if (!postedFileOf(shown) && !(await replyWithPicture(shown, run))) await notify(shown, run, 'delivered');
  if (onlyReply) await removeProgress(shown, run);
  await addCardDetails(shown, run);
  if (shown.work === 'edit') await run.documentChanged(shown);
  return undefined;
};

/** Returns true for a change in a thread. Its first message is deleted at the end, so that only the reply with the outcome is left. */
const leavesReplyOnly = ({ work, threadTs }: Generation) => work === 'edit' && threadTs !== undefined;

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

/** Runs a generation step by step until it ends or waits for a person. Each step writes the new state, so any process can continue. */
export function createRunner(context: StepContext, cancellations: CancellationWatcher) {
  async function run({ team, generation: id }: Payload, signal: AbortSignal): Promise<void> {
    const inRun: Run = { ...context, signal };
    for (let ended = false; !ended; ) {
      // If a person stops the generation during its steps, read its state again. The person may have continued it in the meantime.
      const watched = cancellations.watch(id, signal);
      try {
        ended = await stepThrough(team, id, Object.assign(inRun, { signal: watched.signal }), signal);
      } finally {
        watched.end();
      }
    }
  }

  /** Runs the steps one after another. @returns false if a person has stopped the generation, so that the caller reads its state again */
  async function stepThrough(team: string, id: string, inRun: Run, signal: AbortSignal): Promise<boolean> {
    // If another process has changed this generation in the meantime, the first transition fails. The loop then reads the generation again.
    const started = context.started?.get(id);
    context.started?.delete(id);
    inRun.stored = started?.stored;
    let written: Written = started?.generation;
    let hasLooked = false;
    while (!inRun.signal.aborted) {
      const generation = written ?? (await findGeneration(context.db, team, id));
      if (!generation) return true;
      inRun.isNewState = generation === written;
      if (generation.state === 'unsure' && !hasLooked) {
        hasLooked = true;
        written = await untilStopped(generation, lookForDocument, inRun, signal);
        continue;
      }
      const step = steps[generation.state];
      if (SETTLED.includes(generation.state)) {
        await step(generation, { ...inRun, signal });
        return true;
      }
      written = await untilStopped(generation, step, inRun, signal);
    }
    signal.throwIfAborted();
    return false;
  }

  /** Runs a step. @returns undefined if the generation was stopped or deleted during the step, or its asker's data was erased */
  async function untilStopped(
    generation: Generation,
    step: Step,
    inRun: Run,
    signal: AbortSignal,
  ): Promise<Written> {
    try {
      return await step(generation, inRun);
    } catch (error) {
      const isStopped = inRun.signal.aborted && !signal.aborted;
      if (!isStopped && !(error instanceof Outdated)) throw error;
      return undefined;
    }
  }

  /** Ends a generation whose job has failed at every attempt, and tells the asker. */
  async function onDeadLetter({ team, generation: id }: Payload): Promise<void> {
    const generation = await findGeneration(context.db, team, id);
    if (generation) await giveUp(generation);
    // Report the end even if `giveUp` has changed nothing, because an earlier attempt may have ended the generation without a report.
    const ended = await findGeneration(context.db, team, id);
    if (!ended || !SETTLED.includes(ended.state)) return;
    await reportGivenUp((signal) => steps[ended.state](ended, { ...context, signal }), context.log);
  }

  /** Ends a generation. It becomes `delivered`, `late` or `unsure` instead of `failed` if credits may have been spent. */
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

/** Returns the failure of a generation whose file was not posted. A picture exists only in its file, so its failure is `picture_lost`. */
function withoutFile(failure: Failure, { work }: Generation): Failure {
  return work === 'image' ? { ...failure, reason: 'picture_lost' } : failure;
}

/** Posts the file. @returns null if it was posted; otherwise why it was not */
async function deliverFile(generation: Generation, run: Run): Promise<Failure | null> {
  try {
    const link = await exportLinkOf(generation, run);
    if ('failure' in link) return link.failure;
    const exportAs = fileOf(generation) ?? 'pdf';
    const file = { ...link, exportAs, sequence: '', by: generation.person };
    return await sendFile(generation, file, run);
  } catch (error) {
    run.signal.throwIfAborted();
    run.log.warn({ generation: generation.id, err: error }, 'the export file was not posted');
    return { ...problemOf(error), reason: 'export_failed' };
  }
}

/** Returns the export link that polling has returned in this run, or requests it. The link is a secret, so it is not stored. */
async function exportLinkOf(generation: Generation, run: Run): Promise<Link> {
  if (run.exportUrl) return { url: run.exportUrl };
  const client = await run.clientFor(generation.team);
  const { docId, generationId } = generation;
  // A document that was shared or found by a search has no `generationId` to poll. So export it again. The file has all later changes.
  const exportAs = fileOf(generation);
  if (client && docId && !generationId && exportAs && exportAs !== 'picture')
    return renderOwnFile(generation, { docId, exportAs }, client, run);
  if (!client || !generationId) return { failure: { reason: 'export_late' } };
  return workOf(generation).link(generation, client, run);
}
