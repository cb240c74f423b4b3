import { sql } from 'kysely';
import type { State } from '../generations/generation.ts';
import type { Database, Queries } from '../storage/database.ts';
import { withLock } from '../storage/database.ts';
import type { Digest, Window } from './digest.ts';
import { runTables } from './runs.ts';
import type { Schedule } from './schedule.ts';
import { previousRun } from './timing.ts';

/**
 * What of a channel has been told. A window belongs to its generation from the moment that this is started, so that one that
 * takes long is not told twice; where it ends without a document, the window goes back to the next run. Nothing is written for
 * that: each run looks at how the ones before it have ended.
 */
export const NOT_COVERED: State[] = ['failed', 'stopped'];

/**
 * Runs `fn`, which looks at what has been told and starts what tells more, while nobody else does so for this digest: of two at
 * once both would tell the same. Not for the time of a look at Slack, which can take a day.
 */
export function withDigestLock<T>(db: Database, digest: string, fn: () => Promise<T>): Promise<T> {
  return withLock(db, `digest ${digest}`, fn);
}

/** Up to where the channel has been summed up, or is being so. */
export async function coveredUntil(
  db: Queries,
  { id, lastWindowEnd }: Pick<Digest, 'id' | 'lastWindowEnd'>,
): Promise<Date | undefined> {
  const row = await runTables(db)
    .selectFrom('digestRuns as r')
    .leftJoin('generations as g', 'g.id', 'r.generation')
    .select(({ fn, not }) => [
      fn.max('r.due').filterWhere(not(isLost)).as('told'),
      fn.min('r.since').filterWhere(isLost).as('lost'),
    ])
    .where('r.digest', '=', id)
    .where('r.state', '=', 'started')
    .executeTakeFirst();
  return row?.told ?? row?.lost ?? lastWindowEnd;
}

const isLost = sql<boolean>`coalesce(${sql.ref('g.state')} = any(${NOT_COVERED}::text[]), false)`;

/** Whether a later run of the digest tells, or has told, what this generation should have. */
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

/** The window of a run is another generation's from now on. */
export async function reassign(db: Queries, from: string, to: string): Promise<void> {
  await runTables(db)
    .updateTable('digestRuns')
    .set({ generation: to })
    .where('generation', '=', from)
    .execute();
}

const DAY = 86_400_000;
/** After a long pause nobody wants a year of talk summed up. A little more than the longest month with a week to spare. */
const LONGEST_MS = 45 * DAY;
/** For a cron line that has no run before. */
const USUAL_MS = 7 * DAY;

/**
 * What a run sums up: all since the last digest, so that nothing is left out and nothing told twice; but no more than 45
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

/** Where the window of a first run begins: at the run that would have been before it. */
export function runBefore(schedule: Schedule, run: Date): Date {
  return previousRun(schedule, run) ?? new Date(run.getTime() - USUAL_MS);
}
