import { sql } from 'kysely';
import type { State } from '../generations/generation.ts';
import { type Database, type Queries, withLock } from '../storage/database.ts';
import type { Digest, Window } from './digest.ts';
import { runTables } from './run-store.ts';
import type { Schedule } from './schedule.ts';
import { previousRun } from './timing.ts';

/**
 * States of a generation that has ended without a document. If a run's generation is in one of these states, no document covers the run's
 * window (the period that it sums up), so the next run covers it again. In any other state, even before the document exists, the window
 * counts as covered, so that the next run does not repeat it. Each run reads the states of the digest's generations, so nothing has to be
 * written when a generation fails.
 */
export const NOT_COVERED: State[] = ['failed', 'stopped'];

/** Runs `fn` while holding the digest's lock, so that no two runs cover the same period. `fn` must not call Slack, which can take a day. */
export function withDigestLock<T>(db: Database, digest: string, fn: () => Promise<T>): Promise<T> {
  return withLock(db, `digest ${digest}`, fn);
}

/**
 * Returns the time up to which the digest's documents cover the channel's messages. Documents that are still being made count. If there are
 * none, returns when the first period begins.
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

/** Returns true if a later run of the digest also covers the period that this generation was to cover. */
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

/** Stores that the generation `to` replaces the generation `from` and covers the same period. */
export async function moveWindow(db: Queries, from: string, to: string): Promise<void> {
  await runTables(db)
    .updateTable('digestRuns')
    .set({ generation: to })
    .where('generation', '=', from)
    .execute();
}

const DAY = 86_400_000;
/** Maximum length of the period that a run covers, in milliseconds. After a pause of a year, a digest sums up only the last 45 days. */
const LONGEST_MS = 45 * DAY;
/** Length of the period that a digest's first run covers, in milliseconds, if its cron line has no earlier run. */
const DEFAULT_MS = 7 * DAY;

/**
 * Returns the period that the run which is due at `until` covers. It begins where the last covered period ended, so that there are no gaps
 * or overlaps. It is at most 45 days long, unless the schedule's previous run was longer ago.
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

/** Returns when the first period of a digest begins: at the scheduled run before `run`, or a week before `run` if there is none. */
export function runBefore(schedule: Schedule, run: Date): Date {
  return previousRun(schedule, run) ?? new Date(run.getTime() - DEFAULT_MS);
}
