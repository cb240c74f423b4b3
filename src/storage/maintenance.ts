import { type Clock, createTicker } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database, Queries } from './database.ts';
import { reencrypt } from './reencrypt.ts';

/** Milliseconds between two rounds of maintenance. Texts are kept for days, so deleting them up to an hour late does not matter. */
const EVERY_MS = 60 * 60_000;

/** Maximum number of values in the log line about values that cannot be decrypted. If a key is lost, there can be very many. */
const NAMED = 20;

interface MaintenanceDeps {
  db: Database;
  clock: Clock;
  log: Log;
  retentionDays: number;
  auditDays: number;
  /** Called after stored values were re-encrypted with the first key of ENCRYPTION_KEYS. @param reencrypted the number of values */
  onRotated(reencrypted: number): Promise<void>;
  /** Finishes interrupted removals of teams. Also removes teams that uninstalled the app after a restored backup was taken. */
  finishRemovals(): Promise<void>;
  /** Deletes the temporary files of processes that were killed. */
  deleteLeftFiles(): Promise<void>;
}

/** Creates the ticker that runs maintenance at the start and then every hour. It runs in every process, because it is safe to repeat. */
export function createMaintenance(deps: MaintenanceDeps) {
  const { db, clock, log, retentionDays, auditDays, onRotated, finishRemovals, deleteLeftFiles } = deps;

  async function round(): Promise<void> {
    await finishRemovals();
    await deleteLeftFiles();
    await deleteExpired(db, new Date(clock.now()), retentionDays, auditDays);
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

// The statements are plain SQL, because storage/ does not know the column types of tables that are defined in other folders.

const DAY = 86_400_000;
/** Default number of days for which entries of the audit trail are kept. */
const AUDIT_DAYS = 365;

/** Deletes expired rows and texts. Texts are deleted after delivery or, at the latest, after `retentionDays`. Rows of generations stay. */
export async function deleteExpired(
  db: Queries,
  now: Date,
  retentionDays: number,
  auditDays = AUDIT_DAYS,
): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * DAY);
  await db.query('DELETE FROM kv WHERE expires_at <= $1', [now]);
  await db.query('DELETE FROM audit WHERE at < $1', [new Date(now.getTime() - auditDays * DAY)]);
  await db.query('DELETE FROM seen WHERE expires_at <= $1', [now]);
  await db.query(PURGE_PAYLOADS, [oldest]);
  await db.query(PURGE_TEXTS, [oldest]);
  await db.query(PURGE_ASKS, [oldest]);
  await db.query(PURGE_PAGES, [oldest]);
  await db.query(PURGE_EXCERPTS, [oldest]);
  await db.query(PURGE_RUNS, [oldest]);
  await db.query('DELETE FROM deliveries WHERE generation IS NULL AND created_at < $1', [oldest]);
}

const PURGE_PAYLOADS = `
  UPDATE deliveries SET payload = NULL
  WHERE payload IS NOT NULL AND (state = 'sent' OR created_at < $1)`;

/** Deletes prompts and collected texts. A delivered picture keeps its prompt, so that people can ask for another picture like it. */
const PURGE_TEXTS = `
  UPDATE generations SET prompt = NULL, collected = NULL, found = NULL
  WHERE (prompt IS NOT NULL OR collected IS NOT NULL OR found IS NOT NULL)
  AND ((state = 'delivered' AND work <> 'image') OR created_at < $1)`;

const PURGE_ASKS = 'UPDATE generations SET ask = NULL WHERE ask IS NOT NULL AND created_at < $1';

/** Deletes stored pages of conversations. An ended generation does not need them, because a retry reads the conversation again. */
const PURGE_PAGES = `
  DELETE FROM collected_pages p USING generations g
  WHERE g.id = p.generation AND (g.state IN ('delivered', 'failed', 'stopped') OR p.created_at < $1)`;

/** Deletes old runs of digests. Each digest keeps its last run with a document, because the next run begins where that run ended. */
const PURGE_RUNS = `
  DELETE FROM digest_runs r WHERE due < $1 AND state <> 'claimed'
  AND NOT EXISTS (SELECT 1 FROM digests d WHERE d.id = r.digest AND d.last_window_end = r.due)`;

// Deletes texts that may quote people: labels and error messages quote prompts, and highlights quote messages.
const PURGE_EXCERPTS = `
  UPDATE generations SET label = NULL, failure_message = NULL, highlights = NULL, slide_titles = NULL
  WHERE created_at < $1
  AND (label IS NOT NULL OR failure_message IS NOT NULL OR highlights IS NOT NULL OR slide_titles IS NOT NULL)`;
