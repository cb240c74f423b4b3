import { type RetryPlan, retry } from '../../retry.ts';
import type { Run } from '../context.ts';
import { type Posted, PostRefused } from './delivery.ts';
import { type DeliveryRow, markNotSent, markSending, markSent } from './outbox.ts';

interface Post {
  post(): Promise<Posted>;
  find(): Promise<Posted | null>;
  /** Returns true for an error which means that nothing was posted and another attempt would fail, too. */
  isFinal?(error: unknown): boolean;
  /** Maximum number of attempts. After the last attempt its error is thrown. */
  attempts?: number;
}

/** Default maximum number of attempts, which take about ten minutes. After the last attempt, the job fails and the queue runs it again. */
const ATTEMPTS = 16;

type PostRun = Pick<Run, 'db' | 'clock' | 'random' | 'policy' | 'log' | 'signal'>;

/**
 * Posts the message or file of an outbox row once. Slack has no idempotency keys, so the row is updated before and after the call. If the
 * call got no response, or if another process died between the two updates, searches for the message before it is posted again.
 * @throws PostRefused if Slack refuses the post. The error's code is `cannot_search` if the message may have been posted and Slack does not
 *   allow the search for it. If Slack stays unreachable, the last error is thrown.
 */
export async function postOnce(
  row: DeliveryRow,
  { post, find, isFinal = () => false, attempts }: Post,
  run: PostRun,
): Promise<Posted> {
  if (row.state === 'sent') return { channel: row.channel, ts: row.messageTs ?? '' };
  const { db, clock, policy, log, signal } = run;

  async function findPosted(): Promise<Posted | null> {
    await clock.sleep(policy.searchAfterMs, signal);
    return find().catch((error: unknown) => {
      throw error instanceof PostRefused ? new PostRefused('cannot_search', error.retryAfterMs) : error;
    });
  }

  async function attempt(): Promise<Posted> {
    await markSending(db, row.id);
    return post();
  }

  let outcomeUnknown = row.state === 'sending';
  const { waitMs, ...plan } = slackRetryPlan(run, attempts);
  return retry(
    async () => {
      try {
        const posted = (outcomeUnknown ? await findPosted() : null) ?? (await attempt());
        await markSent(db, row.id, new Date(clock.now()), posted);
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

/** Maximum wait between two attempts, in milliseconds, before jitter is added. A `Retry-After` from Slack may be longer. */
const LONGEST_MS = 60_000;

/**
 * Returns the retry plan for one call to Slack that is safe to repeat. A rate limit (429) does not count as an attempt, because it is
 * normal if many messages are posted in one channel. After any other refusal the call is not repeated, because Slack would refuse again.
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

/** Returns the ids of a post for a log line. */
export function aboutPost({ id: delivery, team, generation, kind }: DeliveryRow) {
  return { team, ...(generation && { generation }), delivery, kind };
}
