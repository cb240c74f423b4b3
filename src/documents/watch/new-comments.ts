import { z } from 'zod';
import type { StepContext } from '../../generations/context.ts';
import { threadOf } from '../../generations/delivery/messages.ts';
import type { DeliveryRow } from '../../generations/delivery/outbox.ts';
import { queuePost } from '../../generations/delivery/queued-posts.ts';
import type { Generation } from '../../generations/generation.ts';
import { findGeneration } from '../../generations/store.ts';
import type { JobPayloads, Jobs } from '../../jobs/jobs.ts';
import { Forbidden, InsufficientScope, NotFound, ServiceError } from '../../service/errors.ts';
import { commentsOn, type OpenComment } from '../comments.ts';
import { advanceWatch, dueWatches, findWatch, noteSeen, stopWatch, type Watch } from './watches.ts';

/** Posts new comments on a watched document in the document's thread, in at most one message an hour, until the watch ends. */

/** Schema of the payload of an outbox row. It has only keys of comments. The texts are read from the service before posting. */
const payloadSchema = z.object({ keys: z.array(z.string()) });

export interface NewComments {
  generation: Generation;
  count: number;
  /** The first new comments, at most `QUOTED`, for the message. Empty if the service did not return the comments. */
  comments: OpenComment[];
  /** When Deckhand stops posting new comments on this document. */
  until: Date;
}

export interface WatchContext extends Pick<StepContext, 'db' | 'clock' | 'log' | 'clientFor'> {
  jobs: Jobs;
}

/** Milliseconds between two calls of `claimWatches`. */
export const TICK_MS = 60_000;
const BATCH = 100;

/** Queues a job for each document whose check for new comments is due. Only one of several processes queues a given job. */
export async function claimWatches({ db, jobs, clock, log }: WatchContext): Promise<void> {
  const now = new Date(clock.now());
  for (const watch of await dueWatches(db, now, BATCH)) {
    const { team, generation, nextLook } = watch;
    await db
      .transaction(async (tx) => {
        if (!(await advanceWatch(tx, watch, now))) return;
        const due = nextLook.toISOString();
        await jobs.send('comments', { team, generation, due }, { tx, key: generation });
      })
      .catch((err: unknown) => log.error({ team, generation, err }, 'a check for comments was not queued'));
  }
}

/** Returns the handler of the job `comments`. One transaction queues new comments and marks them as seen, so none is posted twice. */
export function createCommentRunner(context: WatchContext) {
  const { db, jobs, clock, log } = context;

  return async ({ team, generation: id, due }: JobPayloads['comments']): Promise<void> => {
    const [generation, watch] = await Promise.all([findGeneration(db, team, id), findWatch(db, team, id)]);
    if (!generation || !watch) return;
    const isOver = generation.deletedAt !== undefined || watch.endsAt.getTime() < clock.now();
    const open = isOver ? null : await openComments(generation, context);
    if (!open) {
      await stopWatch(db, team, id);
      log.info({ generation: id }, 'comments are no longer watched');
      return;
    }
    await queueNew(generation, watch, open, `comments:${due}`);
  };

  async function queueNew(generation: Generation, watch: Watch, open: OpenComment[], sequence: string) {
    const known = new Set(watch.seen.keys);
    const keys = open.flatMap(({ key }) => (known.has(key) ? [] : key));
    if (watch.seen.isUnknown) return noteSeen(db, watch, keys);
    if (keys.length === 0) return;
    const message = {
      ...{ team: generation.team, generation: generation.id, sequence },
      ...threadOf(generation),
      payload: { kind: 'new_comments' as const, keys },
      createdAt: new Date(clock.now()),
    };
    await db.transaction(async (tx) => {
      // `queuePost` returns false if an earlier attempt queued the message. That attempt also marked the comments as seen.
      if (await queuePost(tx, jobs, message)) await noteSeen(tx, watch, keys);
    });
  }
}

/** Maximum number of comments that are quoted in one message. */
const QUOTED = 5;

/** Reads the new comments for an outbox row. Returns null if the document was deleted or is no longer watched. */
export async function readNewComments(
  { team, generation: id = '', payload }: DeliveryRow,
  context: WatchContext,
): Promise<NewComments | null> {
  const { data } = payloadSchema.safeParse(payload);
  const [generation, watch] = await Promise.all([
    findGeneration(context.db, team, id),
    findWatch(context.db, team, id),
  ]);
  if (!data || !generation || generation.deletedAt || !watch) return null;
  const open = (await openComments(generation, context)) ?? [];
  const comments = open.filter(({ key }) => data.keys.includes(key)).slice(0, QUOTED);
  return { generation, count: data.keys.length, comments, until: watch.endsAt };
}

/** Reads open comments. Returns null if the document was deleted or is forbidden. After another error of the service, returns []. */
async function openComments(
  { team, docId }: Generation,
  { clientFor, log }: WatchContext,
): Promise<OpenComment[] | null> {
  const client = docId ? await clientFor(team) : null;
  if (!client || !docId) return [];
  try {
    return (await commentsOn(client, docId)).open;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.info({ team, err: error }, 'comments could not be read');
    const isPermanent =
      error instanceof NotFound || (error instanceof Forbidden && !(error instanceof InsufficientScope));
    return isPermanent ? null : [];
  }
}
