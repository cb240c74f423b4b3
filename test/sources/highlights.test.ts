import { describe, expect, test } from 'vitest';
import type { SlackMessage } from '../../src/sources/message.ts';
import type { FilterRules } from '../../src/sources/transcript/filter.ts';
import { mostDiscussed } from '../../src/sources/transcript/highlights.ts';
import { transcriptOf } from '../../src/sources/transcript/transcript.ts';
import { context } from './context.ts';

/** What the message of a digest says about its channel, from the messages that the digest has read. */

const SINCE = new Date('2026-03-02T00:00:00Z');
const rules: FilterRules = { optedOut: new Set(['U0OUT']), reaction: 'speak_no_evil', ownUser: 'U0BOT' };

/** Returns the ts of a minute after `SINCE`. */
const tsOf = (minute: number) => `${SINCE.getTime() / 1000 + minute * 60}.000100`;

function said(minute: number, user: string, text: string, more: Partial<SlackMessage> = {}): SlackMessage {
  return { ts: tsOf(minute), user, text, ...more } as SlackMessage;
}

const reply = (minute: number, to: number, user: string, text = 'Yes', more: Partial<SlackMessage> = {}) =>
  said(minute, user, text, { thread_ts: tsOf(to), ...more });

const decided = (count: number) => ({ reactions: [{ name: 'white_check_mark', count }] });

async function highlightsOf(messages: SlackMessage[]) {
  const { highlights } = await transcriptOf({
    messages,
    context,
    kind: 'channel',
    since: SINCE,
    title: 'Talk in #general',
    rules,
    linkTo: ({ ts }) => `https://northwind.slack.com/archives/C0GENERAL/p${ts.replace('.', '')}`,
    limit: 400_000,
  });
  return highlights;
}

const words = (found: { words: string }[] | undefined) => found?.map((each) => each.words);

describe('the most discussed threads', () => {
  test.each([
    ['more replies', { replies: 5 }, { replies: 4 }],
    ['more people', { people: 4 }, { people: 3 }],
    ['more reactions', { reactions: 2 }, { reactions: 1 }],
    [
      'a conversation of many rather than a long one of two',
      { replies: 8, people: 8 },
      { replies: 11, people: 2 },
    ],
    ['a discussion rather than an applauded announcement', { replies: 4 }, { replies: 1, reactions: 60 }],
  ])('are those with %s', (_, more, less) => {
    const thread = { replies: 3, people: 2, reactions: 0 };
    const [one, other] = [
      { ...thread, ...more },
      { ...thread, ...less },
    ];
    expect(mostDiscussed([other, one])[0]).toBe(one);
  });

  test('are three, of at least two people each', () => {
    const threads = [1, 2, 3, 4, 5].map((replies) => ({ replies, people: 2, reactions: 0 }));
    const monologue = { replies: 50, people: 1, reactions: 9 };
    expect(mostDiscussed([...threads, monologue]).map(({ replies }) => replies)).toEqual([5, 4, 3]);
  });

  test('are named by the first words of their first message, without formatting, and linked', async () => {
    const found = await highlightsOf([
      said(
        1,
        'U0ANA',
        '*Where* do we open, <@U0BEN>? <https://example.com|the plan> says Porto & then Lisbon, but the landlord of the second house has not answered',
      ),
      reply(2, 1, 'U0BEN'),
      reply(3, 1, 'U0ANA', 'Then Porto', { reactions: [{ name: '+1', count: 2 }] }),
      said(4, 'U0BEN', 'Nobody answers this'),
    ]);
    expect(found).toMatchObject({ messages: 4, people: 2, from: SINCE.getTime() + 60_000 });
    expect(found?.threads).toEqual([
      {
        words: 'Where do we open, @Ben Okafor? the plan says Porto & then…',
        url: `https://northwind.slack.com/archives/C0GENERAL/p${tsOf(1).replace('.', '')}`,
        replies: 2,
        people: 2,
      },
    ]);
  });
});

describe('decisions', () => {
  test('are the three messages that most people marked, oldest first', async () => {
    const found = await highlightsOf([
      said(1, 'U0ANA', 'We open in Porto', decided(4)),
      said(2, 'U0ANA', 'Noted', decided(1)),
      reply(3, 1, 'U0BEN', 'And close in Faro', decided(2)),
      said(4, 'U0BEN', 'Rent is 4,000 a month', decided(3)),
      said(5, 'U0BEN', 'Everybody likes this', { reactions: [{ name: 'heart', count: 9 }] }),
    ]);
    expect(words(found?.decisions)).toEqual([
      'We open in Porto',
      'And close in Faro',
      'Rent is 4,000 a month',
    ]);
  });
});

test('the text of a digest has its channel and days as heading, so that a service that chooses no title has one', async () => {
  const parts = { context, rules, kind: 'channel', title: 'Talk in #general', limit: 400_000 } as const;
  const heading = '#general, 2 – 9 Mar 2026';
  const messages = [said(1, 'U0ANA', 'We open in Porto')];
  const { text } = await transcriptOf({ ...parts, messages, heading, linkTo: () => undefined });
  expect(text).toMatch(/^# #general, 2 – 9 Mar 2026\n\nTalk in #general\./);
});

describe('nothing is said about', () => {
  test('people who opted out: not their messages, nor threads that they began, nor are they counted', async () => {
    const found = await highlightsOf([
      said(1, 'U0OUT', 'My secret plan', decided(3)),
      reply(2, 1, 'U0ANA'),
      reply(3, 1, 'U0BEN'),
      said(4, 'U0ANA', 'Lunch?'),
      reply(5, 4, 'U0BEN'),
      reply(6, 4, 'U0OUT', 'Secretly'),
    ]);
    expect(JSON.stringify(found)).not.toMatch(/secret/i);
    expect(found).toMatchObject({ messages: 4, people: 2, decisions: [] });
    expect(found?.threads).toEqual([expect.objectContaining({ words: 'Lunch?', replies: 1, people: 2 })]);
  });

  test('marked messages, private channels, and what is asked of Deckhand or said by it', async () => {
    const found = await highlightsOf([
      said(1, 'U0ANA', 'Not for the deck !nodeck', decided(2)),
      reply(2, 1, 'U0BEN'),
      said(3, 'U0ANA', 'Nor this', { reactions: [{ name: 'speak_no_evil', count: 1 }] }),
      reply(4, 3, 'U0BEN'),
      said(5, 'U0ANA', '<@U0BOT> make slides of this channel', decided(2)),
      reply(6, 5, 'U0BOT', 'Here they are'),
      reply(7, 5, 'U0BEN', 'See <#C0SECRET|layoffs>', decided(1)),
    ]);
    expect(found).toMatchObject({ messages: 3, people: 1, threads: [] });
    expect(words(found?.decisions)).toEqual(['See a private channel']);
  });

  test('messages of apps, and messages from before the days of the digest', async () => {
    const found = await highlightsOf([
      said(-60, 'U0ANA', 'Asked before', decided(5)),
      reply(1, -60, 'U0BEN', 'Answered now'),
      said(2, 'U0CI', 'Build failed', { bot_id: 'B0CI', ...decided(1) }),
    ]);
    expect(found).toMatchObject({ messages: 1, people: 1, decisions: [] });
    expect(found?.threads).toEqual([
      expect.objectContaining({ words: 'Asked before', replies: 1, people: 2 }),
    ]);
    expect(await highlightsOf([said(2, 'U0CI', 'Build failed', { bot_id: 'B0CI' })])).toBeUndefined();
  });
});
