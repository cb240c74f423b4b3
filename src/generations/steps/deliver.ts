import { problemOf } from '../../service/error-meaning.ts';
import type { Run, Step, StepContext } from '../context.ts';
import { notify, redrawCard, showState } from '../delivery/messages.ts';
import { sendFile } from '../delivery/send-file.ts';
import type { Failure, Generation } from '../generation.ts';
import { advance } from '../transitions.ts';
import { linkOf } from './late-export-link.ts';

/**
 * `delivering`: the first message becomes the result card, then the file is posted below it. Every part is safe to
 * repeat: an edit by its nature, a post by its outbox row.
 */
export const deliver: Step = async (generation, context, run) => {
  const shown = await showState(generation, context, run.signal);
  const failure = generation.exportAs ? await deliverFile(shown, context, run) : null;
  await advance(shown, context, 'delivered', failure ? { failure } : {});
};

/**
 * `delivered`: the card says how it ended, and where there is no file to say so, a line in the thread notifies the
 * person. It is a step of its own, so that a process that takes over after a crash reports it, too. When the document is
 * archived later, the card alone changes.
 */
export const reportDelivered: Step = async (generation, context, run) => {
  if (generation.archivedAt) return redrawCard(generation, context, run.signal);
  const shown = await showState(generation, context, run.signal);
  if (!shown.exportAs || shown.failure) await notify(shown, context, run.signal, 'delivered');
};

/** @returns why there is no file, or null when it stands in the thread */
async function deliverFile(generation: Generation, context: StepContext, run: Run): Promise<Failure | null> {
  try {
    const url = await linkOf(generation, context, run);
    if (!url) return { reason: 'export_late' };
    const { exportAs = 'pdf', person } = generation;
    return await sendFile(generation, { url, exportAs, sequence: '', by: person }, context, run.signal);
  } catch (error) {
    run.signal.throwIfAborted();
    context.log.warn({ generation: generation.id, err: error }, 'export file was not delivered');
    return { ...problemOf(error), reason: 'export_failed' };
  }
}
