import { createHash, randomUUID } from 'node:crypto';
import type { Ask } from '../asks/schema.ts';
import type { Queries, SealingQueries } from '../storage/database.ts';
import { openRow, type RowRef, sealRow } from '../storage/sealed-columns.ts';
import { isUuid, namesIn, readRow, tablesOf } from '../storage/tables.ts';
import type { PageTables } from './collected-pages.ts';
import {
  type Changes,
  type FoundDocument,
  type Generation,
  type GenerationTables,
  generationSchema,
  type State,
} from './generation.ts';

/**
 * Queries on `generations`, except transitions (transitions.ts). A query for a person's request must filter by team, because the id may be
 * forged.
 */

export const generationTables = tablesOf<GenerationTables & PageTables>;

/**
 * Columns that `readGeneration` needs. The prompt is left out, because it can have 400,000 characters, and thousands of generations are in
 * memory while they are polled. `fullAsk` (stored-ask.ts) reads the prompt for the create call.
 */
export const generationSelection = [...namesIn(generationSchema), 'failureMessage'] as const;

/** States in which the document is not made yet and no person has to act. */
export const UNDER_WAY: State[] = ['queued', 'collecting', 'submitting', 'following'];

/** Decrypts and parses a row of `generationSelection`. */
export function readGeneration(db: SealingQueries, row: RowRef): Generation {
  const { failure, failureMessage: message, label, ...opened } = openRow(db, 'generations', row);
  return readRow(generationSchema, {
    ...opened,
    label: label ?? '',
    failure: failure && { ...failure, ...(message ? { message } : {}) },
  });
}

/**
 * Returns the hash by which a team's document is found when its link is pasted; null if the text is not a link. The query and the fragment
 * of the link are left out, because copied links differ in them.
 */
export function linkHash(team: string, link: string): string | null {
  const { host, pathname } = URL.parse(link) ?? {};
  if (!host || !pathname) return null;
  return createHash('sha256')
    .update(`${team} ${host}${pathname.replace(/\/+$/, '')}`)
    .digest('base64url');
}

/** Returns the columns to write, with encrypted texts. The prompt and the service's error message have columns of their own. */
export function toColumns(
  db: SealingQueries,
  { team, id }: Pick<Generation, 'team' | 'id'>,
  { ask, failure, ...changes }: Changes,
) {
  return sealRow(
    db,
    'generations',
    { team, id },
    {
      ...changes,
      ...(changes.docUrl !== undefined && { docLink: changes.docUrl && linkHash(team, changes.docUrl) }),
      ...(ask !== undefined && {
        // The length is stored, because the estimate of credits (expected-credits.ts) compares lengths without reading the prompts.
        ask: ask && { ...ask, prompt: '', length: ask.prompt.length },
        prompt: ask?.prompt ?? null,
      }),
      ...(failure !== undefined && {
        failure: failure && { ...failure, message: undefined },
        failureMessage: failure?.message ?? null,
      }),
    },
  );
}

export const ofTeam = (db: Queries, team: string) =>
  generationTables(db).selectFrom('generations').select(generationSelection).where('team', '=', team);
export const change = (db: Queries, id: string) =>
  generationTables(db).updateTable('generations').where('id', '=', id);

/** Inserts a generation, unless one with its idempotency key exists. @returns the generation, and whether this call inserted it (`made`) */
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
      ...{ isDigest: ask.digest !== undefined, held: 0 },
      ...toColumns(db, { team, id }, { ask, label, docUrl, title }),
      ...{ channel: destination.channel, threadTs: destination.threadTs, createdAt: now, updatedAt: now },
    })
    .onConflict((conflict) => conflict.columns(['team', 'key']).doNothing())
    .returning(generationSelection)
    .executeTakeFirst();
  if (made) return { generation: readGeneration(db, made), made: true };
  const known = await ofTeam(db, team).where('key', '=', key).executeTakeFirst();
  if (!known) throw new Error('The generation of this key was deleted');
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

/** Prefix of the key of a generation that posts a document in another channel. */
export const SHARED = 'share:';

/**
 * Returns a person's generations, newest first. Delivered changes and shared documents are left out, because the list has their document
 * already. Failed generations that the person has dismissed are left out, too.
 */
export async function recentGenerations(
  db: SealingQueries,
  team: string,
  person: string,
  limit: number,
): Promise<Generation[]> {
  const ofPerson = ofTeam(db, team)
    .where('person', '=', person)
    .where('deletedAt', 'is', null)
    .where('key', 'not like', `${SHARED}%`)
    .where((eb) => eb.or([eb('work', '<>', 'edit'), eb('state', '<>', 'delivered')]))
    .where((eb) => eb.or([eb('state', '<>', 'failed'), eb('archivedAt', 'is', null)]));
  const rows = await ofPerson.orderBy('createdAt', 'desc').limit(limit).execute();
  return rows.map((row) => readGeneration(db, row));
}

/** Stores where the generation's first message was posted. */
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

/** Stores that the generation's first message was deleted. */
export async function forgetRoot(db: Queries, id: string): Promise<void> {
  await change(db, id).set({ rootTs: null }).execute();
}

/** Stores a card's picture and titles of slides after delivery. @returns the updated generation; null if its document was deleted */
export async function saveCardDetails(
  db: SealingQueries,
  { team, id }: Pick<Generation, 'team' | 'id'>,
  details: Pick<Changes, 'thumbnail' | 'slideTitles'>,
): Promise<Generation | null> {
  const row = await change(db, id)
    .set(toColumns(db, { team, id }, details))
    .where('deletedAt', 'is', null)
    .returning(generationSelection)
    .executeTakeFirst();
  return row ? readGeneration(db, row) : null;
}

/**
 * Stores the document that an `unsure` generation (its create call got no response) may have made, or that the asker declined it.
 * @returns the updated generation; null if a person has decided in the meantime
 */
export async function saveFound(
  db: SealingQueries,
  { team, id }: Pick<Generation, 'team' | 'id'>,
  found: FoundDocument,
): Promise<Generation | null> {
  const row = await change(db, id)
    .set(toColumns(db, { team, id }, { found }))
    .where('state', '=', 'unsure')
    .returning(generationSelection)
    .executeTakeFirst();
  return row ? readGeneration(db, row) : null;
}

/** Stores the id that the service returned, unless the generation already has one. Used if the state changed during the create call. */
export async function saveGenerationId(
  db: SealingQueries,
  { team, id }: Pick<Generation, 'team' | 'id'>,
  written: Pick<Changes, 'generationId' | 'followSince' | 'warnings'>,
): Promise<void> {
  await change(db, id)
    .set(toColumns(db, { team, id }, written))
    .where('generationId', 'is', null)
    .execute();
}

/** Returns a thread's newest document that is neither archived nor deleted. */
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

/** Returns the team's thorough documents that are in progress or wait for their turn, oldest first. */
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
 * Returns the changes of the same document that are in progress or wait, in the order in which they are sent.
 * @param exceptKey leaves out the change with this key
 */
export async function editsUnderWay(
  db: SealingQueries,
  { team, docId = '' }: Pick<Generation, 'team' | 'docId'>,
  exceptKey = '',
): Promise<Generation[]> {
  const rows = await ofTeam(db, team)
    .where('work', '=', 'edit')
    .where('docId', '=', docId)
    .where('state', 'in', UNDER_WAY)
    .where('key', '!=', exceptKey)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => readGeneration(db, row));
}

/** Returns true if the team has deleted the document with this id of the service. */
export async function isDocumentDeleted(
  db: Queries,
  { team, docId = '' }: Pick<Generation, 'team' | 'docId'>,
): Promise<boolean> {
  const deleted = await generationTables(db)
    .selectFrom('generations')
    .select('id')
    .where('team', '=', team)
    .where('docId', '=', docId)
    .where('deletedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return deleted !== undefined;
}
