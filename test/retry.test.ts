import { describe, expect, test } from 'vitest';
import { retry } from '../src/retry.ts';
import { createMovableClock } from './support/harness/clock.ts';

describe('retry', () => {
  test('repeats the work until it succeeds, with the waits of the plan', async () => {
    const clock = createMovableClock();
    const began = clock.now();
    const tried: number[] = [];
    const answer = await retry(
      async (attempt) => {
        tried.push(attempt);
        if (attempt < 3) throw new Error('not yet');
        return 'done';
      },
      { clock, waitMs: (_, attempt) => attempt * 100 },
    );
    expect(answer).toBe('done');
    expect(tried).toEqual([1, 2, 3]);
    expect(clock.now() - began).toBe(300);
  });

  test('throws the last error if the plan gives up', async () => {
    const failing = retry(async (attempt) => Promise.reject(new Error(`try ${attempt}`)), {
      clock: createMovableClock(),
      waitMs: (_, attempt) => (attempt < 2 ? 1 : undefined),
    });
    await expect(failing).rejects.toThrow('try 2');
  });

  test('does not retry after an abort', async () => {
    const abort = new AbortController();
    let tries = 0;
    const aborted = retry(
      async () => {
        tries++;
        abort.abort(new Error('stopping'));
        throw new Error('cut');
      },
      { clock: createMovableClock(), signal: abort.signal, waitMs: () => 1 },
    );
    await expect(aborted).rejects.toThrow('stopping');
    expect(tries).toBe(1);
  });
});
