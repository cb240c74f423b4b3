import type { ConnectionIds } from '../connections/connection.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Queries } from '../storage/database.ts';
import { REMEMBERED } from '../storage/team-removal.ts';
import type { Generation } from './generation.ts';
import { workOf } from './work/kinds.ts';

/**
 * Unnamed documents: documents at the service that were made with Deckhand, but whose id Deckhand does not know. Either they are still
 * being made, or their generation was stopped, or the response was lost, or their team has uninstalled the app. A search must not show them
 * as documents that were made outside Deckhand. They belong to an account of the service and not to a team, because several teams can be
 * connected to one account.
 */

/** SQL condition for generations that may have an unnamed document. There is none if the service refused the call or reported a failure. */
const UNNAMED = `doc_id IS NULL AND submitted_at IS NOT NULL AND work IN ('document', 'agent') AND (state <> 'failed' OR
  (generation_id IS NOT NULL AND coalesce(failure ->> 'reason', '') NOT IN ('service_failed', 'no_credits')))`;

/** Selects the newest five stopped, late and failed generations of an account for which the service may still return the document's id. */
const LEFT = `SELECT id, work, generation_id FROM generations
  WHERE ${UNNAMED} AND state IN ('stopped', 'late', 'failed') AND generation_id IS NOT NULL AND made_with = $1
  ORDER BY submitted_at DESC LIMIT 5`;

const SINCE = `SELECT min(since) AS since FROM (
    SELECT submitted_at AS since, made_with AS account FROM generations WHERE ${UNNAMED}
    UNION ALL SELECT since, account FROM unnamed_documents
  ) AS unnamed WHERE account = $1 OR $2`;

/**
 * Returns the time from which an account may have unnamed documents; undefined if it has none. First polls generations that are no longer
 * followed, because the service may know their documents now. If the connection's account is not known, all accounts count.
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

/** Polls a generation once. Stores the document's id, or that no document was made. */
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

/** Milliseconds within which a create call makes its document, even a thorough one. */
const MADE_WITHIN_MS = 90 * 60_000;

const OTHERS = `SELECT 1 FROM generations WHERE ${UNNAMED} AND made_with = $1 AND id <> $2 AND submitted_at > $3
  UNION ALL SELECT 1 FROM unnamed_documents WHERE account = $1 AND coalesce(latest, since) > $3`;

/** Returns true if the account may have made an unnamed document for another generation, of any team, at the time of this generation. */
export async function hasOtherUnnamed(
  db: Queries,
  { id, madeWith, submittedAt }: { id: string; madeWith: string; submittedAt: Date },
): Promise<boolean> {
  const since = new Date(submittedAt.getTime() - MADE_WITHIN_MS);
  return (await db.query(OTHERS, [madeWith, id, since])).length > 0;
}

/** Stores the time from which an account may have unnamed documents, before a create call is repeated and overwrites `submittedAt`. */
export async function rememberUnnamed(db: Queries, account: string, since: Date): Promise<void> {
  await db.query(`INSERT INTO unnamed_documents (account, since, latest) VALUES ($1, $2, $2) ${REMEMBERED}`, [
    account,
    since,
  ]);
}
