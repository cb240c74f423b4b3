import { sql } from 'kysely';
import type { Jobs } from '../jobs/jobs.ts';
import type { Queries } from '../storage/database.ts';
import type { StepContext } from './context.ts';
import type { State } from './generation.ts';
import { generationTables } from './store.ts';
import { recordTransition } from './transitions.ts';

type ResumeContext = Pick<StepContext, 'db' | 'clock' | 'log' | 'onState'>;

/** Selects some of a team's generations that wait for a connection (`disconnected`). If no field is set, selects all of them. */
interface WaitingFilter {
  /** Only generations that began to wait at this time or earlier. */
  before?: Date;
  /** Id of the team's current connection. Leaves out generations that have failed with this connection before (`unknownTo`). */
  connection?: string;
}

/** Continues a team's generations that wait for a connection. */
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
 * Continues generations that still wait although their team is connected. Skips those that have failed with this connection before.
 * @param usableIdOf returns the id of a team's working connection; null if there is none
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

/** Moves generations from `disconnected` to the state in which they continue, and returns them. */
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

/** Returns the teams with a generation that has waited for a connection since `before` or longer. */
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
