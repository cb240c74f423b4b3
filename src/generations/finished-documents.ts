import { type SqlBool, sql } from 'kysely';
import type { Jobs } from '../jobs/jobs.ts';
import type { Queries, SealingQueries, Transaction } from '../storage/database.ts';
import { openRow } from '../storage/sealed-columns.ts';
import { isUuid } from '../storage/tables.ts';
import type { StepContext } from './context.ts';
import { type Changes, type Generation, SETTLED, type State } from './generation.ts';
import { generationSelection, generationTables, readGeneration, toColumns } from './store.ts';

/** People and conversations whose documents somebody may be shown. */
export interface Sight {
  person: string;
  /** Conversations that this person is in. */
  channels: string[];
}

/** What generations know of finished documents, for those who look for them or change them. Every call names the team. */
export interface FinishedDocuments {
  /** Takes over what the service says of a document now; its card follows where that changes anything. */
  refresh(
    team: string,
    id: string,
    known: { title?: string; archived?: boolean },
  ): Promise<Generation | null>;
  /** Notes that the document is deleted: its texts and links go, and its files in Slack. May be done again. */
  markDeleted(team: string, id: string): Promise<void>;
  /** Documents with all these words in their title that this person may see, newest first. */
  search(team: string, sight: Sight, words: string[], limit: number): Promise<Generation[]>;
  /** Those of the service's ids that Deckhand has made a document under, for any team. */
  madeHere(docIds: string[]): Promise<Set<string>>;
  /** Those of the service's ids that this person may see the documents of, newest first. */
  withDocIds(team: string, sight: Sight, docIds: string[]): Promise<Generation[]>;
  /** For whom and where this document was made; empty where this team has no such document, or has deleted it. */
  placesOf(team: string, docId: string): Promise<Pick<Generation, 'person' | 'channel'>[]>;
  /** The credits that the last documents of a team have cost. */
  lastCosts(team: string, limit: number): Promise<number[]>;
}

/** Each change and the job that draws the card anew are written in one transaction. */
export function createFinishedDocuments(
  { db, clock }: Pick<StepContext, 'db' | 'clock'>,
  jobs: Jobs,
): FinishedDocuments {
  const now = () => new Date(clock.now());

  /** @returns the document as written; null where there is none in such a state that is not deleted */
  async function change(
    tx: Transaction,
    team: string,
    id: string,
    changes: Changes,
    states: State[] = ['delivered'],
  ): Promise<Generation | null> {
    if (!isUuid(id)) return null;
    const row = await generationTables(tx)
      .updateTable('generations')
      .set({ ...toColumns(tx, id, changes), updatedAt: now() })
      .where('team', '=', team)
      .where('id', '=', id)
      .where('state', 'in', states)
      .where('deletedAt', 'is', null)
      .returning(generationSelection)
      .executeTakeFirst();
    if (row) await jobs.send('card', { team, generation: id }, { tx, key: id });
    return row ? readGeneration(tx, row) : null;
  }

  return {
    async refresh(team, id, { title, archived }) {
      const row = await ofTeam(db, team)
        .where('id', '=', isUuid(id) ? id : null)
        .executeTakeFirst();
      const known = row && readGeneration(db, row);
      if (!known) return null;
      const changes: Changes = {
        ...(title && title !== known.title && { title }),
        ...(archived === true && !known.archivedAt && { archivedAt: now() }),
        ...(archived === false && known.archivedAt && { archivedAt: null }),
      };
      if (Object.keys(changes).length === 0) return known;
      return (await db.transaction((tx) => change(tx, team, id, changes))) ?? known;
    },
    async markDeleted(team, id) {
      await db.transaction(async (tx) => {
        const deleted = await change(tx, team, id, { ...NOTHING_LEFT, label: '', deletedAt: now() });
        if (!deleted?.docId) return;
        for (const other of await ofSameDocument(tx, team, deleted.docId))
          await change(tx, team, other, { ...NOTHING_LEFT, label: '', deletedAt: now() }, SETTLED);
      });
    },
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
      const rows = await ofTeam(db, team)
        .where('state', '=', 'delivered')
        .where(sql<SqlBool>`credits ? 'deducted'`)
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => readGeneration(db, row).credits?.deducted ?? 0);
    },
  };
}

/** The id of the document at the service stays, so that a search there that still finds it shows it to nobody. */
const NOTHING_LEFT = {
  ask: null,
  collected: null,
  title: null,
  docUrl: null,
  thumbnail: null,
  warnings: null,
  sourceNote: null,
  failure: null,
} satisfies Changes;

const ofTeam = (db: Queries, team: string) =>
  generationTables(db).selectFrom('generations').select(generationSelection).where('team', '=', team);

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

/** Ids of the changes of a document, whatever came of them, and of the one that made it. What is under way reports by itself. */
async function ofSameDocument(db: Queries, team: string, docId: string): Promise<string[]> {
  const rows = await ofTeam(db, team)
    .where('docId', '=', docId)
    .where('state', 'in', SETTLED)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

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
