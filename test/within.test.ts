import { expect, it } from 'vitest';
import { within } from '../src/clock.ts';
import { createSkippingClock } from './support/harness/clock.ts';

const clock = createSkippingClock();

it('returns the result of work that ends in time', async () => {
  expect(await within(clock, 100, async () => 'done', 'late')).toBe('done');
});

it('returns the late value after the deadline, and aborts the work', async () => {
  let told: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    told = signal;
    return new Promise<string>(() => {});
  };
  expect(await within(clock, 100, work, 'late')).toBe('late');
  expect(told?.aborted).toBe(true);
});

it('throws an error before the deadline, and ignores one after it', async () => {
  await expect(within(clock, 100, () => Promise.reject(new Error('no')), 'late')).rejects.toThrow('no');
  const work = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  expect(await within(clock, 100, work, 'late')).toBe('late');
});
