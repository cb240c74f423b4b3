import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  claimWatches,
  createCommentRunner,
  type NewComments,
  readNewComments,
} from '../../src/documents/watch/new-comments.ts';
import { CHECK_EVERY_MS, createCommentWatches, WATCHED_FOR_MS } from '../../src/documents/watch/watches.ts';
import {
  Forbidden,
  InsufficientScope,
  MalformedAnswer,
  NotFound,
  Unauthorized,
  Unavailable,
} from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { createFakePosts } from '../support/harness/posts.ts';

const db = await cleanDatabase();

/** Sets up a delivered document that is watched for new comments, with a clock that the test moves. */
async function setUp() {
  const clock = createMovableClock();
  const { context, queue, generations } = createHarness(db, {}, clock);
  const { id } = await generations.start(anAsk(), randomUUID());
  await db.query(`update generations set state = 'delivered', doc_id = 'd1', root_ts = '1.1' where id = $1`, [
    id,
  ]);
  let answer: string[] | Error = [];
  const client = {
    async listComments() {
      if (answer instanceof Error) throw answer;
      const data = answer.map((text) => ({ id: text, contentText: text, replies: [] }));
      return { data, hasMore: false };
    },
    getCardAnalytics: async () => [],
  };
  let isConnected = true;
  const watching = {
    ...context,
    db: queue.db,
    jobs: queue.jobs,
    clientFor: async () => (isConnected ? (client as never) : null),
  };
  const watches = createCommentWatches({ db, clock });
  const run = createCommentRunner(watching);
  const { work, posts } = createFakePosts<NewComments>(context, queue, {
    async new_comments(row) {
      const message = await readNewComments(row, watching);
      return message && { message };
    },
  });
  await watches.start({ team: 'T1', person: 'U1' }, id, []);
  /** Moves the clock by an hour, lets two processes claim the watches that are due, and runs each job twice. */
  async function check() {
    clock.move(CHECK_EVERY_MS);
    await Promise.all([claimWatches(watching), claimWatches(watching)]);
    for (let job = queue.take('comments'); job; job = queue.take('comments')) {
      await run(job);
      await run(job);
    }
  }
  return {
    id,
    posts,
    watches,
    say: (given: string[] | Error) => {
      answer = given;
    },
    connect: (is: boolean) => {
      isConnected = is;
    },
    check,
    work,
    async hour() {
      await check();
      await work();
    },
    pass: (ms: number) => clock.move(ms),
    until: () => watches.until('T1', id),
  };
}

const counts = (posts: { message: NewComments }[]) => posts.map(({ message }) => message.count);

describe('new comments', () => {
  it('are posted in the thread together, once an hour, and each of them once', async () => {
    const { say, hour, posts } = await setUp();
    say(['a', 'b']);
    await hour();
    await hour();
    say(['a', 'b', 'c']);
    await hour();
    expect(counts(posts)).toEqual([2, 1]);
    expect(posts[1]?.message.comments.map(({ text }) => text)).toEqual(['c']);
    expect(posts[0]?.place).toMatchObject({ channel: 'C1', threadTs: '1.1' });
  });

  it('are not written to the database', async () => {
    const { say, hour } = await setUp();
    say(['Our salaries are too low']);
    await hour();
    const rows = await db.query('select * from deliveries, comment_watches');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('salaries');
  });

  it.each(['the document is deleted', 'the watch is stopped'])('are not posted if %s first', async (why) => {
    const { say, check, work, posts, watches, id } = await setUp();
    say(['a']);
    await check();
    if (why === 'the watch is stopped') await watches.stop('T1', id);
    else await db.query('update generations set deleted_at = now() where id = $1', [id]);
    await work();
    expect(posts).toEqual([]);
  });

  it('are counted, but not quoted, if they cannot be read any more', async () => {
    const { say, check, work, posts } = await setUp();
    say(['a']);
    await check();
    say(new Unavailable('busy'));
    await work();
    expect(posts).toMatchObject([{ message: { count: 1, comments: [] } }]);
  });

  it.each([
    new Unavailable('busy'),
    new Unauthorized('no more'),
    new InsufficientScope('reads only'),
    new MalformedAnswer('<html>'),
  ])('wait for the next check if the service answers %s', async (error) => {
    const { say, hour, posts, until } = await setUp();
    say(error);
    await hour();
    expect(await until()).not.toBeNull();
    say(['a']);
    await hour();
    expect(counts(posts)).toEqual([1]);
  });

  it('wait until the team has connected again', async () => {
    const { say, hour, connect, posts } = await setUp();
    say(['a']);
    connect(false);
    await hour();
    expect(posts).toEqual([]);
    connect(true);
    await hour();
    expect(counts(posts)).toEqual([1]);
  });

  it('on two pages are counted once', async () => {
    const { say, hour, posts } = await setUp();
    say(['a', 'b', 'a']);
    await hour();
    expect(counts(posts)).toEqual([2]);
  });
});

describe('a watch ends if', () => {
  it.each([new NotFound('gone'), new Forbidden('not yours')])('the service answers %s', async (error) => {
    const { say, hour, posts, until } = await setUp();
    say(error);
    await hour();
    expect(await until()).toBeNull();
    say(['a']);
    await hour();
    expect(posts).toEqual([]);
  });

  it('a week has passed', async () => {
    const { say, hour, pass, posts, until } = await setUp();
    pass(WATCHED_FOR_MS);
    expect(await until()).toBeNull();
    say(['a']);
    await hour();
    expect(posts).toEqual([]);
    expect(await db.query('select 1 from comment_watches')).toEqual([]);
  });

  it('the document is deleted', async () => {
    const { say, hour, posts, id, until } = await setUp();
    say(['a']);
    await db.query('update generations set deleted_at = now() where id = $1', [id]);
    await hour();
    expect(posts).toEqual([]);
    expect(await until()).toBeNull();
  });

  it('it is turned off', async () => {
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
