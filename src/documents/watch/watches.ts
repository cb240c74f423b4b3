import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import type { Clock } from '../../clock.ts';
import type { Queries } from '../../storage/database.ts';
import { type ColumnsOf, isUuid, namesIn, readRow, tablesOf } from '../../storage/tables.ts';

/** The columns of `comment_watches`. A row (a watch) says that a document's new comments are posted in the document's thread for a week. */
const watchSchema = z.object({
  generation: z.string(),
  team: z.string(),
  /** The person who asked for the posting of new comments. */
  person: z.string(),
  /** Keys of comments that must not be posted, because they existed before the watch or were posted already. */
  seen: z
    .object({
      keys: z.array(z.string()),
      /** True after a backup was restored. Comments made after the backup may have been posted, so the next check posts none. */
      isUnknown: z.boolean().optional(),
    })
    .catch({ keys: [] }),
  nextLook: z.date(),
  endsAt: z.date(),
});
export type Watch = z.output<typeof watchSchema>;

const tables = tablesOf<{ commentWatches: ColumnsOf<typeof watchSchema> }>;

/** Milliseconds between two checks of a document for new comments. */
export const CHECK_EVERY_MS = 60 * 60_000;
/** Milliseconds for which a document's new comments are posted. */
export const WATCHED_FOR_MS = 7 * 24 * 60 * 60_000;

export type CommentWatches = ReturnType<typeof createCommentWatches>;

/** Creates the functions that begin and end the posting of a document's new comments (a watch). */
export function createCommentWatches({ db, clock }: { db: Queries; clock: Clock }) {
  return {
    /** Begins to post a document's new comments for a week, or starts the week again. @param seen keys of existing comments */
    async start({ team, person }: Actor, id: string, seen: string[]): Promise<void> {
      const watch = {
        ...{ team, person, seen: { keys: seen } },
        nextLook: new Date(clock.now() + CHECK_EVERY_MS),
        endsAt: new Date(clock.now() + WATCHED_FOR_MS),
      };
      await tables(db)
        .insertInto('commentWatches')
        .values({ generation: id, ...watch })
        .onConflict((conflict) => conflict.column('generation').doUpdateSet(watch))
        .execute();
    },
    stop: (team: string, id: string) => stopWatch(db, team, id),
    /** Returns the time when the posting of new comments ends; null if they are not posted. */
    async until(team: string, id: string): Promise<Date | null> {
      const watch = await findWatch(db, team, id);
      return watch && watch.endsAt.getTime() > clock.now() ? watch.endsAt : null;
    },
  };
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

/** Returns the watches whose next check for comments is due, at most `limit`. */
export async function dueWatches(db: Queries, now: Date, limit: number): Promise<Watch[]> {
  const due = await rows(db).where('nextLook', '<=', now).orderBy('nextLook').limit(limit).execute();
  return due.map((row) => readRow(watchSchema, row));
}

/** Stores when the next check is due. @returns true if this process has to do the check that is due now; false if another process does */
export async function advanceWatch(db: Queries, watch: Watch, now: Date): Promise<boolean> {
  const moved = await tables(db)
    .updateTable('commentWatches')
    .set({ nextLook: new Date(now.getTime() + CHECK_EVERY_MS) })
    .where('generation', '=', watch.generation)
    .where('nextLook', '=', watch.nextLook)
    .returning('generation')
    .execute();
  return moved.length === 1;
}

/** Maximum number of comment keys that are stored for one document. The newest keys are kept. */
const KEPT = 1000;

/** Stores the keys of comments that must not be posted again. */
export async function noteSeen(db: Queries, { generation, seen }: Watch, keys: string[]): Promise<void> {
  const kept = [...seen.keys, ...keys].slice(-KEPT);
  await tables(db)
    .updateTable('commentWatches')
    .set({ seen: { keys: kept } })
    .where('generation', '=', generation)
    .execute();
}

const rows = (db: Queries) => tables(db).selectFrom('commentWatches').select(namesIn(watchSchema));
