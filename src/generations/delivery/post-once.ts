import type { StepContext } from '../context.ts';
import { type Posted, PostRefused } from './delivery.ts';
import { type DeliveryRow, markNotSent, markSending, markSent } from './outbox.ts';
import { waitForSlack } from './patience.ts';

interface Post {
  post(): Promise<Posted>;
  find(): Promise<Posted | null>;
}

type Posting = Pick<StepContext, 'db' | 'clock' | 'random' | 'policy' | 'log'>;

/**
 * Makes the post of an outbox row, once. Slack has no idempotency key, so the row is written before and after; where
 * the answer was lost, or another process died in between, it looks for the post before it posts again.
 * @throws PostRefused when Slack will not take it; the last error when Slack stays out of reach
 */
export async function postOnce(
  row: DeliveryRow,
  { post, find }: Post,
  context: Posting,
  signal: AbortSignal,
): Promise<Posted> {
  if (row.state === 'sent') return { channel: row.channel, ts: row.messageTs ?? '' };
  const { db, clock } = context;
  const sent = async (posted: Posted) => {
    await markSent(db, row.id, new Date(clock.now()), posted);
    return posted;
  };
  let unsure = row.state === 'sending';
  for (let attempt = 1; ; ) {
    try {
      if (unsure) {
        await clock.sleep(context.policy.lookAfterMs, signal);
        const found = await find().catch(refusedToLook);
        if (found) return await sent(found);
      }
      await markSending(db, row.id);
      return await sent(await post());
    } catch (error) {
      unsure = await afterFailure(error, row.id, context, { attempt, signal });
      if (unsure) attempt += 1;
    }
  }
}

/** @returns whether the post may have been made all the same */
async function afterFailure(
  error: unknown,
  id: string,
  context: Posting,
  { attempt, signal }: { attempt: number; signal: AbortSignal },
): Promise<boolean> {
  signal.throwIfAborted();
  if (error instanceof LookRefused) {
    if (error.refusal.retryAfterMs === undefined) throw new PostRefused('cannot_look');
    await waitForSlack(error.refusal, attempt, context, signal);
    return true;
  }
  const refused = error instanceof PostRefused;
  if (refused) {
    await markNotSent(context.db, id, error.retryAfterMs === undefined ? 'failed' : 'pending');
  }
  await waitForSlack(error, attempt, context, signal);
  return !refused;
}

/** Slack will not let us look, which says nothing of the post itself: its row stays as it is. */
class LookRefused extends Error {
  override name = 'LookRefused';
  readonly refusal: PostRefused;
  constructor(refusal: PostRefused) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

function refusedToLook(error: unknown): never {
  throw error instanceof PostRefused ? new LookRefused(error) : error;
}
