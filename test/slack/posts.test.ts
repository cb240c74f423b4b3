import type { WebClient } from '@slack/web-api';
import { expect, it } from 'vitest';
import { findMessage, findPost, hasFile } from '../../src/slack/bolt/calls/posts.ts';

const metadata = { event_type: 'deckhand_delivery', event_payload: { id: 'd1' } };
const files = [{ id: 'F1' }];

/** A channel with these messages, read by our bot. */
function clientWith(...messages: object[]) {
  let asked = 0;
  const client = {
    auth: {
      test: async () => {
        asked += 1;
        return { ok: true, user_id: 'UBOT', bot_id: 'BOURS' };
      },
    },
    conversations: { history: async () => ({ ok: true, messages }) },
  } as unknown as WebClient;
  return { client, asked: () => asked };
}

const since = new Date(0);
const place = { channel: 'C1' };

it('a post is ours where our bot has written it, whatever its metadata say', async () => {
  const forged = { ts: '1.1', user: 'UEVE', bot_id: 'BEVE', metadata };
  const ours = { ts: '1.2', user: 'UBOT', bot_id: 'BOURS', metadata };
  expect(await findMessage(clientWith(forged).client, place, 'd1', since)).toBeNull();
  expect(
    await findMessage(clientWith({ ts: '1.1', user: 'UEVE', metadata }).client, place, 'd1', since),
  ).toBeNull();
  const { client } = clientWith(forged, ours);
  expect(await findMessage(client, place, 'd1', since)).toEqual({ channel: 'C1', ts: '1.2' });
});

it('so is a file, where our bot has shown it', async () => {
  const theirs = clientWith({ ts: '1.1', user: 'UEVE', files });
  expect(await findPost(theirs.client, place, 0, hasFile(theirs.client, 'F1'))).toBeUndefined();
  const ours = clientWith({ ts: '1.1', user: 'UBOT', files });
  expect(await findPost(ours.client, place, 0, hasFile(ours.client, 'F1'))).toMatchObject({ ts: '1.1' });
});

it('nobody is asked who we are while there is nothing to compare with', async () => {
  const { client, asked } = clientWith({ ts: '1.1', user: 'UANA' }, { ts: '1.2', bot_id: 'BEVE' });
  expect(await findMessage(client, place, 'd1', since)).toBeNull();
  expect(asked()).toBe(0);
});
