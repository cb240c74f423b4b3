import type { PgBoss } from 'pg-boss';
import type { Database, Queries, Transaction } from '../storage/database.ts';
import type { JobName } from './names.ts';
import { nudge } from './nudges.ts';

/** A job in the hands of this process. */
export interface HeldJob {
  queue: JobName;
  id: string;
  key: string;
  /** Which taking-up of the job this is, from 0; whoever settles an older one changes nothing. */
  attempt: number;
  payload: object & { team: string };
}

type Attempt = Pick<HeldJob, 'id' | 'attempt'>;

export interface Holdings {
  /** Fetches up to `limit` jobs that can start, none of the teams in `ignoreTeams`, and holds them. */
  claim(queue: JobName, limit: number, ignoreTeams: string[]): Promise<HeldJob[]>;
  /** Ends jobs in bulk: done, or dead and not to be tried again. */
  settle(queue: JobName, jobs: Attempt[], outcome: 'done' | 'dead'): Promise<void>;
  /** Lets all that this process still holds be taken up by another at once. */
  giveBackAll(): Promise<void>;
}

/**
 * Which process is at work on which job, as rows. A held job stays `active` in pg-boss for as long as it takes,
 * with no statement sent meanwhile: what shows that its holder lives is the holder's one row in `processes`.
 * The foreign key there refuses a process that was declared dead and does not know yet.
 */
export function createHoldings(database: Database, boss: PgBoss, process: string): Holdings {
  return {
    claim(queue, limit, ignoreTeams) {
      return database.transaction(async (tx) => {
        const fetched = await boss.fetch<HeldJob['payload']>(queue, {
          batchSize: limit,
          includeMetadata: true,
          ignoreGroups: ignoreTeams.length > 0 ? ignoreTeams : null,
          db: tx.executor,
        });
        const jobs = fetched.map(({ id, retryCount, data, singletonKey }) => {
          return { queue, id, key: singletonKey ?? id, attempt: retryCount, payload: data };
        });
        return jobs.length > 0 ? hold(tx, boss, process, queue, jobs) : [];
      });
    },
    settle(queue, jobs, outcome) {
      return database.transaction(async (tx) => {
        const attempts = jobs.map(({ id, attempt }) => ({ id, retryCount: attempt }));
        if (outcome === 'done') await boss.complete(queue, attempts, null, { db: tx.executor });
        else await boss.cancel(queue, attempts, { db: tx.executor });
        const ids = jobs.map(({ id }) => id);
        await sendNext(tx, boss, await tx.query<Released>(LET_GO, [process, queue, ids]));
      });
    },
    giveBackAll: () => database.transaction((tx) => giveBack(tx, boss, [process])),
  };
}

/** Gives the jobs of dead processes back, to be taken up at once, and strikes the processes off. */
export async function giveBack(tx: Transaction, boss: PgBoss, processes: string[]): Promise<void> {
  const released = await tx.query<Released>(LET_GO_ALL, [processes]);
  const byQueue = Map.groupBy(released, ({ queue }) => queue);
  for (const [queue, rows] of byQueue) {
    const attempts = rows.map(({ job_id, attempt }) => ({ id: job_id, retryCount: attempt }));
    await boss.fail(queue, attempts, { reason: 'given back' }, { db: tx.executor });
    await nudge(tx, queue);
  }
  await sendNext(tx, boss, released);
  await tx.query('DELETE FROM processes WHERE id = ANY($1::uuid[])', [processes]);
}

interface Released {
  queue: JobName;
  job_id: string;
  key: string;
  attempt: number;
  next: HeldJob['payload'] | null;
}

/** Jobs whose key is at work elsewhere are folded into the one at work, to follow it. */
async function hold(
  tx: Transaction,
  boss: PgBoss,
  process: string,
  queue: JobName,
  jobs: HeldJob[],
): Promise<HeldJob[]> {
  const columns = [jobs.map(({ id }) => id), jobs.map(({ key }) => key), jobs.map(({ attempt }) => attempt)];
  const rows = await tx.query<{ job_id: string }>(HOLD, [queue, process, ...columns]);
  const held = new Set(rows.map(({ job_id }) => job_id));
  const busy = jobs.filter(({ id }) => !held.has(id));
  for (const { key, payload } of busy) await follow(tx, queue, key, payload);
  if (busy.length > 0)
    await boss.complete(
      queue,
      busy.map(({ id }) => id),
      null,
      { db: tx.executor },
    );
  return jobs.filter(({ id }) => held.has(id));
}

async function follow(tx: Queries, queue: JobName, key: string, payload: object): Promise<void> {
  const rows = await tx.query(FOLLOW, [queue, key, JSON.stringify(payload)]);
  // The one at work ended just now; as nothing is committed, the next fetch finds the job again.
  if (rows.length === 0)
    throw new Error('A job was let go while another of its key was fetched; fetching again.');
}

async function sendNext(tx: Transaction, boss: PgBoss, released: Released[]): Promise<void> {
  for (const { queue, key, next } of released) {
    if (!next) continue;
    await boss.send(queue, next, { singletonKey: key, group: { id: next.team }, db: tx.executor });
    await nudge(tx, queue);
  }
}

// In the order of the keys, so that two processes holding the same keys do not wait for each other crosswise.
const HOLD = `
  INSERT INTO held_jobs (queue, process, job_id, key, attempt)
  SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::integer[]) AS job (id, key, attempt) ORDER BY key
  ON CONFLICT DO NOTHING
  RETURNING job_id`;

const FOLLOW = 'UPDATE held_jobs SET next = $3::jsonb WHERE queue = $1 AND key = $2 RETURNING 1';

const LET_GO = `
  DELETE FROM held_jobs WHERE process = $1 AND queue = $2 AND job_id = ANY($3::uuid[])
  RETURNING queue, job_id, key, attempt, next`;

const LET_GO_ALL = `
  DELETE FROM held_jobs WHERE process = ANY($1::uuid[])
  RETURNING queue, job_id, key, attempt, next`;
