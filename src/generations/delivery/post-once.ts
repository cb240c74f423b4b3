import { type RetryPlan, retry } from '../../retry.ts';
import type { Run } from '../context.ts';
import { type Posted, PostRefused } from './delivery.ts';
import { type DeliveryRow, markNotSent, markSending, markSent, type OpenDelivery } from './outbox.ts';

export interface Post {
  post(): Promise<Posted>;
  find(): Promise<Posted | null>;
  /** Stores that the message was posted. Also called if the row is `sent` already. */
  save?: ((...written: Parameters<typeof markSent>) => Promise<unknown>) | undefined;
  /** Returns true if the error proves that nothing was posted and that another attempt would fail, too. */
  isFinal?(error: unknown): boolean;
  /** Maximum number of attempts. The error of the last attempt is thrown. */
  attempts?: number;
}

/** Default maximum number of attempts, which take about ten minutes. If the last attempt fails, the queue runs the job again. */
const ATTEMPTS = 16;

type PostRun = Pick<Run, 'db' | 'clock' | 'random' | 'policy' | 'log' | 'signal'>;

/**
 * Posts the message or file of an outbox row once. Slack has no idempotency keys. So after a call without a response, searches for the
 * message before posting it again.
 * @throws PostRefused, with the code `cannot_search` if Slack refuses the search; the last error if Slack is unreachable
 */
export async function postOnce(
  row: OpenDelivery,
  { post, find, isFinal = () => false, attempts, ...calls }: Post,
  run: PostRun,
): Promise<Posted> {
  const { db, clock, policy, log, signal } = run;
  const save = calls.save ?? markSent;
  if (row.state === 'sent') {
    const posted = { channel: row.channel, ts: row.messageTs ?? '' };
    await save(db, row.id, row.sentAt ?? row.createdAt, posted);
    return posted;
  }

  async function findPosted(): Promise<Posted | null> {
    await clock.sleep(policy.searchAfterMs, signal);
    return find().catch((error: unknown) => {
      throw error instanceof PostRefused ? new PostRefused('cannot_search', error.retryAfterMs) : error;
    });
  }

  let { isBegun } = row;
  async function attempt(): Promise<Posted> {
    if (!isBegun) await markSending(db, row.id);
    isBegun = false;
    return post();
  }

  let outcomeUnknown = row.state === 'sending' && !isBegun;
  const { waitMs, ...plan } = slackRetryPlan(run, attempts);
  return retry(
    async () => {
      try {
        const posted = (outcomeUnknown ? await findPosted() : null) ?? (await attempt());
        await save(db, row.id, new Date(clock.now()), posted);
        log.info(aboutPost(row), 'posted');
        return posted;
      } catch (error) {
        signal.throwIfAborted();
        const retryAfterMs = error instanceof PostRefused ? error.retryAfterMs : undefined;
        const isRefused = error instanceof PostRefused && error.code !== 'cannot_search';
        outcomeUnknown = !isRefused && !isFinal(error);
        if (!outcomeUnknown) await markNotSent(db, row.id, retryAfterMs === undefined ? 'failed' : 'pending');
        throw error;
      }
    },
    { ...plan, waitMs: (error, at) => (isFinal(error) ? undefined : waitMs(error, at)) },
  );
}

/** Maximum milliseconds between two attempts, before jitter is added. A `Retry-After` from Slack may be longer. */
const LONGEST_MS = 60_000;

/**
 * Returns the plan for repeating a call that is safe to repeat. A rate limit is not counted as an attempt, because it is normal in a busy
 * channel. After any other refusal the call is not repeated.
 */
export function slackRetryPlan(
  { clock, random, log, signal }: Pick<Run, 'clock' | 'random' | 'log' | 'signal'>,
  attempts = ATTEMPTS,
): RetryPlan {
  let failures = 0;
  return {
    clock,
    signal,
    waitMs(error) {
      const retryAfterMs = error instanceof PostRefused ? error.retryAfterMs : undefined;
      if (retryAfterMs === undefined) failures += 1;
      if (retryAfterMs === undefined && (error instanceof PostRefused || failures >= attempts))
        return undefined;
      log.info({ err: error, failures }, 'a call to Slack is tried again');
      const wait = retryAfterMs ?? Math.min(2 ** failures * 500, LONGEST_MS);
      return wait * (1 + random() / 2);
    },
  };
}

/** Returns the ids of an outbox row for a log line. */
export function aboutPost({ id: delivery, team, generation, kind }: DeliveryRow) {
  return { team, ...(generation && { generation }), delivery, kind };
}
