import { expect, test } from 'vitest';
import { createRates, TIER_3 } from '../../sandbox/slack/api/call/rates.ts';
import { createReadingTurns } from '../../src/generations/reading-turns.ts';
import { limits } from '../../src/generations/waits-and-limits.ts';
import { createSkippingClock } from '../support/harness/clock.ts';

/** People whose conversations are read with one Slack, which allows 50 calls a minute. */
function createPeople() {
  const clock = createSkippingClock();
  const rates = createRates(clock);
  const turns = createReadingTurns(limits.collect, clock);
  const read: Record<string, number> = {};
  const stopped = new AbortController();

  /** Reads a conversation. @returns the seconds that it took */
  async function reads(person: string, pages: number, signal = stopped.signal): Promise<number> {
    const began = clock.now();
    const reading = turns.begin({ team: 'T1', person });
    let left = pages;
    async function part() {
      for (let each = 0; each < 5; each += 1) {
        if (left === 0) return 'done' as const;
        await Promise.resolve();
        const wait = rates.take('replies', TIER_3);
        if (wait !== null) return wait * 1_000;
        left -= 1;
        reading.gotPage();
        read[person] = (read[person] ?? 0) + 1;
      }
      return 0;
    }
    try {
      while ((await reading.run(part, signal)) !== 'done');
    } finally {
      reading.end();
    }
    return (clock.now() - began) / 1_000;
  }

  /** Begins readings that go on until the test ends. */
  function keepsReading(person: string, pages: number): void {
    void reads(person, pages).catch(() => {});
  }
  return { clock, read, reads, keepsReading, stop: () => stopped.abort(new Error('the test ends')), stopped };
}

test('one person’s fifty channels take no more of Slack’s calls than another person’s one', async () => {
  const { clock, read, keepsReading, stop } = createPeople();
  for (let each = 0; each < 50; each += 1) keepsReading('busy', 1_000);
  keepsReading('other', 1_000);
  await clock.sleep(20 * 60_000);
  stop();
  expect((read.other ?? 0) + (read.busy ?? 0)).toBeGreaterThan(900);
  expect(read.other).toBeGreaterThan((read.busy ?? 0) * 0.9);
});

test('a thread of one page goes before long channels, of others and of the same person', async () => {
  const { clock, reads, keepsReading, stop } = createPeople();
  for (let each = 0; each < 12; each += 1) keepsReading(`person ${each % 4}`, 1_000);
  await clock.sleep(5 * 60_000);
  for (const person of ['a new one', 'person 1', 'person 1']) expect(await reads(person, 1)).toBeLessThan(10);
  stop();
});

test('a channel gets its turn, although ever new short threads are asked for', async () => {
  const { clock, read, reads, keepsReading, stop, stopped } = createPeople();
  for (let each = 0; each < 4; each += 1) keepsReading('patient', 1_000);
  await clock.sleep(5 * 60_000);
  const before = read.patient ?? 0;
  const until = clock.now() + 20 * 60_000;
  async function asksAgainAndAgain(person: string) {
    while (clock.now() < until && !stopped.signal.aborted) await reads(person, 1).catch(() => {});
  }
  await Promise.all(Array.from({ length: 20 }, (_, each) => asksAgainAndAgain(`person ${each}`)));
  stop();
  // At least one page in a minute and a half.
  expect((read.patient ?? 0) - before).toBeGreaterThan(13);
});

test('a reading that is stopped while it waits for a rate limit does not hold up the others', async () => {
  const { clock, reads, keepsReading, stop } = createPeople();
  const one = new AbortController();
  const ended = reads('ana', 1_000, one.signal);
  keepsReading('ben', 200);
  await clock.sleep(90_000);
  one.abort(new Error('stopped'));
  await expect(ended).rejects.toThrow('stopped');
  expect(await reads('chloe', 200)).toBeLessThan(10 * 60);
  stop();
});
