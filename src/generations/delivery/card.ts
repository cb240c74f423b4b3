import { retry } from '../../retry.ts';
import type { Run, StepContext } from '../context.ts';
import { type Generation, SETTLED } from '../generation.ts';
import { findGeneration } from '../store.ts';
import { PostRefused } from './delivery.ts';
import { redrawCard, reportGivenUp } from './messages.ts';
import { filesOf, forgetFile, noticesOf } from './outbox.ts';
import { slackRetryPlan } from './post-once.ts';

type Payload = { team: string; generation: string };

/** Returns the handler of the job `card`, which updates an ended generation's card, and deletes files and notices of a deleted document. */
export function createCardRunner(context: StepContext) {
  async function handle({ team, generation: id }: Payload, signal: AbortSignal): Promise<void> {
    const generation = await findGeneration(context.db, team, id);
    const run = { ...context, signal };
    if (!generation || !SETTLED.includes(generation.state)) return;
    if (generation.deletedAt) {
      await deleteFiles(generation, run);
      await deleteNotices(generation, run);
    }
    if (generation.rootTs) await redrawCard(generation, run);
  }

  /** Repeats the job until it succeeds or Slack refuses. Otherwise the files of a deleted document could stay in Slack. */
  function onDeadLetter(payload: Payload): Promise<void> {
    return reportGivenUp((signal) => handle(payload, signal), context.log);
  }

  return { run: handle, onDeadLetter };
}

async function deleteFiles(generation: Generation, run: Run): Promise<void> {
  const { db, delivery } = run;
  for (const { id, fileIds } of await filesOf(db, generation.id)) {
    await unlessRefused(generation, run, async () => {
      for (const fileId of fileIds)
        await retry(() => delivery.deleteFile(generation, fileId), slackRetryPlan(run));
    });
    await forgetFile(db, id);
  }
}

/** Deletes the notices about a deleted document, because they contain its title. */
async function deleteNotices(generation: Generation, run: Run): Promise<void> {
  const { db, delivery } = run;
  for (const notice of await noticesOf(db, generation.id)) {
    await unlessRefused(generation, run, () =>
      retry(() => delivery.deleteNotice(generation, notice), slackRetryPlan(run)),
    );
  }
}

/** Runs `deletion`. If Slack refuses it, only logs the error, because Slack would refuse again, and the card must still be updated. */
async function unlessRefused({ id }: Generation, { log }: Run, deletion: () => Promise<void>) {
  try {
    await deletion();
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    log.warn({ generation: id, err: error }, 'a file or message about a deleted document stays in Slack');
  }
}
