import { describe, expect, test } from 'vitest';
import { findMessage, postMessage } from '../../src/slack/bolt/calls/posts.ts';
import type { SlackClient } from '../../src/slack-client.ts';

/** How a post of ours is known again. */

const SINCE = new Date('2026-03-02T09:00:00Z');
const place = { channel: 'C1' };

/** A channel as Slack shows it, whose clock is so many seconds behind ours. */
function channelWith(messages: { ts: string; metadata?: object }[]) {
  const asked: { oldest: string }[] = [];
  const client = {
    auth: { test: async () => ({ ok: true, user_id: 'UBOT', bot_id: 'BOURS' }) },
    conversations: {
      history: async (args: { oldest: string }) => {
        asked.push(args);
        const ours = messages.map((message) => ({ bot_id: 'BOURS', user: 'UBOT', ...message }));
        return { messages: ours.filter(({ ts }) => Number(ts) >= Number(args.oldest)) };
      },
    },
  };
  return { client: client as unknown as SlackClient, asked };
}

const ours = (id: string) => ({ event_type: 'deckhand_delivery', event_payload: { id } });
const at = (seconds: number) => String(SINCE.getTime() / 1000 + seconds);

describe('a post is found', () => {
  test('by its id, among other posts of ours and of others', async () => {
    const { client } = channelWith([
      { ts: at(9) },
      { ts: at(8), metadata: ours('another') },
      { ts: at(7), metadata: { event_type: 'other_app', event_payload: { id: 'd1' } } },
      { ts: at(6), metadata: ours('d1') },
    ]);
    expect(await findMessage(client, place, 'd1', SINCE)).toEqual({ channel: 'C1', ts: at(6) });
    expect(await findMessage(client, place, 'd2', SINCE)).toBeNull();
  });

  test("where Slack's clock is minutes behind ours", async () => {
    const { client } = channelWith([{ ts: at(-240), metadata: ours('d1') }]);
    expect(await findMessage(client, place, 'd1', SINCE)).toEqual({ channel: 'C1', ts: at(-240) });
  });

  test('by what was sent with it', async () => {
    const sent: { metadata: object }[] = [];
    const client = {
      chat: {
        postMessage: async (args: { metadata: object }) => {
          sent.push(args);
          return { channel: 'C1', ts: '1.1' };
        },
      },
    } as unknown as SlackClient;
    await postMessage(client, place, 'd1', { text: 'Working on it', blocks: [] });
    const { client: reader } = channelWith(sent.map(({ metadata }) => ({ ts: at(1), metadata })));
    expect(await findMessage(reader, place, 'd1', SINCE)).toEqual({ channel: 'C1', ts: at(1) });
  });
});
