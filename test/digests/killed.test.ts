import { describe, expect, test } from 'vitest';
import { claimDue } from '../../src/digests/claim.ts';
import type { Digest } from '../../src/digests/digest.ts';
import { createDigests } from '../../src/digests/digests.ts';
import type { DigestContext } from '../../src/digests/gateway.ts';
import { createDigestGiveUp, createDigestRunner } from '../../src/digests/run.ts';
import { createLog } from '../../src/log.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { clearDatabase } from '../support/database.ts';
import { ANA, createHarness, settings, TEAM } from '../support/harness/digests.ts';
import { createFakeQueue } from '../support/harness/queue.ts';
import { killable } from '../support/killable-database.ts';

/**
 * A process is killed after each of its statements in turn. Rows and jobs that belong together are then all written or none, and the next
 * process writes them if they are missing, once.
 */

const db = await cleanDatabase();

const DUE = '2026-03-09T09:00Z';

type Harness = ReturnType<typeof createHarness>;
type Act = (context: DigestContext, digest: Digest) => Promise<unknown>;

interface Story {
  given?: (harness: Harness) => Promise<unknown>;
  act: Act;
  /** Returns how often each of the rows that belong together is written. */
  written: (digest: Digest) => Promise<number[]>;
  /** The job that is queued with them. */
  job?: 'digest' | 'post';
}

async function killAfter(statements: number, { given, act, written, job }: Story) {
  await clearDatabase(db);
  const harness = createHarness(db, '2026-03-04T12:00Z');
  const toBen = settings({ deliverTo: { kind: 'person', person: 'UBEN' } });
  const digest = await harness.digests.create(TEAM, ANA, toBen, 'view-1');
  harness.pass(DUE);
  await given?.(harness);
  const survivor = createFakeQueue(db);
  const dying = createFakeQueue(killable(db, statements).db);
  const counts = async () => {
    const jobs = [...dying.waiting, ...survivor.waiting].filter(({ name }) => name === job);
    return [...(await written(digest)), ...(job ? [jobs.length] : [])];
  };
  const context = { ...harness.context, log: createLog('silent') };
  await act({ ...context, db: dying.db, jobs: dying.jobs }, digest).catch(() => {});
  const afterDeath = await counts();
  await act({ ...context, db: survivor.db, jobs: survivor.jobs }, digest);
  return { afterDeath, atTheEnd: await counts() };
}

const count = async (rows: string) =>
  Number((await db.query<{ count: string }>(`select count(*) as count from ${rows}`))[0]?.count);

const run: Act = (context, { team, id }) =>
  createDigestRunner(context)({ team, digest: id }, new AbortController().signal);
const claimed = (harness: Harness) => claimDue(harness.context);
const ended = (state: string) => count(`digest_runs where state = '${state}'`);
const queuedPosts = () => count('deliveries');
const paused = (because: string) => count(`digests where state = 'paused' and paused_because = '${because}'`);

const stories: Record<string, Story> = {
  'claims a run': {
    act: (context) => claimDue(context),
    written: async () => [await count(`digests where next_run > '${DUE}'`), await ended('claimed')],
    job: 'digest',
  },
  'starts a digest': {
    given: claimed,
    act: run,
    written: async () => [await ended('started'), await count(`digests where last_window_end = '${DUE}'`)],
  },
  'finds too few messages': {
    given(harness) {
      harness.channel.check = { open: true, messages: 0, name: 'launch', isPrivate: false };
      return claimed(harness);
    },
    act: run,
    written: async () => [await ended('quiet'), await queuedPosts()],
    job: 'post',
  },
  'finds the channel archived': {
    given(harness) {
      harness.channel.check = { open: false, because: 'archived' };
      return claimed(harness);
    },
    act: run,
    written: async () => [await ended('paused'), await paused('archived'), await queuedPosts()],
    job: 'post',
  },
  'gives up after a day': {
    given(harness) {
      harness.channel.check = new Error('service_unavailable');
      return claimed(harness);
    },
    act: run,
    written: async () => [
      await ended('skipped'),
      await count('digests where note is not null'),
      await queuedPosts(),
    ],
    job: 'post',
  },
  'gives up a run that fails each time': {
    given: claimed,
    act: (context, { team, id }) => createDigestGiveUp(context)({ team, digest: id }),
    written: async () => [
      await ended('skipped'),
      await count('digests where note is not null'),
      await queuedPosts(),
    ],
    job: 'post',
  },
  'writes that the recipient declined': {
    act: (context, { id }) => createDigests(context).decline(TEAM, id, 'UBEN'),
    written: async () => [await paused('declined'), await queuedPosts()],
    job: 'post',
  },
};

describe.each(Object.entries(stories))('a process that %s and is killed', (_, story) => {
  test('has written everything or nothing, and the next one writes it once', async () => {
    const seen = new Set<string>();
    for (let statements = 0; statements <= 16; statements += 1) {
      const { afterDeath, atTheEnd } = await killAfter(statements, story);
      expect(new Set(afterDeath).size, `after ${statements} statements: ${afterDeath}`).toBe(1);
      expect(new Set(atTheEnd)).toEqual(new Set([1]));
      seen.add(String(afterDeath[0]));
    }
    // Both must have occurred, otherwise the kills came too early or too late.
    expect(seen).toEqual(new Set(['0', '1']));
  });
});
