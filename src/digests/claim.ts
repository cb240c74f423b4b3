import type { Clock } from '../clock.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { advanceNextRun, dueDigests, insertRun, noteSkipped } from './run-store.ts';
import { readDigest } from './store.ts';
import { latestRun, nextRun } from './timing.ts';

/** Milliseconds between two queries for due digests. While a process is running, a run begins at most this long after it is due. */
export const CLAIM_EVERY_MS = 15_000;
/** Maximum delay of a run, in milliseconds. A run that is claimed later than this is skipped. */
const MAX_DELAY_MS = 24 * 60 * 60_000;
/** Maximum number of digests that are read with one query. */
const BATCH = 100;

interface ClaimContext {
  db: Database;
  /** If omitted, all runs that are due are skipped. */
  jobs?: Jobs;
  clock: Clock;
  log: Log;
}

/**
 * Claims due runs: stores each run and queues its job. Each batch takes one digest of each team in turn, so that no team delays others.
 * @param signal if aborted, no further digest is claimed
 */
export async function claimDue(context: ClaimContext, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  const unclaimable: string[] = [];
  for (let found = BATCH; found === BATCH; ) {
    const now = new Date(clock.now());
    const due = await dueDigests(db, now, { limit: BATCH, besides: unclaimable });
    for (const row of due) {
      if (signal?.aborted) return;
      await claim(row, now, context).catch((error: unknown) => {
        unclaimable.push(row.id);
        log.error({ team: row.team, digest: row.id, err: error }, 'a digest could not be claimed');
      });
    }
    found = due.length;
  }
}

/** Claims a digest's due run, unless another process has done so. Of several missed runs, claims only the latest, which covers them all. */
async function claim(
  row: { team: string; id: string },
  now: Date,
  { db, jobs, log }: ClaimContext,
): Promise<void> {
  const digest = readDigest(db, row);
  const { id, team, schedule } = digest;
  const due = latestRun(schedule, digest.nextRun ?? now, now);
  const runs = now.getTime() - due.getTime() < MAX_DELAY_MS ? jobs : undefined;
  const state = runs ? 'claimed' : 'skipped';
  const isMine = await db.transaction(async (tx) => {
    if (!(await advanceNextRun(tx, digest, nextRun(schedule, now)))) return false;
    await insertRun(tx, { team, digest: id, due, state });
    if (!runs) await noteSkipped(tx, id, due);
    else await runs.send('digest', { team, digest: id }, { tx, key: id });
    return true;
  });
  if (isMine) log.info({ team, digest: id, due, state }, 'a digest is due');
}
