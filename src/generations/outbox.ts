import { randomUUID } from 'node:crypto';
import type { Queries } from '../storage/database.ts';
import type { Generation } from './generation.ts';

/**
 * The outbox: one row for each message or file to be posted, in `deliveries`. A row goes `pending -> sending -> sent`
 * (or `failed`). Found in `sending` by someone who did not put it there, the post may or may not have happened.
 */
export type DeliveryKind = 'root' | 'notice' | 'file' | 'note';
export type DeliveryState = 'pending' | 'sending' | 'sent' | 'failed';

export interface DeliveryRow {
  id: string;
  team: string;
  /** None of a `note`: a line that digests post (digests/notes.ts). */
  generation: string | null;
  kind: DeliveryKind;
  /** Tells rows of one kind apart: the state a notice is about, the export a file comes from. */
  sequence: string;
  state: DeliveryState;
  payload: Record<string, string> | null;
  channel: string;
  messageTs: string | null;
  fileId: string | null;
  attempts: number;
}

interface Row extends Omit<DeliveryRow, 'messageTs' | 'fileId'> {
  message_ts: string | null;
  file_id: string | null;
}

const COLUMNS =
  'id, team, generation, kind, sequence, state, payload, channel, message_ts, file_id, attempts';

/** The row of one post: made at the first call, the same one ever after. */
export async function openDelivery(
  db: Queries,
  generation: Generation,
  of: { kind: DeliveryKind; sequence?: string },
  now: Date,
): Promise<DeliveryRow> {
  const key = [generation.id, of.kind, of.sequence ?? ''];
  await db.query(
    `insert into deliveries (id, team, generation, kind, sequence, channel, thread_ts, created_at)
     values ($4, $5, $1, $2, $3, $6, $7, $8) on conflict (generation, kind, sequence) do nothing`,
    [...key, randomUUID(), generation.team, generation.channel, generation.threadTs ?? null, now],
  );
  const [row] = await db.query<Row>(
    `select ${COLUMNS} from deliveries where generation = $1 and kind = $2 and sequence = $3`,
    key,
  );
  if (!row) throw new Error('The delivery is gone: its generation was deleted');
  return fromRow(row);
}

export async function findDelivery(db: Queries, team: string, id: string): Promise<DeliveryRow | null> {
  const [row] = await db.query<Row>(`select ${COLUMNS} from deliveries where team = $1 and id = $2`, [
    team,
    id,
  ]);
  return row ? fromRow(row) : null;
}

/** Written before the post is made. */
export async function markSending(db: Queries, id: string, fileId?: string): Promise<void> {
  await db.query(
    `update deliveries set state = 'sending', attempts = attempts + 1, file_id = coalesce($2, file_id) where id = $1`,
    [id, fileId ?? null],
  );
}

export async function markSent(
  db: Queries,
  id: string,
  at: Date,
  posted: { channel?: string; ts?: string },
): Promise<void> {
  await db.query(
    `update deliveries set state = 'sent', sent_at = $2, channel = coalesce($3, channel), message_ts = $4 where id = $1`,
    [id, at, posted.channel ?? null, posted.ts ?? null],
  );
}

/** Certainly not posted: `pending` may be tried again, `failed` is given up. */
export async function markNotSent(db: Queries, id: string, state: 'pending' | 'failed'): Promise<void> {
  await db.query('update deliveries set state = $2 where id = $1', [id, state]);
}

export async function setPayload(db: Queries, id: string, payload: Record<string, string>): Promise<void> {
  await db.query('update deliveries set payload = $2::jsonb where id = $1', [id, JSON.stringify(payload)]);
}

function fromRow({ message_ts, file_id, ...row }: Row): DeliveryRow {
  return { ...row, messageTs: message_ts, fileId: file_id };
}
