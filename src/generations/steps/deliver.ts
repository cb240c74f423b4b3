import { problemOf } from '../../service/error-meaning.ts';
import type { Run, Step, StepContext } from '../context.ts';
import { notify, showState } from '../delivery/messages.ts';
import { DELIVERED } from '../delivery/outbox.ts';
import { sendFile } from '../delivery/send-file.ts';
import { showThumbnail } from '../delivery/thumbnail.ts';
import type { Failure, Generation } from '../generation.ts';
import { advance } from '../transitions.ts';
import { fileOf } from '../work/works.ts';
import { linkOf } from './late-export-link.ts';

/**
 * `delivering`: the first message becomes the result card, then the file is posted below it. Every part is safe to
 * repeat: an edit by its nature, a post by its outbox row.
 */
export const deliver: Step = async (generation, context, run) => {
  const shown = await showState(generation, context, run.signal);
  const failure = fileOf(generation) ? await deliverFile(shown, context, run) : null;
  return advance(shown, context, 'delivered', failure ? { failure: ofWork(failure, shown) } : {});
};

/**
 * `delivered`: the card says how it ended, and where there is no file to say so, a line in the thread notifies the
 * person. It is a step of its own, so that a process that takes over after a crash reports it, too. What was changed is
 * changed everywhere.
 */
export const reportDelivered: Step = async (generation, context, run) => {
  const shown = await showState(generation, context, run.signal);
  if (!fileOf(shown) || shown.failure)
    await notify(shown, context, run.signal, DELIVERED, { begun: run.notice });
  await showThumbnail(shown, context, run.signal);
  if (shown.work === 'edit') await context.documentChanged(shown);
  return undefined;
};

/** Without its file a document is there all the same, and a picture is not. */
function ofWork(failure: Failure, { work }: Generation): Failure {
  return work === 'image' ? { ...failure, reason: 'picture_lost' } : failure;
}

/** @returns why there is no file, or null when it stands in the thread */
async function deliverFile(generation: Generation, context: StepContext, run: Run): Promise<Failure | null> {
  try {
    const link = await linkOf(generation, context, run);
    if ('failure' in link) return link.failure;
    const exportAs = fileOf(generation) ?? 'pdf';
    return await sendFile(
      generation,
      { ...link, exportAs, sequence: '', by: generation.person },
      context,
      run.signal,
    );
  } catch (error) {
    run.signal.throwIfAborted();
    context.log.warn({ generation: generation.id, err: error }, 'export file was not delivered');
    return { ...problemOf(error), reason: 'export_failed' };
  }
}
