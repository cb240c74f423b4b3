import { type Clock, createTicker } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cipher } from './cipher.ts';
import type { Database } from './database.ts';
import { keepUpEmbedded } from './embedded-upkeep.ts';
import { deleteExpired } from './retention.ts';
import { sealColumns } from './sealed-columns.ts';
import { reencryptAll } from './sealed-store.ts';

/** Milliseconds between two rounds; texts are kept for days, so an hour more or less does not matter. */
const EVERY_MS = 60 * 60_000;

/** Places that one line of the log names; with a key gone there can be very many. */
const NAMED = 20;

interface MaintenanceDeps {
  db: Database;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  retentionDays: number;
  /** Finishes the removal of teams that was begun and interrupted, and begins that of teams that have left unheard. */
  finishRemovals(): Promise<void>;
  /** Deletes the temporary files of processes that were killed. */
  deleteLeftFiles(): Promise<void>;
}

/**
 * Finishes removing teams, deletes what has expired, re-encrypts what an old key sealed and keeps the embedded database from growing,
 * now and every hour, until stopped. Repeatable, so every process may do it.
 */
export function createMaintenance(deps: MaintenanceDeps) {
  const { db, cipher, clock, log, retentionDays, finishRemovals, deleteLeftFiles } = deps;

  async function round(): Promise<void> {
    await finishRemovals();
    await deleteLeftFiles();
    await deleteExpired(db, new Date(clock.now()), retentionDays);
    const secrets = await reencryptAll(db, cipher);
    const texts = await sealColumns(db);
    const reencrypted = secrets.reencrypted + texts.sealed;
    const damaged = [...secrets.damaged, ...texts.damaged];
    if (reencrypted > 0)
      log.info({ reencrypted }, 'secrets and texts were sealed with the first of ENCRYPTION_KEYS');
    if (damaged.length > 0)
      log.warn(
        { damaged: damaged.length, first: damaged.slice(0, NAMED) },
        'what cannot be opened is left as it is; all else has the first key',
      );
    await keepUpEmbedded(db);
  }

  const onError = (err: unknown) => log.warn({ err }, 'maintenance failed');
  return createTicker(round, { clock, everyMs: EVERY_MS, onError });
}
