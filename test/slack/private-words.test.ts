import { describe, expect, it } from 'vitest';
import { opened } from '../support/harness/slack-requests.ts';
import { wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** Words that ask for a result that not everybody sees. Without a yes, nothing is posted for everyone. */

describe('in a thread, words for the person alone', () => {
  it.each([
    'fais un résumé d’une page, uniquement pour moi',
    'résume ce fil en 2 diapos, rien que pour moi',
    '2 diapos de ce fil, en privé',
    '2 Folien daraus, schick sie mir persönlich',
    '2 Folien davon an mich direkt',
    '2 Folien in meine DMs bitte',
    '2 slides of this into my dms',
    'one page for execs, nur für mich',
  ])('are obeyed: “%s”', async (words) => {
    const { say } = talkTo();
    expect(await say(words, 'thread')).toMatchObject({ ask: { destination: { channel: 'UANA' } } });
  });

  it.each([
    'deux diapos de ce fil, je veux que ça reste entre nous',
    '2 Folien daraus, aber vertraulich',
    '2 slides of this, just between you and me',
    '3 slides of this. Not for the channel!',
    '2 Folien daraus, das soll niemand sehen',
  ])('make nothing at once if they are not understood: “%s”', async (words) => {
    const { harness, say } = talkTo();
    expect(await say(words, 'thread')).toMatchObject({ kind: 'card' });
    expect(harness.generations.all()).toEqual([]);
  });

  it.each(['mach mir 2 Folien daraus', 'fais-moi 2 diapos de ce fil'])(
    'do not stand in “%s”, which is made at once',
    async (words) => {
      const { say } = talkTo();
      expect(await say(words, 'thread')).toMatchObject({ kind: 'made' });
    },
  );
});

it('a card for everyone says how to have it alone, if the words may ask for that', async () => {
  const { harness, say } = talkTo();
  const shown = () => wordsOf(harness.made('chat.postEphemeral').at(-1));
  await say('slides on our prices, between you and me', 'channel');
  expect(shown()).toContain('Is it for you alone? Then press');
  await say('slides on our prices', 'channel');
  expect(shown()).not.toContain('Is it for you alone?');
});

it.each(['/deck', 'channel'] as const)('“juste pour moi” is obeyed on the first card (%s)', async (where) => {
  const { say } = talkTo();
  const said = await say('slides sur le thé, juste pour moi', where === '/deck' ? 'command' : where);
  expect(said).toMatchObject({ kind: 'card', ask: { destination: { channel: 'UANA' } } });
});

describe('the form of `/deck image`', () => {
  const formFor = async (words: string) => {
    const { harness, say } = talkTo();
    await say(`image ${words}`, 'command');
    const { picture, picture_seen_by } = opened(harness.made('views.update').at(-1)?.view).state.values;
    return [picture?.picture?.value, picture_seen_by?.picture_seen_by?.selected_option?.value];
  };

  it.each([
    ['a red tent in snow, just for me'],
    ['a red tent in snow privately'],
    ['a red tent in snow, only me'],
    ['a red tent in snow nur für mich'],
    ['a red tent in snow, bitte nur für mich'],
    ['a red tent in snow, juste pour moi'],
    ['just for me: a red tent in snow'],
    ['a red tent in snow, for my eyes only please'],
    ['a red tent in snow, dm me'],
    ['a red tent in snow, send it to me only'],
  ])('has *Just for me* selected, and describes only the picture: “%s”', async (words) => {
    expect(await formFor(words)).toEqual(['a red tent in snow', 'me']);
  });

  it.each([
    ['a red tent, don’t post it in the channel', 'me'],
    ['a red tent, private please', 'me'],
    ['a sign with the words “just for me”', 'me'],
    ['a red tent in snow', 'here'],
    ['a red tent for me and Ben', 'here'],
  ])('keeps other words: “%s”', async (words, seenBy) => {
    expect(await formFor(words)).toEqual([words.replace(/ please$/, ''), seenBy]);
  });
});

it.each([
  ['draw a red tent in snow, just for me', 'a red tent in snow'],
  ['just for me: draw a red tent in snow', 'a red tent in snow'],
  ['a picture of a red tent in snow, only me', 'a red tent in snow'],
  ['ein Bild von einem roten Zelt, nur für mich', 'ein Bild von einem roten Zelt'],
])('the card of a picture for one person describes only the picture: “%s”', async (words, prompt) => {
  const { say } = talkTo();
  const ask = { destination: { channel: 'UANA' }, prompt };
  expect(await say(words, 'channel')).toMatchObject({ kind: 'card', ask });
});
