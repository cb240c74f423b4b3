import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/clock.ts';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import { createInbox } from '../../src/jobs/inbox.ts';
import type { Jobs, WorkOptions } from '../../src/jobs/jobs.ts';
import type { SlackClients } from '../../src/slack/bolt/calls/clients.ts';
import { EventNotStored, storeEvents } from '../../src/slack/bolt/receiving/inbox.ts';
import type { Database } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { clearDatabase } from '../support/database.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { createFakeQueue } from '../support/harness/queue.ts';
import { createHarness } from '../support/harness/slack.ts';
import { event } from '../support/harness/slack-requests.ts';
import { killable } from '../support/killable-database.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';

/** A process that dies right after it has told Slack that a message came takes nothing of it along. */

allowErrors(/could not be stored|was given up/);
const db = await cleanDatabase();

const words = 'Make slides on Project Aquamarine';
const said = (given: object = {}, id = 'Ev1') => ({
  ...event(
    { type: 'message', channel_type: 'im', channel: 'D1', user: 'UANA', ts: '1.1', text: words, ...given },
    id,
  ),
  authorizations: [{ team_id: 'T1', enterprise_id: null, is_enterprise_install: false }],
});

type Post = { channel: string; metadata: { event_payload: { id: string } } };

/** Two processes over one database and queue. Slack says `refusal` to each post. */
function createHouse({ database = db, refusal }: { database?: Database; refusal?: Error } = {}) {
  const queue = createFakeQueue(database);
  const posts: Post[] = [];
  const endedSteps: string[][] = [];
  const client = {
    auth: { test: async () => ({ user_id: 'UBOT', bot_id: 'B1' }) },
    conversations: {
      open: async () => ({ channel: { id: 'D1' } }),
      history: async () => ({
        messages: posts.map(({ metadata }) => ({ bot_id: 'B1', ts: '9.9', metadata })),
      }),
    },
    chat: {
      async postMessage(post: Post) {
        if (refusal) throw refusal;
        posts.push(post);
        return { ts: '9.9', channel: 'D1' };
      },
    },
  };
  const clients = { reads: async () => client, posts: async () => client } as unknown as SlackClients;

  function createProcess(
    handle: (body: unknown, isAgain: unknown) => unknown = () => {},
    clock: Clock = systemClock,
  ) {
    const { log, lines } = createTestLog();
    const handled: unknown[] = [];
    let work: WorkOptions<'inbox'> | undefined;
    const jobs: Jobs = {
      ...queue.jobs,
      work: (_, options) => {
        work = options as never;
      },
    };
    const inbox = createInbox({ db: queue.db, log }, jobs, 30);
    let processEvent: App['processEvent'] | undefined;
    const receiver = {
      init: (app: App) => {
        ({ processEvent } = app);
      },
    } as unknown as Receiver;
    const endStep = async (...step: string[]) => void endedSteps.push(step);
    const stored = ['message', 'app_uninstalled', 'make_document'];
    storeEvents(receiver, { inbox, stored, clients, endStep, clock, log }).init({
      async processEvent({ body, ack, customProperties }: ReceiverEvent) {
        await ack();
        handled.push(body);
        await handle(body, customProperties?.isAgain);
      },
    } as App);
    return {
      handled,
      lines,
      /** @returns whether it was acknowledged */
      async receive(body: object): Promise<boolean> {
        let acked = false;
        const ack = async () => {
          acked = true;
        };
        await processEvent?.({ body, ack });
        return acked;
      },
      /** Does the oldest job. */
      async work(signal = new AbortController().signal) {
        const job = queue.take('inbox');
        if (job) await work?.handler(job, signal);
        return job;
      },
      giveUp: async () => work?.onDeadLetter?.(queue.take('inbox') as never),
    };
  }
  return { queue, posts, endedSteps, createProcess };
}

const texts = async () => JSON.stringify(await db.query('select namespace, value from kv'));

describe('what somebody has written to Deckhand', () => {
  it('is written down before Slack is told that it came, and dealt with by whichever process is there', async () => {
    const { createProcess } = createHouse();
    const dies = createProcess();
    expect(await dies.receive({ ...said(), token: 'verification' })).toBe(true);
    expect(dies.handled).toEqual([]);
    const next = createProcess();
    await next.work();
    expect(next.handled).toEqual([said()]);
  });

  it('is dealt with once, however often and to whichever process Slack sends it', async () => {
    const { createProcess } = createHouse();
    const [one, other] = [createProcess(), createProcess()];
    await one.receive(said());
    expect(await other.receive(said())).toBe(true);
    await one.work();
    expect(await one.receive(said())).toBe(true);
    expect(await other.work()).toBeUndefined();
    expect([...one.handled, ...other.handled]).toHaveLength(1);
  });

  it('is not acknowledged where it cannot be written down, and taken when Slack sends it again', async () => {
    const full = { ...db, transaction: async () => Promise.reject(new Error('disk full')) };
    const process = createHouse({ database: full }).createProcess();
    await expect(process.receive(said())).rejects.toThrow(EventNotStored);
    expect(process.lines.join()).toContain('disk full');
    const next = createHouse().createProcess();
    expect(await next.receive(said())).toBe(true);
    await next.work();
    expect(next.handled).toHaveLength(1);
  });

  it('is not acknowledged where writing takes longer than Slack waits, and yet is dealt with once', async () => {
    const slow = Promise.withResolvers<void>();
    const database: Database = {
      ...db,
      transaction: async (fn) => slow.promise.then(() => db.transaction(fn)),
    };
    const { queue, createProcess } = createHouse({ database });
    const slowly = createProcess(() => {}, createSkippingClock());
    await expect(slowly.receive(said())).rejects.toThrow(EventNotStored);
    slow.resolve();
    await expect.poll(() => queue.waiting).toHaveLength(1);
    expect(await createProcess().receive(said())).toBe(true);
    expect(queue.waiting).toHaveLength(1);
  });

  it('is written wholly or not at all, wherever a process dies, and never twice', async () => {
    const taken = new Set<number>();
    for (let statements = 0; statements <= 4; statements += 1) {
      await clearDatabase(db);
      const dying = createHouse({ database: killable(db, statements).db });
      await dying
        .createProcess()
        .receive(said())
        .catch(() => {});
      const next = createHouse();
      await next.createProcess().receive(said());
      expect(dying.queue.waiting.length + next.queue.waiting.length).toBe(1);
      taken.add(dying.queue.waiting.length);
    }
    // Else it died too early or too late to prove anything.
    expect(taken).toEqual(new Set([0, 1]));
  });

  it('is known to have been begun, where the process died in the middle', async () => {
    const { queue, createProcess } = createHouse();
    const seen: unknown[] = [];
    const dies = createProcess((_, isAgain) => {
      seen.push(isAgain);
      throw new Error('killed');
    });
    await dies.receive(said());
    const [job] = queue.waiting;
    await expect(dies.work()).rejects.toThrow('killed');
    if (job) queue.waiting.push(job);
    const next = createProcess((_, isAgain) => seen.push(isAgain));
    await next.work();
    expect(seen).toEqual([false, true]);
  });

  it.each([
    ['somebody', said()],
    ['nobody that Slack names', said({ user: undefined })],
  ])('is sealed where it waits, and gone afterwards: by %s', async (_, body) => {
    const { queue, createProcess } = createHouse();
    const process = createProcess();
    await process.receive(body);
    expect(await texts()).toMatch(/inbox/);
    expect((await texts()) + JSON.stringify(queue.waiting)).not.toMatch(/Aquamarine/);
    await process.work();
    expect(await texts()).not.toMatch(/inbox/);
  });

  it('is kept for no longer once it was begun', async () => {
    const process = createHouse().createProcess(() => Promise.reject(new Error('failed')));
    const end = () => db.query(`select expires_at from kv where namespace = 'inbox'`);
    await process.receive(said());
    const before = await end();
    expect(before).toEqual([{ expires_at: expect.any(Date) }]);
    await expect(process.work()).rejects.toThrow('failed');
    expect(await end()).toEqual(before);
  });

  it('and comes to nothing each time it is tried, has them told so once', async () => {
    const { posts, createProcess } = createHouse();
    const process = createProcess();
    await process.receive(said());
    await process.giveUp();
    expect(posts).toMatchObject([
      { channel: 'UANA', text: expect.stringMatching(/nothing was made and nothing spent/) },
    ]);
    expect(process.lines.join()).toContain('given up');
    expect(await texts()).not.toMatch(/inbox/);
  });

  it.each([
    ['Slack does not take it', new PostRefused('channel_not_found'), true],
    ['Slack is out of reach', new Error('ECONNRESET'), false],
  ])('nor is that for ever where %s', async (_, refusal, isOver) => {
    const process = createHouse({ refusal }).createProcess();
    await process.receive(said());
    const given = process.giveUp();
    await (isOver ? expect(given).resolves.toBeUndefined() : expect(given).rejects.toThrow());
  });
});

describe('the run of a workflow’s step', () => {
  const run = (id: string) =>
    said(
      {
        ...{ type: 'function_executed', user: undefined, function: { callback_id: 'make_document' } },
        ...{ function_execution_id: 'Fx1', inputs: { prompt: words }, bot_access_token: 'xwfp-secret' },
      },
      id,
    );

  it('is handled once, also if Slack sends it as another event, and its token is not stored', async () => {
    const { queue, createProcess } = createHouse();
    const process = createProcess();
    await process.receive(run('Ev1'));
    await process.receive(run('Ev2'));
    expect(queue.waiting).toHaveLength(1);
    await process.work();
    expect(JSON.stringify(process.handled)).toContain('Fx1');
    expect(JSON.stringify(process.handled)).not.toContain('xwfp');
  });

  it('ends if every try fails', async () => {
    const { posts, endedSteps, createProcess } = createHouse();
    const process = createProcess();
    await process.receive(run('Ev1'));
    await process.giveUp();
    expect([endedSteps, posts]).toEqual([[['T1', 'Fx1']], []]);
  });
});

describe('not written down is', () => {
  it.each([
    ['what an app says', said({ bot_id: 'B1' })],
    ['a change of a message', said({ subtype: 'message_changed' })],
    ['a look at Home', said({ type: 'app_home_opened' })],
    ['a click', { type: 'block_actions' }],
  ])('%s', async (_, body) => {
    const { queue, createProcess } = createHouse();
    const process = createProcess();
    expect(await process.receive(body)).toBe(true);
    expect([process.handled, queue.waiting]).toEqual([[body], []]);
  });
});

it('the end of an installation is dealt with after a crash, too, and leaves no rows of the team', async () => {
  const { createProcess } = createHouse();
  const dies = createProcess();
  expect(await dies.receive(said({ type: 'app_uninstalled', user: undefined }))).toBe(true);
  expect(await db.query('select key from seen union all select key from kv')).toEqual([]);
  const next = createProcess();
  await next.work();
  expect(next.handled).toHaveLength(1);
});

describe('dealt with again, after a process died in the middle,', () => {
  const again = { isAgain: true };

  it('a message is answered where it was not, and not where its answer is there', async () => {
    const harness = createHarness();
    harness.answers['auth.test'] = { user_id: 'UBOT', bot_id: 'B1' };
    harness.answers['conversations.history'] = {};
    await harness.send(said());
    const [{ metadata, text }] = harness.made('chat.postMessage');
    // It was claimed, and not posted.
    await harness.send(said(), again);
    expect(harness.made('chat.postMessage').map((post) => post.text)).toEqual([text, text]);
    harness.answers['conversations.history'] = {
      messages: [{ ts: '2.2', bot_id: 'B1', metadata: JSON.parse(metadata) }],
    };
    await harness.send(said(), again);
    expect(harness.made('chat.postMessage')).toHaveLength(2);
  });

  it('a mention makes nothing twice, and what only its reader sees comes again with the same proposal', async () => {
    const harness = createHarness();
    const mention = (text: string, thread = {}) =>
      event({ type: 'app_mention', user: 'UANA', channel: 'C1', ts: '3.3', text, ...thread });
    await harness.send(mention('<@UBOT> make slides', { thread_ts: '1.1' }));
    await harness.send(mention('<@UBOT> make slides', { thread_ts: '1.1' }), again);
    expect(harness.generations.all()).toHaveLength(1);
    await harness.send(mention('<@UBOT> slides about tea'));
    await harness.send(mention('<@UBOT> slides about tea'), again);
    const [first, second] = harness.made('chat.postEphemeral');
    expect(second.blocks).toEqual(first.blocks);
  });
});
