import type { StepContext } from '../generations/context.ts';
import { queueAdminNote } from '../generations/delivery/admin-notes.ts';
import type { DocumentSearch } from '../generations/document-search.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** The warning that a team's credits are nearly used up. It is sent at most once a day, to people who can add credits. */

/** Maximum number of the last documents whose costs are compared with the credits that are left. */
const LAST_DOCUMENTS = 10;
const DAY_MS = 24 * 60 * 60_000;

type WatchContext = Pick<StepContext, 'db' | 'clock'> & {
  jobs: Jobs;
  records: Pick<DocumentSearch, 'lastCosts'>;
  /** Called once for each warning; for metrics. */
  onLow?(): void;
};

/** Returns a function that queues a warning if a team has fewer credits left than its last documents cost together. */
export function createCreditWatch({ db, clock, jobs, records, onLow }: WatchContext) {
  return async (team: string, left: number): Promise<void> => {
    const costs = await records.lastCosts(team, LAST_DOCUMENTS);
    const cost = costs.reduce((sum, one) => sum + one, 0);
    if (costs.length === 0 || left >= cost) return;
    const note = { kind: 'low_credits' as const, left, cost, documents: costs.length };
    const warning = { team, note, key: 'low-credits', everyMs: DAY_MS, now: clock.now() };
    if (await db.transaction((tx) => queueAdminNote(tx, jobs, warning))) onLow?.();
  };
}
