import type { Jobs } from '../../jobs/jobs.ts';
import type { Transaction } from '../../storage/database.ts';
import type { StepContext } from '../context.ts';
import { isUnreachable, type Place, type Posted, PostRefused } from './delivery.ts';
import { type DeliveryRow, findDelivery, insertPost, type NewPost } from './outbox.ts';
import { aboutPost, postOnce } from './post-once.ts';

/**
 * Messages that the job `post` posts: notes of digests, messages about credits, new comments, failed exports, and completions of workflows'
 * steps. `queuePost` writes the outbox row and the job in the caller's transaction. The text is rendered later, just before the message is posted.
 */

/** What a queued message is about. Each kind has a renderer. */
export type PostKind =
  | 'digest_note'
  | 'low_credits'
  | 'budget_reached'
  | 'budget_request'
  | 'budget_lifted'
  | 'new_comments'
  | 'export_failed'
  | 'step';

/**
 * Writes the outbox row of a message and the job that posts it.
 * @returns false, and writes nothing, if there is already a row with this id, or a row of the same generation with the same `kind` and
 *   `sequence` (outbox.ts), whether it was posted or not
 */
export async function queuePost(
  tx: Transaction,
  jobs: Jobs,
  post: NewPost & { payload: { kind: PostKind } },
): Promise<boolean> {
  const id = await insertPost(tx, post);
  if (id) await jobs.send('post', { team: post.team, delivery: id }, { tx, key: id });
  return id !== undefined;
}

/** A rendered message, or another call to Slack that is safe to repeat. */
export interface RenderedPost<Message> {
  message: Message | (() => Promise<void>);
  /** Called if posting failed because nothing can be posted in the message's conversation or thread any more (`isUnreachable`). */
  onUnreachable?(): Promise<void>;
}

/** Renders the message of an outbox row. Returns null if it should not be posted any more, for example because its document was deleted. */
export type Renderer<Message> = (row: DeliveryRow) => Promise<RenderedPost<Message> | null>;

/** The calls to Slack that the job `post` makes. They throw the same errors as those of `Delivery`. */
export interface Poster<Message> {
  post(team: string, place: Place, id: string, message: Message, signal: AbortSignal): Promise<Posted>;
  /** Finds the message that was posted with this `id`, among the messages after `since`; null if there is none. */
  find(team: string, place: Place, id: string, since: Date): Promise<Posted | null>;
}

interface PostContext<Message> extends Pick<StepContext, 'db' | 'clock' | 'random' | 'log' | 'policy'> {
  jobs: Jobs;
  poster: Poster<Message>;
  renderers: Record<PostKind, Renderer<Message>>;
}

/** Returns the handler of the job `post`, which posts the message of one outbox row once. If Slack refuses it, it is not tried again. */
export function createPostRunner<Message>(context: PostContext<Message>) {
  const { db, log, poster, renderers } = context;

  return async (
    { team, delivery }: { team: string; delivery: string },
    signal: AbortSignal,
  ): Promise<void> => {
    const row = await findDelivery(db, team, delivery);
    if (!row || row.state === 'sent') return;
    // A workflow's step has to be completed even if retention has deleted the payload of its row.
    const kind = row.kind === 'step' ? 'step' : (row.payload?.kind as PostKind);
    const render = renderers[kind];
    if (!render) return;
    const rendered = await render(row);
    if (!rendered) return;
    try {
      await post(row, rendered.message, signal);
    } catch (error) {
      if (!(error instanceof PostRefused)) throw error;
      log.warn({ ...aboutPost(row), about: row.payload?.kind, err: error }, 'a message was not posted');
      if (isUnreachable(error)) await rendered.onUnreachable?.();
    }
  };

  async function post(
    row: DeliveryRow,
    message: RenderedPost<Message>['message'],
    signal: AbortSignal,
  ): Promise<void> {
    const { id, team, channel, threadTs, createdAt } = row;
    const place = { channel, ...(threadTs && { threadTs }) };
    const calls =
      message instanceof Function
        ? { post: () => message().then(() => ({ channel, ts: '' })), find: async () => null }
        : {
            post: () => poster.post(team, place, id, message, signal),
            find: () => poster.find(team, place, id, createdAt),
          };
    await postOnce(row, calls, { ...context, signal });
  }
}
