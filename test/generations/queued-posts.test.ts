import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
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
  const unreachable: string[] = [];
  const story = createFakePosts<string>(context, queue, {
    export_failed: async () => ({
      message: 'no file',
      onUnreachable: async () => void unreachable.push('C1'),
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
  return { ...story, send, queue, unreachable, places };
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

test('its sender learns that the place cannot be written to', async () => {
  const { work, slack, places, unreachable } = await setUp();
  slack.errors = [new PostRefused('is_archived')];
  await work();
  expect(places()).toEqual([]);
  expect(unreachable).toEqual(['C1']);
});

test('is given up if Slack refuses the message itself', async () => {
  const { work, slack, places } = await setUp();
  slack.errors = [new PostRefused('invalid_blocks')];
  await work();
  expect(places()).toEqual([]);
});
