import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import type { JobName } from './jobs.ts';

/** Milliseconds between two looks for leases to renew. */
const TICK_MS = 250;
/**
 * Leases renewed by one statement. 10,000 in one hold up the embedded database, and with it the process, for 0.4 s;
 * 500 take 20 ms, and 25 ms on a PostgreSQL server.
 */
const SLICE = 500;
/** The part of a lease after which it is renewed: two renewals in a row may fail. */
const RENEWED_AFTER = 1 / 3;
/** The part of a lease after which it is given up: others take the job up at its end, at the earliest. */
const GIVEN_UP_AFTER = 0.8;

/** This process may work on a job, as its `retryCount`-th attempt: pg-boss refuses what an older attempt settles. */
export interface Lease {
  readonly id: string;
  readonly retryCount: number;
  /** Aborted when the lease is lost, or this process stops. */
  readonly signal: AbortSignal;
  readonly abort: (why: string) => void;
  /** Milliseconds that it lasts unless renewed; null where it does not run out. */
  readonly lasts: number | null;
  /** `performance.now()` of the last renewal. */
  renewedAt: number;
}

interface Fetched {
  id: string;
  retryCount: number;
  heartbeatSeconds: number | null;
}

/** What `touch` answers, as its types do not say: which jobs are still ours. */
const touched = z.object({ settled: z.array(z.string()) });

interface LeasesOptions {
  queue: JobName;
  boss: PgBoss;
  database: Database;
  log: Log;
}

/**
 * The leases of this process on the jobs of one queue, kept alive by pg-boss's `touch`. pg-boss's own workers would
 * send one statement for each job; this sends one for 500.
 *
 * A process that cannot renew gives up by itself before others take over, so that a broken line to the database or
 * a long pause does not leave two at work on one job. That is told by the process's own monotonic clock, and whether
 * a lease has run out by the database's; the two are never compared.
 */
export function createLeases({ queue, boss, database, log }: LeasesOptions) {
  const db = {
    executeSql: async (sql: string, values?: unknown[]) => ({
      rows: await database.sideConnection.query(sql, values),
    }),
  };
  const leases = new Set<Lease>();
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;
  let stopped: string | undefined;

  /** @param renewedAt the `performance.now()` before the job was asked for */
  function open({ id, retryCount, heartbeatSeconds }: Fetched, renewedAt: number): Lease {
    const controller = new AbortController();
    const abort = (why: string) => controller.abort(new Error(why));
    const lasts = heartbeatSeconds === null ? null : heartbeatSeconds * 1_000;
    const lease: Lease = { id, retryCount, signal: controller.signal, abort, lasts, renewedAt };
    leases.add(lease);
    if (stopped) abort(stopped);
    timer ??= setInterval(tick, TICK_MS);
    return lease;
  }

  function tick(): void {
    const now = performance.now();
    for (const lease of leases)
      if (lease.lasts !== null && now - lease.renewedAt > lease.lasts * GIVEN_UP_AFTER)
        lose(lease, 'the lease could not be renewed in time');
    if (!isRenewing) void renew();
  }

  async function renew(): Promise<void> {
    const now = performance.now();
    const due = [...leases].filter(
      ({ lasts, renewedAt }) => lasts !== null && now - renewedAt > lasts * RENEWED_AFTER,
    );
    isRenewing = true;
    try {
      for (let start = 0; start < due.length; start += SLICE) await touch(due.slice(start, start + SLICE));
    } catch (error) {
      log.warn({ queue, error: (error as Error).message }, 'leases could not be renewed');
    } finally {
      isRenewing = false;
    }
  }

  async function touch(slice: Lease[]): Promise<void> {
    const sentAt = performance.now();
    const { settled } = touched.parse(await boss.touch(queue, slice, { db }));
    const renewed = new Set(settled);
    for (const lease of slice) {
      if (renewed.has(lease.id)) lease.renewedAt = sentAt;
      else if (leases.has(lease)) lose(lease, 'the lease has run out, or the job was deleted');
    }
  }

  function lose(lease: Lease, why: string): void {
    leases.delete(lease);
    lease.abort(why);
    log.warn({ queue, jobId: lease.id, why }, 'a lease was lost');
  }

  return {
    open,
    /** The handler has ended: the job is settled, long before the lease runs out. */
    close: (lease: Lease) => leases.delete(lease),
    /** Aborts all signals, and those of leases yet to come. */
    abort(why: string): void {
      stopped = why;
      for (const lease of leases) lease.abort(why);
    },
    stop: () => clearInterval(timer),
  };
}
