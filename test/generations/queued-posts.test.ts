import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import { findDelivery } from '../../src/generations/delivery/outbox.ts';
import { queuePost } from '../../src/generations/delivery/queued-posts.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { createFakePosts } from '../support/harness/posts.ts';

/** The job `post`: each queued message is posted once, or not at all if Slack refuses it. */

const db = await cleanDatabase();

/** A queued message about a generation in C1. */
async function setUp() {
  const { context, queue, generations } = createHarness(db);
  const { id: generation } = await generations.start(anAsk(), randomUUID());
  const refused: string[] = [];
  const story = createFakePosts<string>(context, queue, {
    export_failed: async () => ({
      message: 'no file',
      onRefused: async ({ code }) => refused.push(code),
    }),
  });
  const send = () =>
    queue.db.transaction((tx) =>
      queuePost(tx, queue.jobs, {
        ...{ team: 'T1', generation, sequence: 'one', channel: 'C1', threadTs: '1.1' },
        payload: { kind: 'export_failed' },
        createdAt: new Date(context.clock.now()),
      }),
    );
  await send();
  const places = () => story.posts.map(({ place }) => place.channel);
  return { ...story, send, queue, refused, places };
}

test('is posted once in its thread, even if it is queued twice and its job runs twice', async () => {
  const { work, posts, send } = await setUp();
  expect(await send()).toBe(false);
  await work({ twice: true });
  expect(posts).toMatchObject([{ message: 'no file', place: { channel: 'C1', threadTs: '1.1' } }]);
});

test('is posted once if the response is missing', async () => {
  const { work, slack, places } = await setUp();
  slack.errors = [new Error('connection reset')];
  await work();
  expect(places()).toEqual(['C1']);
});

test.each([
  ['before it posts', false],
  ['after it has posted', true],
])('is posted once if the process dies just %s', async (_, isPosted) => {
  const { queue, run, slack, places } = await setUp();
  const job = queue.take('post') ?? { team: '', delivery: '' };
  const dying = new AbortController();
  if (isPosted) slack.errors = [new Error('connection reset')];
  slack.beforePost = () => (isPosted ? setImmediate(() => dying.abort()) : dying.abort());
  await expect(run(job, dying.signal)).rejects.toThrow();
  slack.beforePost = () => {};
  await run(job, new AbortController().signal);
  expect(places()).toEqual(['C1']);
});

test('is posted once if Slack is unreachable for longer than the job is tried', async () => {
  const { queue, run, slack, places } = await setUp();
  const job = queue.take('post') ?? { team: '', delivery: '' };
  slack.beforePost = () => {
    throw new Error('Slack is unreachable');
  };
  await expect(run(job, new AbortController().signal)).rejects.toThrow('unreachable');
  slack.beforePost = () => {};
  await run(job, new AbortController().signal);
  expect(places()).toEqual(['C1']);
});

test.each(['is_archived', 'invalid_blocks'])(
  'is given up, and its sender is told, if Slack refuses it with %s',
  async (code) => {
    const { work, slack, places, refused } = await setUp();
    slack.errors = [new PostRefused(code)];
    await work();
    expect(places()).toEqual([]);
    expect(refused).toEqual([code]);
  },
);

test('counts an attempt if its text cannot be rendered', async () => {
  const { context, queue } = createHarness(db);
  const failing = async () => Promise.reject(new Error('not rendered'));
  const { run } = createFakePosts<string>(context, queue, { step: failing });
  const id = randomUUID();
  const post = { id, team: 'T1', kind: 'step', channel: 'UANA', createdAt: new Date() } as const;
  await queue.db.transaction((tx) => queuePost(tx, queue.jobs, { ...post, payload: { kind: 'step' } }));
  const job = { team: 'T1', delivery: id };
  await expect(run(job, new AbortController().signal)).rejects.toThrow('not rendered');
  expect(await findDelivery(db, 'T1', id)).toMatchObject({ state: 'pending', attempts: 1 });
});
