import { expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** Ana has 10 credits, and each slide costs 3. What she asked for is kept, so that she can make it smaller. */

function anaWithTenCredits() {
  const talk = talkTo();
  const { generations } = talk.harness;
  const priceOf = ({ slides = 9 }: Pick<Partial<Ask>, 'slides'>) => slides * 3;
  generations.budgetBlocker = async (ask) =>
    priceOf(ask) <= 10
      ? undefined
      : { blocker: 'credits_of_person', used: 0, reserved: 0, limit: 10, needed: priceOf(ask) };
  return talk;
}

test.each<Place>(['dm', 'channel', 'command'])(
  'in %s, a refused ask can be made smaller until it fits',
  async (place) => {
    const { say, harness } = anaWithTenCredits();
    const shown = () => {
      const calls = harness.calls.filter(({ method }) => /postMessage|postEphemeral|respond/.test(method));
      return calls.at(-1)?.args ?? {};
    };
    expect(await say('slides on our autumn collection', place)).toMatchObject({ kind: 'says' });
    expect(wordsOf(shown())).toMatch(/You have used 0 of 10 credits this month, and this takes about 27/);
    expect(wordsOf(shown())).toMatch(
      /“our autumn collection”.*Say for example `(?:@Deckhand |\/deck )?make it 2 slides`/s,
    );
    expect(buttonsOf(shown())).toEqual(['Ask an admin']);
    expect(await say('make it 6 slides', place)).toMatchObject({ kind: 'says' });
    expect(wordsOf(shown())).toMatch(/takes about 18/);
    expect(buttonsOf(shown())).toEqual(['Ask an admin']);
    // "Shorter" is two thirds of the six slides that she asked for last.
    await say('shorter', place);
    expect(wordsOf(shown())).toMatch(/takes about 12/);
    const ask = { prompt: 'our autumn collection', slides: 2 };
    const { kind } = await say('make it 2 slides', place);
    expect(kind).not.toBe('says');
    expect(buttonsOf(shown())).toContain(place === 'dm' ? 'Make it' : 'Make it here');
    expect(await say('yes', place)).toMatchObject({ kind: 'made', ask });
  },
);

test('a yes to what is over the limit makes nothing, and says why again', async () => {
  const { say, harness } = anaWithTenCredits();
  await say('slides on our autumn collection');
  expect(await say('yes')).toMatchObject({ words: expect.stringContaining('this takes about 27') });
  expect(harness.generations.all()).toEqual([]);
  expect(await say('no')).toMatchObject({ words: 'OK, not made. Nothing was spent.' });
});

test('a card that fits is no longer offered after it was made too large', async () => {
  const { say, harness } = anaWithTenCredits();
  expect(await say('2 slides on our autumn collection')).toMatchObject({ kind: 'card' });
  expect(await say('make it 20 slides')).toMatchObject({ kind: 'says' });
  expect(harness.made('chat.delete')).toHaveLength(1);
  expect(await say('undo')).toMatchObject({ kind: 'changed', ask: { slides: 2 } });
});

test('a channel that the person is not in comes before the limit, and no card tells how much was written there', async () => {
  const { say, harness } = talkTo({
    admit: async () => ({
      blockers: [
        { part: 'work', blocker: 'credits_of_person', used: 6, reserved: 0, limit: 20, needed: 30 },
        { part: 'source', blocker: 'not_a_member' },
      ],
      unanswered: [],
    }),
  });
  expect(await say('slides about <#C7|revenue> this week')).toMatchObject({
    words: expect.stringContaining('Only somebody who is in a conversation'),
  });
  const answer = await say('which card is open?');
  expect(answer.kind).toBe('says');
  expect(wordsOf(harness.made('chat.postMessage').at(-1))).not.toMatch(/messages|Make this/);
});
