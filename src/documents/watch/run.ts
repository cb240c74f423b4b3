import { z } from 'zod';
import type { StepContext } from '../../generations/context.ts';
import { isUnreachable, type Place, type Posted, PostRefused } from '../../generations/delivery/delivery.ts';
import { placeOf } from '../../generations/delivery/messages.ts';
import {
  type DeliveryRow,
  deliveryFor,
  openDelivery,
  setPayload,
} from '../../generations/delivery/outbox.ts';
import { postOnce } from '../../generations/delivery/post-once.ts';
import type { Generation } from '../../generations/generation.ts';
import { findGeneration } from '../../generations/store.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { Forbidden, InsufficientScope, NotFound, ServiceError } from '../../service/errors.ts';
import { commentsOn, type OpenComment } from '../comments.ts';
import { advanceWatch, dueWatches, findWatch, noteSeen, stopWatch, type Watch } from './watches.ts';

/** New comments on a document, told in its thread: at most once an hour, in one line each time, as long as the watch lasts. */

/** What a reply tells of, as the outbox stores it: no word of anybody, they are read again when it is posted. */
const payloadSchema = z.object({ keys: z.array(z.string()) });

/** A reply that tells of new comments. */
export interface Tidings {
  count: number;
  /** The first of them. */
  comments: OpenComment[];
  /** When the watch ends. */
  until: Date;
}

/** slack/ implements it; what each call promises is said at `Delivery`. */
export interface CommentGateway {
  post(generation: Generation, place: Place, id: string, tidings: Tidings): Promise<Posted>;
  find(generation: Generation, place: Place, id: string): Promise<Posted | null>;
}

export interface WatchContext
  extends Pick<StepContext, 'db' | 'clock' | 'random' | 'log' | 'policy' | 'clientFor'> {
  jobs: Jobs;
  gateway: CommentGateway;
}

/** Milliseconds between two looks for what is due. */
export const TICK_MS = 60_000;
const BATCH = 100;

/** Claims the watches that are due: one process has each look, and writes its job in the same transaction. */
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
      .catch((err: unknown) => log.error({ team, generation, err }, 'comments could not be looked for'));
  }
}

type Payload = { team: string; generation: string; due: string };

/** The job `comments`: looks once, and tells. What was found is written before it is posted, so that it is told once. */
export function createCommentRunner(context: WatchContext) {
  const { db, clock, log } = context;

  return async ({ team, generation: id, due }: Payload, signal: AbortSignal): Promise<void> => {
    const [generation, watch] = await Promise.all([findGeneration(db, team, id), findWatch(db, team, id)]);
    if (!generation || !watch) return;
    const open = isOver(generation, watch) ? null : await openComments(generation);
    if (!open) {
      await stopWatch(db, team, id);
      log.info({ generation: id }, 'comments are no longer watched');
      return;
    }
    const row = await findings(generation, watch, open, `comments:${due}`);
    if (row) await tell(generation, watch, open, row, signal);
  };

  function isOver({ deletedAt }: Generation, { endsAt }: Watch): boolean {
    return deletedAt !== undefined || endsAt.getTime() < clock.now();
  }

  /**
   * Null where they cannot be read any more: the document is gone, or not for the account that is connected. All else may
   * be mended before the watch ends, a connection too: people were told until when the thread hears of comments.
   */
  async function openComments({ team, docId }: Generation): Promise<OpenComment[] | null> {
    const client = docId ? await context.clientFor(team) : null;
    if (!client || !docId) return [];
    try {
      return (await commentsOn(client, docId)).open;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.info({ team, err: error }, 'comments could not be read');
      const isForGood =
        error instanceof NotFound || (error instanceof Forbidden && !(error instanceof InsufficientScope));
      // Nothing new for now; the next look comes in an hour.
      return isForGood ? null : [];
    }
  }

  /** The row of this look's reply: the one that an earlier attempt has made, or a new one. Null where nothing is new. */
  async function findings(
    generation: Generation,
    watch: Watch,
    open: OpenComment[],
    sequence: string,
  ): Promise<DeliveryRow | null> {
    const known = new Set(watch.seen.keys);
    const fresh = open.flatMap(({ key }) => (known.has(key) ? [] : key));
    const found = await deliveryFor(db, { generation: generation.id, kind: 'notice', sequence });
    if (found || fresh.length === 0) return found;
    return db.transaction(async (tx) => {
      const row = await openDelivery(tx, generation, { kind: 'notice', sequence }, new Date(clock.now()));
      await setPayload(tx, row.id, { keys: fresh });
      await noteSeen(tx, watch, fresh);
      return { ...row, payload: { keys: fresh } };
    });
  }

  async function tell(
    generation: Generation,
    { endsAt }: Watch,
    open: OpenComment[],
    row: DeliveryRow,
    signal: AbortSignal,
  ): Promise<void> {
    const { gateway } = context;
    const keys = payloadSchema.safeParse(row.payload).data?.keys;
    if (!keys || row.state === 'failed') return;
    const comments = open.filter(({ key }) => keys.includes(key)).slice(0, TOLD);
    const tidings = { count: keys.length, comments, until: endsAt };
    const place = placeOf(generation);
    const calls = {
      post: () => gateway.post(generation, place, row.id, tidings),
      find: () => gateway.find(generation, place, row.id),
    };
    try {
      await postOnce(row, calls, context, signal);
    } catch (error) {
      if (!(error instanceof PostRefused)) throw error;
      log.warn({ generation: generation.id, err: error }, 'new comments were not told');
      if (isUnreachable(error)) await stopWatch(db, generation.team, generation.id);
    }
  }
}

/** Comments that are quoted in one reply. */
const TOLD = 5;
