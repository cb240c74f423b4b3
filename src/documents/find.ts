import type { Actor } from '../actor.ts';
import type { ConnectionIds } from '../connections/connection.ts';
import type { DocumentAccess, DocumentSearch } from '../generations/document-search.ts';
import type { Generation } from '../generations/generation.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { type Problem, problemOf } from '../service/error-meaning.ts';
import { ServiceError } from '../service/errors.ts';
import { SEARCH_LIMIT } from '../service/options.ts';

/** A document that the connected account can see and that was not made with Deckhand. */
export interface ForeignDocument {
  title: string;
  docUrl?: string | undefined;
  updatedTime?: string | undefined;
}

export interface Found {
  /** Documents that this team made with Deckhand. Documents with all searched words in the title come first. */
  made: Generation[];
  /** Documents that were not made with Deckhand. Empty if the team's settings limit searches to documents made with Deckhand. */
  others: ForeignDocument[];
  /** True if the service could not search. The result then has only documents with all searched words in the title. */
  isLocal: boolean;
  /** True if no document has the searched words. Then `made` has documents with similar words in their titles. */
  isNear?: boolean;
  /** Why the service could not search. */
  problem?: Problem | undefined;
}

export interface FindOptions {
  records: Pick<DocumentSearch, 'search' | 'searchNear' | 'withDocIds' | 'madeHere' | 'unnamedSince'>;
  clientFor(team: string): Promise<ServiceClient | null>;
  /** Returns the connection that the team's requests use now; null if the team is not connected. */
  connectionOf(team: string): Promise<ConnectionIds | null>;
  log: Log;
}

/** Maximum number of documents of each kind (`made`, `others`) in a result. */
const MOST = 10;
/** Maximum number of words that one search looks for. */
const WORDS = 10;

/** Creates the search, which removes documents that the person may not see. `isWide`: also returns documents made without Deckhand. */
export function createFind({ records, clientFor, connectionOf, log }: FindOptions) {
  return async (...given: Parameters<typeof find>): Promise<Found> => {
    const found = await find(...given);
    if (found.made.length + found.others.length > 0) return found;
    const [{ team }, text, access] = given;
    const near = firstOfEach(await records.searchNear(team, access, wordsOf(text), MOST));
    return near.length > 0 ? { ...found, made: near, isNear: true } : found;
  };

  async function find(
    { team }: Actor,
    text: string,
    access: DocumentAccess,
    { isWide }: { isWide: boolean },
    signal?: AbortSignal,
  ): Promise<Found> {
    const q = queryOf(text);
    const words = wordsOf(text);
    if (words.length === 0) return { made: [], others: [], isLocal: false };
    const [titled, hits] = await Promise.all([
      records.search(team, access, words, MOST),
      searchService(team, q, signal),
    ]);
    if (!Array.isArray(hits)) return { made: firstOfEach(titled), others: [], isLocal: true, problem: hits };
    const docIds = hits.map(({ docId }) => docId);
    // `unnamedSince` may store ids of documents made with Deckhand. `madeHere` reads these ids, so it must run afterwards.
    const unnamed = isWide ? await unnamedSince(team, signal) : undefined;
    const [visible, madeHere] = await Promise.all([
      records.withDocIds(team, access, docIds),
      records.madeHere(docIds),
    ]);
    const matched = docIds.flatMap((docId) => visible.find((one) => one.docId === docId) ?? []);
    const isForeign = ({ docId, updatedTime }: (typeof hits)[number]) =>
      !madeHere.has(docId) && isBefore(updatedTime, unnamed);
    const foreign = isWide ? hits.filter(isForeign) : [];
    return {
      made: firstOfEach([...titled, ...matched]).slice(0, MOST),
      others: foreign
        .slice(0, MOST)
        .map(({ title, docUrl, updatedTime }) => ({ title, docUrl, updatedTime })),
      isLocal: false,
    };
  }

  async function unnamedSince(team: string, signal?: AbortSignal): Promise<Date | undefined> {
    const [connection, client] = await Promise.all([connectionOf(team), clientFor(team)]);
    // Without a connection, Deckhand cannot tell which documents it made. No document is older than this date, so `others` stays empty.
    return connection && client ? records.unnamedSince(connection, client, signal) : new Date(0);
  }

  /** Returns the service's hits. Returns a `Problem` if the service cannot search now, and undefined if the team is not connected. */
  async function searchService(team: string, q: string, signal?: AbortSignal) {
    try {
      const client = await clientFor(team);
      return client ? await client.searchDocs({ q, limit: SEARCH_LIMIT }, signal) : undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.info({ team, err: error }, 'the service did not search');
      return problemOf(error);
    }
  }
}

const queryOf = (text: string) => text.toWellFormed().trim().slice(0, 200);

const wordsOf = (text: string) => queryOf(text).split(/\s+/).filter(Boolean).slice(0, WORDS);

/** Maximum assumed difference between the service's clock and this process's clock, in milliseconds. */
const APART_MS = 5 * 60_000;

/** Returns true if a document was last changed before `since`. A newer document may be one that Deckhand made without storing its id. */
function isBefore(updatedTime: string | undefined, since: Date | undefined): boolean {
  return since === undefined || Date.parse(updatedTime ?? '') < since.getTime() - APART_MS;
}

/** Returns the documents without duplicates. Each document stays at the position where it occurs first. */
function firstOfEach(documents: Generation[]): Generation[] {
  return [...new Map(documents.toReversed().map((one) => [one.docId, one])).values()].toReversed();
}
