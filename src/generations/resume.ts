import { sql } from 'kysely';
import type { Jobs } from '../jobs/jobs.ts';
import type { Queries } from '../storage/database.ts';
import type { StepContext } from './context.ts';
import type { State } from './generation.ts';
import { generationTables } from './store.ts';
import { recordTransition } from './transitions.ts';

type ResumeContext = Pick<StepContext, 'db' | 'clock' | 'log' | 'onState'>;

/** Selects some of a team's generations that wait for a connection. An empty filter selects all of them. */
interface WaitingFilter {
  /** Selects only generations that have waited since this time or longer. */
  before?: Date;
  /** Id of the current connection. Excludes generations for which this connection has already failed (`unknownTo`). */
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
 * Resumes generations that still wait for a connection although their team has one, because resuming them failed when the team connected. A
 * generation whose document is in another workspace than the connected one continues to wait.
 * @param usableIdOf returns the id of a team's connection; null if the team has no connection that works
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

/** Moves generations out of `disconnected`, and returns them. */
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

/** Returns the teams with a generation that has waited for a connection since the time `before` or longer. */
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
