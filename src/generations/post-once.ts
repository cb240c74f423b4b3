import { type Posted, PostRefused } from './delivery.ts';
import { type DeliveryRow, markNotSent, markSending, markSent } from './outbox.ts';
import type { StepContext } from './steps.ts';

const ATTEMPTS = 6;

interface Post {
  post(): Promise<Posted>;
  find(): Promise<Posted | null>;
}

/**
 * Makes the post of an outbox row, once. Slack has no idempotency key, so the row is written before and after; where
 * the answer was lost, or another process died in between, it looks for the post before it posts again.
 * @throws PostRefused when Slack will not take it; the last error when Slack stays out of reach
 */
export async function postOnce(
  row: DeliveryRow,
  { post, find }: Post,
  context: Pick<StepContext, 'db' | 'clock' | 'random' | 'policy'>,
  signal: AbortSignal,
): Promise<Posted> {
  if (row.state === 'sent') return { channel: row.channel, ts: row.messageTs ?? '' };
  const { db, clock } = context;
  const sent = async (posted: Posted) => {
    await markSent(db, row.id, new Date(clock.now()), posted);
    return posted;
  };
  let unsure = row.state === 'sending';
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (unsure) {
        await clock.sleep(context.policy.lookAfterMs, signal);
        const found = await find();
        if (found) return await sent(found);
      }
      await markSending(db, row.id);
      return await sent(await post());
    } catch (error) {
      const again = await afterFailure(error, row.id, context, { attempt, signal });
      unsure = again.unsure;
    }
  }
}

async function afterFailure(
  error: unknown,
  id: string,
  { db, clock, random }: Pick<StepContext, 'db' | 'clock' | 'random' | 'policy'>,
  { attempt, signal }: { attempt: number; signal: AbortSignal },
): Promise<{ unsure: boolean }> {
  signal.throwIfAborted();
  const refused = error instanceof PostRefused;
  const passing = !refused || error.retryAfterMs !== undefined;
  if (refused) await markNotSent(db, id, passing ? 'pending' : 'failed');
  if (!passing || attempt >= ATTEMPTS) throw error;
  const pause = refused ? (error.retryAfterMs ?? 0) : 2 ** attempt * 500 * (0.5 + random());
  await clock.sleep(pause, signal);
  return { unsure: !refused };
}
