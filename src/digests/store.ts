import { randomUUID } from 'node:crypto';
import type { Queries } from '../storage/database.ts';
import type { Digest, DigestSettings, PauseReason } from './digest.ts';

/** The rows of `digests`. What surfaces read and write names the team; the runs work by row id. */

const COLUMNS = `id, team, owner, channel, schedule, focus, choices, threshold, quiet, deliver_to, state, paused_because,
  next_run, last_run, last_window_end, note, created_at`;

interface Row extends Omit<DigestSettings, 'deliverTo'> {
  id: string;
  team: string;
  owner: string;
  deliver_to: Digest['deliverTo'];
  state: Digest['state'];
  paused_because: PauseReason | null;
  next_run: Date | null;
  last_run: Date | null;
  last_window_end: Date | null;
  note: { skipped?: string } | null;
  created_at: Date;
}

interface NewDigest {
  team: string;
  owner: string;
  /** Names the press. */
  key: string;
  nextRun: Date | null;
  /** Where the first window begins. */
  from: Date;
  now: Date;
}

/** The digest of a press: made at the first call, the same one ever after. */
export async function insertDigest(db: Queries, settings: DigestSettings, by: NewDigest): Promise<Digest> {
  await db.query(
    `insert into digests (id, team, owner, key, next_run, last_window_end, created_at, updated_at, state,
       channel, schedule, focus, choices, threshold, quiet, deliver_to)
     values ($1, $2, $3, $4, $5, $6, $7, $7, 'active', $8, $9::jsonb, $10::jsonb, $11::jsonb, $12, $13, $14::jsonb)
     on conflict (team, key) do nothing`,
    [randomUUID(), by.team, by.owner, by.key, by.nextRun, by.from, by.now, ...valuesOf(settings)],
  );
  const [row] = await db.query<Row>(`select ${COLUMNS} from digests where team = $1 and key = $2`, [
    by.team,
    by.key,
  ]);
  if (!row) throw new Error('The digest of this press is gone');
  return fromRow(row);
}

/** Writes new settings; a schedule that was changed has its next run given. */
export async function updateSettings(
  db: Queries,
  { team, id }: { team: string; id: string },
  settings: DigestSettings,
  { nextRun, now }: { nextRun: Date | null; now: Date },
): Promise<Digest | null> {
  const [row] = await db.query<Row>(
    `update digests set next_run = case when state = 'active' then $3::timestamptz end, updated_at = $4, note = null,
       channel = $5, schedule = $6::jsonb, focus = $7::jsonb, choices = $8::jsonb, threshold = $9, quiet = $10,
       deliver_to = $11::jsonb, paused_because = ${DECLINE_ENDS}
     where team = $1 and id = $2 returning ${COLUMNS}`,
    [team, id, nextRun, now, ...valuesOf(settings)],
  );
  return row ? fromRow(row) : null;
}

/** Somebody's no to a digest is over once it goes elsewhere; it stays paused until it is resumed. */
const DECLINE_ENDS = `case when paused_because = 'declined' and deliver_to <> $11::jsonb then 'person' else paused_because end`;

export async function findDigest(db: Queries, team: string, id: string): Promise<Digest | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<Row>(`select ${COLUMNS} from digests where team = $1 and id = $2`, [team, id]);
  return row ? fromRow(row) : null;
}

/** Oldest first. */
export async function digestsOf(db: Queries, team: string, owner: string): Promise<Digest[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from digests where team = $1 and owner = $2 order by created_at, id`,
    [team, owner],
  );
  return rows.map(fromRow);
}

/** Those of a channel, whoever set them up. */
export async function digestsIn(db: Queries, team: string, channel: string): Promise<Digest[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from digests where team = $1 and channel = $2 order by created_at, id`,
    [team, channel],
  );
  return rows.map(fromRow);
}

/** Those that others have delivered to a person, as long as they run. */
export async function digestsTo(db: Queries, team: string, person: string): Promise<Digest[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from digests where team = $1 and state = 'active' and ${IS_SENT_TO} order by created_at, id`,
    [team, person],
  );
  return rows.map(fromRow);
}

const IS_SENT_TO = `owner <> $2 and deliver_to ->> 'kind' = 'person' and deliver_to ->> 'person' = $2`;

/** @returns the digest as it is then; null where it does not go to this person, or they have said so before */
export async function declineDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  person: string,
  now: Date,
): Promise<Digest | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<Row>(
    `update digests set state = 'paused', paused_because = 'declined', next_run = null, updated_at = $4
     where team = $1 and id = $3 and paused_because is distinct from 'declined' and ${IS_SENT_TO}
     returning ${COLUMNS}`,
    [team, person, id, now],
  );
  return row ? fromRow(row) : null;
}

/** The one query of a tick. */
export async function dueDigests(db: Queries, now: Date, limit: number): Promise<Digest[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from digests where state = 'active' and next_run <= $1 order by next_run limit $2`,
    [now, limit],
  );
  return rows.map(fromRow);
}

/** Of several who saw the same run due, one gets true. */
export async function advanceNextRun(db: Queries, digest: Digest, nextRun: Date | null): Promise<boolean> {
  const rows = await db.query(
    `update digests set next_run = $3 where id = $1 and state = 'active' and next_run = $2 returning 1`,
    [digest.id, digest.nextRun, nextRun],
  );
  return rows.length === 1;
}

export async function noteSkipped(db: Queries, id: string, due: Date): Promise<void> {
  const note = JSON.stringify({ skipped: due.toISOString() });
  await db.query('update digests set note = $2::jsonb where id = $1', [id, note]);
}

/** A digest is being made of all that was said until then. */
export async function closeWindow(db: Queries, id: string, until: Date, now: Date): Promise<void> {
  await db.query('update digests set last_window_end = $2, last_run = $3, note = null where id = $1', [
    id,
    until,
    now,
  ]);
}

/** All further digests go below this message. */
export async function anchorThread(db: Queries, id: string, threadTs: string): Promise<void> {
  const to = JSON.stringify({ kind: 'thread', threadTs });
  await db.query(
    `update digests set deliver_to = $2::jsonb where id = $1 and deliver_to ->> 'kind' = 'thread'`,
    [id, to],
  );
}

/** @returns true for whoever paused it, false where it was paused already */
export async function pauseDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  because: PauseReason,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update digests set state = 'paused', paused_because = $3, next_run = null, updated_at = $4
     where team = $1 and id = $2 and state = 'active' returning 1`,
    [team, id, because, now],
  );
  return rows.length === 1;
}

/** Not one that its recipient wants no more of: it has to go elsewhere first. */
export async function resumeDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  nextRun: Date | null,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update digests set state = 'active', paused_because = null, next_run = $3, updated_at = $4
     where team = $1 and id = $2 and state = 'paused' and paused_because is distinct from 'declined' returning 1`,
    [team, id, nextRun, now],
  );
  return rows.length === 1;
}

export async function deleteDigest(db: Queries, team: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const rows = await db.query('delete from digests where team = $1 and id = $2 returning 1', [team, id]);
  return rows.length === 1;
}

function valuesOf(settings: DigestSettings): unknown[] {
  const { channel, schedule, focus, choices, threshold, quiet, deliverTo } = settings;
  const json = [schedule, focus, choices].map((part) => JSON.stringify(part));
  return [channel, ...json, threshold, quiet, JSON.stringify(deliverTo)];
}

/** An id that came back from Slack may be anything; the column takes only uuids. */
function isId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

function fromRow(row: Row): Digest {
  const { id, team, owner, state, channel, schedule, focus, choices, threshold, quiet } = row;
  return {
    ...{ id, team, owner, state, channel, schedule, focus, choices, threshold, quiet },
    deliverTo: row.deliver_to,
    createdAt: new Date(row.created_at),
    ...(row.paused_because && { pausedBecause: row.paused_because }),
    ...(row.next_run && { nextRun: new Date(row.next_run) }),
    ...(row.last_run && { lastRun: new Date(row.last_run) }),
    ...(row.last_window_end && { lastWindowEnd: new Date(row.last_window_end) }),
    ...(row.note?.skipped && { skipped: new Date(row.note.skipped) }),
  };
}
