import type { StepContext } from '../context.ts';
import { PostRefused } from './delivery.ts';

/** About ten minutes in all, after which the job itself is tried anew: outages of Slack pass. */
const TRIES = 16;
/** Milliseconds between two tries at most. */
const LONGEST_MS = 60_000;

type Waiting = Pick<StepContext, 'clock' | 'random' | 'log'>;

/**
 * Waits until Slack may be called again. Being told to wait (429) counts as no try: a burst of messages in one
 * channel simply takes its time.
 * @param attempt 1 after the first call
 * @throws `error` where another call would bring the same, or has been made often enough
 */
export async function waitForSlack(
  error: unknown,
  attempt: number,
  { clock, random, log }: Waiting,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const asked = error instanceof PostRefused ? error.retryAfterMs : undefined;
  if (asked === undefined && (error instanceof PostRefused || attempt >= TRIES)) throw error;
  log.info({ err: error, attempt }, 'Slack is called again');
  const pause = asked ?? Math.min(2 ** attempt * 500, LONGEST_MS);
  await clock.sleep(pause * (1 + random() / 2), signal);
}

/** Runs a call to Slack that may be repeated at will, an edit for instance, until it has an answer. */
export async function patiently(
  call: () => Promise<void>,
  context: Waiting,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; ) {
    try {
      return await call();
    } catch (error) {
      await waitForSlack(error, attempt, context, signal);
      if (!(error instanceof PostRefused)) attempt += 1;
    }
  }
}
