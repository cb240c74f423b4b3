import type { Log } from '../log.ts';
import { PostRefused } from './delivery/delivery.ts';

/**
 * Says the last thing there is to say about a job that is given up. Slack's definite no ends it, since saying it again
 * would bring the same; everything else is thrown on, for the queue to try again.
 */
export async function lastWord(say: () => Promise<unknown>, log: Log): Promise<void> {
  try {
    await say();
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    log.error({ err: error }, 'nobody could be told how it ended');
  }
}
