import { expect, test } from 'vitest';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { createHarness, playedSettings } from '../support/harness/slack.ts';
import { command } from '../support/harness/slack-requests.ts';
import { type Place, talkTo } from './talk-to.ts';

/** Admins can open the search to all that the connected account sees: to the team, and not to its guests. */

test.each<[Role, boolean]>([
  ['admin', true],
  ['member', true],
  ['guest', false],
])('for somebody who is %s: %s', async (role, isWide) => {
  const harness = createHarness({
    roleOf: async () => role,
    settings: playedSettings({ guests: 'yes', search: 'account' }),
  });
  const asked: unknown[] = [];
  harness.slack.documents.find = async (...given) => {
    asked.push(given[3]);
    return { made: [], others: [], isLocal: false };
  };
  await harness.send(command('find budget'));
  expect(asked).toEqual([{ isWide }]);
});

/** Says something to Deckhand. @returns the words that are searched for; undefined if nothing is */
async function searchedFor(said: string, where: Place): Promise<string | undefined> {
  const { harness, say } = talkTo();
  const asked: string[] = [];
  harness.slack.documents.find = async (_, words) => {
    asked.push(words);
    return { made: [], others: [], isLocal: false };
  };
  const outcome = await say(said, where);
  if (asked.length > 0)
    expect(outcome).toEqual({ kind: 'says', words: `Nothing was found for “${asked[0]}”.` });
  return asked[0];
}

test.each([
  ['find our deck on boots', 'boots'],
  ['find the boots deck', 'boots'],
  ['can you find the harbour slides please', 'harbour'],
  ['where is the board deck?', 'board'],
  ['Where’s the deck about our spring launch?', 'spring launch'],
  ['show me the slides on pricing', 'pricing'],
  ['do we have any slides on onboarding?', 'onboarding'],
  ['find us the document called Harbour plan', 'Harbour plan'],
  ['find boots', 'boots'],
  ['find spring launch', 'spring launch'],
])('“%s” in words gets the list of /deck find %s', async (said, words) => {
  for (const where of ['dm', 'dmThread', 'channel', 'thread'] as const)
    expect(await searchedFor(said, where)).toBe(words);
});

test.each([
  'find three arguments for our new tea',
  'find new customers',
  'find the right words for a letter',
  'find the best venue for the summer party',
  'find out why customers leave',
  'find my last deck',
  'find my decks from last week',
  'show me the second slide',
  'send me the link to the deck',
])('“%s” is no search', async (said) => {
  for (const where of ['dm', 'channel'] as const) expect(await searchedFor(said, where)).toBeUndefined();
});

test('a search does not change an open card', async () => {
  const { say } = talkTo();
  await say('slides on tea');
  expect(await say('find the boots deck')).toMatchObject({ words: 'Nothing was found for “boots”.' });
  expect(await say('yes')).toMatchObject({ kind: 'made', ask: { prompt: 'tea' } });
});
