import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createThreads } from '../../src/slack/kit/lookups/threads.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createTestLog } from '../support/log.ts';

test('headings and lines of --- in a text for Deckhand stay what they are; all else is still escaped', async () => {
  const threads = createThreads({
    clientFor: async () => ({}) as SlackClient,
    readsCanvases: async () => false,
    optedOut: async () => new Set(),
    reaction: 'no_entry',
    pageSize: 15,
    clock: systemClock,
    log: createTestLog().log,
  });
  const typed = '# Goals\nmore *bread*\n---\n  ## Costs\n\\# no heading\n#channel\n####### seven';
  expect(await threads.plain('T1', typed)).toBe(
    '# Goals\nmore **bread**\n---\n  ## Costs\n\\\\# no heading\n#channel\n####### seven',
  );
});
