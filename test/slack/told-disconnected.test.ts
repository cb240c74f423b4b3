import { expect, test } from 'vitest';
import { createConnectionMessages } from '../../src/slack/connection/direct-messages.ts';
import { disconnectForm } from '../../src/slack/connection/disconnect.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createConnecting, createHarness } from '../support/harness/slack.ts';
import { opened, submission } from '../support/harness/slack-requests.ts';
import { wordsOf } from '../support/reading.ts';

/** Up to three admins get one message each when a connection ends. Ben has made the connection. */

const members = ['UANA', 'UADA', 'UCLEO'].map((id) => ({ id, team_id: 'T1', is_admin: true }));

test('a disconnection is told to who had connected and to the other admins, with what happens now', async () => {
  const harness = createHarness();
  harness.answers['users.info'] = { user: { id: 'UANA', team_id: 'T1', is_admin: true } };
  harness.answers['users.list'] = { members };
  const state = await createConnecting({}).summaryOf('T1');
  await harness.send(submission(opened(disconnectForm(state, { serviceName: 'Gamma' }))));
  const posted = harness.made('chat.postMessage');
  expect(posted.map(({ channel }) => channel)).toEqual(['UBEN', 'UADA', 'UCLEO']);
  expect(posted[0].text).toBe('<@UANA> has ended the connection to Gamma that you had made for Deckhand.');
  // Only Ben can end the access at the service, because it is his account. Ana reads that he was told.
  expect(wordsOf(posted[0])).toContain('remove Deckhand in your account’s settings.');
  const shown = wordsOf(harness.made('views.update').at(-1)?.view);
  expect(shown).toContain(
    'At Gamma, the access of Deckhand stays good until <@UBEN>, who connected it, removes it there. I have sent them a message about it.',
  );
  expect(shown).not.toContain('your');
  expect(posted[1].text).toBe('<@UANA> has disconnected Deckhand from Gamma.');
  expect(JSON.stringify(posted[1].blocks)).toContain(
    'Nothing more can be made here until somebody connects again.',
  );
});

test('a connection that the service has ended is told to who made it and to the other admins', async () => {
  const posted: { channel: string; text: string }[] = [];
  const client = {
    users: { list: async () => ({ ok: true, members }) },
    chat: {
      postMessage: async (message: { channel: string; text: string }) => {
        posted.push(message);
        if (message.channel === 'UADA') throw new Error('channel_not_found');
        return { ok: true };
      },
    },
  } as unknown as SlackClient;
  const { log } = createHarness().slack;
  const clients = { posts: async () => client, reads: async () => client };
  await createConnectionMessages(clients, { log, serviceName: 'Gamma' }).expired('T1', 'UANA');
  expect(posted.map(({ channel }) => channel)).toEqual(['UANA', 'UADA', 'UCLEO']);
  expect(posted[2]?.text).toMatch(/^:warning: Gamma no longer accepts the connection that <@UANA> made/);
});
