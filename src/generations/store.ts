import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { AskLimit } from '../asks/limits.ts';
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
  RUNNING,
  type State,
} from './generation.ts';

/** Queries on `generations`, except changes of state (transitions.ts). `findGeneration` filters by team, because ids may be forged. */

export const generationTables = tablesOf<GenerationTables & PageTables>;

/** The columns that `readGeneration` needs. The long prompt is left out, because thousands of polled generations are in memory. */
export const generationSelection = [...namesIn(generationSchema), 'failureMessage'] as const;

/** States in which the document is not made yet and no person has to decide anything. */
export const UNDER_WAY: State[] = ['queued', 'collecting', 'submitting', 'following'];

/** Decrypts and parses a row with the columns of `generationSelection`. */
export function readGeneration(db: SealingQueries, row: RowRef): Generation {
  const { failure, failureMessage: message, label, ...opened } = openRow(db, 'generations', row);
  return readRow(generationSchema, {
    ...opened,
    label: label ?? '',
    failure: failure && { ...failure, ...(message ? { message } : {}) },
  });
}

/** Returns a hash to find a document by a pasted link; null if it is no link. Ignores query and fragment, which can differ in copies. */
export function linkHash(team: string, link: string): string | null {
  const { host, pathname } = URL.parse(link) ?? {};
  if (!host || !pathname) return null;
  return createHash('sha256')
    .update(`${team} ${host}${pathname.replace(/\/+$/, '')}`)
    .digest('base64url');
}

/** Returns the columns to write, with texts encrypted. The prompt and the service's error message are moved into columns of their own. */
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
        // The prompt's length is stored, so that expected-credits.ts can compare lengths without reading prompts.
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

/**
 * Inserts a generation unless one with this idempotency key exists.
 * @param limit SQL expression for the limit on asks that was reached before this ask, or null
 * @returns the generation, whether it was inserted (`made`), and the limit
 */
export async function insertGeneration(
  db: SealingQueries,
  ask: Ask,
  { key, label, now }: { key: string; label: string; now: Date },
  limit: RawBuilder<AskLimit | null> = sql`null`,
): Promise<{ generation: Generation; made: boolean; limit: AskLimit | null }> {
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
    .returning([...generationSelection, limit.as('limit')])
    .executeTakeFirst();
  if (made) return { generation: readGeneration(db, made), made: true, limit: made.limit };
  const known = await ofTeam(db, team).where('key', '=', key).executeTakeFirst();
  if (!known) throw new Error('The generation of this key was deleted');
  return { generation: readGeneration(db, known), made: false, limit: null };
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

/** Beginning of the idempotency key of a generation that shares a document to another channel. */
export const SHARED = 'share:';

/** Returns a person's generations, newest first, without dismissed failures, and without shares and delivered changes of documents. */
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

/** Returns the ids of the people of a team for whom something was made, with the pseudonyms of erased people. */
export async function peopleWithGenerations(db: Queries, team: string): Promise<string[]> {
  const rows = await generationTables(db)
    .selectFrom('generations')
    .select('person')
    .where('team', '=', team)
    .distinct()
    .execute();
  return rows.map(({ person }) => person);
}

/** Stores that the generation's first message in Slack was deleted. */
export async function forgetRoot(db: Queries, id: string): Promise<void> {
  await change(db, id).set({ rootTs: null }).execute();
}

/** Stores the card's picture and the slides' titles after delivery. @returns the updated generation; null if its document was deleted */
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

/** Stores the document that the create call of an `unsure` generation may have made. @returns null if it is no longer `unsure` */
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

/** Stores the service's id for a generation that has none yet. Used if the generation's state changed during the create call. */
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

/** Returns a thread's newest document (in progress or finished) that is not archived or deleted. @param ts the thread's first message */
export async function documentIn(
  db: SealingQueries,
  team: string,
  { channel, ts }: { channel: string; ts: string },
): Promise<Generation | null> {
  const row = await ofTeam(db, team)
    .where('channel', '=', channel)
    .where((either) => either.or([either('rootTs', '=', ts), either('threadTs', '=', ts)]))
    .where('state', 'in', [...RUNNING, 'delivered'])
    .where((either) => either.or([either('docId', 'is not', null), either('work', '<>', 'image')]))
    .where('archivedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? readGeneration(db, row) : null;
}

/** Returns the delivered generations that made a document and changed it, oldest first, without shares. @param docId the service's id */
export async function historyOfDocument(
  db: SealingQueries,
  team: string,
  docId: string,
): Promise<Generation[]> {
  const rows = await ofTeam(db, team)
    .where('docId', '=', docId)
    .where('state', '=', 'delivered')
    .where('key', 'not like', `${SHARED}%`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => readGeneration(db, row));
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

/** Returns a document's changes that are in progress or wait, in their order. @param exceptKey idempotency key of a change to leave out */
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

/** Returns true if the team has deleted this document. `docId` is the service's id. */
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
