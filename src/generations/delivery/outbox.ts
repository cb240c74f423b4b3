import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '../../storage/database.ts';
import { type ColumnsOf, namesIn, readRow, tablesOf } from '../../storage/tables.ts';
import type { Generation, GenerationTables, State } from '../generation.ts';
import type { Posted } from './delivery.ts';

/**
 * The columns of `deliveries`, the outbox: one row for each message or file. If another process has left a row in `sending`, its message
 * may already have been posted. After a rate limit, the state goes back to `pending`.
 */
const deliverySchema = z.object({
  id: z.string(),
  team: z.string(),
  /** Undefined if the message is not about a generation, such as a note of a digest. */
  generation: z.string().optional(),
  /**
   * What the row posts:
   * - `root`: the first message about a generation
   * - `notice`: a message about its outcome
   * - `file`: a message with its files
   * - `post`: any other message (queued-posts.ts)
   * - `step`: no message, but the completion of a workflow's step (steps.ts)
   */
  kind: z.enum(['root', 'notice', 'file', 'post', 'step']),
  /** Distinguishes rows of the same generation and kind. For example, a notice's `sequence` contains the state that the notice reports. */
  sequence: z.string(),
  state: z.enum(['pending', 'sending', 'sent', 'failed']),
  /** What the message needs in addition to the generation's data. Each kind of message has its own schema. */
  payload: z.record(z.string(), z.unknown()).optional(),
  channel: z.string(),
  threadTs: z.string().optional(),
  messageTs: z.string().optional(),
  fileId: z.string().optional(),
  /** Ids of the other files in the same message as `fileId`, separated by spaces. */
  moreFiles: z.string().optional(),
  attempts: z.number(),
  createdAt: z.date(),
  sentAt: z.date().optional(),
});
export type DeliveryRow = z.output<typeof deliverySchema>;

const tables = tablesOf<{ deliveries: ColumnsOf<typeof deliverySchema> } & GenerationTables>;
const unsent = { state: 'pending', attempts: 0 } as const;
const sending = { state: 'sending', attempts: 1 } as const;

const rows = (db: Queries) => tables(db).selectFrom('deliveries').select(namesIn(deliverySchema));
const change = (db: Queries, id: string) => tables(db).updateTable('deliveries').where('id', '=', id);

/** An outbox row. `isBegun`: this process has just inserted the row as `sending`, so the message cannot have been posted before. */
export type OpenDelivery = DeliveryRow & { isBegun?: boolean };

/** Thrown if the generation was deleted or its person was erased in the meantime. Nothing must be posted about it then. */
export class Outdated extends Error {
  override name = 'Outdated';
}

/**
 * Returns the outbox row of a message or file of a generation. Inserts the row if there is none.
 * @param isBegun true if the caller posts at once, so that a new row is `sending` already
 * @throws Outdated
 */
export async function openDelivery(
  db: Queries,
  { id: generation, team, person, channel, threadTs }: Generation,
  { kind, sequence = '', isBegun = false }: Pick<OpenDelivery, 'kind' | 'isBegun'> & { sequence?: string },
  now: Date,
): Promise<OpenDelivery> {
  const opened = {
    ...{ id: randomUUID(), team, generation, kind, sequence, channel, threadTs, createdAt: now },
    ...(isBegun ? sending : unsent),
  };
  const values = Object.entries(opened).map(([name, value]) => sql`${value ?? null}`.as(name));
  const inserted = await tables(db)
    .insertInto('deliveries')
    .columns(Object.keys(opened) as (keyof typeof opened)[])
    .expression((eb) =>
      eb.selectFrom('generations').select(values).where('id', '=', generation).where('person', '=', person),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { ...opened, isBegun };
  const row = await deliveryFor(db, { generation, kind, sequence });
  if (!row) throw new Outdated('The generation was deleted, or its person was erased');
  return row;
}

/** Returns the `sequence` of the direct message that is posted if the message with this `sequence` cannot be posted. */
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
  Partial<Pick<DeliveryRow, 'id' | 'kind' | 'sequence' | 'state' | 'attempts'>>;

/**
 * Inserts the row of a message that the job `post` posts.
 * @returns the row's id; undefined if there is a row with this id, or with this generation, kind and sequence
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

/** Counts an attempt that failed before Slack was called. */
export async function countAttempt(db: Queries, id: string): Promise<void> {
  await change(db, id)
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .execute();
}

/** Sets a row to `sending`. Call this just before the message or file is posted. */
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
  { channel, ts: messageTs }: Posted,
): Promise<void> {
  await change(db, id).set({ state: 'sent', sentAt: at, channel, messageTs }).execute();
}

/**
 * Like `markSent`, for a generation's first message. The same statement moves the generation from `queued` to `collecting`.
 * @returns the generation. Its `state` is not changed if it was stopped in the meantime. Returns null if the person was erased
 */
export async function markRootSent(
  db: Queries,
  id: string,
  at: Date,
  { channel, ts: rootTs }: Posted,
  { threadTs, ...generation }: Generation,
): Promise<Generation | null> {
  const isQueued = sql<boolean>`state = 'queued'`;
  const row = await tables(db)
    .with('moved', (cte) =>
      cte
        .updateTable('generations')
        .where('id', '=', generation.id)
        .where('person', '=', generation.person)
        .set({
          ...{ channel, rootTs, threadTs: threadTs ?? null },
          state: sql<State>`case when ${isQueued} then 'collecting' else state end`,
          updatedAt: sql<Date>`case when ${isQueued} then ${at}::timestamptz else updated_at end`,
        })
        .returning(['state', 'updatedAt']),
    )
    .with('sent', (cte) =>
      cte
        .updateTable('deliveries')
        .set({ state: 'sent', sentAt: at, channel, messageTs: rootTs })
        .where('id', '=', id)
        .where((eb) => eb.exists(eb.selectFrom('moved').select('state'))),
    )
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirst();
  if (!row) return null;
  const isBegun = generation.state === 'queued' && row.state === 'collecting';
  return { ...generation, channel, rootTs, threadTs, ...(isBegun && row) };
}

/** Stores that the message was certainly not posted, and whether it will be tried again (`pending`) or not (`failed`). */
export async function markNotSent(db: Queries, id: string, state: 'pending' | 'failed'): Promise<void> {
  await change(db, id).set({ state }).execute();
}

export async function setPayload(db: Queries, id: string, payload: Record<string, unknown>): Promise<void> {
  await change(db, id).set({ payload }).execute();
}

/** Returns a generation's outbox rows with files, and the ids of the files in Slack. A file may be uploaded but not shared yet. */
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

/** Returns the messages that were posted about a generation, except its first message and the messages with files. */
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

/**
 * Replaces the payloads of a person's requests to admins.
 * @param which.isGuest true for requests to let guests in, false for requests about limits of credits
 * @param payload if null, a request that is not posted yet is never posted
 * @returns the messages that were posted
 */
export async function changeRequests(
  db: Queries,
  team: string,
  { person, isGuest }: { person: string; isGuest: boolean },
  payload: Record<string, unknown> | null,
): Promise<Posted[]> {
  const blocker = sql`payload ->> 'blocker'`;
  const taken = await tables(db)
    .updateTable('deliveries')
    .set({ payload })
    .where('team', '=', team)
    .where(sql<boolean>`payload ->> 'kind' = 'budget_request' AND payload ->> 'person' = ${person}`)
    .where(sql<boolean>`${blocker} <> 'no_credits' AND (${blocker} = 'guest') = ${isGuest}`)
    .returning(['channel', 'messageTs'])
    .execute();
  return taken.flatMap(({ channel, messageTs: ts }) => (ts ? [{ channel, ts }] : []));
}

/** Deletes the file ids and the payload from an outbox row. */
export async function forgetFile(db: Queries, id: string): Promise<void> {
  await change(db, id).set({ fileId: null, moreFiles: null, payload: null }).execute();
}
