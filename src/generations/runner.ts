import { problemOf } from '../service/error-meaning.ts';
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
import { fileOf, workOf } from './work/kinds.ts';
import type { Link } from './work/work.ts';

/** `queued`: posts the generation's first message before anything else is done. */
const begin: Step = async (generation, run) => {
  const shown = await ensureRoot(generation, run);
  return advance(shown, run, 'collecting');
};

/**
 * Reports a state in which a run ends without a document, or in which a person has to decide. A failure is reported to the asker alone. For
 * any other state, this updates the app's first message and posts a notice in the thread, once each time the state is reached. Safe to run
 * again, in any process.
 */
const reportOutcome: Step = async (generation, run) => {
  const { state, updatedAt } = generation;
  const sequence = `${state}:${updatedAt.getTime()}`;
  // If the channel had no messages, the card says so, and no failure is reported.
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
  // The person who clicked "Stop" needs no notice.
  if (state !== 'stopped' && !isQuiet) await notify(shown, run, sequence);
  return undefined;
};

/**
 * `delivering`: updates the generation's first message to the result card, then posts the file below it. Safe to run again, because an edit
 * changes nothing the second time and the outbox row prevents a second post. For a change, the first message is not updated here, because
 * it shows the progress until the reply is posted.
 */
export const deliver: Step = async (generation, run) => {
  const shown = leavesReplyOnly(generation) ? generation : await showState(generation, run);
  const failure = fileOf(generation) ? await deliverFile(shown, run) : null;
  return advance(shown, run, 'delivered', failure ? { failure: withoutFile(failure, shown) } : {});
};

/**
 * `delivered`: updates the card, and notifies the asker with a reply in the thread, unless the reply with the file has already done so. For
 * a change, deletes the first message, so that only the reply is left. This step is separate from `deliver`, so that another process still
 * reports the end after a crash.
 */
export const reportDelivered: Step = async (generation, run) => {
  const onlyReply = leavesReplyOnly(generation);
  const shown = onlyReply ? generation : await showState(generation, run);
  const hasReply = fileOf(shown) !== undefined && !shown.failure;
  if (!hasReply && !(await replyWithPicture(shown, run))) await notify(shown, run, 'delivered');
  if (onlyReply) await removeProgress(shown, run);
  await addCardDetails(shown, run);
  if (shown.work === 'edit') await run.documentChanged(shown);
  return undefined;
};

/**
 * Returns true for a change, because only its reply in the document's thread is left at the end. Returns false if the first message of the
 * change had to be posted elsewhere, such as in a direct message.
 */
const leavesReplyOnly = ({ work, threadTs }: Generation) => work === 'edit' && threadTs !== undefined;

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

/** Runs a generation step by step until it ends or waits for a person. Each step writes the new state, so any process can continue. */
export function createRunner(context: StepContext, cancellations: CancellationWatcher) {
  async function run({ team, generation: id }: Payload, signal: AbortSignal): Promise<void> {
    const inRun: Run = { ...context, signal };
    for (let ended = false; !ended; ) {
      // After a stop, watch the generation again, because it may have been resumed before the stop was noticed.
      const watched = cancellations.watch(id, signal);
      try {
        ended = await stepThrough(team, id, Object.assign(inRun, { signal: watched.signal }), signal);
      } finally {
        watched.end();
      }
    }
  }

  /**
   * Runs the generation's steps one after another.
   * @returns true at the end of the run; false if a person has stopped the generation during a step, so that its state must be read again
   */
  async function stepThrough(team: string, id: string, inRun: Run, signal: AbortSignal): Promise<boolean> {
    let written: Written;
    let hasLooked = false;
    while (!inRun.signal.aborted) {
      const generation = written ?? (await findGeneration(context.db, team, id));
      if (!generation) return true;
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

  /** Runs a step. @returns undefined if a person has stopped the generation during the step */
  async function untilStopped(
    generation: Generation,
    step: Step,
    inRun: Run,
    signal: AbortSignal,
  ): Promise<Written> {
    try {
      return await step(generation, inRun);
    } catch (error) {
      if (!inRun.signal.aborted || signal.aborted) throw error;
      return undefined;
    }
  }

  /** Ends a generation whose job has failed at every attempt, and reports the end to the asker. */
  async function onDeadLetter({ team, generation: id }: Payload): Promise<void> {
    const generation = await findGeneration(context.db, team, id);
    if (generation) await giveUp(generation);
    // If the generation had ended before, only the report of its end has failed. `giveUp` then changes nothing, and the report is repeated
    // here.
    const ended = await findGeneration(context.db, team, id);
    if (!ended || !SETTLED.includes(ended.state)) return;
    await reportGivenUp((signal) => steps[ended.state](ended, { ...context, signal }), context.log);
  }

  /** Ends a generation. If credits may have been spent, the generation becomes `delivered`, `late` or `unsure` instead of `failed`. */
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

/** Returns the failure to show if the file could not be posted. A document can still be opened at the service, but a picture is lost. */
function withoutFile(failure: Failure, { work }: Generation): Failure {
  return work === 'image' ? { ...failure, reason: 'picture_lost' } : failure;
}

/** Posts the file. @returns why no file was posted; null if it was posted */
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

/**
 * Returns the export link that polling has found in this run. Otherwise requests the link from the service: it may have come late, or it
 * was lost in a crash, because the link is a secret and not stored.
 */
async function exportLinkOf(generation: Generation, run: Run): Promise<Link> {
  if (run.exportUrl) return { url: run.exportUrl };
  const client = await run.clientFor(generation.team);
  const { docId, generationId } = generation;
  // A generation that shares a document has no id for polls, so the file is exported again, with all later changes of the document.
  const exportAs = fileOf(generation);
  if (client && docId && !generationId && exportAs && exportAs !== 'picture')
    return renderOwnFile(generation, { docId, exportAs }, client, run);
  if (!client || !generationId) return { failure: { reason: 'export_late' } };
  return workOf(generation).link(generation, client, run);
}
