import { randomUUID } from 'node:crypto';
import type { Ask } from '../asks/schema.ts';
import { forgetPages } from '../storage/collected-pages.ts';
import type { Queries } from '../storage/database.ts';
import { assignments, type Changes } from './changes.ts';
import type { Generation, State } from './generation.ts';
import { COLUMNS, fromRow, type Row } from './rows.ts';

/** The rows of `generations`. Every read that a surface makes names the team; the runner works by row id. */

/**
 * Inserts the generation of a press, unless that press has one already.
 * @returns the generation, and whether this call made it
 */
export async function insertGeneration(
  db: Queries,
  ask: Ask,
  given: { key: string; label: string; now: Date },
): Promise<{ generation: Generation; made: boolean }> {
  const [made] = await db.query<Row>(
    `insert into generations (id, team, person, key, state, ask, label, title, export_as, channel, thread_ts, created_at, updated_at)
     values ($1, $2, $3, $4, 'queued', $5::jsonb, $6, $7, $8, $9, $10, $11, $11)
     on conflict (team, key) do nothing returning ${COLUMNS}`,
    [
      randomUUID(),
      ask.team,
      ask.person,
      given.key,
      JSON.stringify(ask),
      given.label,
      ask.title ?? null,
      ask.exportAs ?? null,
      ask.destination.channel,
      ask.destination.threadTs ?? null,
      given.now,
    ],
  );
  if (made) return { generation: fromRow(made), made: true };
  const [known] = await db.query<Row>(`select ${COLUMNS} from generations where team = $1 and key = $2`, [
    ask.team,
    given.key,
  ]);
  if (!known) throw new Error('The generation of this press is gone');
  return { generation: fromRow(known), made: false };
}

export async function findGeneration(db: Queries, team: string, id: string): Promise<Generation | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<Row>(`select ${COLUMNS} from generations where team = $1 and id = $2`, [
    team,
    id,
  ]);
  return row ? fromRow(row) : null;
}

/** Newest first, of one person. */
export async function recentGenerations(
  db: Queries,
  team: string,
  person: string,
  limit: number,
): Promise<Generation[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from generations where team = $1 and person = $2 order by created_at desc limit $3`,
    [team, person, limit],
  );
  return rows.map(fromRow);
}

/**
 * One transition: moves to `to` only from one of `from`, so that two hands on one generation cannot both go on.
 * @returns the generation as written, or null where it was in no such state
 */
export async function move(
  db: Queries,
  id: string,
  from: State[],
  to: State,
  now: Date,
  changes: Changes = {},
): Promise<Generation | null> {
  const { sets, values } = assignments(changes, 4);
  const [row] = await db.query<Row>(
    `update generations set state = $2, updated_at = $3${sets} where id = $1 and state = any($${values.length + 4}::text[]) returning ${COLUMNS}`,
    [id, to, now, ...values, from],
  );
  return row ? fromRow(row) : null;
}

/** The ask with its prompt, and the text that collecting wrote. The ask is null once its texts were deleted. */
export async function fullAsk(
  db: Queries,
  id: string,
): Promise<{ ask: Ask | null; collected: string | null } | null> {
  const [row] = await db.query<{ ask: Ask | null; collected: string | null }>(
    'select ask, collected from generations where id = $1',
    [id],
  );
  return row ?? null;
}

/** Remembers where the first message stands. */
export async function placeRoot(
  db: Queries,
  generation: Generation,
  posted: { channel: string; ts: string },
  threadTs: string | undefined,
): Promise<Generation> {
  await db.query('update generations set channel = $2, root_ts = $3, thread_ts = $4 where id = $1', [
    generation.id,
    posted.channel,
    posted.ts,
    threadTs ?? null,
  ]);
  const { threadTs: _, ...rest } = generation;
  return { ...rest, channel: posted.channel, rootTs: posted.ts, ...(threadTs && { threadTs }) };
}

/** Writes the service's id of a generation whose state has moved on; one that has another id keeps it. */
export async function keepId(
  db: Queries,
  id: string,
  { generationId, followSince, warnings }: Pick<Changes, 'generationId' | 'followSince' | 'warnings'>,
): Promise<void> {
  await db.query(
    `update generations set generation_id = $2, follow_since = $3, warnings = $4
     where id = $1 and generation_id is null`,
    [id, generationId, followSince, warnings ?? null],
  );
}

/** Deletes what people wrote once it is of no more use; the choices (theme, format) stay for the card. */
export async function forgetTexts(db: Queries, id: string): Promise<void> {
  await db.query(
    `update generations set ask = jsonb_set(ask, '{prompt}', '""'), collected = null, label = coalesce(title, label)
     where id = $1`,
    [id],
  );
  await forgetPages(db, id);
}

/** Ids among `ids` that a person has stopped, or whose team has left. */
export async function stoppedAmong(db: Queries, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as asked (id)
     where not exists (select 1 from generations g where g.id = asked.id and g.state <> 'stopped')`,
    [ids],
  );
  return rows.map((row) => row.id);
}

/** Which of a team's generations that wait for a connection; all of them unless told. */
export interface Waiting {
  /** Those that have waited since then. */
  before?: Date;
  /** Those that this connection may know. */
  connection?: string;
}

/** Moves generations of a team that wait for a connection back on their way. @returns their ids */
export async function reconnect(
  db: Queries,
  team: string,
  now: Date,
  { before, connection }: Waiting,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `update generations set updated_at = $2, failure = null,
       state = case when generation_id is null then 'queued' else 'following' end
     where team = $1 and state = 'disconnected' and ($3::timestamptz is null or updated_at <= $3)
       and ($4::text is null or unknown_to is distinct from $4)
     returning id`,
    [team, now, before ?? null, connection ?? null],
  );
  return rows.map((row) => row.id);
}

/** Teams with something that has waited for a connection since then. */
export async function teamsWaiting(db: Queries, before: Date): Promise<string[]> {
  const rows = await db.query<{ team: string }>(
    `select distinct team from generations where state = 'disconnected' and updated_at <= $1`,
    [before],
  );
  return rows.map(({ team }) => team);
}

/** An id that came back from Slack may be anything; the column takes only uuids. */
function isId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
