import { retry } from '../../retry.ts';
import type { StepContext } from '../context.ts';
import { type Posted, PostRefused } from './delivery.ts';
import { type DeliveryRow, markNotSent, markSending, markSent } from './outbox.ts';
import { slackRetryPlan } from './slack-post-retry.ts';

interface Post {
  post(): Promise<Posted>;
  find(): Promise<Posted | null>;
  /** Its row was made for this call, and says that the post is being made. */
  isBegun?: boolean;
  /** Writes that it is made, where more than its row says so. */
  markSent?(posted: Posted, at: Date): Promise<void>;
}

type PostContext = Pick<StepContext, 'db' | 'clock' | 'random' | 'policy' | 'log'>;

/**
 * Makes the post of an outbox row, once. Slack has no idempotency key, so the row is written before and after; where
 * the answer was lost, or another process died in between, it looks for the post before it posts again.
 * @throws PostRefused when Slack will not take it, `cannot_look` when it may have been posted and Slack will not let us
 *   look; the last error when Slack stays out of reach
 */
export async function postOnce(
  row: DeliveryRow,
  { post, find, isBegun = false, markSent: mark }: Post,
  context: PostContext,
  signal: AbortSignal,
): Promise<Posted> {
  if (row.state === 'sent') return { channel: row.channel, ts: row.messageTs ?? '' };
  const { db, clock, policy, log } = context;

  async function findPosted(): Promise<Posted | null> {
    await clock.sleep(policy.lookAfterMs, signal);
    return find().catch((error: unknown) => {
      throw error instanceof PostRefused ? new PostRefused('cannot_look', error.retryAfterMs) : error;
    });
  }

  let isMarked = isBegun;
  async function attempt(): Promise<Posted> {
    if (!isMarked) await markSending(db, row.id);
    isMarked = false;
    return post();
  }

  let outcomeUnknown = row.state === 'sending' && !isBegun;
  return retry(
    async () => {
      try {
        const posted = (outcomeUnknown ? await findPosted() : null) ?? (await attempt());
        const at = new Date(clock.now());
        await (mark ? mark(posted, at) : markSent(db, row.id, at, posted));
        log.info(aboutPost(row), 'posted');
        return posted;
      } catch (error) {
        signal.throwIfAborted();
        const isRefused = error instanceof PostRefused && error.code !== 'cannot_look';
        if (isRefused) await markNotSent(db, row.id, error.retryAfterMs === undefined ? 'failed' : 'pending');
        outcomeUnknown = !isRefused;
        throw error;
      }
    },
    slackRetryPlan(context, signal),
  );
}

/** For the log. */
export function aboutPost({ id: delivery, team, generation, kind }: DeliveryRow) {
  return { team, ...(generation && { generation }), delivery, kind };
}
