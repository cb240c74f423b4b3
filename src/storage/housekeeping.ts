import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { deleteExpired } from './retention.ts';

/** Milliseconds between two rounds; texts are kept for days, so an hour more or less does not matter. */
const EVERY_MS = 60 * 60_000;

/** Deletes what has had its time, now and every hour, until stopped. Repeatable, so every process may do it. */
export function createHousekeeping(parts: { db: Database; clock: Clock; log: Log; retentionDays: number }): {
  start(): void;
  stop(): Promise<void>;
} {
  const { db, clock, log, retentionDays } = parts;
  const stopping = new AbortController();
  let rounds = Promise.resolve();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await deleteExpired(db, new Date(clock.now()), retentionDays).catch((error: unknown) =>
        log.warn({ err: error }, 'housekeeping failed'),
      );
      await clock.sleep(EVERY_MS, stopping.signal).catch(() => {});
    }
  }

  return {
    start() {
      rounds = run();
    },
    async stop() {
      stopping.abort();
      await rounds;
    },
  };
}
