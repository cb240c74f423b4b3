import { expect, test } from 'vitest';
import type { Generation } from '../../../src/generations/generation.ts';
import { deletedMessage, resultMessage } from '../../../src/slack/result/result-card.ts';
import { aGeneration } from '../../support/harness/a-generation.ts';
import { wordsOf } from '../../support/reading.ts';

/** A digest says in its message what was said in the channel, above the card of its document. */

const quote = {
  words: 'Rent <b> & more',
  url: 'https://northwind.slack.com/archives/C1/p1?thread_ts=1&cid=C1',
};
const highlights = {
  messages: 128,
  people: 14,
  from: Date.UTC(2026, 2, 2, 9),
  to: Date.UTC(2026, 2, 6, 9),
  threads: [{ ...quote, replies: 12, people: 5 }],
  decisions: [quote, { words: 'We open in Porto' }],
};

function digest(to: string, channel: string, given: Partial<Generation> = {}): Generation {
  const { ask } = aGeneration();
  const source = { kind: 'channel', channel: 'C1', since: '2026-03-02T00:00:00Z' } as const;
  const made = ask && { ...ask, source, destination: { channel: to }, digest: { id: 'd1' } };
  return aGeneration({ ask: made, channel, highlights, ...given });
}

const shown = (generation: Generation) => resultMessage(generation, { serviceName: 'Papermill' });

test('it says how much was said, what was discussed, and what was decided', () => {
  const { text, blocks } = shown(digest('C1', 'C1'));
  expect(wordsOf(blocks.slice(0, 3)).split('\n').filter(Boolean)).toEqual([
    '*128 messages* by 14 people in <#C1><!date^1772442000^, {day_divider_pretty}|, 2026-03-02><!date^1772787600^ to {day_divider_pretty}| to 2026-03-06>.',
    '*Most discussed*',
    '• <https://northwind.slack.com/archives/C1/p1?thread_ts=1&amp;cid=C1|Rent &lt;b&gt; &amp; more> · 12 replies by 5 people',
    '*Decisions*, marked with :white_check_mark:',
    '• <https://northwind.slack.com/archives/C1/p1?thread_ts=1&amp;cid=C1|Rent &lt;b&gt; &amp; more>',
    '• We open in Porto',
  ]);
  expect(wordsOf(blocks[3])).toContain('Spring launch in Lisbon');
  expect(text).toMatch(/^\*128 messages\* by 14 people .*“Spring launch in Lisbon” is ready/);
});

test('without threads and decisions it is one sentence', () => {
  const { blocks } = shown(
    digest('C1', 'C1', {
      highlights: { ...highlights, messages: 1, people: 1, to: undefined, threads: [], decisions: [] },
    }),
  );
  expect(wordsOf(blocks[0])).toContain(
    '*1 message* by 1 person in <#C1><!date^1772442000^, {day_divider_pretty}',
  );
  expect(wordsOf(blocks[1])).toContain('Spring launch in Lisbon');
});

test.each([
  ['in the channel', 'C1', 'C1', true],
  ['in a direct message to the person that the digest is for', 'UANA', 'UANA', true],
  ['in the same direct message, when it is updated', 'UANA', 'D1', true],
  ['in a direct message to the owner, because Slack refused it in the channel', 'C1', 'UANA', false],
  ['in the same direct message, when it is updated later', 'C1', 'D1', false],
  ['in another channel', 'C1', 'C2', false],
])('what was said is shown %s: %s %s %s', (_, to, channel, isShown) => {
  expect(/128 messages/.test(wordsOf(shown(digest(to, channel)).blocks))).toBe(isShown);
});

test('nothing of it is left once the document was deleted', () => {
  expect(wordsOf(deletedMessage(digest('C1', 'C1', { deletedAt: new Date() })))).not.toMatch(/128|Rent/);
});
