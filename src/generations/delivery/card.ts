import { retry } from '../../retry.ts';
import type { StepContext } from '../context.ts';
import { type Generation, SETTLED } from '../generation.ts';
import { findGeneration } from '../store.ts';
import { PostRefused } from './delivery.ts';
import { redrawCard, reportGivenUp } from './messages.ts';
import { filesOf, forgetFile, noticesOf } from './outbox.ts';
import { slackRetryPlan } from './slack-post-retry.ts';

type Payload = { team: string; generation: string };

/**
 * The job `card`: draws a message of a finished document anew, and takes its files, and lines that name it, out of Slack
 * where it was deleted. Safe to repeat in all its parts.
 */
export function createCardRunner(context: StepContext) {
  async function run({ team, generation: id }: Payload, signal: AbortSignal): Promise<void> {
    const generation = await findGeneration(context.db, team, id);
    if (!generation || !SETTLED.includes(generation.state)) return;
    if (generation.deletedAt) {
      await removeFiles(generation, context, signal);
      await removeNotices(generation, context, signal);
    }
    if (generation.rootTs) await redrawCard(generation, context, signal);
  }

  /** Who deletes a document is told that its files go, too: Slack is asked for as long as it is away. */
  function onDeadLetter(payload: Payload): Promise<void> {
    return reportGivenUp(() => run(payload, AbortSignal.timeout(LAST_TRY_MS)), context.log);
  }

  return { run, onDeadLetter };
}

/** Milliseconds for one more try of a job that was given up. */
const LAST_TRY_MS = 10 * 60_000;

async function removeFiles(generation: Generation, context: StepContext, signal: AbortSignal): Promise<void> {
  const { db, delivery, log } = context;
  for (const { id, fileIds } of await filesOf(db, generation.id)) {
    try {
      for (const fileId of fileIds)
        await retry(() => delivery.deleteFile(generation, fileId), slackRetryPlan(context, signal));
    } catch (error) {
      if (!(error instanceof PostRefused)) throw error;
      // Slack will say the same the next time: the card is to tell what happened all the same.
      log.warn({ generation: generation.id, err: error }, 'a file of a deleted document stays in Slack');
    }
    await forgetFile(db, id);
  }
}

/** They name the document. */
async function removeNotices(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
): Promise<void> {
  const { db, delivery, log } = context;
  for (const notice of await noticesOf(db, generation.id)) {
    try {
      await retry(() => delivery.deleteNotice(generation, notice), slackRetryPlan(context, signal));
    } catch (error) {
      if (!(error instanceof PostRefused)) throw error;
      log.warn({ generation: generation.id, err: error }, 'a line about a deleted document stays in Slack');
    }
  }
}
