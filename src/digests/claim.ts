import type { Clock } from '../clock.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { advanceNextRun, dueDigests, insertRun, noteSkipped } from './runs.ts';
import { readDigest } from './store.ts';
import { latestRun, nextRun } from './timing.ts';

/** Milliseconds between two looks at what is due: a digest is at most this late. */
export const CLAIM_EVERY_MS = 15_000;
/** Milliseconds; a run missed by more than this is skipped. */
const MADE_UP_WITHIN_MS = 24 * 60 * 60_000;
/** Digests claimed in one tick. */
const BATCH = 100;

interface ClaimContext {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  log: Log;
}

/**
 * Claims the runs that are due; a single query where none is.
 * @returns how many digests were due
 */
export async function claimDue(context: ClaimContext): Promise<number> {
  const { db, clock, log } = context;
  const now = new Date(clock.now());
  const due = await dueDigests(db, now, BATCH);
  for (const row of due) {
    await claim(row, now, context).catch((error: unknown) =>
      log.error({ team: row.team, digest: row.id, err: error }, 'a digest could not be claimed'),
    );
  }
  return due.length;
}

/**
 * Claims one run per due time over all processes: the process that moves `next_run` on has it, and writes the job in the
 * same transaction. Where several runs were missed, only the latest is made up: it covers them all.
 */
async function claim(row: object, now: Date, { db, jobs, log }: ClaimContext): Promise<void> {
  const digest = readDigest(row);
  const { id, team, schedule } = digest;
  const due = latestRun(schedule, digest.nextRun ?? now, now);
  const isMissed = now.getTime() - due.getTime() >= MADE_UP_WITHIN_MS;
  const isMine = await db.transaction(async (tx) => {
    if (!(await advanceNextRun(tx, digest, nextRun(schedule, now)))) return false;
    await insertRun(tx, { team, digest: id, due, state: isMissed ? 'skipped' : 'claimed' });
    if (isMissed) await noteSkipped(tx, id, due);
    else await jobs.send('digest', { team, digest: id }, { tx, key: id });
    return true;
  });
  if (isMine) log.info({ team, digest: id, due, state: isMissed ? 'skipped' : 'claimed' }, 'digest');
}
