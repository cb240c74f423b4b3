import { randomUUID } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Queries, SealingQueries } from '../storage/database.ts';
import { openRow, sealRow } from '../storage/sealed-columns.ts';
import { isUuid, namesIn, readRow, tablesOf } from '../storage/tables.ts';
import {
  type Digest,
  type DigestColumns,
  type DigestSettings,
  digestSchema,
  type PauseReason,
  settingsSchema,
} from './digest.ts';

/** The rows of `digests`, for the surfaces: every query names the team. Runs move rows on by their ids (runs.ts). */

export const digestTables = tablesOf<{ digests: DigestColumns }>;
export const digestSelection = namesIn(digestSchema);

/** @throws where a column does not fit its schema */
export function readDigest(db: SealingQueries, row: { id: string }): Digest {
  const { focus, choices, ...opened } = openRow(db, 'digests', [row.id], row);
  // What cannot be opened any more is as if it had not been set: it can be set again.
  const whole = { ...opened, focus: focus ?? { topics: [], words: '' }, choices: choices ?? {} };
  const { note, ...digest } = readRow(digestSchema, whole);
  return { ...digest, ...(note?.skipped && { skipped: new Date(note.skipped) }) };
}

/** The settings alone, also of a whole digest. */
const columnsOf = (db: SealingQueries, id: string, settings: DigestSettings) =>
  sealRow(db, 'digests', [id], settingsSchema.parse(settings));

interface NewDigest {
  team: string;
  owner: string;
  /** Names the click. */
  key: string;
  nextRun: Date | null;
  /** The beginning of the first window. */
  from: Date;
  now: Date;
}

/** Inserts the digest of a click; later calls with the same key find the same digest. */
export async function insertDigest(
  db: SealingQueries,
  settings: DigestSettings,
  { team, owner, key, nextRun, from, now }: NewDigest,
): Promise<Digest> {
  const id = randomUUID();
  await digestTables(db)
    .insertInto('digests')
    .values({
      ...{ ...columnsOf(db, id, settings), id, team, owner, key, state: 'active', nextRun },
      ...{ lastWindowEnd: from, createdAt: now, updatedAt: now },
    })
    .onConflict((conflict) => conflict.columns(['team', 'key']).doNothing())
    .execute();
  const row = await ofTeam(db, team).where('key', '=', key).executeTakeFirst();
  if (!row) throw new Error('The digest of this click is gone');
  return readDigest(db, row);
}

/** Writes new settings. `nextRun` is ignored while the digest is paused. */
export async function updateSettings(
  db: SealingQueries,
  { team, id }: { team: string; id: string },
  settings: DigestSettings,
  { nextRun, now }: { nextRun: Date | null; now: Date },
): Promise<Digest | null> {
  const columns = columnsOf(db, id, settings);
  const row = await digestTables(db)
    .updateTable('digests')
    .set((eb) => ({
      ...columns,
      nextRun: sql<Date | null>`case when state = 'active' then ${nextRun}::timestamptz end`,
      // A recipient's refusal ends when the digest goes elsewhere; it stays paused until somebody resumes it.
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
    .returning(digestSelection)
    .executeTakeFirst();
  return row ? readDigest(db, row) : null;
}

export async function updateFocus(
  db: SealingQueries,
  { team, id }: { team: string; id: string },
  given: DigestSettings['focus'],
  now: Date,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { focus } = sealRow(
    db,
    'digests',
    [id],
    settingsSchema.pick({ focus: true }).parse({ focus: given }),
  );
  const rows = await change(db, id)
    .set({ focus, updatedAt: now })
    .where('team', '=', team)
    .returning('id')
    .execute();
  return rows.length === 1;
}

export async function findDigest(db: SealingQueries, team: string, id: string): Promise<Digest | null> {
  if (!isUuid(id)) return null;
  const row = await ofTeam(db, team).where('id', '=', id).executeTakeFirst();
  return row ? readDigest(db, row) : null;
}

/** Oldest first. */
export async function digestsOf(db: SealingQueries, team: string, owner: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('owner', '=', owner).execute();
  return rows.map((row) => readDigest(db, row));
}

/** All digests of a channel, whoever set them up; oldest first. */
export async function digestsIn(db: SealingQueries, team: string, channel: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('channel', '=', channel).execute();
  return rows.map((row) => readDigest(db, row));
}

/** Active digests of other owners that are delivered to a person; oldest first. */
export async function digestsTo(db: SealingQueries, team: string, person: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('state', '=', 'active').where(isSentTo(person)).execute();
  return rows.map((row) => readDigest(db, row));
}

function isSentTo(person: string): Expression<SqlBool> {
  const deliverTo = sql.ref('deliverTo');
  return sql<SqlBool>`owner <> ${person} and ${deliverTo} ->> 'kind' = 'person' and ${deliverTo} ->> 'person' = ${person}`;
}

/** @returns the digest after the change; null where it is not delivered to this person, or was declined before */
export async function declineDigest(
  db: SealingQueries,
  { team, id }: { team: string; id: string },
  person: string,
  now: Date,
): Promise<Digest | null> {
  if (!isUuid(id)) return null;
  const row = await change(db, id)
    .set({ state: 'paused', pausedBecause: 'declined', nextRun: null, updatedAt: now })
    .where('team', '=', team)
    .where('pausedBecause', 'is distinct from', 'declined')
    .where(isSentTo(person))
    .returning(digestSelection)
    .executeTakeFirst();
  return row ? readDigest(db, row) : null;
}

/** @returns false where it was paused already */
export async function pauseDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  because: PauseReason,
  now: Date,
): Promise<boolean> {
  const rows = await change(db, id)
    .set({ state: 'paused', pausedBecause: because, nextRun: null, updatedAt: now })
    .where('team', '=', team)
    .where('state', '=', 'active')
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** @returns false where it is not paused, or its recipient declined it: then it has to go elsewhere first */
export async function resumeDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  nextRun: Date | null,
  now: Date,
): Promise<boolean> {
  const rows = await change(db, id)
    .set({ state: 'active', pausedBecause: null, nextRun, updatedAt: now })
    .where('team', '=', team)
    .where('state', '=', 'paused')
    .where('pausedBecause', 'is distinct from', 'declined')
    .returning('id')
    .execute();
  return rows.length === 1;
}

export async function deleteDigest(db: Queries, team: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const rows = await digestTables(db)
    .deleteFrom('digests')
    .where('team', '=', team)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length === 1;
}

const ofTeam = (db: Queries, team: string) =>
  digestTables(db).selectFrom('digests').select(digestSelection).where('team', '=', team);

const change = (db: Queries, id: string) => digestTables(db).updateTable('digests').where('id', '=', id);

const oldestFirst = (db: Queries, team: string) => ofTeam(db, team).orderBy('createdAt').orderBy('id');
