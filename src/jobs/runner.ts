import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { HeldJob } from './holdings.ts';
import type { Taking } from './jobs.ts';
import type { JobName } from './names.ts';

/** How a job ended here; released is for another process to take up. */
export type Outcome = 'done' | 'dead' | 'released';

/**
 * A job that was given back so often has probably killed the processes that held it. High, since all the others
 * that such a process held are counted too, and so is each restart in the middle of a job.
 */
export const GIVE_BACK_LIMIT = 100;

/** Milliseconds before the second, third and fourth try. */
export const RETRY_DELAYS = [1_000, 5_000, 25_000];

interface Running {
  job: HeldJob;
  taking: Taking<JobName>;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
  retryDelays: number[];
}

/**
 * Runs one job to its end here. The tries are counted in memory: a job that fails stays held between them, which
 * costs the database nothing; should the process die, the next one starts to count anew.
 */
export async function runJob(running: Running): Promise<Outcome> {
  const { job, taking, signal, clock, log, retryDelays } = running;
  if (job.attempt >= GIVE_BACK_LIMIT) return die(running, new Error(`Given back ${job.attempt} times.`));
  for (let tries = 1; ; tries++) {
    try {
      await taking.handler(job.payload as never, signal);
      return 'done';
    } catch (error) {
      if (signal.aborted) return 'released';
      log.error({ ...named(job), tries, err: error }, 'a job failed');
      const delay = retryDelays[tries - 1];
      if (delay === undefined) return die(running, error);
      if (!(await slept(clock, delay, signal))) return 'released';
    }
  }
}

/** Tells the domain, for as long as it takes: a job must not end in silence. */
async function die(running: Running, why: unknown): Promise<Outcome> {
  const { job, taking, signal, clock, log, retryDelays } = running;
  log.error({ ...named(job), err: why }, 'a job is given up');
  for (;;) {
    try {
      await taking.onDead?.(job.payload as never, why);
      return 'dead';
    } catch (error) {
      log.error({ ...named(job), err: error }, 'the end of a job could not be told');
      if (!(await slept(clock, retryDelays.at(-1) ?? 1_000, signal))) return 'released';
    }
  }
}

const named = ({ queue, id, key, payload }: HeldJob) => ({ job: queue, jobId: id, key, team: payload.team });

async function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return !signal.aborted;
  } catch {
    return false;
  }
}
