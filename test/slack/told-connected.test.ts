import { expect, test } from 'vitest';
import { createConnectionMessages } from '../../src/slack/connection/direct-messages.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createTestLog } from '../support/log.ts';

/** Who is told when the team is connected. */

const ADMINS = ['UADA', 'UANA', 'UCLEO', 'UDAN', 'UEVA'];

test.each([
  ['an admin', 'UANA', ['UADA', 'UCLEO'], /^`\/deck disconnect`/],
  ['a member', 'UBEN', ['UADA', 'UANA', 'UCLEO'], /^Everybody here may connect/],
])('%s connects: other admins are told who pays now', async (_, person, told, hint) => {
  const posts: { channel: string; text: string; blocks: object[] }[] = [];
  const members = ADMINS.map((id) => ({ id, team_id: 'T1', is_admin: true }));
  const client = {
    chat: { postMessage: async (post: (typeof posts)[number]) => void posts.push(post) },
    users: {
      info: async ({ user }: { user: string }) => ({ user: { id: user, is_admin: ADMINS.includes(user) } }),
      list: async () => ({ ok: true, members }),
    },
  } as unknown as SlackClient;
  const clients = { posts: async () => client, reads: async () => client };
  const messages = createConnectionMessages(clients as never, {
    log: createTestLog().log,
    serviceName: 'Gamma',
  });
  const who = { workspace: 'Studio', name: 'Vera Stolz' };
  const summary = { kind: 'oauth', works: true, person, who } as never;
  await messages.changed({ ok: true, team: 'T1', person, summary } as never, undefined);
  expect(posts.map(({ channel }) => channel)).toEqual(told);
  const [{ blocks = [] } = {}] = posts;
  expect(blocks[0]).toMatchObject({
    text: {
      text: `<@${person}> has connected Deckhand to Gamma. <@${person}> connected *Studio* with Vera Stolz’s account. What anybody makes here from now on spends credits there.`,
    },
  });
  expect(blocks[1]).toMatchObject({ elements: [{ text: expect.stringMatching(hint) }] });
});
