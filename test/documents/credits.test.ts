import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCreditRunner, createCreditWatch } from '../../src/documents/credits.ts';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { createHarness } from '../support/harness/generations.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

/** A team whose documents have cost so much, and whose Slack loses answers as told. */
function setUp(costs: number[], lost: (Error | null)[] = []) {
  const { context, queue } = createHarness(db);
  const posts: { to: string; id: string; left: number }[] = [];
  const gateway = {
    recipients: async () => ['UANA', 'UADA'],
    post: async (_: string, place: { channel: string }, id: string, low: { left: number }) => {
      const trouble = lost.shift();
      if (trouble instanceof PostRefused) throw trouble;
      posts.push({ to: place.channel, id, left: low.left });
      if (trouble) throw trouble;
      return { channel: 'D1', ts: '1.1' };
    },
    find: async (_: string, __: unknown, id: string) =>
      posts.some((one) => one.id === id) ? { channel: 'D1', ts: '1.1' } : null,
  };
  const { jobs } = queue;
  let warnings = 0;
  const noted = createCreditWatch({
    ...context,
    db: queue.db,
    jobs,
    records: { lastCosts: async () => costs },
    onLow: () => {
      warnings += 1;
    },
  });
  const run = createCreditRunner({ ...context, db: queue.db, jobs, gateway });
  /** @param twice a job whose process died after it had done all is done again */
  const work = async ({ twice = false } = {}) => {
    for (let job = queue.take('credits'); job; job = queue.take('credits')) {
      await run(job, new AbortController().signal);
      if (twice) await run(job, new AbortController().signal);
    }
  };
  return { noted, work, posts, queue, warnings: () => warnings };
}

describe('credits that run low', () => {
  it('are told to each recipient once, though the jobs are done twice and answers are lost', async () => {
    const { noted, work, posts, warnings } = setUp([10, 10, 10], [new Error('lost'), null]);
    await noted('T1', 29);
    await work({ twice: true });
    expect(posts.map(({ to }) => to).toSorted()).toEqual(['UADA', 'UANA']);
    await noted('T1', 5);
    await work();
    expect(posts).toHaveLength(2);
    expect(warnings()).toBe(1);
  });

  it.each([
    ['as much as the last ones cost', [10, 10], 20],
    ['nothing was made yet', [], 0],
  ])('are not spoken of: %s', async (_, costs, left) => {
    const { noted, queue } = setUp(costs);
    await noted('T1', left);
    expect(queue.waiting).toEqual([]);
  });

  it('reach the others where one cannot be written to', async () => {
    const { noted, work, posts } = setUp([10], [new PostRefused('user_not_found')]);
    await noted('T1', 3);
    await work();
    expect(posts).toHaveLength(1);
  });

  it('are another team’s own business', async () => {
    const { noted, work, posts } = setUp([10]);
    await noted('T1', 3);
    await noted('T2', 3);
    await work();
    expect(posts).toHaveLength(4);
  });
});
