import type { ConnectionIds } from '../connections/connection.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Queries } from '../storage/database.ts';
import { REMEMBERED } from '../storage/team-removal.ts';
import type { Generation } from './generation.ts';
import { workOf } from './work/kinds.ts';

/**
 * A document is unnamed if it was made with Deckhand, but its id at the service is not known, for example because the response was lost. A
 * search must not show an unnamed document as made outside Deckhand.
 * Unnamed documents belong to an account and not to a team, because several teams can be connected to one account.
 */

/** SQL condition for generations that may have an unnamed document. Leaves out documents that the service refused or failed to make. */
const UNNAMED = `doc_id IS NULL AND submitted_at IS NOT NULL AND work IN ('document', 'agent') AND (state <> 'failed' OR
  (generation_id IS NOT NULL AND coalesce(failure ->> 'reason', '') NOT IN ('service_failed', 'no_credits')))`;

/** SQL for the account's five newest stopped, late or failed generations for which another poll may return the document's id. */
const LEFT = `SELECT id, work, generation_id FROM generations
  WHERE ${UNNAMED} AND state IN ('stopped', 'late', 'failed') AND generation_id IS NOT NULL AND made_with = $1
  ORDER BY submitted_at DESC LIMIT 5`;

const SINCE = `SELECT min(since) AS since FROM (
    SELECT submitted_at AS since, made_with AS account FROM generations WHERE ${UNNAMED}
    UNION ALL SELECT since, account FROM unnamed_documents
  ) AS unnamed WHERE account = $1 OR $2`;

/**
 * Returns since when the account may have unnamed documents. If the account is unknown, checks all accounts. First polls for missing ids
 * (`LEFT`).
 */
export async function unnamedSince(
  db: Queries,
  { id, account }: ConnectionIds,
  client: ServiceClient,
  signal: AbortSignal = new AbortController().signal,
): Promise<Date | undefined> {
  const left = await db.query<Left>(LEFT, [account]);
  await Promise.all(left.map((generation) => learnId(db, generation, client, signal)));
  const [row] = await db.query<{ since: Date | null }>(SINCE, [account, account === id]);
  return row?.since ?? undefined;
}

type Left = Pick<Generation, 'id' | 'work'> & { generation_id: string };

/** Polls a generation once. Stores the document's id, or clears `submitted_at` if no document was made. */
async function learnId(
  db: Queries,
  { id, work, generation_id }: Left,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<void> {
  try {
    const status = await workOf({ work }).poll(client, generation_id, signal);
    if (status.status === 'failed')
      await db.query('UPDATE generations SET submitted_at = NULL WHERE id = $1 AND doc_id IS NULL', [id]);
    else if (status.status === 'completed')
      await db.query('UPDATE generations SET doc_id = $2 WHERE id = $1 AND doc_id IS NULL', [
        id,
        status.docId,
      ]);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** Milliseconds within which the service makes the document of a create call, even a thorough one. */
const MADE_WITHIN_MS = 90 * 60_000;

const OTHERS = `SELECT 1 FROM generations WHERE ${UNNAMED} AND made_with = $1 AND id <> $2 AND submitted_at > $3
  UNION ALL SELECT 1 FROM unnamed_documents WHERE account = $1 AND coalesce(latest, since) > $3`;

/** Returns true if the account may have another unnamed document, requested after this one or up to `MADE_WITHIN_MS` before it. */
export async function hasOtherUnnamed(
  db: Queries,
  { id, madeWith, submittedAt }: { id: string; madeWith: string; submittedAt: Date },
): Promise<boolean> {
  const since = new Date(submittedAt.getTime() - MADE_WITHIN_MS);
  return (await db.query(OTHERS, [madeWith, id, since])).length > 0;
}

/** Stores that an account may have unnamed documents since a time. Call this before a repeated create call overwrites `submittedAt`. */
export async function rememberUnnamed(db: Queries, account: string, since: Date): Promise<void> {
  await db.query(`INSERT INTO unnamed_documents (account, since, latest) VALUES ($1, $2, $2) ${REMEMBERED}`, [
    account,
    since,
  ]);
}
