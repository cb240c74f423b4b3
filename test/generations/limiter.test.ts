import { expect, test } from 'vitest';
import { createFairLimiter } from '../../src/generations/limiter.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when told to. */
function held() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end: () => end() };
}

test("one team's burst does not starve another's", async () => {
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

test('never more at once than allowed, in all and for one key', async () => {
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

test('who gives up waiting takes no place, and work that fails gives its place back', async () => {
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
