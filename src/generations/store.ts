import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Ask, askSchema } from '../asks/schema.ts';
import type { Queries } from '../storage/database.ts';
import { isUuid, namesIn, readRow, tablesOf } from '../storage/tables.ts';
import { purgePages } from './collected-pages.ts';
import {
  type Changes,
  type Generation,
  type GenerationTables,
  generationSchema,
  type State,
} from './generation.ts';

/** The rows of `generations`. Every read that a surface makes names the team; the runner works by row id. */

export const generationTables = tablesOf<GenerationTables>;

/**
 * Rows are read without the prompt: it can be 400,000 characters long, thousands of generations are held in memory
 * while they are followed, and no list or message needs it. `fullAsk` reads it where it is to be sent.
 */
const withoutPrompt = sql<Ask | null>`jsonb_set(ask, '{prompt}', '""')`;
const selected = [
  ...namesIn(generationSchema).filter((name) => name !== 'ask'),
  withoutPrompt.as('ask'),
] as const;

const fromRow = (row: object): Generation => readRow(generationSchema, row);

const ofTeam = (db: Queries, team: string) =>
  generationTables(db).selectFrom('generations').select(selected).where('team', '=', team);
const change = (db: Queries, id: string) =>
  generationTables(db).updateTable('generations').where('id', '=', id);

/**
 * Inserts the generation of a click or event, unless that has one already.
 * @returns the generation, and whether this call made it
 */
export async function insertGeneration(
  db: Queries,
  ask: Ask,
  { key, label, now }: { key: string; label: string; now: Date },
): Promise<{ generation: Generation; made: boolean }> {
  const { team, person, title, exportAs, destination } = ask;
  const made = await generationTables(db)
    .insertInto('generations')
    .values({
      ...{ id: randomUUID(), team, person, key, state: 'queued', ask, label, title, exportAs },
      ...{ channel: destination.channel, threadTs: destination.threadTs, createdAt: now, updatedAt: now },
    })
    .onConflict((conflict) => conflict.columns(['team', 'key']).doNothing())
    .returning(selected)
    .executeTakeFirst();
  if (made) return { generation: fromRow(made), made: true };
  const known = await ofTeam(db, team).where('key', '=', key).executeTakeFirst();
  if (!known) throw new Error('The generation of this key is gone');
  return { generation: fromRow(known), made: false };
}

export async function findGeneration(db: Queries, team: string, id: string): Promise<Generation | null> {
  if (!isUuid(id)) return null;
  const row = await ofTeam(db, team).where('id', '=', id).executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Newest first, of one person. */
export async function recentGenerations(
  db: Queries,
  team: string,
  person: string,
  limit: number,
): Promise<Generation[]> {
  const ofPerson = ofTeam(db, team).where('person', '=', person);
  const rows = await ofPerson.orderBy('createdAt', 'desc').limit(limit).execute();
  return rows.map(fromRow);
}

/**
 * One transition: moves to `to` only from one of `from`, so that of two processes with one generation only one goes on.
 * @returns the generation as written, or null where it was in no such state
 */
export async function transition(
  db: Queries,
  id: string,
  from: State[],
  to: State,
  now: Date,
  changes: Changes = {},
): Promise<Generation | null> {
  const row = await change(db, id)
    .set({ ...changes, state: to, updatedAt: now })
    .where('state', 'in', from)
    .returning(selected)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** The ask with its prompt, and the text that collecting wrote; the ask is null once its texts were deleted. */
export async function fullAsk(
  db: Queries,
  id: string,
): Promise<{ ask: Ask | null; collected: string | null } | null> {
  const row = await generationTables(db)
    .selectFrom('generations')
    .select(['ask', 'collected'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { ask: askSchema.nullable().catch(null).parse(row.ask), collected: row.collected } : null;
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

/** Writes the service's id of a generation whose state has moved on; one that has another id keeps it. */
export async function saveGenerationId(
  db: Queries,
  id: string,
  written: Pick<Changes, 'generationId' | 'followSince' | 'warnings'>,
): Promise<void> {
  await change(db, id).set(written).where('generationId', 'is', null).execute();
}

/** Deletes the texts that people wrote once they are of no more use; the choices (theme, format) stay for the card. */
export async function purgeTexts(db: Queries, id: string): Promise<void> {
  await change(db, id)
    .set(({ fn }) => ({ ask: withoutPrompt, collected: null, label: fn.coalesce('title', 'label') }))
    .execute();
  await purgePages(db, id);
}
