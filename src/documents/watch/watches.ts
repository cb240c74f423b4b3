import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Queries } from '../../storage/database.ts';
import { type ColumnsOf, isUuid, namesIn, readRow, tablesOf } from '../../storage/tables.ts';
import type { CommentWatches } from '../documents.ts';

/** Documents whose thread hears of new comments, one row each, and the only list of their columns. */
const watchSchema = z.object({
  generation: z.string(),
  team: z.string(),
  /** Who asked for it. */
  person: z.string(),
  /** Comments that were there already, or were told, by their keys. */
  seen: z.object({ keys: z.array(z.string()) }).catch({ keys: [] }),
  nextLook: z.date(),
  endsAt: z.date(),
});
export type Watch = z.output<typeof watchSchema>;

const tables = tablesOf<{ commentWatches: ColumnsOf<typeof watchSchema> }>;

/** Milliseconds between two looks, and until a watch ends by itself. */
export const LOOK_EVERY_MS = 60 * 60_000;
export const WATCHED_FOR_MS = 7 * 24 * 60 * 60_000;

/** Begins a watch, or begins it anew. */
export async function startWatch(
  db: Queries,
  { team, id, person, seen, now }: { team: string; id: string; person: string; seen: string[]; now: Date },
): Promise<void> {
  const watch = {
    ...{ team, person, seen: { keys: seen } },
    nextLook: new Date(now.getTime() + LOOK_EVERY_MS),
    endsAt: new Date(now.getTime() + WATCHED_FOR_MS),
  };
  await tables(db)
    .insertInto('commentWatches')
    .values({ generation: id, ...watch })
    .onConflict((conflict) => conflict.column('generation').doUpdateSet(watch))
    .execute();
}

export async function stopWatch(db: Queries, team: string, id: string): Promise<void> {
  if (!isUuid(id)) return;
  await tables(db)
    .deleteFrom('commentWatches')
    .where('team', '=', team)
    .where('generation', '=', id)
    .execute();
}

export async function findWatch(db: Queries, team: string, id: string): Promise<Watch | null> {
  if (!isUuid(id)) return null;
  const row = await rows(db).where('team', '=', team).where('generation', '=', id).executeTakeFirst();
  return row ? readRow(watchSchema, row) : null;
}

/** The one query of a tick. */
export async function dueWatches(db: Queries, now: Date, limit: number): Promise<Watch[]> {
  const due = await rows(db).where('nextLook', '<=', now).orderBy('nextLook').limit(limit).execute();
  return due.map((row) => readRow(watchSchema, row));
}

/** @returns true for the one process that moved it on */
export async function advanceWatch(db: Queries, watch: Watch, now: Date): Promise<boolean> {
  const moved = await tables(db)
    .updateTable('commentWatches')
    .set({ nextLook: new Date(now.getTime() + LOOK_EVERY_MS) })
    .where('generation', '=', watch.generation)
    .where('nextLook', '=', watch.nextLook)
    .returning('generation')
    .execute();
  return moved.length === 1;
}

/** Keys that are remembered; the newest are the ones that may come again. */
const KEPT = 1000;

export async function noteSeen(db: Queries, { generation, seen }: Watch, keys: string[]): Promise<void> {
  const kept = [...seen.keys, ...keys].slice(-KEPT);
  await tables(db)
    .updateTable('commentWatches')
    .set({ seen: { keys: kept } })
    .where('generation', '=', generation)
    .execute();
}

const rows = (db: Queries) => tables(db).selectFrom('commentWatches').select(namesIn(watchSchema));

/** Watches, for the actions on documents. */
export function createCommentWatches({ db, clock }: { db: Queries; clock: Clock }): CommentWatches {
  const now = () => new Date(clock.now());
  return {
    start: ({ team, person }, id, seen) => startWatch(db, { team, id, person, seen, now: now() }),
    stop: (team, id) => stopWatch(db, team, id),
    async until(team, id) {
      const watch = await findWatch(db, team, id);
      return watch && watch.endsAt > now() ? watch.endsAt : null;
    },
  };
}
