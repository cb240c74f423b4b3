import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Queries } from '../../storage/database.ts';
import { type ColumnsOf, namesIn, readRow, tablesOf } from '../../storage/tables.ts';
import type { Generation } from '../generation.ts';
import type { Posted } from './delivery.ts';

/**
 * The columns of `deliveries`, the outbox: one row for each message or file to be posted. The state of a row goes from `pending` to
 * `sending`, and then to `sent` or `failed`, or after a rate limit back to `pending`. If a process finds a row that another process left in
 * `sending`, the message may already have been posted.
 */
const deliverySchema = z.object({
  id: z.string(),
  team: z.string(),
  /** Undefined for a `post` that is not about a generation, such as a note of a digest. */
  generation: z.string().optional(),
  /**
   * `root`: the generation's first message. `post`: a message that the job `post` sends (queued-posts.ts). `step`: the completion of a
   * workflow's step (steps.ts).
   */
  kind: z.enum(['root', 'notice', 'file', 'post', 'step']),
  /** Distinguishes rows of one generation and kind, for example the state that a notice reports, or the click that started an export. */
  sequence: z.string(),
  state: z.enum(['pending', 'sending', 'sent', 'failed']),
  /** Data for the message, in addition to the generation's data. Each kind of message has its own schema for the payload. */
  payload: z.record(z.string(), z.unknown()).optional(),
  channel: z.string(),
  threadTs: z.string().optional(),
  messageTs: z.string().optional(),
  fileId: z.string().optional(),
  /** Ids of the files that are posted together with `fileId`, separated by spaces. */
  moreFiles: z.string().optional(),
  attempts: z.number(),
  createdAt: z.date(),
  sentAt: z.date().optional(),
});
export type DeliveryRow = z.output<typeof deliverySchema>;

const tables = tablesOf<{ deliveries: ColumnsOf<typeof deliverySchema> }>;
const unsent = { state: 'pending', attempts: 0 } as const;

const rows = (db: Queries) => tables(db).selectFrom('deliveries').select(namesIn(deliverySchema));
const change = (db: Queries, id: string) => tables(db).updateTable('deliveries').where('id', '=', id);

/** Returns the outbox row of one message or file of a generation. The first call inserts the row. */
export async function openDelivery(
  db: Queries,
  { id: generation, team, channel, threadTs }: Generation,
  { kind, sequence = '' }: { kind: DeliveryRow['kind']; sequence?: string },
  now: Date,
): Promise<DeliveryRow> {
  const inserted = await tables(db)
    .insertInto('deliveries')
    .values({
      ...unsent,
      ...{ id: randomUUID(), team, generation, kind, sequence, channel, threadTs, createdAt: now },
    })
    .onConflict((conflict) => conflict.columns(['generation', 'kind', 'sequence']).doNothing())
    .returning(namesIn(deliverySchema))
    .executeTakeFirst();
  if (inserted) return readRow(deliverySchema, inserted);
  const row = await deliveryFor(db, { generation, kind, sequence });
  if (!row) throw new Error('The delivery was deleted with its generation');
  return row;
}

/** Returns the `sequence` for the direct message that replaces the message with the given `sequence`, if that could not be posted. */
export const direct = (sequence: string) => `${sequence}dm`;

/** Returns the outbox row of one message or file of a generation; null if there is none. */
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

export type NewPost = Pick<
  DeliveryRow,
  'team' | 'generation' | 'payload' | 'channel' | 'threadTs' | 'createdAt'
> &
  Partial<Pick<DeliveryRow, 'id' | 'kind' | 'sequence'>>;

/**
 * Inserts the row of a queued message.
 * @returns the row's id; undefined if there is a row with this id, or a row of the same generation, kind and sequence
 */
export async function insertPost(db: Queries, post: NewPost): Promise<string | undefined> {
  const row = await tables(db)
    .insertInto('deliveries')
    .values({ ...unsent, id: randomUUID(), kind: 'post', sequence: '', ...post })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findDelivery(db: Queries, team: string, id: string): Promise<DeliveryRow | null> {
  const row = await rows(db).where('team', '=', team).where('id', '=', id).executeTakeFirst();
  return row ? readRow(deliverySchema, row) : null;
}

/** Counts an attempt that failed before anything was sent. */
export async function countAttempt(db: Queries, id: string): Promise<void> {
  await change(db, id)
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .execute();
}

/** Sets a row to `sending`. Called just before its message or file is posted. */
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

/** Marks a row whose message was certainly not posted. `pending`: there will be another attempt. `failed`: there will be none. */
export async function markNotSent(db: Queries, id: string, state: 'pending' | 'failed'): Promise<void> {
  await change(db, id).set({ state }).execute();
}

export async function setPayload(db: Queries, id: string, payload: Record<string, unknown>): Promise<void> {
  await change(db, id).set({ payload }).execute();
}

/** Returns the ids of a generation's outbox rows with files, and the ids of the files in Slack, including files that are not shared yet. */
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

/** Returns the messages that were posted about a generation, except its first message and its files. */
export async function noticesOf(db: Queries, generation: string): Promise<Posted[]> {
  const found = await tables(db)
    .selectFrom('deliveries')
    .select(['channel', 'messageTs'])
    .where('generation', '=', generation)
    .where('kind', 'in', ['notice', 'post'])
    .where('messageTs', 'is not', null)
    .$narrowType<{ messageTs: string }>()
    .execute();
  return found.map(({ channel, messageTs: ts }) => ({ channel, ts }));
}

/** Clears the file ids and the payload of a row. */
export async function forgetFile(db: Queries, id: string): Promise<void> {
  await change(db, id).set({ fileId: null, moreFiles: null, payload: null }).execute();
}
