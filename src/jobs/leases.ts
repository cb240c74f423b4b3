import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import type { JobName, JobPayloads } from './jobs.ts';
import { DELETE_ENDED } from './pgboss-sql.ts';
import type { Outcome } from './run.ts';

/** Milliseconds between two searches for leases that must be renewed. */
const TICK_MS = 250;
/** Fraction of a lease's time after which the lease is renewed. */
const RENEWED_AFTER = 1 / 3;
/** Fraction of a lease's time after which a lease is given up if it was not renewed. Below 1: another process cannot have the job yet. */
const GIVEN_UP_AFTER = 0.8;
/** Milliseconds to wait after ended jobs could not be written to the database. */
const RETRY_MS = 1_000;
/** Maximum leases or ended jobs in one statement, which takes 20 ms. 10,000 would block PGlite (sandbox and tests) for 0.4 s. */
const SLICE = 500;

/** Schemas of results that have no TypeScript type: of pg-boss's `touch` and `fail`, and of our statement that deletes jobs. */
const touched = z.object({ settled: z.array(z.string()) });
const failed = z.object({ affected: z.number() });
const deleted = z.object({ isAwaited: z.boolean() });

/** A job that this process may run until the lease expires. pg-boss rejects a write with the `retryCount` of an earlier attempt. */
export interface Lease<Payload> {
  readonly id: string;
  readonly retryCount: number;
  readonly payload: Payload;
  /** Aborted when this process has lost the lease, or stops. */
  readonly signal: AbortSignal;
  abort(why: string): void;
  /** Milliseconds from a renewal until the lease expires. */
  readonly lasts: number;
  /** The value of `performance.now()` just before the last renewal. */
  renewedAt: number;
}

interface LeasesOptions {
  queue: JobName;
  boss: PgBoss;
  database: Database;
  log: Log;
  /** Milliseconds to wait after a job has ended. All jobs that end within this time are written in one statement. */
  gatherMs: number;
  /**
   * Called after ended jobs were written to the database.
   * @param mayStart true if a waiting job with the same key as one of the ended jobs may start now
   */
  onCompleted(outcomes: Outcome[], mayStart: boolean): Promise<void>;
}

/**
 * Manages the leases of this process on the jobs of one queue. One statement renews or ends up to 500 leases. pg-boss's own workers would
 * send one statement for each lease.
 * If a lease cannot be renewed, its signal is aborted before another process can take the job. The clocks of the process and of the
 * database are never compared.
 */
export function createLeases<Payload extends JobPayloads[JobName]>(options: LeasesOptions) {
  const { queue, boss, database, log, gatherMs, onCompleted } = options;
  const sideConnection = {
    executeSql: async (sql: string, values?: unknown[]) => ({
      rows: await database.sideConnection.query(sql, values),
    }),
  };
  const leases = new Map<string, Lease<Payload>>();
  let ended: { lease: Lease<Payload>; outcome: Outcome }[] = [];
  let writing: Promise<void> | undefined;
  let wasNotified = false;
  let isRenewing = false;
  let isClosed = false;
  const timer = setInterval(tick, TICK_MS);

  /** Creates the lease of a fetched job. @param renewedAt the value of `performance.now()` just before the job was fetched */
  function open({ id, retryCount, data, heartbeatSeconds }: Job<Payload>, renewedAt: number): Lease<Payload> {
    const controller = new AbortController();
    const abort = (why: string) => controller.abort(new Error(why));
    const lasts = (heartbeatSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
    const lease = { id, retryCount, payload: data, signal: controller.signal, abort, lasts, renewedAt };
    // Give up the lease of an earlier attempt of this job. `touch` reports only job ids, so the earlier lease would seem renewed, too.
    const older = leases.get(id);
    if (older) lose(older, 'a newer attempt has begun here');
    leases.set(id, lease);
    return lease;
  }

  /** Gives up leases that are too old. Renews leases that are due, unless an earlier renewal is still running. */
  function tick(): void {
    const now = performance.now();
    const due: Lease<Payload>[] = [];
    for (const lease of leases.values()) {
      const age = (now - lease.renewedAt) / lease.lasts;
      if (age > GIVEN_UP_AFTER) lose(lease, 'the lease could not be renewed in time');
      else if (age > RENEWED_AFTER) due.push(lease);
    }
    if (due.length > 0 && !isRenewing) void renew(due);
  }

  async function renew(due: Lease<Payload>[]): Promise<void> {
    isRenewing = true;
    try {
      for (let start = 0; start < due.length; start += SLICE) await touch(due.slice(start, start + SLICE));
    } catch (error) {
      log.warn({ queue, error: (error as Error).message }, 'leases could not be renewed');
    } finally {
      isRenewing = false;
    }
  }

  async function touch(slice: Lease<Payload>[]): Promise<void> {
    const sentAt = performance.now();
    const renewed = new Set(touched.parse(await boss.touch(queue, slice, { db: sideConnection })).settled);
    for (const lease of slice) {
      if (renewed.has(lease.id)) lease.renewedAt = sentAt;
      else if (isHeld(lease)) lose(lease, 'the lease has expired, or the job was deleted');
    }
  }

  const isHeld = (lease: Lease<Payload>) => leases.get(lease.id) === lease;

  function lose(lease: Lease<Payload>, why: string): void {
    leases.delete(lease.id);
    lease.abort(why);
    log.warn({ queue, jobId: lease.id, why }, 'a lease was lost');
  }

  /** Ends a job in this process. The database is updated in the background. */
  function end(lease: Lease<Payload>, outcome: Outcome): void {
    if (isHeld(lease)) leases.delete(lease.id);
    if (isClosed) return;
    ended.push({ lease, outcome });
    writing ??= writeEnded();
  }

  async function writeEnded(): Promise<void> {
    await sleep(gatherMs);
    let isUncertain = false;
    while (ended.length > 0) {
      const slice = ended.slice(0, SLICE);
      try {
        const mayStart = await complete(slice);
        ended = ended.filter((each) => !slice.includes(each));
        const outcomes = slice.map(({ outcome }) => outcome);
        await onCompleted(outcomes, mayStart || isUncertain);
        isUncertain = false;
      } catch (error) {
        // The jobs may have been deleted although the response was lost. The next attempt then cannot see whether other jobs wait, so
        // assume that some wait.
        isUncertain = true;
        log.error({ queue, error: (error as Error).message }, 'ended jobs could not be written');
        await sleep(RETRY_MS);
      }
    }
    writing = undefined;
  }

  /** Writes ended jobs to the database. @returns true if another job with the key of an ended job may start now */
  async function complete(slice: typeof ended): Promise<boolean> {
    const by = Map.groupBy(slice, ({ outcome }) => outcome);
    const [done, released, dead] = (['done', 'released', 'dead'] as const).map((outcome) =>
      (by.get(outcome) ?? []).map(({ lease }) => lease),
    );
    const isAwaited = done?.length ? await deleteDone(done) : false;
    if (released?.length) await boss.fail(queue, released, { reason: 'released' });
    for (const lease of dead ?? []) await makeDeadLetter(lease);
    return isAwaited || slice.some(({ outcome }) => outcome !== 'done');
  }

  /**
   * Deletes jobs that are done, because pg-boss is faster with fewer rows.
   * @returns true if another job with the key of a deleted job waits, or may have been sent during the statement
   */
  async function deleteDone(done: Lease<Payload>[]): Promise<boolean> {
    wasNotified = false;
    const attempts = done.map(({ id, retryCount }) => `${id}:${retryCount}`);
    const values = [queue, done.map(({ id }) => id), attempts];
    const { rows } = await database.executor.executeSql(DELETE_ENDED, values);
    return deleted.parse(rows[0]).isAwaited || wasNotified;
  }

  /**
   * Marks a job as a dead letter, and releases the job. The job stays in its queue, so that it runs before later jobs with the same key.
   */
  async function makeDeadLetter(lease: Lease<Payload>): Promise<void> {
    await database.transaction(async (tx) => {
      const db = tx.executor;
      const { affected } = failed.parse(await boss.fail(queue, lease, { reason: 'dead letter' }, { db }));
      if (affected > 0)
        await boss.update(queue, { ...lease.payload, deadLetter: true }, { id: lease.id, db });
    });
  }

  return {
    open,
    end,
    /** Call this when a notification reports a new job. If `deleteDone` is running at that time, its statement may not see the new job. */
    notified(): void {
      wasNotified = true;
    },
    /** Resolves when all ended jobs are written to the database. */
    written: async () => writing,
    /** Stops renewing. Leases that are still held expire. */
    close(): void {
      isClosed = true;
      ended = [];
      clearInterval(timer);
    },
  };
}
