import { randomUUID } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Queries } from '../storage/database.ts';
import { namesIn, readRow, tablesOf } from '../storage/tables.ts';
import {
  type Digest,
  type DigestColumns,
  type DigestSettings,
  digestSchema,
  type PauseReason,
} from './digest.ts';

/** The rows of `digests`. What surfaces read and write names the team; the runs work by row id. */

const tables = tablesOf<{ digests: DigestColumns }>;
const selected = namesIn(digestSchema);

/** @throws where its JSON is none of a digest */
export function readDigest(row: object): Digest {
  const { note, ...digest } = readRow(digestSchema, row);
  return { ...digest, ...(note?.skipped && { skipped: new Date(note.skipped) }) };
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
export async function insertDigest(
  db: Queries,
  settings: DigestSettings,
  { team, owner, key, nextRun, from, now }: NewDigest,
): Promise<Digest> {
  await tables(db)
    .insertInto('digests')
    .values({
      ...{ ...columnsOf(settings), id: randomUUID(), team, owner, key, state: 'active', nextRun },
      ...{ lastWindowEnd: from, createdAt: now, updatedAt: now },
    })
    .onConflict((conflict) => conflict.columns(['team', 'key']).doNothing())
    .execute();
  const row = await ofTeam(db, team).where('key', '=', key).executeTakeFirst();
  if (!row) throw new Error('The digest of this press is gone');
  return readDigest(row);
}

/** Writes new settings; a schedule that was changed has its next run given. */
export async function updateSettings(
  db: Queries,
  { team, id }: { team: string; id: string },
  settings: DigestSettings,
  { nextRun, now }: { nextRun: Date | null; now: Date },
): Promise<Digest | null> {
  const columns = columnsOf(settings);
  const row = await tables(db)
    .updateTable('digests')
    .set((eb) => ({
      ...columns,
      nextRun: sql<Date | null>`case when state = 'active' then ${nextRun}::timestamptz end`,
      // Somebody's no to a digest is over once it goes elsewhere; it stays paused until it is resumed.
      pausedBecause: eb
        .case()
        .when(eb.and([eb('pausedBecause', '=', 'declined'), eb('deliverTo', '<>', columns.deliverTo)]))
        .then(sql<PauseReason>`'person'`)
        .else(eb.ref('pausedBecause'))
        .end(),
      updatedAt: now,
      note: null,
    }))
    .where('team', '=', team)
    .where('id', '=', id)
    .returning(selected)
    .executeTakeFirst();
  return row ? readDigest(row) : null;
}

export async function findDigest(db: Queries, team: string, id: string): Promise<Digest | null> {
  if (!isId(id)) return null;
  const row = await ofTeam(db, team).where('id', '=', id).executeTakeFirst();
  return row ? readDigest(row) : null;
}

/** Oldest first. */
export async function digestsOf(db: Queries, team: string, owner: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('owner', '=', owner).execute();
  return rows.map(readDigest);
}

/** Those of a channel, whoever set them up. */
export async function digestsIn(db: Queries, team: string, channel: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('channel', '=', channel).execute();
  return rows.map(readDigest);
}

/** Those that others have delivered to a person, as long as they run. */
export async function digestsTo(db: Queries, team: string, person: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('state', '=', 'active').where(isSentTo(person)).execute();
  return rows.map(readDigest);
}

function isSentTo(person: string): Expression<SqlBool> {
  const deliverTo = sql.ref('deliverTo');
  return sql<SqlBool>`owner <> ${person} and ${deliverTo} ->> 'kind' = 'person' and ${deliverTo} ->> 'person' = ${person}`;
}

/** @returns the digest as it is then; null where it does not go to this person, or they have said so before */
export async function declineDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  person: string,
  now: Date,
): Promise<Digest | null> {
  if (!isId(id)) return null;
  const row = await tables(db)
    .updateTable('digests')
    .set({ state: 'paused', pausedBecause: 'declined', nextRun: null, updatedAt: now })
    .where('team', '=', team)
    .where('id', '=', id)
    .where('pausedBecause', 'is distinct from', 'declined')
    .where(isSentTo(person))
    .returning(selected)
    .executeTakeFirst();
  return row ? readDigest(row) : null;
}

/**
 * The one query of a tick. Its caller reads the rows one by one (`readDigest`), so that one that cannot be read holds up
 * no other.
 */
export function dueDigests(db: Queries, now: Date, limit: number) {
  return tables(db)
    .selectFrom('digests')
    .select(selected)
    .where('state', '=', 'active')
    .where('nextRun', '<=', now)
    .orderBy('nextRun')
    .limit(limit)
    .execute();
}

/** Of several who saw the same run due, one gets true. */
export async function advanceNextRun(
  db: Queries,
  { id, nextRun: seen }: Digest,
  nextRun: Date | null,
): Promise<boolean> {
  const rows = await tables(db)
    .updateTable('digests')
    .set({ nextRun })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('nextRun', '=', seen ?? null)
    .returning('id')
    .execute();
  return rows.length === 1;
}

export async function noteSkipped(db: Queries, id: string, due: Date): Promise<void> {
  const note = { skipped: due.toISOString() };
  await tables(db).updateTable('digests').set({ note }).where('id', '=', id).execute();
}

/** A digest is being made of all that was said until then. */
export async function closeWindow(db: Queries, id: string, until: Date, now: Date): Promise<void> {
  await tables(db)
    .updateTable('digests')
    .set({ lastWindowEnd: until, lastRun: now, note: null })
    .where('id', '=', id)
    .execute();
}

/** All further digests go below this message. */
export async function anchorThread(db: Queries, id: string, threadTs: string): Promise<void> {
  await tables(db)
    .updateTable('digests')
    .set({ deliverTo: { kind: 'thread', threadTs } })
    .where('id', '=', id)
    .where(sql<SqlBool>`${sql.ref('deliverTo')} ->> 'kind' = 'thread'`)
    .execute();
}

/** @returns true for whoever paused it, false where it was paused already */
export async function pauseDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  because: PauseReason,
  now: Date,
): Promise<boolean> {
  const rows = await tables(db)
    .updateTable('digests')
    .set({ state: 'paused', pausedBecause: because, nextRun: null, updatedAt: now })
    .where('team', '=', team)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** Not one that its recipient wants no more of: it has to go elsewhere first. */
export async function resumeDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  nextRun: Date | null,
  now: Date,
): Promise<boolean> {
  const rows = await tables(db)
    .updateTable('digests')
    .set({ state: 'active', pausedBecause: null, nextRun, updatedAt: now })
    .where('team', '=', team)
    .where('id', '=', id)
    .where('state', '=', 'paused')
    .where('pausedBecause', 'is distinct from', 'declined')
    .returning('id')
    .execute();
  return rows.length === 1;
}

export async function deleteDigest(db: Queries, team: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const rows = await tables(db)
    .deleteFrom('digests')
    .where('team', '=', team)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length === 1;
}

const ofTeam = (db: Queries, team: string) =>
  tables(db).selectFrom('digests').select(selected).where('team', '=', team);

const oldestFirst = (db: Queries, team: string) => ofTeam(db, team).orderBy('createdAt').orderBy('id');

/** A digest that is handed in as settings brings no other column with it. */
function columnsOf(settings: DigestSettings): DigestSettings {
  const { channel, schedule, focus, choices, threshold, quiet, deliverTo } = settings;
  return { channel, schedule, focus, choices, threshold, quiet, deliverTo };
}

/** An id that came back from Slack may be anything; the column takes only uuids. */
function isId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
