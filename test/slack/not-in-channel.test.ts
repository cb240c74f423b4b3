import { expect, it } from 'vitest';
import type { Admission } from '../../src/asks/admission.ts';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { createHarness, playedSettings } from '../support/harness/slack.ts';
import { command } from '../support/harness/slack-requests.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** What people read about a channel that they are not in: a member can join a public one, and a guest cannot. */

const settings = playedSettings({ guests: 'yes' });

const blockedBy = (part: 'source' | 'destination', isPrivate: boolean) => async (): Promise<Admission> => ({
  blockers: [{ part, blocker: 'not_a_member' }],
  unanswered: [],
  conversation: { name: 'launch', isPrivate, isArchived: false, hasDeckhand: true },
});

const READ = 'You are not in <#C7>, so Deckhand reads it only for its members.';
const POST = 'You are not in <#C7>, so Deckhand posts nothing there for you.';

it.each<[Role, 'source' | 'destination', string]>([
  ['member', 'source', `${READ} Join it, or ask to be added, then ask again.`],
  ['guest', 'source', `${READ.replace('<#C7>', 'that channel')} Ask to be added to it, then ask again.`],
  ['member', 'destination', `${POST} Join it, or ask to be added, then ask again.`],
  ['guest', 'destination', `${POST.replace('<#C7>', 'that channel')} Ask to be added to it, then ask again.`],
])('%s, %s: what to do about a public channel', async (role, part, words) => {
  const { say } = talkTo({ settings, roleOf: async () => role, admit: blockedBy(part, false) });
  const said =
    part === 'source' ? 'slides of <#C7|launch> since Monday' : 'slides on tea, post it in <#C7|x>';
  expect(await say(said)).toEqual({ kind: 'says', words });
});

it('nothing is said about a private channel', async () => {
  const { say } = talkTo({ admit: blockedBy('source', true) });
  expect(await say('slides of <#C7|launch> since Monday')).toEqual({
    kind: 'says',
    words:
      'Only somebody who is in a conversation can have something made of it. Join it, or ask to be added to it.',
  });
});

it.each<[Role, string]>([
  ['member', 'Join it, or ask to be added if it is private.'],
  ['guest', 'Ask to be added to it.'],
])('%s: what to do about a channel that Slack does not show', async (role, next) => {
  const { say } = talkTo({ settings, roleOf: async () => role });
  expect(await say('slides of #club since Monday')).toMatchObject({
    words: expect.stringMatching(new RegExp(`in #club\\. ${next}$`)),
  });
});

/** Types a command in the public channel C1, which Deckhand is not in, and returns the card. */
async function cardFor(role: Role, isIn: boolean) {
  const harness = createHarness({ settings, roleOf: async () => role });
  harness.answers['conversations.info'] = { channel: { id: 'C1', is_member: false, is_private: false } };
  if (!isIn) harness.answers['users.conversations'] = { channels: [] };
  await harness.send(command('slides on tea'));
  const [card] = harness.made('respond');
  return { words: wordsOf(card), buttons: buttonsOf(card) };
}

it.each<[Role]>([['member'], ['guest']])(
  'a %s who is in a public channel without Deckhand may have it posted there',
  async (role) => {
    const { words, buttons } = await cardFor(role, true);
    expect(words).toContain('Everyone in <#C1> will see it.');
    expect(buttons).toContain('Make it here');
  },
);

it.each<[Role, string]>([
  ['member', 'join it'],
  ['guest', 'ask to be added to it'],
])('%s: a command in a channel that they are not in, whose result goes to them alone', async (role, next) => {
  const { words, buttons } = await cardFor(role, false);
  expect(words).toContain(
    `You’re not in <#C1>, so only you will see it, in a direct message. To have it there, ${next} first.`,
  );
  expect(words).not.toMatch(/invite|can't post/);
  expect(buttons).not.toContain('Make it here');
});
