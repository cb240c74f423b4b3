import { sql } from 'kysely';
import type { State } from '../generations/generation.ts';
import { type Database, type Queries, withLock } from '../storage/database.ts';
import type { Digest, Window } from './digest.ts';
import { runTables } from './run-store.ts';
import type { Schedule } from './schedule.ts';
import { previousRun } from './timing.ts';

/**
 * States of a generation that ended without a document. The next run covers the time window of such a generation again.
 */
export const NOT_COVERED: State[] = ['failed', 'stopped'];

/** Runs `fn` under the digest's lock, so that no two runs cover the same time window. `fn` must be quick, so it must not call Slack. */
export function withDigestLock<T>(db: Database, digest: string, fn: () => Promise<T>): Promise<T> {
  return withLock(db, `digest ${digest}`, fn);
}

/** Returns the end of the last time window whose document exists or is still expected; otherwise the start of the first time window. */
export async function coveredUntil(
  db: Queries,
  { id, lastWindowEnd }: Pick<Digest, 'id' | 'lastWindowEnd'>,
): Promise<Date | undefined> {
  const row = await runTables(db)
    .selectFrom('digestRuns as r')
    .leftJoin('generations as g', 'g.id', 'r.generation')
    .select(({ fn, not }) => [
      fn.max('r.due').filterWhere(not(isNotCovered)).as('covered'),
      fn.min('r.since').filterWhere(isNotCovered).as('notCovered'),
    ])
    .where('r.digest', '=', id)
    .where('r.state', '=', 'started')
    .executeTakeFirst();
  return row?.covered ?? row?.notCovered ?? lastWindowEnd;
}

const isNotCovered = sql<boolean>`coalesce(${sql.ref('g.state')} = any(${NOT_COVERED}::text[]), false)`;

/** Returns true if a later run of the digest also covers the time window of this failed generation. */
export async function isCoveredByLaterRun(db: Queries, generation: string): Promise<boolean> {
  const rows = await runTables(db)
    .selectFrom('digestRuns as failed')
    .innerJoin('digestRuns as r', 'r.digest', 'failed.digest')
    .innerJoin('generations as g', 'g.id', 'r.generation')
    .select('r.due')
    .where('failed.generation', '=', generation)
    .whereRef('r.due', '>', 'failed.due')
    .whereRef('r.since', '<', 'failed.due')
    .where(({ not }) => not(isNotCovered))
    .limit(1)
    .execute();
  return rows.length > 0;
}

/** Stores that the generation `to` replaces the generation `from` and covers the same time window. */
export async function moveWindow(db: Queries, from: string, to: string): Promise<void> {
  await runTables(db)
    .updateTable('digestRuns')
    .set({ generation: to })
    .where('generation', '=', from)
    .execute();
}

const DAY = 86_400_000;
/** Maximum length of a run's time window, in milliseconds. After a pause of a year, a digest sums up only the last 45 days. */
const LONGEST_MS = 45 * DAY;
/** Length of a digest's first time window in milliseconds. Used if the schedule has no run before the first run. */
const DEFAULT_MS = 7 * DAY;

/**
 * Returns the time window of the run due at `until`. It begins at the end of the last time window. It is at most 45 days long, or
 * one interval of the schedule if this is longer.
 */
export function windowOf(
  digest: Pick<Digest, 'schedule'> & { lastWindowEnd?: Date | undefined },
  until: Date,
): Window {
  const period = runBefore(digest.schedule, until);
  const earliest = Math.min(period.getTime(), until.getTime() - LONGEST_MS);
  const since = Math.max((digest.lastWindowEnd ?? period).getTime(), earliest);
  return { since: new Date(since), until };
}

/** Returns the time of the scheduled run before `run`. If there is none, returns the time a week before `run`. */
export function runBefore(schedule: Schedule, run: Date): Date {
  return previousRun(schedule, run) ?? new Date(run.getTime() - DEFAULT_MS);
}
