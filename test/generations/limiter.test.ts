import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createFairLimiter } from '../../src/generations/limiter.ts';
import { Unavailable } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, anEdit } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that a test ends. */
function held() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end: () => end() };
}

test("one team's burst does not delay another team", async () => {
  const limiter = createFairLimiter({ total: 2, perKey: 2 });
  const order: string[] = [];
  const blockers = [held(), held()];
  const running = blockers.map(({ work }) => limiter.run('big', work));
  const burst = Array.from({ length: 5 }, (_, index) =>
    limiter.run('big', async () => void order.push(`big${index}`)),
  );
  const small = limiter.run('small', async () => void order.push('small'));
  await turn();
  expect(order).toEqual([]);
  for (const { end } of blockers) end();
  await Promise.all([...running, ...burst, small]);
  expect(order.indexOf('small')).toBeLessThanOrEqual(1);
});

test('never runs more at once than allowed, in total and for one key', async () => {
  const limiter = createFairLimiter({ total: 5, perKey: 2 });
  const now: Record<string, number> = {};
  let most = 0;
  let mostOfOne = 0;
  const work = (key: string) => async () => {
    now[key] = (now[key] ?? 0) + 1;
    most = Math.max(
      most,
      Object.values(now).reduce((sum, count) => sum + count, 0),
    );
    mostOfOne = Math.max(mostOfOne, now[key]);
    await turn();
    now[key] -= 1;
  };
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => limiter.run(`team${index % 7}`, work(`team${index % 7}`))),
  );
  expect(most).toBe(5);
  await Promise.all(Array.from({ length: 9 }, () => limiter.run('alone', work('alone'))));
  expect(mostOfOne).toBe(2);
});

test('an aborted wait takes no place, and work that fails gives its place back', async () => {
  const limiter = createFairLimiter({ total: 1, perKey: 1 });
  const first = held();
  const running = limiter.run('a', first.work);
  const giving = new AbortController();
  const waiting = limiter.run('a', async () => 'never', giving.signal);
  giving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  first.end();
  await running;
  await expect(limiter.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await limiter.run('b', async () => 'next')).toBe('next');
});

test("a team's hundred long threads are not in memory at once, and do not delay another team", async () => {
  const harness = createHarness(db);
  const { context, generations, queue, run } = harness;
  let atOnce = 0;
  let most = 0;
  const held = Promise.withResolvers<void>();
  const source = { kind: 'thread', channel: 'C1', ts: '1.1' } as const;
  context.readSource = async (ask) => {
    most = Math.max(most, ++atOnce);
    if (ask.team === 'TBUSY') await held.promise;
    atOnce -= 1;
    return { text: 'Ben: the launch moves.' };
  };
  for (let each = 0; each < 100; each += 1)
    await generations.start(anAsk({ team: 'TBUSY', source }), `ask ${each}`);
  const other = await generations.start(anAsk({ source }), 'ask');
  const running = [];
  for (let job = queue.take('generation'); job; job = queue.take('generation'))
    running.push(run(job, new AbortController().signal));
  await expect.poll(() => harness.stateOf(other.id)).toBe('delivered');
  expect(most).toBeLessThanOrEqual(4);
  held.resolve();
  await Promise.all(running);
  expect(most).toBeLessThanOrEqual(4);
});

test('changes that wait for the service do not delay other asks of their team', async () => {
  const harness = createHarness(db);
  const { context, generations, queue, run, service } = harness;
  const stopped = new AbortController();
  service.client.editDoc = async () => {
    throw new Unavailable('Busy', { status: 503, serviceMessage: 'Service unavailable' });
  };
  context.clock = systemClock;
  for (let each = 0; each < 20; each += 1) {
    const document = { docId: `g_${each}`, title: 'Review' };
    await generations.start(anEdit({ work: { kind: 'edit', document } }), `edit ${each}`);
  }
  const plain = await generations.start(anAsk(), 'plain');
  const running = [];
  for (let job = queue.take('generation'); job; job = queue.take('generation'))
    running.push(run(job, stopped.signal).catch(() => {}));
  await expect.poll(() => harness.stateOf(plain.id)).toBe('delivered');
  stopped.abort();
  await Promise.all(running);
});
