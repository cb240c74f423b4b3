import { randomUUID } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Queries, SealingQueries } from '../storage/database.ts';
import { openRow, type RowRef, sealRow } from '../storage/sealed-columns.ts';
import { createStore } from '../storage/store.ts';
import { isUuid, namesIn, readRow, tablesOf } from '../storage/tables.ts';
import {
  type Digest,
  type DigestColumns,
  type DigestSettings,
  digestSchema,
  type PauseReason,
  settingsSchema,
} from './digest.ts';

/** Queries on the table `digests`. Every query is limited to one team. Queries for runs are in run-store.ts. */

export const digestTables = tablesOf<{ digests: DigestColumns }>;
export const digestSelection = namesIn(digestSchema);

/** Decrypts and parses a row. @throws if a column does not match its schema */
export function readDigest(db: SealingQueries, row: RowRef): Digest {
  const { focus, choices, ...opened } = openRow(db, 'digests', row);
  // If a column cannot be decrypted, use an empty value, so that people can open the form and set the value again.
  const whole = { ...opened, focus: focus ?? { topics: [], words: '' }, choices: choices ?? {} };
  const { note, ...digest } = readRow(digestSchema, whole);
  return { ...digest, ...(note?.skipped && { skipped: new Date(note.skipped) }) };
}

/** Returns the settings as columns, with `focus` and `choices` encrypted. */
const columnsOf = (db: SealingQueries, row: RowRef, settings: DigestSettings) =>
  sealRow(db, 'digests', row, settingsSchema.parse(settings));

interface NewDigest {
  team: string;
  owner: string;
  key: string;
  nextRun: Date | null;
  /** The beginning of the time window whose messages are in the first digest. */
  from: Date;
  now: Date;
}

/** Inserts a digest. A second call with the same key returns the same digest. */
export async function insertDigest(
  db: SealingQueries,
  settings: DigestSettings,
  { team, owner, key, nextRun, from, now }: NewDigest,
): Promise<Digest> {
  const id = randomUUID();
  await digestTables(db)
    .insertInto('digests')
    .values({
      ...{ ...columnsOf(db, { team, id }, settings), id, team, owner, key, state: 'active', nextRun },
      ...{ lastWindowEnd: from, createdAt: now, updatedAt: now },
    })
    .onConflict((conflict) => conflict.columns(['team', 'key']).doNothing())
    .execute();
  const row = await ofTeam(db, team).where('key', '=', key).executeTakeFirst();
  if (!row) throw new Error('The digest of this click was deleted');
  return readDigest(db, row);
}

/** Stores which people have declined a digest. If such a person becomes the recipient again, the digest is paused. */
const declines = (db: Queries) => createStore<true>(db, 'declined-digests');

/** Writes new settings. Pauses the digest if its new recipient has declined it. Ignores `nextRun` if the digest is paused. */
export async function updateSettings(
  db: SealingQueries,
  { team, id }: { team: string; id: string },
  settings: DigestSettings,
  { nextRun, now }: { nextRun: Date | null; now: Date },
): Promise<Digest | null> {
  const columns = columnsOf(db, { team, id }, settings);
  const { deliverTo } = settings;
  const isDeclined =
    deliverTo.kind === 'person' && (await declines(db).has(`${team}/${id}/${deliverTo.person}`));
  const row = await digestTables(db)
    .updateTable('digests')
    .set((eb) => ({
      ...columns,
      ...(isDeclined && { state: 'paused' as const }),
      nextRun: isDeclined
        ? null
        : sql<Date | null>`case when state = 'active' then ${nextRun}::timestamptz end`,
      // A declined digest cannot be resumed. When its destination changes, the reason becomes `person`, so that the digest can be resumed.
      pausedBecause: isDeclined
        ? ('declined' as const)
        : eb
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

/** Writes only `focus`, the topics and words that the digest is about. @returns false if the digest does not exist */
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
    { team, id },
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

/** Returns an owner's digests, oldest first. */
export async function digestsOf(db: SealingQueries, team: string, owner: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('owner', '=', owner).execute();
  return rows.map((row) => readDigest(db, row));
}

/** Returns all digests of a channel, oldest first. */
export async function digestsIn(db: SealingQueries, team: string, channel: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('channel', '=', channel).execute();
  return rows.map((row) => readDigest(db, row));
}

/** Maximum number of digests in the list of all digests of a team. */
const MOST = 500;

/** Returns the digests of all owners and channels, oldest first, at most `MOST`. */
export async function digestsOfTeam(db: SealingQueries, team: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).limit(MOST).execute();
  return rows.map((row) => readDigest(db, row));
}

/** Returns the active digests that a person receives but does not own, oldest first. */
export async function digestsTo(db: SealingQueries, team: string, person: string): Promise<Digest[]> {
  const rows = await oldestFirst(db, team).where('state', '=', 'active').where(isSentTo(person)).execute();
  return rows.map((row) => readDigest(db, row));
}

function isSentTo(person: string): Expression<SqlBool> {
  const deliverTo = sql.ref('deliverTo');
  return sql<SqlBool>`owner <> ${person} and ${deliverTo} ->> 'kind' = 'person' and ${deliverTo} ->> 'person' = ${person}`;
}

/** Pauses a digest because its recipient declined it. @returns null if the digest is not sent to this person or was declined before */
export async function declineDigest(
  db: SealingQueries,
  { team, id }: { team: string; id: string },
  person: string,
  now: Date,
): Promise<Digest | null> {
  if (!isUuid(id)) return null;
  const row = await change(db, id)
    .set({ state: 'paused', pausedBecause: 'declined', pausedBy: null, nextRun: null, updatedAt: now })
    .where('team', '=', team)
    .where('pausedBecause', 'is distinct from', 'declined')
    .where(isSentTo(person))
    .returning(digestSelection)
    .executeTakeFirst();
  if (!row) return null;
  await declines(db).set(`${team}/${id}/${person}`, true);
  return readDigest(db, row);
}

/**
 * Pauses a digest.
 * @param by the person who pauses the digest; null if Deckhand pauses it
 * @returns false if the digest is paused already or does not exist
 */
export async function pauseDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  { because, by = null }: { because: PauseReason; by?: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await change(db, id)
    .set({ state: 'paused', pausedBecause: because, pausedBy: by, nextRun: null, updatedAt: now })
    .where('team', '=', team)
    .where('state', '=', 'active')
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** Resumes a digest. @returns false if the digest is not paused, or if it is paused because its recipient declined it */
export async function resumeDigest(
  db: Queries,
  { team, id }: { team: string; id: string },
  nextRun: Date | null,
  now: Date,
): Promise<boolean> {
  const rows = await change(db, id)
    .set({ state: 'active', pausedBecause: null, pausedBy: null, nextRun, updatedAt: now })
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

/** Counts an owner's digests (`ofOwner`) and a channel's digests (`inChannel`). @param except id or key of a digest that is not counted */
export async function countDigests(
  db: Queries,
  { team, owner, channel }: Pick<Digest, 'team' | 'owner' | 'channel'>,
  except: string,
): Promise<{ ofOwner: number; inChannel: number }> {
  const [counts] = await db.query<{ ofOwner: number; inChannel: number }>(
    `SELECT count(*) FILTER (WHERE owner = $2)::int AS "ofOwner", count(*) FILTER (WHERE channel = $3)::int AS "inChannel"
     FROM digests WHERE team = $1 AND (owner = $2 OR channel = $3) AND key <> $4 AND id::text <> $4`,
    [team, owner, channel, except],
  );
  return counts ?? { ofOwner: 0, inChannel: 0 };
}

const ofTeam = (db: Queries, team: string) =>
  digestTables(db).selectFrom('digests').select(digestSelection).where('team', '=', team);

const change = (db: Queries, id: string) => digestTables(db).updateTable('digests').where('id', '=', id);

const oldestFirst = (db: Queries, team: string) => ofTeam(db, team).orderBy('createdAt').orderBy('id');
