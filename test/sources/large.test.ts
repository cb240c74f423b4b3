import { describe, expect, it } from 'vitest';
import { messageFrom, type SlackMessage } from '../../src/sources/message.ts';
import { isSpent, pageAfter } from '../../src/sources/pages.ts';
import { filterMessages } from '../../src/sources/transcript/filter.ts';
import { transcriptOf } from '../../src/sources/transcript/transcript.ts';
import { longestTurnOf } from '../support/processor-time.ts';
import { context } from './context.ts';

const rules = { optedOut: new Set<string>(['U0CHLOE']), reaction: 'speak_no_evil', ownUser: 'U0BOT' };

function parse(fields: object): SlackMessage {
  const message = messageFrom({ ts: '1772445900.000100', user: 'U0ANA', ...fields });
  if (!message) throw new Error('no message');
  return message;
}

function talk(count: number, text: string): SlackMessage[] {
  return Array.from({ length: count }, (_, index) =>
    parse({ ts: `${1_772_445_900 + index}.000100`, text, reactions: [] }),
  );
}

function write(messages: SlackMessage[], kind: 'thread' | 'channel' = 'channel') {
  const style = { context, kind, title: 'Talk in #general', linkTo: () => 'https://a.slack.com/p1' };
  return transcriptOf({ messages, rules, ...style, limit: 400_000 });
}

function orders(count: number): string {
  return Array.from({ length: count }, (_, index) => `<@U0BOT> so hi ${index}.\n`).join('');
}

/** Maximum share of the processor time without yielding. */
const LONGEST = 1 / 3;

describe('converting a conversation as large as Slack allows yields to other work', () => {
  it.each<[string, number, string]>([
    ['400 messages of 40,000 characters, a line each two', 400, 'a\n'.repeat(20_000)],
    ['200 messages of 40,000 characters, full of links', 200, '<https://a.io/b|c> *d* '.repeat(1740)],
    ['200 messages of 1,000 sentences to Deckhand', 200, '<@U0BOT> we met Ana today.\n'.repeat(1000)],
    ['10,000 messages of 20 different orders', 10_000, orders(20)],
    ['10,000 messages of 300 characters', 10_000, 'We *agreed* with <@U0ANA> on it :tada:\n'.repeat(8)],
  ])('%s', async (_, count, text) => {
    const messages = talk(count, text);
    // Not measured: the first message, for which V8 compiles the regular expressions.
    await write(messages.slice(0, 1));
    const turn = await longestTurnOf(async () => {
      expect((await write(messages)).text.length).toBeLessThanOrEqual(400_000);
    });
    expect(turn).toBeLessThan(LONGEST);
  });
});

describe('a very long message', () => {
  const long = 'so it goes '.repeat(3000);

  it('is cut, and the transcript says so', async () => {
    const { text, note } = await write([parse({ text: long })], 'thread');
    expect(text.length).toBeLessThan(20_000);
    expect(note).toBe('Cut short, since they are very long: 1 message.');
  });

  it('is left out if the marker is in the part that was cut off', async () => {
    const marked = parse({ text: `${long} !nodeck` });
    const block = { type: 'rich_text', elements: [{ type: 'text', text: `${long} !nodeck` }] };
    expect((await filterMessages([marked], rules)).excluded.marked).toBe(1);
    const inBlocks = await filterMessages([parse({ text: 'a', blocks: [block] })], rules);
    expect(inBlocks.excluded.marked).toBe(1);
  });

  it('is left out if it shares a message of a person who opted out', async () => {
    const share = { text: long, is_share: true, author_id: 'U0CHLOE' };
    const { text } = await write([parse({ text: 'See', attachments: [share] })], 'thread');
    expect(text).not.toContain('so it goes');
  });

  it('is cut at every depth, and unchanged if it is parsed again', () => {
    let deep: object = { type: 'section' };
    for (let depth = 0; depth < 20_000; depth += 1) deep = { type: 'container', child_blocks: [deep] };
    const items = Array.from({ length: 50_000 }, () => ({ type: 'text', text: '' }));
    const message = parse({ blocks: [deep, { type: 'rich_text', elements: items }], text: long });
    const json = JSON.stringify(message);
    expect(json.length).toBeLessThan(120_000);
    expect(JSON.stringify(messageFrom(JSON.parse(json)))).toBe(json);
  });
});

it('a short message does not become a long transcript', async () => {
  const cell = { type: 'raw_text', text: '' };
  const rows = [Array(300).fill(cell), ...Array(2000).fill([])];
  const preview = { from_url: 'http://a.b', title: 'so it goes '.repeat(1000) };
  const link = '<http://a.b> '.repeat(900);
  const messages = [
    parse({ blocks: [{ type: 'table', rows }] }),
    parse({ text: link, attachments: [preview] }),
  ];
  expect((await write([messages[0] as SlackMessage])).text.length).toBeLessThan(100_000);
  expect((await write([messages[1] as SlackMessage])).text.length).toBeLessThan(400_000);
});

describe('an endless conversation', () => {
  it.each([
    ['characters', 'a'.repeat(9_000), 500, 4_000_000 / 9_000],
    ['messages', 'a', 15_100, 15_000],
  ])('is read up to a maximum of %s', async (_, text, most, expected) => {
    const each = Array.from({ length: 100 }, () => ({ ts: '1.1', text }));
    let page: Awaited<ReturnType<typeof pageAfter>> | undefined;
    let read = 0;
    while (read <= most && !(page && isSpent(page))) {
      page = await pageAfter(page, { messages: each, response_metadata: { next_cursor: 'more' } });
      read += 100;
    }
    expect(read).toBeGreaterThan(expected * 0.9 - 100);
    expect(read).toBeLessThanOrEqual(expected + 100);
    expect(page?.number).toBe(read / 100 - 1);
  });
});
