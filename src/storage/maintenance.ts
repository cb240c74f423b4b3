import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cipher } from './cipher.ts';
import type { Database } from './database.ts';
import { resealAll } from './reseal.ts';
import { deleteExpired } from './retention.ts';

/** Milliseconds between two rounds; texts are kept for days, so an hour more or less does not matter. */
const EVERY_MS = 60 * 60_000;

interface HousekeepingParts {
  db: Database;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  retentionDays: number;
  /** Removes teams of which something was left. */
  finishRemovals(): Promise<void>;
}

/**
 * Finishes removing teams, deletes what has had its time and seals anew what an old key sealed, now and every hour,
 * until stopped. Repeatable, so every process may do it.
 */
export function createHousekeeping(parts: HousekeepingParts): { start(): void; stop(): Promise<void> } {
  const { db, cipher, clock, log, retentionDays, finishRemovals } = parts;
  const stopping = new AbortController();
  let rounds = Promise.resolve();

  async function round(): Promise<void> {
    await finishRemovals();
    await deleteExpired(db, new Date(clock.now()), retentionDays);
    const resealed = await resealAll(db, cipher);
    if (resealed > 0) log.info({ resealed }, 'secrets were sealed anew with the first of ENCRYPTION_KEYS');
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
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
