import { expect, test } from 'vitest';
import { createConnectionMessages } from '../../src/slack/connection/direct-messages.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createTestLog } from '../support/log.ts';
import { wordsOf } from '../support/reading.ts';

/** Who is told when the team is connected. */

const ADMINS = ['UADA', 'UANA', 'UCLEO', 'UDAN', 'UEVA'];

/** Connects the team. @returns the direct messages that people got */
async function told(person: string, who: object, before?: object) {
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
  const summary = { kind: 'oauth', works: true, person, who } as never;
  await messages.changed({ ok: true, team: 'T1', person, summary } as never, before as never);
  return posts;
}

test.each([
  ['an admin', 'UANA', ['UADA', 'UCLEO'], /^`\/deck disconnect`/],
  ['a member', 'UBEN', ['UADA', 'UANA', 'UCLEO'], /^Everybody here may connect/],
])('%s connects: other admins are told who pays now', async (_, person, people, hint) => {
  const posts = await told(person, { workspace: 'Studio', name: 'Vera Stolz' });
  expect(posts.map(({ channel }) => channel)).toEqual(people);
  const [{ blocks = [] } = {}] = posts;
  expect(blocks[0]).toMatchObject({
    text: {
      text: `<@${person}> has connected Deckhand to Gamma. It works in *Studio* with Vera Stolz’s account. What anybody makes here from now on spends credits there.`,
    },
  });
  expect(blocks[1]).toMatchObject({ elements: [{ text: expect.stringMatching(hint) }] });
});

const WITHDRAW = /Deckhand’s copy of (your|its) credentials is deleted\. Gamma has no way to withdraw access/;

test.each([
  ['UBEN', 'another account', { name: 'Mei' }, true],
  ['UBEN', 'the same account, which the new connection needs', { name: 'Vera' }, false],
  ['UBEN', 'an account that the service has not named', undefined, true],
  ['UANA', 'another account', { name: 'Mei' }, true],
  ['UANA', 'the same account', { name: 'Vera' }, false],
])('%s had connected %s: told how to end its access at the service', async (former, _, account, isTold) => {
  const before = { kind: 'oauth', works: true, person: former, who: account };
  const toFormer = (await told('UANA', { name: 'Vera' }, before)).filter(({ channel }) => channel === former);
  expect(WITHDRAW.test(wordsOf(toFormer.at(-1) ?? {}))).toBe(isTold);
});
