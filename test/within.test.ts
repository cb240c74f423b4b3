import { expect, it } from 'vitest';
import { within } from '../src/clock.ts';
import { createSkippingClock } from './support/harness/clock.ts';

const clock = createSkippingClock();

it('gives the answer of work that is done in time', async () => {
  expect(await within(clock, 100, async () => 'done', 'late')).toBe('done');
});

it('says late when time is up, and tells the work to stop', async () => {
  let told: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    told = signal;
    return new Promise<string>(() => {});
  };
  expect(await within(clock, 100, work, 'late')).toBe('late');
  expect(told?.aborted).toBe(true);
});

it('passes a failure on while it is in time, and swallows one that nobody waits for any more', async () => {
  await expect(within(clock, 100, () => Promise.reject(new Error('no')), 'late')).rejects.toThrow('no');
  const work = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  expect(await within(clock, 100, work, 'late')).toBe('late');
});
