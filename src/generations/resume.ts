import { sql } from 'kysely';
import type { Jobs } from '../jobs/jobs.ts';
import type { Queries } from '../storage/database.ts';
import type { StepContext } from './context.ts';
import type { State } from './generation.ts';
import { generationTables } from './store.ts';
import { recordTransition } from './transitions.ts';

type ResumeContext = Pick<StepContext, 'db' | 'clock' | 'log' | 'onState'>;

/** Which of a team's generations that wait for a connection; all of them where neither is given. */
interface WaitingFilter {
  /** Those that have waited since then. */
  before?: Date;
  /** Those that this connection may know. */
  connection?: string;
}

/** Resumes a team's generations that wait for a connection. */
export async function resume(
  team: string,
  context: ResumeContext,
  jobs: Jobs,
  which: WaitingFilter = {},
): Promise<void> {
  const { db, clock } = context;
  const resumed = await db.transaction(async (tx) => {
    const left = await leaveWaiting(tx, team, new Date(clock.now()), which);
    for (const { id } of left) await jobs.send('generation', { team, generation: id }, { tx, key: id });
    return left;
  });
  for (const generation of resumed) recordTransition(generation, context);
}

/**
 * Resumes what waits for a connection in teams that have one, in case that did not happen when it was made. A document
 * that another workspace is known to make goes on waiting.
 * @param usableIdOf names the connection of a team that works, if one does
 */
export async function resumeWaiting(
  context: ResumeContext & Pick<StepContext, 'policy'>,
  jobs: Jobs,
  usableIdOf: (team: string) => Promise<string | null>,
): Promise<void> {
  const before = new Date(context.clock.now() - context.policy.resumeAfterMs);
  for (const team of await waitingTeams(context.db, before)) {
    const connection = await usableIdOf(team);
    if (connection) await resume(team, context, jobs, { before, connection });
  }
}

/** @returns those that were moved on */
async function leaveWaiting(db: Queries, team: string, now: Date, { before, connection }: WaitingFilter) {
  return generationTables(db)
    .updateTable('generations')
    .set({
      updatedAt: now,
      failure: null,
      state: sql<State>`case when ${sql.ref('generationId')} is null then 'queued' else 'following' end`,
    })
    .where('team', '=', team)
    .where('state', '=', 'disconnected')
    .$if(before !== undefined, (waiting) => waiting.where('updatedAt', '<=', before ?? now))
    .$if(connection !== undefined, (waiting) =>
      waiting.where('unknownTo', 'is distinct from', connection ?? null),
    )
    .returning(['id', 'team', 'state', 'work'])
    .execute();
}

/** Teams with something that has waited for a connection since then. */
async function waitingTeams(db: Queries, before: Date): Promise<string[]> {
  const rows = await generationTables(db)
    .selectFrom('generations')
    .select('team')
    .distinct()
    .where('state', '=', 'disconnected')
    .where('updatedAt', '<=', before)
    .execute();
  return rows.map(({ team }) => team);
}
