import type { Queries } from '../storage/database.ts';

/**
 * The rows of `digest_runs`: one for each due time. `claimed` is still to be done; the others say what came of it:
 * a generation (`started`), too little to say (`quiet`), a run that a later one has covered (`covered`), one missed by more
 * than a day (`skipped`), one that found its digest paused, or paused it (`paused`).
 */
export type RunState = 'claimed' | 'started' | 'quiet' | 'covered' | 'skipped' | 'paused';

export async function insertRun(
  db: Queries,
  { team, digest, due, state }: { team: string; digest: string; due: Date; state: RunState },
): Promise<void> {
  await db.query('insert into digest_runs (digest, due, team, state) values ($1, $2, $3, $4)', [
    digest,
    due,
    team,
    state,
  ]);
}

/** Due times that were claimed and not dealt with yet, in their order. */
export async function claimedRuns(db: Queries, digest: string): Promise<Date[]> {
  const rows = await db.query<{ due: Date }>(
    `select due from digest_runs where digest = $1 and state = 'claimed' order by due`,
    [digest],
  );
  return rows.map(({ due }) => new Date(due));
}

/** @returns false where somebody else has dealt with it */
export async function endRun(
  db: Queries,
  { digest, due }: { digest: string; due: Date },
  state: RunState,
  started?: { generation: string; since: Date },
): Promise<boolean> {
  const rows = await db.query(
    `update digest_runs set state = $3, generation = $4, since = $5
     where digest = $1 and due = $2 and state = 'claimed' returning 1`,
    [digest, due, state, started?.generation ?? null, started?.since ?? null],
  );
  return rows.length === 1;
}

/** Generations that this digest has started, oldest first. */
export async function startedGenerations(db: Queries, digest: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ generation: string }>(
    'select generation from digest_runs where digest = $1 and generation is not null order by due limit $2',
    [digest, limit],
  );
  return rows.map(({ generation }) => generation);
}
