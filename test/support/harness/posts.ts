import type { StepContext } from '../../../src/generations/context.ts';
import { type Place, type Posted, PostRefused } from '../../../src/generations/delivery/delivery.ts';
import {
  createPostRunner,
  type PostKind,
  type Renderer,
} from '../../../src/generations/delivery/queued-posts.ts';
import type { FakeQueue } from './queue.ts';

interface Post<Message> {
  id: string;
  place: Place;
  message: Message;
}

/** The job `post` with a fake Slack, which keeps its messages when the process dies. */
export function createFakePosts<Message>(
  context: Pick<StepContext, 'clock' | 'random' | 'log' | 'policy'>,
  queue: FakeQueue,
  given: Partial<Record<PostKind, Renderer<Message>>>,
) {
  const posts: Post<Message>[] = [];
  const slack = {
    /** Errors of the next posts: a refusal posts nothing, any other error is thrown after the message was posted. */
    errors: [] as (Error | undefined)[],
    /** Called before each post. */
    beforePost: () => {},
  };
  const nothing: Renderer<Message> = async () => null;
  const renderers = {
    digest_note: nothing,
    low_credits: nothing,
    budget_reached: nothing,
    budget_request: nothing,
    budget_lifted: nothing,
    new_comments: nothing,
    export_failed: nothing,
    step: nothing,
    proposal_card: nothing,
    budget_declined: nothing,
    step_approved: nothing,
    step_blocked: nothing,
    person_erased: nothing,
    digest_managed: nothing,
    rules_changed: nothing,
    guests_shut_out: nothing,
    ...given,
  };
  const poster = {
    async post(_: string, place: Place, id: string, message: Message, signal: AbortSignal): Promise<Posted> {
      slack.beforePost();
      signal.throwIfAborted();
      const error = slack.errors.shift();
      if (error instanceof PostRefused) throw error;
      posts.push({ id, place, message });
      if (error) throw error;
      return { channel: place.channel, ts: `${posts.length}.1` };
    },
    async find(_: string, place: Place, id: string): Promise<Posted | null> {
      return posts.some((post) => post.id === id) ? { channel: place.channel, ts: '1.1' } : null;
    },
  };
  const { db, jobs } = queue;
  const run = createPostRunner<Message>({ ...context, db, jobs, poster, renderers });

  /** Runs the queued jobs. @param twice runs each again, as after a crash at its very end */
  async function work({ twice = false } = {}): Promise<void> {
    for (let job = queue.take('post'); job; job = queue.take('post')) {
      await run(job, new AbortController().signal);
      if (twice) await run(job, new AbortController().signal);
    }
  }

  return { posts, slack, run, work };
}
