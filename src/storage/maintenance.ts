import { type Clock, createTicker } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { reencrypt } from './reencrypt.ts';
import { deleteExpired } from './retention.ts';

/** Milliseconds between two rounds. Texts are kept for days, so deleting them up to an hour late does not matter. */
const EVERY_MS = 60 * 60_000;

/** Maximum number of values that a log line names. If a key is lost, there can be very many. */
const NAMED = 20;

interface MaintenanceDeps {
  db: Database;
  clock: Clock;
  log: Log;
  retentionDays: number;
  /** Called with the number of values that were re-encrypted with a new first key. */
  onRotated(reencrypted: number): Promise<void>;
  /** Finishes interrupted removals of teams, and removes teams of a restored backup that have uninstalled the app since. */
  finishRemovals(): Promise<void>;
  /** Deletes the temporary files of processes that were killed. */
  deleteLeftFiles(): Promise<void>;
}

/**
 * Creates a ticker that finishes removing teams, deletes what has expired, and re-encrypts what an older key sealed: when started, and
 * then every hour. All of this is repeatable, so every process does it.
 */
export function createMaintenance(deps: MaintenanceDeps) {
  const { db, clock, log, retentionDays, onRotated, finishRemovals, deleteLeftFiles } = deps;

  async function round(): Promise<void> {
    await finishRemovals();
    await deleteLeftFiles();
    await deleteExpired(db, new Date(clock.now()), retentionDays);
    const { reencrypted, damaged } = await reencrypt(db);
    if (reencrypted > 0) {
      log.info({ reencrypted }, 'secrets and texts were re-encrypted with the first of ENCRYPTION_KEYS');
      await onRotated(reencrypted);
    }
    if (damaged.length > 0)
      log.warn(
        { damaged: damaged.length, first: damaged.slice(0, NAMED) },
        'some values cannot be decrypted and were left as they are; all others use the first key',
      );
  }

  const onError = (err: unknown) => log.warn({ err }, 'maintenance failed');
  return createTicker(round, { clock, everyMs: EVERY_MS, onError });
}
