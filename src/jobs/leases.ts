import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import type { JobName, JobPayloads } from './jobs.ts';
import type { Outcome } from './run.ts';

/** Milliseconds between two looks for leases to renew. */
const TICK_MS = 250;
/** The part of a lease after which it is renewed. */
const RENEWED_AFTER = 1 / 3;
/** The part of a lease after which it is given up: others take the job up at its end, at the earliest. */
const GIVEN_UP_AFTER = 0.8;
/** Milliseconds to wait after ended jobs could not be written. */
const RETRY_MS = 1_000;
/**
 * Leases renewed, or jobs completed, by one statement. To renew 10,000 with one holds up the embedded database, and with
 * it the process, for 0.4 s; for 500 it is 20 ms.
 */
const SLICE = 500;

/** pg-boss's answers, which its types leave out. */
const touched = z.object({ settled: z.array(z.string()) });
const failed = z.object({ affected: z.number() });

/**
 * pg-boss's `deleteJob`, attempt for attempt. It says besides whether another job of their keys waits: where none does, which is
 * nearly always, there is no need to look at the queue again. Both lists of keys are read once: a join goes by statistics that an embedded
 * database has not, and compared each done with each that waits (500 with 10,000: 0.7 s, in place of 20 ms).
 */
const DELETE_DONE = `
  WITH done AS (
    DELETE FROM pgboss.job_common
    WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active' AND (id::text || ':' || retry_count) = ANY($3::text[])
    RETURNING singleton_key
  )
  SELECT EXISTS (
    SELECT singleton_key FROM done
    INTERSECT
    SELECT singleton_key FROM pgboss.job_common WHERE name = $1 AND state < 'active'
  ) AS "isAwaited"`;
const deleted = z.object({ isAwaited: z.boolean() });

/** A job that this process may work on, as its `retryCount`-th attempt: pg-boss lets no older attempt change it. */
export interface Lease<Payload> {
  readonly id: string;
  readonly retryCount: number;
  readonly payload: Payload;
  /** Aborted when the lease is lost, or this process stops. */
  readonly signal: AbortSignal;
  abort(why: string): void;
  /** Milliseconds that it lasts unless renewed. */
  readonly lasts: number;
  /** `performance.now()` of the last renewal. */
  renewedAt: number;
}

interface LeasesOptions {
  queue: JobName;
  boss: PgBoss;
  database: Database;
  log: Log;
  /** Milliseconds for which ended jobs are gathered, so that one statement completes many. */
  gatherMs: number;
  /**
   * Called when jobs are completed.
   * @param mayStart whether another may start that has waited for one of them
   */
  onCompleted(outcomes: Outcome[], mayStart: boolean): Promise<void>;
}

/**
 * The leases of this process on the jobs of one queue: renewed with pg-boss's `touch`, one statement for 500 (its own
 * workers send one for each job), and ended in bulk. To renew those of 10,000 jobs takes 280 statements a minute, 0.4 s of
 * this process's time and 2.4 s of the PostgreSQL server's (`npm run bench` measures the first two).
 *
 * A process that cannot renew a lease gives it up by itself before others take the job up, so that a broken line to the
 * database or a long pause does not leave two at work on it. It does so by its own monotonic clock; whether a lease has
 * run out goes by the database's, and the two are never compared.
 */
export function createLeases<Payload extends JobPayloads[JobName]>(options: LeasesOptions) {
  const { queue, boss, database, log, gatherMs, onCompleted } = options;
  const sideConnection = {
    executeSql: async (sql: string, values?: unknown[]) => ({
      rows: await database.sideConnection.query(sql, values),
    }),
  };
  /** Those that run out, by job. */
  const leases = new Map<string, Lease<Payload>>();
  let ended: { lease: Lease<Payload>; outcome: Outcome }[] = [];
  let writing: Promise<void> | undefined;
  let wasNotified = false;
  let isRenewing = false;
  let isClosed = false;
  const timer = setInterval(tick, TICK_MS);

  /** @param renewedAt the `performance.now()` before the job was asked for */
  function open({ id, retryCount, data, heartbeatSeconds }: Job<Payload>, renewedAt: number): Lease<Payload> {
    const controller = new AbortController();
    const abort = (why: string) => controller.abort(new Error(why));
    const lasts = heartbeatSeconds === null ? Number.POSITIVE_INFINITY : heartbeatSeconds * 1_000;
    const lease = { id, retryCount, payload: data, signal: controller.signal, abort, lasts, renewedAt };
    // pg-boss answers a renewal by jobs: beside a newer attempt of the same one, an older lease would seem to be good.
    const older = leases.get(id);
    if (older) lose(older, 'a newer attempt has begun here');
    if (heartbeatSeconds !== null) leases.set(id, lease);
    return lease;
  }

  /** Does not wait for a renewal in hand, which may take as long as the database is out of reach. */
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
      else if (isHeld(lease)) lose(lease, 'the lease has run out, or the job was deleted');
    }
  }

  const isHeld = (lease: Lease<Payload>) => leases.get(lease.id) === lease;

  function lose(lease: Lease<Payload>, why: string): void {
    leases.delete(lease.id);
    lease.abort(why);
    log.warn({ queue, jobId: lease.id, why }, 'a lease was lost');
  }

  /** The handler has ended. The job is completed long before the lease runs out. */
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
        // The answer alone may be lost: what it said of others that wait is not said again.
        isUncertain = true;
        log.error({ queue, error: (error as Error).message }, 'ended jobs could not be completed');
        await sleep(RETRY_MS);
      }
    }
    writing = undefined;
  }

  /** @returns whether another job may start now */
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
   * Nobody reads a job that is done, and all that pg-boss does is quicker the fewer rows there are.
   * @returns whether another job of their keys waits; one that is sent meanwhile is not seen, but notified of
   */
  async function deleteDone(done: Lease<Payload>[]): Promise<boolean> {
    wasNotified = false;
    const attempts = done.map(({ id, retryCount }) => `${id}:${retryCount}`);
    const { rows } = await database.executor.executeSql(DELETE_DONE, [
      queue,
      done.map(({ id }) => id),
      attempts,
    ]);
    return deleted.parse(rows[0]).isAwaited || wasNotified;
  }

  /**
   * A dead letter stays in its queue, marked: no other job of its key starts until it is handled, and a process that
   * dies in handling it leaves it to another. pg-boss's own dead letter queues do neither, and `fail` leads to them
   * only after `retryLimit`, which counts each restart of a process as well.
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
    /** To be called with each notification: what was sent may wait for a job that is being deleted at this moment. */
    notified(): void {
      wasNotified = true;
    },
    /** Resolves once all that has ended is written. */
    written: async () => writing,
    /** Forgets the rest: those leases run out. */
    close(): void {
      isClosed = true;
      ended = [];
      clearInterval(timer);
    },
  };
}
