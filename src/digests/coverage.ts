import { sql } from 'kysely';
import type { State } from '../generations/generation.ts';
import { type Database, type Queries, withLock } from '../storage/database.ts';
import type { Digest, Window } from './digest.ts';
import { runTables } from './runs.ts';
import type { Schedule } from './schedule.ts';
import { previousRun } from './timing.ts';

/**
 * Which part of a channel's time the digests have covered. A window belongs to its generation from the start of that, so
 * that a slow generation is not repeated by the next run. Where a generation ends in one of these states, the next run
 * gets its window. Nothing is written for that: each run looks at how the earlier ones have ended.
 */
export const NOT_COVERED: State[] = ['failed', 'stopped'];

/**
 * Runs `fn`, which reads the coverage and starts what adds to it, while nobody else does so for this digest: two at once
 * would cover the same window. Not to be held while Slack is asked, which can take a day.
 */
export function withDigestLock<T>(db: Database, digest: string, fn: () => Promise<T>): Promise<T> {
  return withLock(db, `digest ${digest}`, fn);
}

/** The time until which the channel has been summed up, or is being summed up now. */
export async function coveredUntil(
  db: Queries,
  { id, lastWindowEnd }: Pick<Digest, 'id' | 'lastWindowEnd'>,
): Promise<Date | undefined> {
  const row = await runTables(db)
    .selectFrom('digestRuns as r')
    .leftJoin('generations as g', 'g.id', 'r.generation')
    .select(({ fn, not }) => [
      fn.max('r.due').filterWhere(not(isLost)).as('covered'),
      fn.min('r.since').filterWhere(isLost).as('lost'),
    ])
    .where('r.digest', '=', id)
    .where('r.state', '=', 'started')
    .executeTakeFirst();
  return row?.covered ?? row?.lost ?? lastWindowEnd;
}

const isLost = sql<boolean>`coalesce(${sql.ref('g.state')} = any(${NOT_COVERED}::text[]), false)`;

/** Whether a later run of the digest covers the window of this generation as well. */
export async function isCoveredSince(db: Queries, generation: string): Promise<boolean> {
  const rows = await runTables(db)
    .selectFrom('digestRuns as lost')
    .innerJoin('digestRuns as r', 'r.digest', 'lost.digest')
    .innerJoin('generations as g', 'g.id', 'r.generation')
    .select('r.due')
    .where('lost.generation', '=', generation)
    .whereRef('r.due', '>', 'lost.due')
    .whereRef('r.since', '<', 'lost.due')
    .where(({ not }) => not(isLost))
    .limit(1)
    .execute();
  return rows.length > 0;
}

/** Gives the window of one generation to another. */
export async function reassign(db: Queries, from: string, to: string): Promise<void> {
  await runTables(db)
    .updateTable('digestRuns')
    .set({ generation: to })
    .where('generation', '=', from)
    .execute();
}

const DAY = 86_400_000;
/** A little more than the longest month with a week to spare; after a long pause nobody wants a year summed up. */
const LONGEST_MS = 45 * DAY;
/** For a cron line that has no earlier run. */
const USUAL_MS = 7 * DAY;

/**
 * The window of a run: all since the last digest, so that windows neither leave gaps nor overlap; but no more than 45
 * days, or the time between two runs where that is longer.
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

/** The beginning of a first run's window: the time at which the run before it would have been. */
export function runBefore(schedule: Schedule, run: Date): Date {
  return previousRun(schedule, run) ?? new Date(run.getTime() - USUAL_MS);
}
