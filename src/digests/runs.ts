import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { GenerationTables } from '../generations/generation.ts';
import type { Queries } from '../storage/database.ts';
import { type ColumnsOf, tablesOf } from '../storage/tables.ts';
import type { Digest } from './digest.ts';
import { digestSelection, digestTables } from './store.ts';

/**
 * The rows of `digest_runs`, one for each due time, and the only list of its columns. A `claimed` run is still to be
 * done. The other states are its outcome: it started a generation (`started`), there was too little to sum up (`quiet`), a
 * later run covers its window (`covered`), it was missed by more than a day (`skipped`), or its digest is paused (`paused`).
 */
const runColumns = z.object({
  digest: z.string(),
  due: z.date(),
  team: z.string(),
  state: z.enum(['claimed', 'started', 'quiet', 'covered', 'skipped', 'paused']),
  generation: z.string().optional(),
  /** The beginning of its window. */
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

/** Due times of the runs that are claimed and have no outcome yet, in their order. */
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

/** Writes the outcome of a run. @returns false where it has one already */
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

/** The generation that a run has started, also where the run does not say so yet. @param key the run's */
export async function generationOf(db: Queries, team: string, key: string): Promise<string | undefined> {
  const row = await runTables(db)
    .selectFrom('generations')
    .select('id')
    .where('team', '=', team)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

/** Ids of the generations that the digest's schedule has started, oldest first. */
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
 * The digests that are due: the oldest of each team first, then the next of each. Their caller reads the rows one by one
 * (`readDigest`), so that an unreadable row holds up no other.
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

/**
 * Moves a digest on to its next run.
 * @returns true for the one process that moved it on, false for others that saw the same run due
 */
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

/** Notes on a digest that its run of this time was skipped. */
export async function noteSkipped(db: Queries, id: string, due: Date): Promise<void> {
  const note = { skipped: due.toISOString() };
  await digestTables(db).updateTable('digests').set({ note }).where('id', '=', id).execute();
}

/** Notes that a digest of everything until then has been started. */
export async function closeWindow(db: Queries, id: string, until: Date, now: Date): Promise<void> {
  await digestTables(db)
    .updateTable('digests')
    .set({ lastWindowEnd: until, lastRun: now, note: null })
    .where('id', '=', id)
    .execute();
}

/** Has all further digests go below this message. */
export async function anchorThread(db: Queries, id: string, threadTs: string): Promise<void> {
  await digestTables(db)
    .updateTable('digests')
    .set({ deliverTo: { kind: 'thread', threadTs } })
    .where('id', '=', id)
    .where(sql<SqlBool>`${sql.ref('deliverTo')} ->> 'kind' = 'thread'`)
    .execute();
}
