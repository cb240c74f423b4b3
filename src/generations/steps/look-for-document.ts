import type { ServiceClient } from '../../service/client.ts';
import { isTransient } from '../../service/error-meaning.ts';
import { ServiceError } from '../../service/errors.ts';
import { SEARCH_LIMIT } from '../../service/options.ts';
import type { Run, Written } from '../context.ts';
import { showProgress } from '../delivery/messages.ts';
import { createDocumentSearch } from '../document-search.ts';
import type { FoundDocument, Generation } from '../generation.ts';
import { findGeneration, saveFound } from '../store.ts';
import { hasOtherUnnamed } from '../unnamed-documents.ts';
import { workOf } from '../work/kinds.ts';

/** Maximum assumed difference between the service's clock and this process's clock, in milliseconds. */
const APART_MS = 60_000;

/**
 * Step of the state `unsure`: searches for the document that the create call without a response may have made. The search spends no
 * credits.
 * @returns the generation, with `found` if exactly one document fits; null if a person has decided in the meantime
 */
export async function lookForDocument(generation: Generation, run: Run): Promise<Written> {
  const { clock, db, policy, signal } = run;
  const { submittedAt, found } = generation;
  const lookMs = workOf(generation).limits(policy).look;
  if (!lookMs || !submittedAt || found) return generation;
  await showProgress(generation, run, { isLooking: true });
  for (const until = submittedAt.getTime() + lookMs; ; ) {
    const looked = await lookOnce(generation, submittedAt, run);
    if (looked === 'unable') return generation;
    if (looked) return saveFound(db, generation, looked);
    if (clock.now() >= until) return generation;
    await clock.sleep(policy.lookEveryMs, signal);
    if ((await findGeneration(db, generation.team, generation.id))?.state !== 'unsure') return null;
  }
}

/** Searches once. Returns the document if exactly one fits, undefined if a later search may find it, and `unable` if none can find it. */
async function lookOnce(
  generation: Generation,
  submittedAt: Date,
  run: Run,
): Promise<FoundDocument | 'unable' | undefined> {
  const { db, signal } = run;
  const { team, madeWith } = generation;
  const [client, connection] = await Promise.all([run.clientFor(team), run.connectionOf(team)]);
  if (!client || !madeWith || connection?.account !== madeWith) return 'unable';
  const since = submittedAt.getTime() - APART_MS;
  try {
    const updatedAfter = new Date(since).toISOString();
    const hits = await client.searchDocs({ updatedAfter, limit: SEARCH_LIMIT }, signal);
    // The service returns only one page of results. If the page is full, the requested document may be missing from it.
    if (hits.length >= SEARCH_LIMIT) return undefined;
    // If another ask may have made one of these documents, we cannot tell which one was requested. Check this before `madeHere`, because
    // the other ask may store the id of its document in between.
    if (await hasOtherUnnamed(db, { ...generation, madeWith, submittedAt })) return undefined;
    const known = await createDocumentSearch(db).madeHere(hits.map(({ docId }) => docId));
    const unknown = hits.filter(({ docId }) => !known.has(docId)).map(({ docId }) => docId);
    return theOne(await madeByAccount(client, unknown, since, signal), generation);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    run.log.info({ generation: generation.id, err: error }, 'the document could not be searched for');
    return isTransient(error) ? undefined : 'unable';
  }
}

/** Returns the documents that the connected account has made since `since`. If the requested document exists, it is one of them. */
async function madeByAccount(
  client: ServiceClient,
  docIds: string[],
  since: number,
  signal: AbortSignal,
): Promise<FoundDocument[]> {
  if (docIds.length === 0) return [];
  const { displayName } = await client.getMe(signal);
  const docs = await Promise.all(docIds.map((docId) => client.getDoc(docId, signal)));
  return docs
    .filter(({ author, createdTime = '' }) => author === displayName && Date.parse(createdTime) >= since)
    .map(({ docId, docUrl, title = 'Untitled', createdTime = '' }) => ({
      docId,
      docUrl,
      title,
      createdTime,
    }));
}

/** Returns the only document that fits the ask; undefined if none or several fit. */
function theOne(docs: FoundDocument[], { ask, label }: Generation): FoundDocument | undefined {
  const fitting = ask?.title ? docs.filter(({ title }) => title === ask.title) : docs;
  const said = wordsOf(label);
  const alike = fitting.filter(({ title }) => wordsOf(title).some((word) => said.includes(word)));
  const left = fitting.length > 1 ? alike : fitting;
  return left.length === 1 ? left[0] : undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}
