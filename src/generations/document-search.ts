import { type SqlBool, sql } from 'kysely';
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
  /** The conversations that this person is in. */
  channels: string[];
}

/** Searches finished documents. Every call except `madeHere` and `unnamedSince` is limited to one team. */
export interface DocumentSearch {
  /** Returns the documents that the person may see and whose title has all these words, newest first. */
  search(team: string, access: DocumentAccess, words: string[], limit: number): Promise<Generation[]>;
  /** Like `search`, but a word may also be a misspelt word of the title. Reads only the newest titles. */
  searchNear(team: string, access: DocumentAccess, words: string[], limit: number): Promise<Generation[]>;
  /** Returns the ids of documents that any team has made with Deckhand. @param docIds ids of documents at the service */
  madeHere(docIds: string[]): Promise<Set<string>>;
  /**
   * Returns the time from which the connection's account may have documents that were made with Deckhand but whose ids Deckhand does not
   * know (unnamed-documents.ts). Returns undefined if there are none.
   */
  unnamedSince(
    connection: ConnectionIds,
    client: ServiceClient,
    signal?: AbortSignal,
  ): Promise<Date | undefined>;
  /** Returns the documents with these ids that the person may see, newest first. @param docIds ids of documents at the service */
  withDocIds(team: string, access: DocumentAccess, docIds: string[]): Promise<Generation[]>;
  /**
   * Returns asker and channel of the generation that made a document, and of each generation that shared it to another channel. Empty if
   * this team has no such document or has deleted it.
   */
  placesOf(team: string, docId: string): Promise<Pick<Generation, 'person' | 'channel'>[]>;
  /**
   * Returns the generation that made the document with this link, and the generations that shared it to other channels. Empty if this team
   * has no such document or has deleted it. Callers must check who may see the document.
   */
  withLink(team: string, link: string): Promise<Generation[]>;
  /** Returns the credits that each of a team's newest documents has cost, newest first. Documents without a reported cost are left out. */
  lastCosts(team: string, limit: number): Promise<number[]>;
  /**
   * Returns the credits that were left after a team's newest document, and the service's account that made the document (`madeWith`).
   * Documents without reported credits are skipped. Undefined if no document has them.
   */
  creditsLeft(team: string): Promise<{ left: number; madeWith?: string } | undefined>;
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
    search: searchTitles((title, word) => title.includes(word), MOST_TITLES),
    searchNear: searchTitles(
      (title, word) =>
        title.includes(word) || title.split(NO_LETTERS).some((other) => isTypo(word, other, SHORTEST_NEAR)),
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
    async lastCosts(team, limit) {
      const rows = await newest(db, team)
        .select(sql<number>`(credits ->> 'deducted')::float8`.as('cost'))
        .where(sql<SqlBool>`credits ? 'deducted'`)
        .limit(limit)
        .execute();
      return rows.map(({ cost }) => cost);
    },
    async creditsLeft(team) {
      const row = await newest(db, team)
        .select([sql<number>`(credits ->> 'remaining')::float8`.as('left'), 'madeWith'])
        .where(sql<SqlBool>`credits ? 'remaining'`)
        .limit(1)
        .executeTakeFirst();
      return row && { left: row.left, ...(row.madeWith && { madeWith: row.madeWith }) };
    },
  };
}

/** Maximum number of a team's newest documents that are searched for credits. The service does not report credits for every document. */
const NEWEST = 100;

const newest = (db: Queries, team: string) =>
  generationTables(db)
    .selectFrom((from) =>
      from
        .selectFrom('generations')
        .select(['credits', 'madeWith', 'createdAt'])
        .where('team', '=', team)
        .where('state', '=', 'delivered')
        .orderBy('createdAt', 'desc')
        .limit(NEWEST)
        .as('newest'),
    )
    .orderBy('createdAt', 'desc');

/** Maximum number of rows that are read for one document. A document has one row, and one more for each channel that it was shared to. */
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

/** Number of titles that are read at once. Titles are encrypted, so the database cannot search them. */
const TITLES = 500;
/** Maximum number of titles that are read in one search. */
const MOST_TITLES = 5_000;

/** Minimum length of a word of a title for which one wrong, missing or extra letter is a typo. */
const SHORTEST_NEAR = 4;
const NO_LETTERS = /[^\p{L}\p{N}]+/u;

/** Returns the ids of the first `limit` documents whose title, in lower case, is found. @param most maximum number of titles that are read */
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
