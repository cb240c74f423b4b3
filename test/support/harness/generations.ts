import { type fetch, Response } from 'undici';
import type { LimitsOf } from '../../../src/asks/limits.ts';
import type { Clock } from '../../../src/clock.ts';
import { createCancellationWatcher } from '../../../src/generations/cancellation.ts';
import type { StepContext } from '../../../src/generations/context.ts';
import { queueAdminNote } from '../../../src/generations/delivery/admin-notes.ts';
import { createCardRunner } from '../../../src/generations/delivery/card.ts';
import { createFinishedDocuments } from '../../../src/generations/finished-documents.ts';
import { createGenerations } from '../../../src/generations/generations.ts';
import { createFairLimiter } from '../../../src/generations/limiter.ts';
import { createReadingTurns } from '../../../src/generations/reading-turns.ts';
import { createRunner } from '../../../src/generations/runner.ts';
import { findGeneration } from '../../../src/generations/store.ts';
import { defaultPolicy, type Policy } from '../../../src/generations/waits-and-limits.ts';
import { createAudit } from '../../../src/settings/audit.ts';
import type { Database } from '../../../src/storage/database.ts';
import { createTestLog } from '../log.ts';
import { NO_LIMITS } from '../no-limits.ts';
import { createSkippingClock } from './clock.ts';
import { createFakeService, createFakeSlack } from './fakes.ts';
import { createFakeQueue } from './queue.ts';

/** Of what is downloaded, by address. */
const mimetypes = new Map([['https://docs.example.com/thumb', 'image/png; charset=binary']]);

const FILE = new Uint8Array(1000);

/** The database, and whether it is at work. */
function watched(database: Database) {
  let atWork = 0;
  async function during<T>(work: () => Promise<T>): Promise<T> {
    atWork += 1;
    try {
      return await work();
    } finally {
      atWork -= 1;
    }
  }
  const db: Database = {
    ...database,
    query: (sql, params) => during(() => database.query(sql, params)),
    transaction: (fn, lock) => during(() => database.transaction(fn, lock)),
  };
  return { db, isBusy: () => atWork > 0 };
}

/** Generations on a real database, with a fake service and a fake Slack, and a queue that a test runs by hand. */
export function createHarness(
  database: Database,
  policy: Partial<Policy> = {},
  givenClock?: Clock,
  limitsOf: LimitsOf = async () => NO_LIMITS,
) {
  const { db: watchedDb, isBusy } = watched(database);
  const clock = givenClock ?? createSkippingClock(undefined, isBusy);
  const began = clock.now();
  const slack = createFakeSlack();
  const service = createFakeService();
  const queue = createFakeQueue(watchedDb);
  const { db, jobs } = queue;
  const log = createTestLog().log;
  const audit = createAudit({ db, clock, log });
  const context: StepContext = {
    db,
    delivery: slack.delivery,
    clientFor: async () => service.client,
    connectionOf: async () => ({ id: service.connection, account: service.account ?? service.connection }),
    limitsOf,
    isInGroup: async () => false,
    audit: audit.recordIn,
    tellAdmins: (tx, note) => queueAdminNote(tx, jobs, note),
    mayStillChange: async () => true,
    isOfPrivateConversation: async () => false,
    showsPictures: async () => false,
    documentChanged: (change) => finished.changed(change),
    readSource: async () => ({ text: 'Ben: the launch moves.' }),
    fetch: (async (address: unknown) =>
      new Response(FILE, {
        headers: { 'content-length': '1000', 'content-type': mimetypes.get(String(address)) ?? 'text/plain' },
      })) as unknown as typeof fetch,
    clock,
    random: () => 0.5,
    log,
    // A test that wants a search for lost documents says so.
    policy: { ...defaultPolicy, lookMs: 0, ...policy },
    limiters: {
      collect: createReadingTurns({ total: 12, perKey: 3 }, clock),
      submit: createFairLimiter({ total: 4, perKey: 2 }),
      poll: createFairLimiter({ total: 50, perKey: 20 }),
      files: createFairLimiter({ total: 4, perKey: 2 }),
    },
  };
  const finished = createFinishedDocuments(context, jobs);
  const cards = createCardRunner(context);
  const cancellations = createCancellationWatcher({ db, clock, log });
  const generations = createGenerations(context, jobs, cancellations);
  const { run, onDeadLetter } = createRunner(context, cancellations);

  /** Runs the jobs that were sent, until there are none. */
  async function work(): Promise<void> {
    for (let job = queue.take('generation'); job; job = queue.take('generation'))
      await run(job, new AbortController().signal);
    for (let job = queue.take('card'); job; job = queue.take('card'))
      await cards.run(job, new AbortController().signal);
  }

  const stateOf = async (id: string) => (await findGeneration(db, 'T1', id))?.state;
  /** Milliseconds that have passed by its clock. */
  const slept = () => clock.now() - began;
  return {
    context,
    clock,
    slept,
    slack,
    service,
    generations,
    finished,
    cancellations,
    queue,
    run,
    onDeadLetter,
    work,
    stateOf,
  };
}
