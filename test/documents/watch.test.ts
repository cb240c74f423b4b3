import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimWatches, createCommentRunner, type Tidings } from '../../src/documents/watch/run.ts';
import { createCommentWatches, LOOK_EVERY_MS, WATCHED_FOR_MS } from '../../src/documents/watch/watches.ts';
import { type Place, PostRefused } from '../../src/generations/delivery/delivery.ts';
import type { Generation } from '../../src/generations/generation.ts';
import type { JobPayloads } from '../../src/jobs/jobs.ts';
import {
  Forbidden,
  InsufficientScope,
  MalformedAnswer,
  NotFound,
  Unauthorized,
  Unavailable,
} from '../../src/service/errors.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

/** A delivered document whose thread is to hear of comments, on a clock that the test moves. */
async function setUp() {
  const clock = createMovableClock();
  const { context, queue, generations } = createHarness(db, {}, clock);
  const { id } = await generations.start(anAsk(), randomUUID());
  await db.query(`update generations set state = 'delivered', doc_id = 'd1', root_ts = '1.1' where id = $1`, [
    id,
  ]);
  let answer: string[] | Error = [];
  const posts: { id: string; place: Place; tidings: Tidings }[] = [];
  const lost: (Error | null)[] = [];
  let onPost = () => {};
  let last: JobPayloads['comments'] | undefined;
  const client = {
    async listComments() {
      if (answer instanceof Error) throw answer;
      const data = answer.map((text) => ({ id: text, contentText: text, replies: [] }));
      return { data, hasMore: false };
    },
    getCardAnalytics: async () => [],
  };
  let isConnected = true;
  const gateway = {
    async post(_: Generation, place: Place, delivery: string, tidings: Tidings) {
      onPost();
      const trouble = lost.shift();
      if (trouble instanceof PostRefused) throw trouble;
      posts.push({ id: delivery, place, tidings });
      if (trouble) throw trouble;
      return { channel: place.channel, ts: '2.2' };
    },
    find: async (_: Generation, place: Place, delivery: string) =>
      posts.some((one) => one.id === delivery) ? { channel: place.channel, ts: '2.2' } : null,
  };
  const watching = {
    ...context,
    db: queue.db,
    jobs: queue.jobs,
    gateway,
    clientFor: async () => (isConnected ? (client as never) : null),
  };
  const watches = createCommentWatches({ db, clock });
  const run = createCommentRunner(watching);
  await watches.start({ team: 'T1', person: 'U1' }, id, []);
  return {
    id,
    posts,
    lost,
    watches,
    say: (given: string[] | Error) => {
      answer = given;
    },
    connect: (is: boolean) => {
      isConnected = is;
    },
    /** An hour passes; several processes look what is due, and a job is done twice where told. */
    async hour({ twice = false, isSlackAway = false } = {}) {
      onPost = () => {
        if (isSlackAway) throw new Error('Slack is away');
      };
      clock.move(LOOK_EVERY_MS);
      await Promise.all([claimWatches(watching), claimWatches(watching)]);
      for (let job = queue.take('comments'); job; job = queue.take('comments')) {
        last = job;
        await run(job, new AbortController().signal);
        if (twice) await run(job, new AbortController().signal);
      }
    },
    /** Slack is there again; the queue has given the job up, and has it done once more. */
    async retryGivenUp() {
      onPost = () => {};
      if (last) await run(last, new AbortController().signal);
    },
    /** The process dies as it is about to post; another one takes the job up. */
    async dyingHour() {
      clock.move(LOOK_EVERY_MS);
      await claimWatches(watching);
      const job = queue.take('comments');
      if (!job) throw new Error('Nothing was due');
      const dying = new AbortController();
      onPost = () => {
        dying.abort();
        dying.signal.throwIfAborted();
      };
      await expect(run(job, dying.signal)).rejects.toThrow();
      onPost = () => {};
      await run(job, new AbortController().signal);
    },
    pass: (ms: number) => clock.move(ms),
    until: () => watches.until('T1', id),
  };
}

const counts = (posts: { tidings: Tidings }[]) => posts.map(({ tidings }) => tidings.count);

describe('new comments in the thread', () => {
  it('are told once an hour together, and none of them twice', async () => {
    const { say, hour, posts } = await setUp();
    say(['a', 'b']);
    await hour({ twice: true });
    await hour();
    say(['a', 'b', 'c']);
    await hour({ twice: true });
    expect(counts(posts)).toEqual([2, 1]);
    expect(posts[1]?.tidings.comments.map(({ text }) => text)).toEqual(['c']);
    expect(posts[0]?.place).toMatchObject({ channel: 'C1', threadTs: '1.1' });
  });

  it('are told once though the answer to the post was lost', async () => {
    const { say, hour, posts, lost } = await setUp();
    say(['a']);
    lost.push(new Error('reset'));
    await hour();
    await hour();
    expect(counts(posts)).toEqual([1]);
  });

  it('are told once though Slack was away for longer than the job was tried', async () => {
    const { say, hour, retryGivenUp, posts } = await setUp();
    say(['a']);
    await expect(hour({ isSlackAway: true })).rejects.toThrow('Slack is away');
    await retryGivenUp();
    await hour();
    expect(counts(posts)).toEqual([1]);
  });

  it('are told once where the process dies just before it posts', async () => {
    const { say, dyingHour, hour, posts } = await setUp();
    say(['a']);
    await dyingHour();
    await hour();
    expect(counts(posts)).toEqual([1]);
  });

  it('leave no word of anybody in the database', async () => {
    const { say, hour } = await setUp();
    say(['Our salaries are too low']);
    await hour();
    const rows = await db.query('select * from deliveries, comment_watches');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('salaries');
  });

  it.each([
    new Unavailable('busy'),
    new Unauthorized('no more'),
    new InsufficientScope('reads only'),
    new MalformedAnswer('<html>'),
  ])('wait for the next look where the service says %s', async (error) => {
    const { say, hour, posts, until } = await setUp();
    say(error);
    await hour();
    expect(await until()).not.toBeNull();
    say(['a']);
    await hour();
    expect(counts(posts)).toEqual([1]);
  });

  it('wait for the team to connect again', async () => {
    const { say, hour, connect, posts } = await setUp();
    say(['a']);
    connect(false);
    await hour();
    expect(posts).toEqual([]);
    connect(true);
    await hour();
    expect(counts(posts)).toEqual([1]);
  });

  it('that come twice, on two pages, are one', async () => {
    const { say, hour, posts } = await setUp();
    say(['a', 'b', 'a']);
    await hour();
    expect(counts(posts)).toEqual([2]);
  });
});

describe('a watch ends', () => {
  it.each([new NotFound('gone'), new Forbidden('not yours')])('where the service says %s', async (error) => {
    const { say, hour, posts, until } = await setUp();
    say(error);
    await hour();
    expect(await until()).toBeNull();
    say(['a']);
    await hour();
    expect(posts).toEqual([]);
  });

  it('after a week', async () => {
    const { say, hour, pass, posts, until } = await setUp();
    pass(WATCHED_FOR_MS);
    expect(await until()).toBeNull();
    say(['a']);
    await hour();
    expect(posts).toEqual([]);
    expect(await db.query('select 1 from comment_watches')).toEqual([]);
  });

  it('where the document is deleted, or the thread cannot be written to', async () => {
    const first = await setUp();
    first.say(['a']);
    await db.query('update generations set deleted_at = now() where id = $1', [first.id]);
    await first.hour();
    expect(first.posts).toEqual([]);
    const second = await setUp();
    second.say(['a']);
    second.lost.push(new PostRefused('channel_not_found'));
    await second.hour();
    expect(await second.until()).toBeNull();
  });

  it('where it is turned off', async () => {
    const { say, hour, watches, id, posts } = await setUp();
    await watches.stop('T2', id);
    say(['a']);
    await hour();
    expect(counts(posts)).toEqual([1]);
    await watches.stop('T1', id);
    say(['a', 'b']);
    await hour();
    expect(counts(posts)).toEqual([1]);
  });
});
