import type { Queries } from './database.ts';

// Plain SQL: these statements cross the tables of several folders, whose types storage/ does not know.

const DAY = 86_400_000;

/**
 * Deletes what has expired: keys and values; the texts of asks (prompts, collected threads) and of messages,
 * once delivered and at the latest after `retentionDays`. The generations themselves, with the links to their
 * docs, stay.
 */
export async function deleteExpired(db: Queries, now: Date, retentionDays: number): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * DAY);
  await db.query('DELETE FROM kv WHERE expires_at <= $1', [now]);
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

/** A picture may be asked for again in the same words; what was chosen stays for the card, and for another one like it. */
const PURGE_TEXTS = `
  UPDATE generations SET prompt = NULL, collected = NULL
  WHERE (prompt IS NOT NULL OR collected IS NOT NULL)
  AND ((state = 'delivered' AND work <> 'image') OR created_at < $1)`;

const PURGE_ASKS = 'UPDATE generations SET ask = NULL WHERE ask IS NOT NULL AND created_at < $1';

/** A generation that has ended no longer needs them: one that is tried again reads again. */
const PURGE_PAGES = `
  DELETE FROM collected_pages p USING generations g
  WHERE g.id = p.generation AND (g.state IN ('delivered', 'failed', 'stopped') OR p.created_at < $1)`;

/** The last run of a digest that made something says where the next one begins. */
const PURGE_RUNS = `
  DELETE FROM digest_runs r WHERE due < $1 AND state <> 'claimed'
  AND NOT EXISTS (SELECT 1 FROM digests d WHERE d.id = r.digest AND d.last_window_end = r.due)`;

// A label made of the prompt's first words, and a sentence of the service that may quote it, are people's texts, too.
const PURGE_EXCERPTS = `
  UPDATE generations SET label = NULL, failure_message = NULL
  WHERE created_at < $1 AND (label IS NOT NULL OR failure_message IS NOT NULL)`;
