import type { JobName, JobPayloads, Jobs } from '../../../src/jobs/jobs.ts';
import type { Database, Transaction } from '../../../src/storage/database.ts';

export interface SentJob<N extends JobName = JobName> {
  name: N;
  key?: string | undefined;
  payload: JobPayloads[N];
}

export interface FakeQueue {
  /** The database for what sends jobs: a job that joins one of its transactions is sent when that commits. */
  db: Database;
  jobs: Jobs;
  /** The jobs that wait, oldest first. */
  waiting: SentJob[];
  /** Takes the oldest job of a queue to work on it. */
  take<N extends JobName>(name: N): JobPayloads[N] | undefined;
}

/**
 * A queue in memory whose jobs a test does by hand, one after the other. test/contracts/queue.test.ts holds it to what the
 * real one does.
 */
export function createFakeQueue(database: Database): FakeQueue {
  const waiting: SentJob[] = [];
  const open = new WeakMap<Transaction, SentJob[]>();

  /** @returns whether it was queued, and not written over one that waits */
  function queue(job: SentJob, among: SentJob[]): boolean {
    const same = among.find(({ name, key }) => key !== undefined && name === job.name && key === job.key);
    if (!same) among.push(job);
    else same.payload = job.payload;
    return !same;
  }

  const isOf =
    <N extends JobName>(wanted: N) =>
    (job: SentJob): job is SentJob<N> =>
      job.name === wanted;

  return {
    db: {
      ...database,
      transaction: (work, lock) => {
        const sent: SentJob[] = [];
        return database
          .transaction((tx) => {
            open.set(tx, sent);
            return work(tx);
          }, lock)
          .then((result) => {
            for (const job of sent) queue(job, waiting);
            return result;
          });
      },
    },
    jobs: {
      open: async () => {},
      start: async () => {},
      stop: async () => {},
      work: () => {},
      running: () => 0,
      async send(name, payload, { tx, key } = {}) {
        const job = { name, key, payload };
        const joined = tx && open.get(tx);
        if (!joined) return queue(job, waiting);
        const isWaiting = key !== undefined && waiting.some((one) => one.name === name && one.key === key);
        return queue(job, joined) && !isWaiting;
      },
      async forget(team) {
        const kept = waiting.filter(({ payload }) => payload.team !== team);
        waiting.splice(0, waiting.length, ...kept);
      },
    },
    waiting,
    take(name) {
      const job = waiting.find(isOf(name));
      if (job) waiting.splice(waiting.indexOf(job), 1);
      return job?.payload;
    },
  };
}
