import type { Actor } from '../actor.ts';
import type { DocumentSearch, Sight } from '../generations/document-search.ts';
import type { Generation } from '../generations/generation.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { SEARCH_LIMIT } from '../service/options.ts';

/** A document of the connected account that was not made here. */
export interface ForeignDocument {
  title: string;
  docUrl?: string;
  updatedTime?: string;
}

export interface Found {
  /** Made with Deckhand in this team, best match first. */
  made: Generation[];
  /** Where the team's admins have opened the search to them. */
  others: ForeignDocument[];
  /** The service did not search: titles known here are all that was gone through. */
  isLocal: boolean;
}

export interface FindOptions {
  records: Pick<DocumentSearch, 'search' | 'withDocIds' | 'madeHere' | 'unnamedSince'>;
  clientFor(team: string): Promise<Pick<ServiceClient, 'searchDocs'> | null>;
  log: Log;
}

/** Documents of each kind that are given. */
const MOST = 10;
const WORDS = 10;

/**
 * Searches for a person. Results are the connected account's, who may see more than the person: only what was made here and
 * stands where this person may see it is passed on, and of the rest only what was not made here at all, where admins allow
 * that. A document made for a conversation that the person is not in stays out, whoever asks and whatever is allowed.
 */
export function createFind({ records, clientFor, log }: FindOptions) {
  return async (
    { team }: Actor,
    text: string,
    sight: Sight,
    { isWide }: { isWide: boolean },
    signal?: AbortSignal,
  ): Promise<Found> => {
    const q = text.toWellFormed().trim().slice(0, 200);
    const words = q.split(/\s+/).filter(Boolean).slice(0, WORDS);
    if (words.length === 0) return { made: [], others: [], isLocal: false };
    const [titled, hits] = await Promise.all([
      records.search(team, sight, words, MOST),
      searchService(team, q, signal),
    ]);
    if (!hits) return { made: titled, others: [], isLocal: true };
    const docIds = hits.map(({ docId }) => docId);
    const [visible, madeHere, unnamedSince] = await Promise.all([
      records.withDocIds(team, sight, docIds),
      records.madeHere(docIds),
      isWide ? records.unnamedSince(team) : undefined,
    ]);
    const matched = docIds.flatMap((docId) => visible.find((one) => one.docId === docId) ?? []);
    const isForeign = ({ docId, updatedTime }: (typeof hits)[number]) =>
      !madeHere.has(docId) && isBefore(updatedTime, unnamedSince);
    const foreign = isWide ? hits.filter(isForeign) : [];
    return {
      made: firstOfEach([...matched, ...titled]).slice(0, MOST),
      others: foreign.slice(0, MOST).map(({ title, docUrl, updatedTime }) => ({
        title,
        ...(docUrl !== undefined && { docUrl }),
        ...(updatedTime !== undefined && { updatedTime }),
      })),
      isLocal: false,
    };
  };

  /** Null where it does not search just now. */
  async function searchService(team: string, q: string, signal?: AbortSignal) {
    try {
      const client = await clientFor(team);
      return client ? await client.searchDocs({ q, limit: SEARCH_LIMIT }, signal) : null;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.info({ team, err: error }, 'the service did not search');
      return null;
    }
  }
}

/** Service clocks and ours may differ by so many milliseconds. */
const APART_MS = 5 * 60_000;

/** What was changed since then may be one that is being made here, whose id is not known yet. */
function isBefore(updatedTime: string | undefined, since: Date | undefined): boolean {
  return since === undefined || Date.parse(updatedTime ?? '') < since.getTime() - APART_MS;
}

/** One document can have been made once, and found twice. */
function firstOfEach(documents: Generation[]): Generation[] {
  return [...new Map(documents.toReversed().map((one) => [one.docId, one])).values()].toReversed();
}
