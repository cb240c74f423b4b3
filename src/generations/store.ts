import { randomUUID } from 'node:crypto';
import type { Ask } from '../asks/schema.ts';
import type { Queries, SealingQueries } from '../storage/database.ts';
import { openRow, sealRow } from '../storage/sealed-columns.ts';
import { isUuid, namesIn, readRow, tablesOf } from '../storage/tables.ts';
import type { PageTables } from './collected-pages.ts';
import {
  type Changes,
  type Generation,
  type GenerationTables,
  generationSchema,
  type State,
} from './generation.ts';

/**
 * The rows of `generations`: what is read of them, and what is written beside their state (transitions.ts). Every read that a surface
 * makes names the team; the runner works by row id.
 */

export const generationTables = tablesOf<GenerationTables & PageTables>;

/**
 * Rows are read without the prompt: it can be 400,000 characters long, thousands of generations are held in memory
 * while they are followed, and no list or message needs it. `fullAsk` (stored-ask.ts) reads it where it is to be sent.
 */
export const generationSelection = [...namesIn(generationSchema), 'failureMessage'] as const;

/** The service has been asked, or will be. */
const UNDER_WAY: State[] = ['queued', 'collecting', 'submitting', 'following'];

/** A row of `generationSelection`. */
export function readGeneration(db: SealingQueries, row: { id: string }): Generation {
  const { failure, failureMessage: message, label, ...opened } = openRow(db, 'generations', [row.id], row);
  return readRow(generationSchema, {
    ...opened,
    label: label ?? '',
    failure: failure && { ...failure, ...(message ? { message } : {}) },
  });
}

/** What is to be written, with its texts sealed. The prompt and a sentence of the service have columns of their own. */
export function toColumns(db: SealingQueries, id: string, { ask, failure, ...changes }: Changes) {
  return sealRow(db, 'generations', [id], {
    ...changes,
    ...(ask !== undefined && { ask: ask && { ...ask, prompt: '' }, prompt: ask?.prompt ?? null }),
    ...(failure !== undefined && {
      failure: failure && { ...failure, message: undefined },
      failureMessage: failure?.message ?? null,
    }),
  });
}

export const ofTeam = (db: Queries, team: string) =>
  generationTables(db).selectFrom('generations').select(generationSelection).where('team', '=', team);
export const change = (db: Queries, id: string) =>
  generationTables(db).updateTable('generations').where('id', '=', id);

/**
 * Inserts the generation of a click or event, unless that has one already.
 * @returns the generation, and whether this call made it
 */
export async function insertGeneration(
  db: SealingQueries,
  ask: Ask,
  { key, label, now }: { key: string; label: string; now: Date },
): Promise<{ generation: Generation; made: boolean }> {
  const { team, person, exportAs, destination, work } = ask;
  const { docId, docUrl, title = ask.title } = work.kind === 'edit' ? work.document : {};
  const id = randomUUID();
  const made = await generationTables(db)
    .insertInto('generations')
    .values({
      ...{ id, team, person, key, state: 'queued', exportAs, work: work.kind, docId },
      ...toColumns(db, id, { ask, label, docUrl, title }),
      ...{ channel: destination.channel, threadTs: destination.threadTs, createdAt: now, updatedAt: now },
    })
    .onConflict((conflict) => conflict.columns(['team', 'key']).doNothing())
    .returning(generationSelection)
    .executeTakeFirst();
  if (made) return { generation: readGeneration(db, made), made: true };
  const known = await ofTeam(db, team).where('key', '=', key).executeTakeFirst();
  if (!known) throw new Error('The generation of this key is gone');
  return { generation: readGeneration(db, known), made: false };
}

export async function findGeneration(
  db: SealingQueries,
  team: string,
  id: string,
): Promise<Generation | null> {
  if (!isUuid(id)) return null;
  const row = await ofTeam(db, team).where('id', '=', id).executeTakeFirst();
  return row ? readGeneration(db, row) : null;
}

/** Newest first, of one person. A change that is through stands with its document, and not beside it. */
export async function recentGenerations(
  db: SealingQueries,
  team: string,
  person: string,
  limit: number,
): Promise<Generation[]> {
  const ofPerson = ofTeam(db, team)
    .where('person', '=', person)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('work', '<>', 'edit'), eb('state', '<>', 'delivered')]));
  const rows = await ofPerson.orderBy('createdAt', 'desc').limit(limit).execute();
  return rows.map((row) => readGeneration(db, row));
}

/** Writes where the first message stands. */
export async function saveRoot(
  db: Queries,
  generation: Generation,
  { channel, ts: rootTs }: { channel: string; ts: string },
  threadTs: string | undefined,
): Promise<Generation> {
  await change(db, generation.id)
    .set({ channel, rootTs, threadTs: threadTs ?? null })
    .execute();
  return { ...generation, channel, rootTs, threadTs };
}

export async function saveOwnWish(
  db: Queries,
  id: string,
  ownWish: NonNullable<Generation['ownWish']>,
): Promise<void> {
  await change(db, id).set({ ownWish }).execute();
}

/**
 * @returns the generation as it is by now, with its picture: it may have been archived meanwhile; null where its document was
 * deleted
 */
export async function saveThumbnail(
  db: SealingQueries,
  { id }: Pick<Generation, 'id'>,
  thumbnail: string,
): Promise<Generation | null> {
  const row = await change(db, id)
    .set({ thumbnail })
    .where('deletedAt', 'is', null)
    .returning(generationSelection)
    .executeTakeFirst();
  return row ? readGeneration(db, row) : null;
}

/** Writes the service's id of a generation whose state has moved on; one that has another id keeps it. */
export async function saveGenerationId(
  db: SealingQueries,
  id: string,
  written: Pick<Changes, 'generationId' | 'followSince' | 'warnings'>,
): Promise<void> {
  await change(db, id)
    .set(toColumns(db, id, written))
    .where('generationId', 'is', null)
    .execute();
}

/** The latest document of a thread that is there to be changed. */
export async function documentIn(
  db: SealingQueries,
  team: string,
  { channel, ts }: { channel: string; ts: string },
): Promise<Generation | null> {
  const row = await ofTeam(db, team)
    .where('channel', '=', channel)
    .where((either) => either.or([either('rootTs', '=', ts), either('threadTs', '=', ts)]))
    .where('docId', 'is not', null)
    .where('state', '=', 'delivered')
    .where('archivedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? readGeneration(db, row) : null;
}

/** Whether so many generations of a team are under way or wait for their turn. */
export async function areUnderWay(db: Queries, team: string, count: number): Promise<boolean> {
  const last = await generationTables(db)
    .selectFrom('generations')
    .select('id')
    .where('team', '=', team)
    .where('state', 'in', UNDER_WAY)
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
}

/** The team's thorough documents that are under way or wait for their turn, in their order. */
export async function agentsUnderWay(db: SealingQueries, team: string): Promise<Generation[]> {
  const rows = await ofTeam(db, team)
    .where('work', '=', 'agent')
    .where('state', 'in', UNDER_WAY)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => readGeneration(db, row));
}

/**
 * The changes of the same document that are under way or wait for their turn, in their order.
 * @param besides the key of one that is left out
 */
export async function editsUnderWay(
  db: SealingQueries,
  { team, docId = '' }: Pick<Generation, 'team' | 'docId'>,
  besides = '',
): Promise<Generation[]> {
  const rows = await ofTeam(db, team)
    .where('work', '=', 'edit')
    .where('docId', '=', docId)
    .where('state', 'in', UNDER_WAY)
    .where('key', '!=', besides)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => readGeneration(db, row));
}
