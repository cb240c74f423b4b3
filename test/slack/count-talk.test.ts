import { WebAPIPlatformError, WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { countMessages } from '../../src/slack/digest/count-messages.ts';
import { createSkippingClock } from '../support/harness/clock.ts';

const SINCE = Date.parse('2026-03-02T09:00:00Z') / 1000;
const DAY = 86_400;
const rules = { ownUser: 'UBOT', optedOut: new Set(['UCHLOE']), reaction: 'speak_no_evil' };

const at = (seconds: number) => (SINCE + seconds).toFixed(6);
const says = (user: string, seconds: number, more: object = {}) => ({
  ts: at(seconds),
  user,
  text: `It is ${seconds}`,
  ...more,
});
const deckhand = (seconds: number, more: object = {}) => says('UBOT', seconds, { bot_id: 'B1', ...more });
/** Facts of a thread, as Slack puts them on its first message. */
const thread = (first: { ts: string }, replies: { ts: string; user: string }[]) => ({
  ...first,
  thread_ts: first.ts,
  reply_count: replies.length,
  reply_users: [...new Set(replies.map(({ user }) => user))],
  reply_users_count: new Set(replies.map(({ user }) => user)).size,
  latest_reply: replies.at(-1)?.ts,
});

/** Slack with this history, newest first, and these replies; `busy` calls are told to come later. */
function slackWith(history: object[], replies: Record<string, object[]> = {}, { busy = 0 } = {}) {
  const calls: string[] = [];
  let left = busy;
  const answer = (
    name: string,
    all: object[],
    { limit, cursor = '0' }: { limit: number; cursor?: string },
  ) => {
    calls.push(`${name} ${cursor}`);
    if (calls.length % 2 === 0 && left-- > 0) throw tooEarly();
    const end = Number(cursor) + limit;
    const next_cursor = end < all.length ? String(end) : '';
    return { messages: all.slice(Number(cursor), end), response_metadata: { next_cursor } };
  };
  const client = {
    conversations: {
      history: async (args: { limit: number }) => answer('history', history, args),
      replies: async ({ ts, ...args }: { ts: string; limit: number }) => {
        const found = replies[ts];
        if (!found) throw new WebAPIPlatformError({ ok: false, error: 'thread_not_found' });
        return answer(`replies ${ts}`, found, args);
      },
    },
  } as unknown as WebClient;
  const count = (upTo = 100, historyPage = 100) => {
    const window = { since: new Date(SINCE * 1000), until: new Date((SINCE + 7 * DAY) * 1000) };
    const signal = new AbortController().signal;
    return countMessages(client, {
      channel: 'C1',
      window,
      historyPage,
      upTo,
      rules,
      clock: createSkippingClock(),
      signal,
    });
  };
  return { count, calls };
}

function tooEarly() {
  return new WebAPIRateLimitedError(60);
}

describe('what people said', () => {
  it('counts with its replies; joins and posts of apps do not', async () => {
    const talk = [
      thread(says('UANA', 3), [says('UBEN', 4), says('UANA', 5)]),
      says('UBEN', 2, { subtype: 'channel_join' }),
      says('UAPP', 1, { bot_id: 'B2' }),
    ];
    expect(await slackWith(talk).count()).toBe(3);
  });

  it('does not count by whom none is used, where it is marked, or where Deckhand is called', async () => {
    const talk = [
      says('UCHLOE', 4),
      says('UANA', 3, { text: 'Not this !nodeck' }),
      says('UANA', 2, { reactions: [{ name: 'speak_no_evil', count: 1 }] }),
      says('UANA', 1, { text: '<@UBOT> make a deck' }),
    ];
    expect(await slackWith(talk).count()).toBe(0);
  });

  it('ends as soon as there is enough', async () => {
    const talk = Array.from({ length: 60 }, (_, index) => says('UANA', 100 - index));
    const slack = slackWith(talk);
    expect(await slack.count(5, 10)).toBe(5);
    expect(slack.calls).toEqual(['history 0']);
  });
});

describe('threads', () => {
  it('below posts of Deckhand its own lines are no talk, in the window or from before it', async () => {
    const own = [deckhand(DAY), deckhand(DAY + 1)];
    const slack = slackWith([thread(deckhand(5), own), thread(deckhand(-DAY), own)]);
    expect(await slack.count()).toBe(0);
    expect(slack.calls).toEqual(['history 0']);
  });

  it('where Deckhand, or who opted out, has written as well, they are read, after all else', async () => {
    const mixed = thread(deckhand(10), [
      deckhand(11),
      says('UANA', 12),
      says('UCHLOE', 13),
      says('UBEN', 14),
    ]);
    const replies = [mixed, deckhand(11), says('UANA', 12), says('UCHLOE', 13), says('UBEN', 14)].map(
      (reply) => ({
        ...reply,
        thread_ts: mixed.ts,
      }),
    );
    const slack = slackWith([mixed, says('UBEN', 2)], { [mixed.ts]: replies });
    expect(await slack.count()).toBe(3);
    expect(slack.calls).toEqual(['history 0', `replies ${mixed.ts} 0`]);
    expect(await slack.count(1)).toBe(1);
    expect(slack.calls).toHaveLength(3);
  });

  it('that are gone meanwhile say nothing', async () => {
    const mixed = thread(says('UANA', 10), [deckhand(11), says('UBEN', 12)]);
    expect(await slackWith([mixed]).count()).toBe(1);
  });

  it('begun before the window count once where people went on in it', async () => {
    const talk = [
      thread(says('UANA', -DAY), [says('UBEN', 1), says('UANA', 2)]),
      thread(says('UANA', -2 * DAY), [says('UBEN', -DAY)]),
    ];
    expect(await slackWith(talk).count()).toBe(1);
  });

  it('a reply that was sent to the channel, too, counts once', async () => {
    const first = thread(says('UANA', 1), [says('UBEN', 2)]);
    const broadcast = says('UBEN', 2, { subtype: 'thread_broadcast', thread_ts: first.ts });
    expect(await slackWith([broadcast, first]).count()).toBe(2);
  });
});

describe('where Slack gives 15 messages a minute', () => {
  const talk = Array.from({ length: 120 }, (_, index) => says('UANA', 1000 - index));

  it('it waits for each page and begins none anew', async () => {
    const slack = slackWith(talk, {}, { busy: 3 });
    expect(await slack.count(40, 15)).toBe(40);
    expect(slack.calls).toEqual(['history 0', 'history 15', 'history 15', 'history 30', 'history 30']);
  });

  it('even the highest threshold can be reached', async () => {
    expect(await slackWith(talk).count(100, 15)).toBe(100);
  });
});
