import { sql } from 'kysely';
import type { State } from '../generations/generation.ts';
import { type Database, type Queries, withLock } from '../storage/database.ts';
import type { Digest, Window } from './digest.ts';
import { runTables } from './run-store.ts';
import type { Schedule } from './schedule.ts';
import { previousRun } from './timing.ts';

/**
 * Final states of a generation that made no document. If a digest's generation ends in one of these states, its window does not count as
 * covered, so the next run covers it again. In any other state the window counts as covered, so that the next run does not repeat the
 * window of a slow generation. Each run reads the states of the digest's generations, so nothing has to be written when a generation fails.
 */
export const NOT_COVERED: State[] = ['failed', 'stopped'];

/**
 * Runs `fn` while holding the digest's lock, so that two runs do not cover the same window. `fn` must not call Slack, because retries of a
 * call can take a day.
 */
export function withDigestLock<T>(db: Database, digest: string, fn: () => Promise<T>): Promise<T> {
  return withLock(db, `digest ${digest}`, fn);
}

/**
 * Returns the end of the last window that the digest's documents cover, including documents that are being made. If no window is covered,
 * returns the beginning of the first window.
 */
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

/** Returns true if a later run of the digest covers the window of this generation, too. */
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

/** Stores that the generation `to` replaces the generation `from` and covers its window. */
export async function moveWindow(db: Queries, from: string, to: string): Promise<void> {
  await runTables(db)
    .updateTable('digestRuns')
    .set({ generation: to })
    .where('generation', '=', from)
    .execute();
}

const DAY = 86_400_000;
/** Maximum length of a window, in milliseconds. After a pause of a year, a digest sums up only the last 45 days. */
const LONGEST_MS = 45 * DAY;
/** Length of a digest's first window, in milliseconds, if its cron line has no run before the first run. */
const DEFAULT_MS = 7 * DAY;

/**
 * Returns the window of a run. It begins at the end of the last covered window, so that there are no gaps or overlaps. It is at most 45
 * days long. If the time between two runs is more than 45 days, it is at most as long as that time.
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

/** Returns the time of the scheduled run before `run`, at which the first window of a digest begins. */
export function runBefore(schedule: Schedule, run: Date): Date {
  return previousRun(schedule, run) ?? new Date(run.getTime() - DEFAULT_MS);
}
