import { sql } from 'kysely';
import { isTypo } from '../asks/mention/typos.ts';
import type { ConnectionIds } from '../connections/connection.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Queries, SealingQueries } from '../storage/database.ts';
import { openRow } from '../storage/sealed-columns.ts';
import type { Generation } from './generation.ts';
import { generationTables, linkHash, ofTeam, readGeneration } from './store.ts';
import { unnamedSince } from './unnamed-documents.ts';

/** Selects the documents that a person may see: those that the person asked for, and those made for one of the person's conversations. */
export interface DocumentAccess {
  person: string;
  /** The ids of the conversations that the person is a member of. */
  channels: string[];
}

/** Searches finished documents. All functions search only the given team, except `madeHere` and `unnamedSince`. */
export interface DocumentSearch {
  /** Returns the documents that the person may see and whose title contains all the words or their singulars, newest first. */
  search(team: string, access: DocumentAccess, words: string[], limit: number): Promise<Generation[]>;
  /** Like `search`, but also finds titles in which a word is spelled slightly differently. Reads only the newest titles. */
  searchNear(team: string, access: DocumentAccess, words: string[], limit: number): Promise<Generation[]>;
  /** Returns those of `docIds` whose documents were made with Deckhand, by any team. @param docIds ids of documents at the service */
  madeHere(docIds: string[]): Promise<Set<string>>;
  /** Returns when the account's oldest unnamed document was made (unnamed-documents.ts); undefined if there is none. */
  unnamedSince(
    connection: ConnectionIds,
    client: ServiceClient,
    signal?: AbortSignal,
  ): Promise<Date | undefined>;
  /** Returns the documents that have these ids at the service, newest first. Leaves out documents that the person may not see. */
  withDocIds(team: string, access: DocumentAccess, docIds: string[]): Promise<Generation[]>;
  /** Returns asker and channel of the generations that made or shared a document. Empty if the team has no such document. */
  placesOf(team: string, docId: string): Promise<Pick<Generation, 'person' | 'channel'>[]>;
  /** Returns the generations that made or shared the document with this link. Callers must check who may see the document. */
  withLink(team: string, link: string): Promise<Generation[]>;
  /** Returns the credits of a team's newest results: their `cost`, what was `left` afterwards, and the account that paid (`madeWith`). */
  newestCredits(
    team: string,
  ): Promise<{ cost: number | null; left: number | null; madeWith: string | null }[]>;
}

export function createDocumentSearch(db: SealingQueries): DocumentSearch {
  const searchTitles =
    (has: (title: string, word: string) => boolean, most: number): DocumentSearch['search'] =>
    async (team, access, words, limit) => {
      const wanted = words.map((word) => word.toLowerCase());
      const isFound = (title: string) => wanted.every((word) => has(title, word));
      const ids = await titledIds(db, visible(db, team, access), isFound, { limit, most });
      const rows = await visible(db, team, access)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute();
      return rows.map((row) => readGeneration(db, row));
    };
  return {
    search: searchTitles(hasWord, MOST_TITLES),
    searchNear: searchTitles(
      (title, word) =>
        hasWord(title, word) || title.split(NO_LETTERS).some((other) => isTypo(word, other, SHORTEST_NEAR)),
      TITLES,
    ),
    async madeHere(docIds) {
      const rows = await generationTables(db)
        .selectFrom('generations')
        .select('docId')
        .where('docId', '=', oneOf(docIds))
        .execute();
      return new Set(rows.flatMap(({ docId }) => docId ?? []));
    },
    unnamedSince: (...of) => unnamedSince(db, ...of),
    async withDocIds(team, access, docIds) {
      const rows = await visible(db, team, access).where('docId', '=', oneOf(docIds)).execute();
      return rows.map((row) => readGeneration(db, row));
    },
    placesOf: (team, docId) =>
      documentsOf(db, team)
        .clearSelect()
        .select(['person', 'channel'])
        .where('docId', '=', docId)
        .limit(ROWS_OF_DOCUMENT)
        .execute(),
    async withLink(team, link) {
      const found = documentsOf(db, team).where('docLink', '=', linkHash(team, link));
      const rows = await found.orderBy('createdAt').limit(ROWS_OF_DOCUMENT).execute();
      return rows.map((row) => readGeneration(db, row));
    },
    newestCredits: (team) =>
      generationTables(db)
        .selectFrom('generations')
        .select(sql<number | null>`(credits ->> 'deducted')::float8`.as('cost'))
        .select([sql<number | null>`(credits ->> 'remaining')::float8`.as('left'), 'madeWith'])
        .where('team', '=', team)
        .where('state', '=', 'delivered')
        .orderBy('createdAt', 'desc')
        .limit(NEWEST)
        .execute(),
  };
}

/** Maximum number of results whose credits `newestCredits` reads. The service does not report the credits of every result. */
const NEWEST = 30;

/** Maximum number of rows that are read for one document: its own row, and one for each channel to which it was shared. */
const ROWS_OF_DOCUMENT = 10;

const documentsOf = (db: Queries, team: string) =>
  ofTeam(db, team)
    .where('state', '=', 'delivered')
    .where('work', '<>', 'edit')
    .where('docId', 'is not', null)
    .where('deletedAt', 'is', null);

const visible = (db: Queries, team: string, { person, channels }: DocumentAccess) =>
  documentsOf(db, team)
    .where((eb) => eb.or([eb('person', '=', person), eb('channel', '=', oneOf(channels))]))
    .orderBy('createdAt', 'desc');

const oneOf = (values: string[]) => sql<string>`any(${values}::text[])`;

/** Number of titles that one statement reads. Titles are encrypted, so they are compared in this process. */
const TITLES = 500;
/** Maximum number of titles that are read in one search. */
const MOST_TITLES = 5_000;

/** Minimum letters of a word that `searchNear` finds despite one wrong, missing or extra letter. */
const SHORTEST_NEAR = 4;
const NO_LETTERS = /[^\p{L}\p{N}]+/u;

/** Returns whether a title contains a word, or is about one of what the word means several of: "boot" for "boots". */
function hasWord(title: string, word: string): boolean {
  return title.includes(word) || singularsOf(word).some((one) => title.split(NO_LETTERS).includes(one));
}

/** Returns the English singulars that a plural may have: "story" and "storie" for "stories". Empty if the word is no plural. */
function singularsOf(word: string): string[] {
  const [, stem = '', end] = /^(\p{L}{3,}?)(ies|es|s)$/u.exec(word) ?? [];
  if (end === 'ies') return [`${stem}y`, `${stem}ie`];
  if (end === 'es') return [stem, `${stem}e`];
  return end && !stem.endsWith('s') ? [stem] : [];
}

/** Returns the ids of the first `limit` documents whose titles, in lower case, `isFound` accepts. Reads at most `most` titles. */
async function titledIds(
  db: SealingQueries,
  documents: ReturnType<typeof visible>,
  isFound: (title: string) => boolean,
  { limit, most }: { limit: number; most: number },
): Promise<string[]> {
  const found: string[] = [];
  for (let offset = 0; offset < most && found.length < limit; offset += TITLES) {
    const rows = await documents
      .clearSelect()
      .select(['team', 'id', 'title', 'label'])
      .orderBy('id')
      .limit(TITLES)
      .offset(offset)
      .execute();
    for (const row of rows) {
      const { title, label } = openRow(db, 'generations', row);
      if (isFound(String(title || label || '').toLowerCase())) found.push(row.id);
    }
    if (rows.length < TITLES) break;
  }
  return found.slice(0, limit);
}
