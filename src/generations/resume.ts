import type { Jobs } from '../jobs/jobs.ts';
import type { StepContext } from './context.ts';
import { reconnect, type Waiting, waitingTeams } from './store.ts';

type Resuming = Pick<StepContext, 'db' | 'clock'>;

/** Sends a team's generations that wait for a connection on their way. */
export async function resume(
  team: string,
  { db, clock }: Resuming,
  jobs: Jobs,
  which: Waiting = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of await reconnect(tx, team, new Date(clock.now()), which)) {
      await jobs.send('generation', { team, generation: id }, { tx, key: id });
    }
  });
}

/**
 * Sends on what waits for a connection in teams that have one, should that not have come to pass when it was made. What
 * is known to be another workspace's goes on waiting.
 * @param usableIdOf names the connection of a team that works, if one does
 */
export async function resumeWaiting(
  context: Resuming & Pick<StepContext, 'policy'>,
  jobs: Jobs,
  usableIdOf: (team: string) => Promise<string | null>,
): Promise<void> {
  const before = new Date(context.clock.now() - context.policy.resumeAfterMs);
  for (const team of await waitingTeams(context.db, before)) {
    const connection = await usableIdOf(team);
    if (connection) await resume(team, context, jobs, { before, connection });
  }
}
