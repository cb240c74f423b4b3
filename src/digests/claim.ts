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
/** Digests that are looked up at once. */
const BATCH = 100;

interface ClaimContext {
  db: Database;
  /** Without it nothing is made: all that is due counts as missed. */
  jobs?: Jobs;
  clock: Clock;
  log: Log;
}

/**
 * Claims the runs that are due, a batch after the other with the teams in turn, so that a team with a thousand of them makes no
 * other's late. A single query where none is due.
 * @param signal ends it between two of them
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

/**
 * Claims one run per due time over all processes: the process that moves `next_run` on has it, and writes the job in the
 * same transaction. Where several runs were missed, only the latest is made up: it covers them all.
 */
async function claim(row: { id: string }, now: Date, { db, jobs, log }: ClaimContext): Promise<void> {
  const digest = readDigest(db, row);
  const { id, team, schedule } = digest;
  const due = latestRun(schedule, digest.nextRun ?? now, now);
  const runs = now.getTime() - due.getTime() < MADE_UP_WITHIN_MS ? jobs : undefined;
  const state = runs ? 'claimed' : 'skipped';
  const isMine = await db.transaction(async (tx) => {
    if (!(await advanceNextRun(tx, digest, nextRun(schedule, now)))) return false;
    await insertRun(tx, { team, digest: id, due, state });
    if (!runs) await noteSkipped(tx, id, due);
    else await runs.send('digest', { team, digest: id }, { tx, key: id });
    return true;
  });
  if (isMine) log.info({ team, digest: id, due, state }, 'digest');
}
