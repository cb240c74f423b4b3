import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries, SealingQueries } from '../../storage/database.ts';
import { type ColumnsOf, namesIn, readRow, tablesOf } from '../../storage/tables.ts';
import type { Changes, Generation, GenerationTables, State } from '../generation.ts';
import { generationSelection, readGeneration } from '../store.ts';
import { movedAndPurged } from '../transitions.ts';
import type { Posted } from './delivery.ts';

/**
 * The outbox, the only list of the columns of `deliveries`: one row for each message or file to be posted. A row goes
 * `pending -> sending -> sent` (or `failed`). Found in `sending` by someone who did not put it there, the post may or may
 * not have happened.
 */
const deliverySchema = z.object({
  id: z.string(),
  team: z.string(),
  /** None of a `note`: a line that digests post (digests/notes.ts). */
  generation: z.string().optional(),
  kind: z.enum(['root', 'notice', 'file', 'thumbnail', 'note']),
  /** Tells rows of one kind apart: the state a notice is about, the export a file comes from. */
  sequence: z.string(),
  state: z.enum(['pending', 'sending', 'sent', 'failed']),
  /** Says what to post where the generation does not; its reader has a schema for it. */
  payload: z.record(z.string(), z.unknown()).optional(),
  channel: z.string(),
  threadTs: z.string().optional(),
  messageTs: z.string().optional(),
  fileId: z.string().optional(),
  /** Files that are posted together with it, by spaces. */
  moreFiles: z.string().optional(),
  attempts: z.number(),
  createdAt: z.date(),
  sentAt: z.date().optional(),
});
export type DeliveryRow = z.output<typeof deliverySchema>;

const tables = tablesOf<{ deliveries: ColumnsOf<typeof deliverySchema> } & GenerationTables>;
const unsent = { state: 'pending', attempts: 0 } as const;
const begun = { state: 'sending', attempts: 1 } as const;

const rows = (db: Queries) => tables(db).selectFrom('deliveries').select(namesIn(deliverySchema));
const change = (db: Queries, id: string) => tables(db).updateTable('deliveries').where('id', '=', id);

/** The row of one post of a generation: made at the first call, the same one ever after. */
export async function openDelivery(
  db: Queries,
  { id: generation, team, channel, threadTs }: Generation,
  { kind, sequence = '' }: { kind: DeliveryRow['kind']; sequence?: string },
  now: Date,
): Promise<DeliveryRow> {
  return (
    await insertOrFind(db, { id: generation, team, channel, threadTs }, { kind, sequence }, now, unsent)
  ).row;
}

/**
 * The same for a post that is made as soon as this returns: a new row is in `sending` from the beginning, and says so in one
 * statement.
 */
export const beginDelivery = (
  db: Queries,
  generation: Generation,
  { kind, sequence }: { kind: DeliveryRow['kind']; sequence: string },
  now: Date,
) => insertOrFind(db, generation, { kind, sequence }, now, begun);

/**
 * A document without a file is delivered, and the line that tells of it has its row: one statement for both, since that line is
 * posted next. A process that dies in between leaves a row in `sending`, so the next one looks for the line before it posts it.
 * @returns null where the generation was in another state; no `notice` where its row was there before
 */
export async function deliverByNotice(
  db: SealingQueries,
  generation: Generation,
  changes: Changes,
  now: Date,
): Promise<{ generation: Generation; notice?: DeliveryRow } | null> {
  const id = randomUUID();
  const row = await movedAndPurged(db, generation, ['following'], 'delivered', now, changes)
    .with(
      'begun',
      () => sql<{ id: string }>`(
        insert into deliveries
          (id, generation, team, channel, thread_ts, kind, sequence, state, attempts, created_at)
        select
          ${id}::uuid, id, team, channel, thread_ts, ${LINE.kind}, ${LINE.sequence},
          ${begun.state}, ${begun.attempts}::int, ${now}::timestamptz
        from moved
        on conflict (generation, kind, sequence) do nothing
        returning id)`,
    )
    .selectFrom('moved')
    .selectAll()
    .select((eb) => eb.selectFrom('begun').select('begun.id').as('noticeId'))
    .executeTakeFirst();
  if (!row) return null;
  const { noticeId, ...written } = row;
  const delivered = readGeneration(db, written);
  const { team, channel, threadTs } = delivered;
  const notice = { ...LINE, ...begun, id, generation: delivered.id, team, channel, threadTs, createdAt: now };
  return { generation: delivered, ...(noticeId && { notice }) };
}

/** The `sequence` of that line. */
export const DELIVERED = 'delivered';
const LINE = { kind: 'notice', sequence: DELIVERED } as const;

async function insertOrFind(
  db: Queries,
  { id: generation, team, channel, threadTs }: Pick<Generation, 'id' | 'team' | 'channel' | 'threadTs'>,
  { kind, sequence }: { kind: DeliveryRow['kind']; sequence: string },
  now: Date,
  begun: Pick<DeliveryRow, 'state' | 'attempts'>,
): Promise<{ row: DeliveryRow; isNew: boolean }> {
  const made = await tables(db)
    .insertInto('deliveries')
    .values({
      ...begun,
      id: randomUUID(),
      team,
      generation,
      kind,
      sequence,
      channel,
      threadTs,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['generation', 'kind', 'sequence']).doNothing())
    .returning(namesIn(deliverySchema))
    .executeTakeFirst();
  if (made) return { row: readRow(deliverySchema, made), isNew: true };
  const row = await deliveryFor(db, { generation, kind, sequence });
  if (!row) throw new Error('The delivery is gone: its generation was deleted');
  return { row, isNew: false };
}

/** The same, where it was made already. */
export async function deliveryFor(
  db: Queries,
  { generation, kind, sequence }: { generation: string; kind: DeliveryRow['kind']; sequence: string },
): Promise<DeliveryRow | null> {
  const row = await rows(db)
    .where('generation', '=', generation)
    .where('kind', '=', kind)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row ? readRow(deliverySchema, row) : null;
}

/** The row of a line that belongs to no generation. @returns its id */
export async function insertNote(
  db: Queries,
  note: Pick<DeliveryRow, 'team' | 'payload' | 'channel' | 'threadTs' | 'createdAt'>,
): Promise<string> {
  const id = randomUUID();
  await tables(db)
    .insertInto('deliveries')
    .values({ ...unsent, ...note, id, kind: 'note', sequence: '' })
    .execute();
  return id;
}

export async function findDelivery(db: Queries, team: string, id: string): Promise<DeliveryRow | null> {
  const row = await rows(db).where('team', '=', team).where('id', '=', id).executeTakeFirst();
  return row ? readRow(deliverySchema, row) : null;
}

/** Written before the post is made. */
export async function markSending(
  db: Queries,
  id: string,
  fileId?: string,
  more: string[] = [],
): Promise<void> {
  await change(db, id)
    .set((eb) => ({
      state: 'sending',
      attempts: eb('attempts', '+', 1),
      fileId,
      moreFiles: more.join(' ') || null,
    }))
    .execute();
}

export async function markSent(
  db: Queries,
  id: string,
  at: Date,
  { channel, ts: messageTs }: { channel?: string; ts?: string },
): Promise<void> {
  await change(db, id).set({ state: 'sent', sentAt: at, channel, messageTs }).execute();
}

/**
 * The same for the first message, with where it stands. What was queued has begun with it.
 * @returns the generation as written
 */
export async function markRootSent(
  db: SealingQueries,
  { id, generation }: { id: string; generation: string },
  at: Date,
  { channel, ts }: Posted,
  threadTs: string | undefined,
): Promise<Generation> {
  const isQueued = sql<boolean>`state = 'queued'`;
  const row = await tables(db)
    .with('sent', (cte) =>
      cte
        .updateTable('deliveries')
        .where('id', '=', id)
        .set({ state: 'sent', sentAt: at, channel, messageTs: ts }),
    )
    .updateTable('generations')
    .where('id', '=', generation)
    .set({
      ...{ channel, rootTs: ts, threadTs: threadTs ?? null },
      state: sql<State>`case when ${isQueued} then 'collecting' else state end`,
      updatedAt: sql<Date>`case when ${isQueued} then ${at}::timestamptz else updated_at end`,
    })
    .returning(generationSelection)
    .executeTakeFirst();
  if (!row) throw new Error('The generation is gone');
  return readGeneration(db, row);
}

/** Certainly not posted: `pending` may be tried again, `failed` is given up. */
export async function markNotSent(db: Queries, id: string, state: 'pending' | 'failed'): Promise<void> {
  await change(db, id).set({ state }).execute();
}

export async function setPayload(db: Queries, id: string, payload: Record<string, unknown>): Promise<void> {
  await change(db, id).set({ payload }).execute();
}

/** The files in Slack that were uploaded for a generation, shared or not. */
export async function filesOf(db: Queries, generation: string): Promise<{ id: string; fileIds: string[] }[]> {
  const found = await tables(db)
    .selectFrom('deliveries')
    .select(['id', 'fileId', 'moreFiles'])
    .where('generation', '=', generation)
    .where('fileId', 'is not', null)
    .$narrowType<{ fileId: string }>()
    .execute();
  return found.map(({ id, fileId, moreFiles }) => ({
    id,
    fileIds: [fileId, ...(moreFiles?.split(' ') ?? [])],
  }));
}

/** The lines that were posted about a generation, besides its first message and its files. */
export async function noticesOf(db: Queries, generation: string): Promise<Posted[]> {
  const found = await tables(db)
    .selectFrom('deliveries')
    .select(['channel', 'messageTs'])
    .where('generation', '=', generation)
    .where('kind', 'in', ['notice', 'thumbnail'])
    .where('messageTs', 'is not', null)
    .$narrowType<{ messageTs: string }>()
    .execute();
  return found.map(({ channel, messageTs: ts }) => ({ channel, ts }));
}

/** Nothing is left of a file, nor of what its row says. */
export async function forgetFile(db: Queries, id: string): Promise<void> {
  await change(db, id).set({ fileId: null, moreFiles: null, payload: null }).execute();
}
