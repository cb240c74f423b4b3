import { expect, test } from 'vitest';
import type { ReadProgress } from '../../src/sources/history.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createHarness, threadAsk } from '../support/harness/sources.ts';

const db = await cleanDatabase();

const REPLIES = 1000;
const PAGES = Math.ceil(REPLIES / 15);
const MINUTE = 60_000;

test('a thread of 1,000 replies is read completely at 15 a minute and over a restart, each page once', async () => {
  const { ben, clock, createProcess, history, read, slack, start } = await createHarness(db, {
    history: { perMinute: 1, items: 15 },
  });
  const { ts } = await ben.say('general', 'What went well this year?');
  for (let count = 1; count <= REPLIES; count += 1) {
    await ben.say('general', `Answer ${count}.`, { threadTs: ts });
  }
  const asked = threadAsk('C0GENERAL', ts);
  const generation = await start(asked);
  const began = clock.now();

  // The process dies after about half of it.
  const dying = new AbortController();
  const shown: ReadProgress[] = [];
  const progress = (soFar: ReadProgress) => {
    shown.push(soFar);
    if (soFar.messages > 500) dying.abort(new Error('killed'));
  };
  const first = read(createProcess({ pageSize: 15 }), asked, { generation, signal: dying.signal, progress });
  await expect(first).rejects.toThrow('killed');
  expect(shown.at(-1)).toEqual({ messages: 511, of: 1001 });

  const { text, note } = await read(createProcess({ pageSize: 15 }), asked, { generation, progress });

  const missing = Array.from({ length: REPLIES }, (_, index) => `Answer ${index + 1}.`).filter(
    (answer) => !text.includes(`: ${answer}\n`),
  );
  expect(missing).toEqual([]);
  expect(note).toBeUndefined();
  expect(text).toContain('1,001 messages by Ben Okafor');
  const cursors = history('conversations.replies').map(({ args }) => args.cursor ?? 'first');
  expect(cursors).toHaveLength(PAGES);
  expect(new Set(cursors).size).toBe(PAGES);
  // At most one rate-limited call for each page.
  const refusals = slack.calls.filter(({ status }) => status === 429).length;
  expect(refusals).toBeLessThanOrEqual(PAGES);
  expect(clock.now() - began).toBeGreaterThan((PAGES - 2) * MINUTE);
  await slack.stop();
});
