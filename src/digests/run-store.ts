import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { GenerationTables } from '../generations/generation.ts';
import type { Queries } from '../storage/database.ts';
import { type ColumnsOf, tablesOf } from '../storage/tables.ts';
import type { Digest } from './digest.ts';
import { digestSelection, digestTables } from './store.ts';

/**
 * The columns of the table `digest_runs`. The state of a run is `claimed` until it has an outcome:
 * - `started`: the run started a generation
 * - `quiet`: there were too few messages
 * - `covered`: a later run has covered the time window, or the time window was empty because the clock was set back
 * - `skipped`: the run could not start within a day, or every attempt failed
 * - `paused`: the digest is paused
 */
const runColumns = z.object({
  digest: z.string(),
  due: z.date(),
  team: z.string(),
  state: z.enum(['claimed', 'started', 'quiet', 'covered', 'skipped', 'paused']),
  generation: z.string().optional(),
  /** Beginning of the time window that the run covers. Set only if the run started a generation. */
  since: z.date().optional(),
});
export type RunState = z.output<typeof runColumns>['state'];

export const runTables = tablesOf<GenerationTables & { digestRuns: ColumnsOf<typeof runColumns> }>;

export async function insertRun(
  db: Queries,
  run: { team: string; digest: string; due: Date; state: RunState },
): Promise<void> {
  await runTables(db).insertInto('digestRuns').values(run).execute();
}

/** Returns the due times of a digest's runs that have no outcome yet, oldest first. */
export async function claimedRuns(db: Queries, digest: string): Promise<Date[]> {
  const rows = await runTables(db)
    .selectFrom('digestRuns')
    .select('due')
    .where('digest', '=', digest)
    .where('state', '=', 'claimed')
    .orderBy('due')
    .execute();
  return rows.map(({ due }) => due);
}

/** Writes the outcome of a run. @returns false if the run already has an outcome */
export async function endRun(
  db: Queries,
  { digest, due }: { digest: string; due: Date },
  state: RunState,
  started: { generation?: string; since?: Date } = {},
): Promise<boolean> {
  const rows = await runTables(db)
    .updateTable('digestRuns')
    .set({ state, generation: started.generation, since: started.since })
    .where('digest', '=', digest)
    .where('due', '=', due)
    .where('state', '=', 'claimed')
    .returning('due')
    .execute();
  return rows.length === 1;
}

/** Finds a run's generation by its idempotency key and returns its id. After a crash, the id may be missing in the run's row. */
export async function generationOf(db: Queries, team: string, key: string): Promise<string | undefined> {
  const row = await runTables(db)
    .selectFrom('generations')
    .select('id')
    .where('team', '=', team)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the credits that the last delivered scheduled run of each digest has cost, by the digest's id. Leaves out unknown costs. */
export async function lastCosts(
  db: Queries,
  team: string,
  digests: readonly string[],
): Promise<Map<string, number>> {
  const rows = await runTables(db)
    .selectFrom('digestRuns as r')
    .innerJoin('generations as g', 'g.id', 'r.generation')
    .select(['r.digest', sql<number | null>`(g.credits ->> 'deducted')::float`.as('cost')])
    .distinctOn('r.digest')
    .where('r.team', '=', team)
    .where('r.digest', '=', sql<string>`any(${digests}::uuid[])`)
    .where('g.state', '=', 'delivered')
    .orderBy('r.digest')
    .orderBy('r.due', 'desc')
    .execute();
  return new Map(rows.flatMap(({ digest, cost }) => (cost === null ? [] : [[digest, cost]])));
}

/** Returns the ids of the generations that scheduled runs of the digest have started, oldest first. */
export async function startedGenerations(db: Queries, digest: string, limit: number): Promise<string[]> {
  const rows = await runTables(db)
    .selectFrom('digestRuns')
    .select('generation')
    .where('digest', '=', digest)
    .where('generation', 'is not', null)
    .orderBy('due')
    .limit(limit)
    .$narrowType<{ generation: string }>()
    .execute();
  return rows.map(({ generation }) => generation);
}

/**
 * Returns rows of due digests: first one digest of each team, then the second one of each team, and so on. The rows are not parsed, so
 * that an unreadable row does not block others.
 * @param besides ids of digests to leave out
 */
export function dueDigests(db: Queries, now: Date, { limit, besides }: { limit: number; besides: string[] }) {
  const turn = sql<number>`row_number() over (partition by team order by ${sql.ref('nextRun')}, id)`;
  return digestTables(db)
    .selectFrom('digests')
    .select(digestSelection)
    .where('state', '=', 'active')
    .where('nextRun', '<=', now)
    .where('id', '<>', sql<string>`all(${besides}::uuid[])`)
    .orderBy(turn)
    .orderBy('nextRun')
    .limit(limit)
    .execute();
}

/** Writes the due time of a digest's next run. @returns false if another process has already written it, or if the digest was paused */
export async function advanceNextRun(
  db: Queries,
  { id, nextRun: seen }: Digest,
  nextRun: Date | null,
): Promise<boolean> {
  const rows = await digestTables(db)
    .updateTable('digests')
    .set({ nextRun })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('nextRun', '=', seen ?? null)
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** Stores in the digest that the run with this due time was skipped. */
export async function noteSkipped(db: Queries, id: string, due: Date): Promise<void> {
  const note = { skipped: due.toISOString() };
  await digestTables(db).updateTable('digests').set({ note }).where('id', '=', id).execute();
}

/** Stores `until` as the end of the time window that the digest's last run covers. */
export async function closeWindow(db: Queries, id: string, until: Date, now: Date): Promise<void> {
  await digestTables(db)
    .updateTable('digests')
    .set({ lastWindowEnd: until, lastRun: now, note: null })
    .where('id', '=', id)
    .execute();
}

/** Stores the thread in which the next digests are posted. */
export async function storeThread(db: Queries, id: string, threadTs: string): Promise<void> {
  await digestTables(db)
    .updateTable('digests')
    .set({ deliverTo: { kind: 'thread', threadTs } })
    .where('id', '=', id)
    .where(sql<SqlBool>`${sql.ref('deliverTo')} ->> 'kind' = 'thread'`)
    .execute();
}
