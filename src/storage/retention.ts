import type { Queries } from './database.ts';

const DAY = 86_400_000;

/**
 * Deletes what has had its time: expired keys; the texts of asks (prompts, collected threads) and of messages,
 * once delivered and at the latest after `retentionDays`. The generations themselves, with the links to their
 * docs, stay.
 */
export async function deleteExpired(db: Queries, now: Date, retentionDays: number): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * DAY);
  await db.query('DELETE FROM kv WHERE expires_at <= $1', [now]);
  await db.query('DELETE FROM seen WHERE expires_at <= $1', [now]);
  await db.query(FORGET_PAYLOADS, [oldest]);
  await db.query(FORGET_ASKS, [oldest]);
  await db.query(FORGET_PAGES, [oldest]);
  await db.query(FORGET_WORDS, [oldest]);
  await db.query(FORGET_RUNS, [oldest]);
  await db.query('DELETE FROM deliveries WHERE generation IS NULL AND created_at < $1', [oldest]);
}

const FORGET_PAYLOADS = `
  UPDATE deliveries SET payload = NULL
  WHERE payload IS NOT NULL AND (state = 'sent' OR created_at < $1)`;

const FORGET_ASKS = `
  UPDATE generations SET ask = NULL, collected = NULL
  WHERE (ask IS NOT NULL OR collected IS NOT NULL) AND (state = 'delivered' OR created_at < $1)`;

/** What has ended needs them no more: whoever tries again reads anew. */
const FORGET_PAGES = `
  DELETE FROM collected_pages p USING generations g
  WHERE g.id = p.generation AND (g.state IN ('delivered', 'failed', 'stopped') OR p.created_at < $1)`;

/** The last run of a digest that made something says where the next one begins. */
const FORGET_RUNS = `
  DELETE FROM digest_runs r WHERE due < $1 AND state <> 'claimed'
  AND NOT EXISTS (SELECT 1 FROM digests d WHERE d.id = r.digest AND d.last_window_end = r.due)`;

// A name made of the prompt's first words, and a sentence of the service that may quote it, are what people wrote, too.
const FORGET_WORDS = `
  UPDATE generations SET label = coalesce(title, ''), failure = failure - 'message'
  WHERE created_at < $1 AND (label <> coalesce(title, '') OR failure ? 'message')`;
