import { type SqlBool, sql } from 'kysely';
import type { Queries, SealingQueries } from '../storage/database.ts';
import { openRow } from '../storage/sealed-columns.ts';
import type { Generation } from './generation.ts';
import { generationTables, ofTeam, readGeneration } from './store.ts';

/** People and conversations whose documents somebody may be shown. */
export interface Sight {
  person: string;
  /** Conversations that this person is in. */
  channels: string[];
}

/** Looks for finished documents. Every call but `madeHere` names the team. */
export interface DocumentSearch {
  /** Documents with all these words in their title that this person may see, newest first. */
  search(team: string, sight: Sight, words: string[], limit: number): Promise<Generation[]>;
  /** Those of the service's ids that Deckhand has made a document under, for any team. */
  madeHere(docIds: string[]): Promise<Set<string>>;
  /**
   * Since when the service has been making what it has given no id of the document for, as far as a day back: what is in the
   * making, and what was stopped or lost. Undefined where there is nothing of the kind.
   */
  unnamedSince(team: string): Promise<Date | undefined>;
  /** Those of the service's ids that this person may see the documents of, newest first. */
  withDocIds(team: string, sight: Sight, docIds: string[]): Promise<Generation[]>;
  /** For whom and where this document was made; empty where this team has no such document, or has deleted it. */
  placesOf(team: string, docId: string): Promise<Pick<Generation, 'person' | 'channel'>[]>;
  /** The credits that the last documents of a team have cost. */
  lastCosts(team: string, limit: number): Promise<number[]>;
  /** The credits that were left after a team's newest document, and the connection that it was made with. */
  creditsLeft(team: string): Promise<{ left: number; madeWith?: string } | undefined>;
}

export function createDocumentSearch(db: SealingQueries): DocumentSearch {
  return {
    async search(team, sight, words, limit) {
      const ids = await titledIds(db, visible(db, team, sight), words, limit);
      const rows = await visible(db, team, sight)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute();
      return rows.map((row) => readGeneration(db, row));
    },
    async madeHere(docIds) {
      const rows = await generationTables(db)
        .selectFrom('generations')
        .select('docId')
        .where('docId', '=', oneOf(docIds))
        .execute();
      return new Set(rows.flatMap(({ docId }) => docId ?? []));
    },
    async unnamedSince(team) {
      const row = await generationTables(db)
        .selectFrom('generations')
        .select((eb) => eb.fn.min('submittedAt').as('since'))
        .where('team', '=', team)
        .where('work', 'in', ['document', 'agent'])
        .where('docId', 'is', null)
        .where('submittedAt', '>', sql<Date>`now() - interval '1 day'`)
        .executeTakeFirst();
      return row?.since ?? undefined;
    },
    async withDocIds(team, sight, docIds) {
      const rows = await visible(db, team, sight).where('docId', '=', oneOf(docIds)).execute();
      return rows.map((row) => readGeneration(db, row));
    },
    placesOf: (team, docId) =>
      documentsOf(db, team)
        .clearSelect()
        .select(['person', 'channel'])
        .where('docId', '=', docId)
        .limit(PLACES)
        .execute(),
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

/** A service that says nothing of credits is not to be looked for in all that a team has ever made. */
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

/** What was made under one id of the service: a document has one. */
const PLACES = 10;

const documentsOf = (db: Queries, team: string) =>
  ofTeam(db, team)
    .where('state', '=', 'delivered')
    .where('work', '<>', 'edit')
    .where('docId', 'is not', null)
    .where('deletedAt', 'is', null);

const visible = (db: Queries, team: string, { person, channels }: Sight) =>
  documentsOf(db, team)
    .where((eb) => eb.or([eb('person', '=', person), eb('channel', '=', oneOf(channels))]))
    .orderBy('createdAt', 'desc');

const oneOf = (values: string[]) => sql<string>`any(${values}::text[])`;

/** Titles looked through in one go, and in one search: they are sealed, so the database cannot look into them. */
const TITLES = 500;
const MOST_TITLES = 5_000;

/** The first of the documents that have all the words in their title. */
async function titledIds(
  db: SealingQueries,
  documents: ReturnType<typeof visible>,
  words: string[],
  limit: number,
): Promise<string[]> {
  const wanted = words.map((word) => word.toLowerCase());
  const found: string[] = [];
  for (let offset = 0; offset < MOST_TITLES && found.length < limit; offset += TITLES) {
    const rows = await documents
      .clearSelect()
      .select(['id', 'title', 'label'])
      .orderBy('id')
      .limit(TITLES)
      .offset(offset)
      .execute();
    for (const row of rows) {
      const { title, label } = openRow(db, 'generations', [row.id], row);
      const name = String(title || label || '').toLowerCase();
      if (wanted.every((word) => name.includes(word))) found.push(row.id);
    }
    if (rows.length < TITLES) break;
  }
  return found.slice(0, limit);
}
