import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadProgress } from '../../src/sources/history.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { createHarness, threadAsk } from '../support/harness/sources.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const REPLIES = 1000;
const PAGES = Math.ceil(REPLIES / 15);
const MINUTE = 60_000;

test('a thread of 1,000 replies, 15 a minute, over a restart: read completely, each page asked for once', async () => {
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

  // The process dies when it is through with about half of it.
  const dying = new AbortController();
  const shown: ReadProgress[] = [];
  const progress = async (soFar: ReadProgress) => {
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
  // Slack's limit was waited for, not run into blindly: one refusal before each page at most.
  const refusals = slack.calls.filter(({ status }) => status === 429).length;
  expect(refusals).toBeLessThanOrEqual(PAGES);
  expect(clock.now() - began).toBeGreaterThan((PAGES - 2) * MINUTE);
  await slack.stop();
});
