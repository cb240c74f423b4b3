import { describe, expect, it } from 'vitest';
import { createCreditWatch, createNoteRunner } from '../../src/generations/delivery/admin-notes.ts';
import { createCreditRecipients } from '../../src/slack/home/low-credits.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

/** A team whose last documents have cost this many credits. */
function setUp(costs: number[]) {
  const { context, queue } = createHarness(db);
  const { jobs } = queue;
  const story = { warnings: 0, reads: 0 };
  const noted = createCreditWatch({
    ...context,
    db: queue.db,
    jobs,
    records: {
      async newestCredits() {
        story.reads += 1;
        return costs.map((cost) => ({ cost, left: null, madeWith: null }));
      },
    },
    onLow: () => {
      story.warnings += 1;
    },
  });
  const recipients = async () => ['UANA', 'UADA'];
  const run = createNoteRunner({ ...context, db: queue.db, jobs, recipients });
  /** Runs each queued job twice, as after a crash. @returns the channels of the queued messages */
  const work = async () => {
    for (let job = queue.take('credits'); job; job = queue.take('credits')) {
      await run(job);
      await run(job);
    }
    const rows = await db.query<{ channel: string }>('select channel from deliveries order by channel');
    return rows.map(({ channel }) => channel);
  };
  const queued = () => queue.waiting.filter(({ name }) => name === 'post').length;
  return { noted, work, queue, queued, story };
}

describe('the warning about low credits', () => {
  it('is queued once a day for each recipient', async () => {
    const { noted, work, queued, story } = setUp([10, 10, 10]);
    await noted('T1', 29);
    expect(await work()).toEqual(['UADA', 'UANA']);
    await noted('T1', 5);
    expect(await work()).toHaveLength(2);
    expect([queued(), story.warnings]).toEqual([2, 1]);
    const [row] = await db.query<{ payload: object }>('select payload from deliveries');
    expect(row?.payload).toEqual({ kind: 'low_credits', left: 29, cost: 30, documents: 3 });
  });

  it.each([
    ['as many credits are left as the last documents cost', [10, 10], 20],
    ['nothing was made yet', [], 0],
  ])('is not queued if %s', async (_, costs, left) => {
    const { noted, queue } = setUp(costs);
    await noted('T1', left);
    expect(queue.waiting).toEqual([]);
  });

  it('takes no query while many times the cost of the newest document is left', async () => {
    const { noted, story } = setUp([10]);
    await noted('T1', 1_001, 10);
    expect(story).toEqual({ reads: 0, warnings: 0 });
    await noted('T1', 1_000, 10);
    await noted('T1', 9, 10);
    expect(story).toEqual({ reads: 2, warnings: 1 });
  });

  it('is queued for each team', async () => {
    const { noted, work } = setUp([10]);
    await noted('T1', 3);
    await noted('T2', 3);
    expect(await work()).toHaveLength(4);
  });
});

describe('the message that guests are shut out', () => {
  const guest = { team_id: 'T1', is_restricted: true };
  const SHUT_OUT = { kind: 'guests_shut_out' as const, by: 'UADA' };

  /** @param pages what Slack returns, one after another. Undefined: it does not respond */
  function shutOut(pages: (object[] | undefined)[], people: string[]) {
    const { context, queue } = createHarness(db);
    const list = async () => {
      const members = pages.shift();
      if (!members) throw new Error('no response');
      return { members };
    };
    const recipients = createCreditRecipients({
      clients: { reads: async () => ({ users: { list } }) } as never,
      connections: { summaryOf: async () => ({ connected: false }) as never },
      generations: { people: async () => people },
      log: context.log,
    });
    const run = createNoteRunner({ ...context, db: queue.db, jobs: queue.jobs, recipients });
    return {
      run: () => run({ team: 'T1', at: new Date(0).toISOString(), key: 'k', note: SHUT_OUT }),
      told: () => db.query('select channel, payload from deliveries order by channel'),
    };
  }

  it('goes to the guests among those who use Deckhand or wait for it, also if Slack does not respond at first', async () => {
    const members = [
      { id: 'UGUS', ...guest },
      { id: 'UNEW', ...guest },
      { id: 'UANA', team_id: 'T1' },
    ];
    const { run, told } = shutOut([undefined, members], ['UANA', 'UGUS', 'erased-00000000']);
    await expect(run()).rejects.toThrow('no response');
    await run();
    expect(await told()).toEqual([{ channel: 'UGUS', payload: SHUT_OUT }]);
  });

  it('goes to nobody in a team without guests', async () => {
    const { run, told } = shutOut([[{ id: 'UANA', team_id: 'T1' }]], ['UANA']);
    await run();
    expect(await told()).toEqual([]);
  });
});
