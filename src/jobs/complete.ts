import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import type { JobName, JobPayloads } from './jobs.ts';
import type { Lease } from './leases.ts';
import type { Outcome } from './run.ts';

/** Jobs completed by one statement. */
const SLICE = 500;
const RETRY_MS = 1_000;

/** What `fail` answers, as its types do not say: how many of the jobs were still ours. */
const failed = z.object({ affected: z.number() });

interface Ended {
  lease: Lease;
  payload: JobPayloads[JobName];
  outcome: Outcome;
}

interface BatcherOptions {
  queue: JobName;
  boss: PgBoss;
  database: Database;
  log: Log;
  /** Milliseconds for which ended jobs are gathered, so that one statement completes many. */
  gatherMs: number;
  /** Called when jobs are completed and others of their keys may start. */
  onCompleted: (outcomes: Outcome[]) => Promise<void>;
}

/**
 * Writes in bulk how jobs have ended, each as the attempt that was leased: where another process has taken the job up
 * since, nothing changes.
 */
export function createCompletionBatcher(options: BatcherOptions) {
  const { queue, boss, database, log, gatherMs, onCompleted } = options;
  let waiting: Ended[] = [];
  let writing: Promise<void> | undefined;
  let closed = false;

  function add(ended: Ended): void {
    if (closed) return;
    waiting.push(ended);
    writing ??= writeAll();
  }

  async function writeAll(): Promise<void> {
    await sleep(gatherMs);
    while (waiting.length > 0) {
      const slice = waiting.slice(0, SLICE);
      try {
        await write(slice);
        waiting = waiting.filter((ended) => !slice.includes(ended));
        await onCompleted(slice.map(({ outcome }) => outcome));
      } catch (error) {
        log.error(
          { queue, error: (error as Error).message },
          'ended jobs could not be completed, trying again',
        );
        await sleep(RETRY_MS);
      }
    }
    writing = undefined;
  }

  async function write(slice: Ended[]): Promise<void> {
    const leases = (outcome: Outcome) =>
      slice.filter((ended) => ended.outcome === outcome).map(({ lease }) => lease);
    const [done, released] = [leases('done'), leases('released')];
    // Nobody reads a job that is done, and the fewer rows there are the quicker is all that pg-boss does.
    if (done.length > 0) await boss.deleteJob(queue, done);
    if (released.length > 0) await boss.fail(queue, released, { reason: 'released' });
    for (const { lease, payload, outcome } of slice)
      if (outcome === 'dead') await makeDeadLetter(lease, payload);
  }

  /**
   * A dead letter stays in its queue, marked: no other job of its key starts until it is handled, and a process that
   * dies in handling it leaves it to another. pg-boss's own dead letter queues do neither, and `fail` leads to them
   * only after `retryLimit`, which counts each restart of a process as well.
   */
  async function makeDeadLetter(lease: Lease, payload: Ended['payload']): Promise<void> {
    await database.transaction(async (tx) => {
      const db = tx.executor;
      const { affected } = failed.parse(await boss.fail(queue, lease, { reason: 'dead letter' }, { db }));
      if (affected > 0) await boss.update(queue, { ...payload, deadLetter: true }, { id: lease.id, db });
    });
  }

  return {
    add,
    /** Resolves once all that has ended is written. */
    drained: async () => writing,
    /** Forgets the rest: their leases run out. */
    close(): void {
      closed = true;
      waiting = [];
    },
  };
}
