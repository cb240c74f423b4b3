import { z } from 'zod';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Transaction } from '../../storage/database.ts';
import type { StepContext } from '../context.ts';
import { GIVEN_UP, type Place, type Posted, PostRefused } from './delivery.ts';
import { countAttempt, type DeliveryRow, findDelivery, insertPost, type NewPost } from './outbox.ts';
import { aboutPost, postOnce } from './post-once.ts';

/** Messages that the job `post` posts. `queuePost` stores what a message is about. The job writes its text (`Renderer`). */

/** Tells a guest who has used Deckhand, or waits for an admin, that the admin `by` has shut guests out. */
export const guestsShutOutSchema = z.object({ kind: z.literal('guests_shut_out'), by: z.string() });

/** A direct message to one person. It is stored unencrypted, so it must not contain what people wrote. */
export const personMessageSchema = z.discriminatedUnion('kind', [
  /** The card of a proposal. `inputs`: hash of the inputs of the workflow's step that made the proposal; undefined for other proposals. */
  z.object({ kind: z.literal('proposal_card'), proposal: z.string(), inputs: z.string().optional() }),
  /** Confirms that the person has approved all later runs of a workflow's step with the same inputs. `inputs`: hash of these inputs. */
  z.object({ kind: z.literal('step_approved'), inputs: z.string() }),
  /** Tells a person that the admin `by` erased them (`erased`), or an admin that another admin was erased, by themselves or by `by`. */
  z.object({
    ...{ kind: z.literal('person_erased'), erased: z.string(), by: z.string() },
    /** Only for admins about an erased admin. */
    pseudonym: z.string().optional(),
  }),
  guestsShutOutSchema,
  /** Tells an admin which rules another admin (`by`) has changed: a sentence for each change. */
  z.object({ kind: z.literal('rules_changed'), by: z.string(), changes: z.array(z.string()) }),
  /** Tells the owner of a digest what an admin (`by`) has done to it. */
  z.object({
    kind: z.literal('digest_managed'),
    done: z.enum(['paused', 'resumed', 'changed', 'deleted']),
    by: z.string(),
    channel: z.string(),
  }),
  /** Says why a workflow's step made no document for the person. */
  z.object({ kind: z.literal('step_blocked'), text: z.string() }),
]);
export type PersonMessage = z.output<typeof personMessageSchema>;

/** What a queued message is about. Each kind has a renderer. */
export type PostKind =
  | 'digest_note'
  | 'low_credits'
  | 'budget_reached'
  | 'budget_request'
  | 'budget_lifted'
  | 'budget_declined'
  | 'new_comments'
  | 'export_failed'
  | PersonMessage['kind']
  | 'step';

/**
 * Writes the outbox row of a message and queues the job that posts it.
 * @returns false if there is such a row already (see `insertPost`), whose message may not be posted yet
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

export interface RenderedPost<Message> {
  /** The message, or a function that calls Slack itself and is safe to call again, for example to end a workflow's step. */
  message: Message | (() => Promise<void>);
  /** Called after the message was posted, unless the process dies before this call. */
  onPosted?(posted: Posted): Promise<void>;
  /** Called if the message was not posted because Slack refused it. */
  onRefused?(error: PostRefused): Promise<unknown>;
}

/** Makes the message of an outbox row. Returns null if nothing should be posted any more, for example because the document was deleted. */
export type Renderer<Message> = (row: DeliveryRow) => Promise<RenderedPost<Message> | null>;

/** The calls to Slack that the job `post` makes. They throw the same errors as the methods of `Delivery`. */
export interface Poster<Message> {
  post(team: string, place: Place, id: string, message: Message, signal: AbortSignal): Promise<Posted>;
  /** Finds the message with this `id` among the messages after `since`; null if there is none. */
  find(team: string, place: Place, id: string, since: Date): Promise<Posted | null>;
}

interface PostContext<Message> extends Pick<StepContext, 'db' | 'clock' | 'random' | 'log' | 'policy'> {
  jobs: Jobs;
  poster: Poster<Message>;
  renderers: Record<PostKind, Renderer<Message>>;
}

/** Returns the handler of the job `post`, which posts the message of one outbox row once. A refused message is not tried again. */
export function createPostRunner<Message>(context: PostContext<Message>) {
  const { db, log, poster, renderers } = context;

  return async (
    { team, delivery }: { team: string; delivery: string },
    signal: AbortSignal,
  ): Promise<void> => {
    const row = await findDelivery(db, team, delivery);
    if (!row || row.state === 'sent') return;
    // The completion of a workflow's step is sent even if retention has deleted the row's payload.
    const kind = row.kind === 'step' ? 'step' : (row.payload?.kind as PostKind);
    const renderer = renderers[kind];
    if (!renderer) return;
    const render = () =>
      renderer(row).catch(async (error) => {
        // Count the failed attempt. The count decides the order of workflow steps (steps.ts) and when a renderer gives up.
        await countAttempt(db, row.id);
        throw error;
      });
    const rendered = await render();
    if (!rendered) return;
    try {
      const posted = await post(row, rendered, render, signal);
      await rendered.onPosted?.(posted);
    } catch (error) {
      if (!(error instanceof PostRefused)) throw error;
      log.warn({ ...aboutPost(row), about: row.payload?.kind, err: error }, 'a message was not posted');
      await rendered.onRefused?.(error);
    }
  };

  async function post(
    row: DeliveryRow,
    { message }: RenderedPost<Message>,
    renderAgain: () => Promise<RenderedPost<Message> | null>,
    signal: AbortSignal,
  ): Promise<Posted> {
    const { id, team, channel, threadTs, createdAt } = row;
    const place = { channel, ...(threadTs && { threadTs }) };
    let isFirst = true;
    async function postMessage(first: Message): Promise<Posted> {
      // Render again before each further attempt. An earlier attempt may have posted the card, and the person may have answered it.
      const now = isFirst ? first : (await renderAgain())?.message;
      isFirst = false;
      if (now === undefined || now instanceof Function) throw new PostRefused(GIVEN_UP);
      return poster.post(team, place, id, now, signal);
    }
    const calls =
      message instanceof Function
        ? { post: () => message().then(() => ({ channel, ts: '' })), find: async () => null }
        : { post: () => postMessage(message), find: () => poster.find(team, place, id, createdAt) };
    return postOnce(row, calls, { ...context, signal });
  }
}
