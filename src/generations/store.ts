import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Ask, askSchema } from '../asks/schema.ts';
import type { Queries, SealingQueries } from '../storage/database.ts';
import { openRow, type Sealed, sealRow } from '../storage/sealed-columns.ts';
import { isUuid, namesIn, readRow, tablesOf } from '../storage/tables.ts';
import type { PageTables } from './collected-pages.ts';
import {
  type Changes,
  type Generation,
  type GenerationTables,
  generationSchema,
  isPurged,
  type State,
} from './generation.ts';

/** The rows of `generations`. Every read that a surface makes names the team; the runner works by row id. */

export const generationTables = tablesOf<GenerationTables & PageTables>;

/**
 * Rows are read without the prompt: it can be 400,000 characters long, thousands of generations are held in memory
 * while they are followed, and no list or message needs it. `fullAsk` reads it where it is to be sent.
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
const change = (db: Queries, id: string) =>
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

/** An ask with its prompt, and the text that collecting wrote; the ask is null once its texts were deleted. */
export interface StoredAsk {
  ask: Ask | null;
  collected: string | null;
}

/** Characters of a sealed prompt that may be in memory before it is its turn to be sent. */
const SHORT = 10_000;
const shortPrompt = sql<Sealed | null>`case
  when state in ('queued', 'collecting') and collected is null and length(prompt) <= ${sql.lit(SHORT)} then prompt end`;

/** For a run: the generation, and with it its ask where that is about to be sent and short. */
export interface ToRun {
  generation: Generation;
  stored?: StoredAsk;
}

/** The same of an ask that was written just now. */
export function toRun(generation: Generation, ask: Ask): ToRun {
  return { generation, ...(ask.prompt.length <= SHORT && { stored: { ask, collected: null } }) };
}

export async function findToRun(db: SealingQueries, team: string, id: string): Promise<ToRun | null> {
  const row = await ofTeam(db, team).select(shortPrompt.as('prompt')).where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const generation = readGeneration(db, row);
  return {
    generation,
    ...(row.prompt !== null && { stored: storedAsk(db, { ...row, id }) }),
  };
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

/**
 * One transition, in one statement: moves to `to` only from one of `from`, so that of two processes with one generation only one
 * goes on. Where the texts that people wrote are of no more use, it deletes them; the choices (theme, format) stay for the card,
 * and so do the first words of a change, which are its name beside the document's title.
 * @returns the generation as written, or null where it was in no such state
 */
export async function transition(
  db: SealingQueries,
  generation: Pick<Generation, 'id' | 'work'>,
  from: State[],
  to: State,
  now: Date,
  changes: Changes = {},
): Promise<Generation | null> {
  const row = await (isPurged({ state: to, work: generation.work })
    ? generationTables(db)
        .with('moved', () => moved(db, generation, from, to, now, changes))
        .with('pages', () => pagesOfMoved(db))
        .selectFrom('moved')
        .selectAll()
        .executeTakeFirst()
    : moving(db, generation.id, from, to, now, changes).returning(generationSelection).executeTakeFirst());
  return row ? readGeneration(db, row) : null;
}

const moving = (db: SealingQueries, id: string, from: State[], to: State, now: Date, changes: Changes) =>
  change(db, id)
    .set({ ...toColumns(db, id, changes), state: to, updatedAt: now })
    .where('state', 'in', from);

/** A transition that deletes the texts, as the part `moved` of a statement. */
export const moved = (
  db: SealingQueries,
  { id, work }: Pick<Generation, 'id' | 'work'>,
  from: State[],
  to: State,
  now: Date,
  changes: Changes,
) =>
  moving(db, id, from, to, now, changes)
    .set({ prompt: null, collected: null, label: nameLeft(work, changes) })
    .returning(generationSelection);

/** The part of such a statement that deletes the pages that the text was put together from. */
export const pagesOfMoved = (db: SealingQueries) =>
  generationTables(db)
    .deleteFrom('collectedPages')
    .where('generation', 'in', sql<string>`(select id from moved)`);

const nameLeft = (work: Generation['work'], { title }: Changes) => {
  if (work === 'edit') return sql<Sealed | null>`label`;
  return title ? null : sql<Sealed | null>`case when title is null then label end`;
};

export async function fullAsk(db: SealingQueries, id: string): Promise<StoredAsk | null> {
  const row = await generationTables(db)
    .selectFrom('generations')
    .select(['ask', 'prompt', 'collected'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? storedAsk(db, { ...row, id }) : null;
}

function storedAsk(db: SealingQueries, row: { id: string; prompt: Sealed | null }): StoredAsk {
  const { ask, prompt, collected } = openRow(db, 'generations', [row.id], row);
  const whole = askSchema.safeParse({ ...(ask as object | null), prompt: prompt ?? '' }).data ?? null;
  // A prompt that cannot be opened any more is not the same as none.
  const isLost = row.prompt !== null && typeof prompt !== 'string';
  return { ask: isLost ? null : whole, collected: typeof collected === 'string' ? collected : null };
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
