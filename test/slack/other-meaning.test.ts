import { describe, expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { press } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue, wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** A sentence may mean a new document, or a change of an open card or of the last result. One button on its card takes the other meaning. */

const NEW = 'the baths in Tyrol that families visit when it snows in the valley';
const ANA = { team: 'T1', person: 'UANA' };

function talk(where: Place = 'dm', given: Parameters<typeof talkTo>[0] = {}) {
  const { harness, say, proposals } = talkTo({
    settings: playedSettings({ changes: 'everyone' }),
    ...given,
  });
  const shown = () =>
    harness.calls.findLast(({ method }) => /^(chat\.(postMessage|postEphemeral)|respond)$/.test(method))
      ?.args ?? {};
  const container = { channel_id: where === 'dm' ? 'D1' : 'C1', is_ephemeral: where !== 'dm' };
  const message = where === 'dm' ? { message: { ts: '9.9' } } : {};
  const pressOther = (value = buttonValue(shown(), 'sentence_meant'), user = 'UANA') =>
    harness.send(
      press(
        { action_id: 'sentence_meant', value },
        {
          ...{
            user: { id: user, team_id: 'T1' },
            channel: { id: container.channel_id },
            container,
            ...message,
          },
        },
      ),
    );
  const open = (id: string) => proposals.find(ANA, id);
  return { harness, say: (text: string) => say(text, where), shown, pressOther, open };
}

describe.each<Place>(['dm', 'channel', 'command'])('a new card while another is open (%s)', (where) => {
  it('can be added to the open one instead', async () => {
    const { say, shown, pressOther, open, harness } = talk(where);
    await say('a deck on the Alpenbad pitch, 8 slides');
    await say(NEW);
    expect(buttonsOf(shown())).toContain('Add to “the Alpenbad pitch”');
    await pressOther();
    const words = wordsOf(shown());
    expect(words).toContain('“the Alpenbad pitch');
    expect(words).toContain('8 slides');
    expect(words).toContain('families visit');
    const left = [await open('p1'), await open('p2'), await open('p3')].filter(Boolean);
    expect(left).toMatchObject([{ slides: 8, prompt: expect.stringContaining(NEW) }]);
    expect(harness.generations.all()).toEqual([]);
  });
});

describe('the other meaning', () => {
  it('is taken once, however often the button is pressed', async () => {
    const { say, shown, pressOther, open, harness } = talk();
    await say('a deck on the Alpenbad pitch, 8 slides');
    await say(NEW);
    const value = buttonValue(shown(), 'sentence_meant');
    await pressOther(value);
    const before = harness.calls.length;
    await pressOther(value);
    expect((await open('p1'))?.prompt).toBe(`the Alpenbad pitch\n${NEW}`);
    expect(harness.calls.slice(before)).toEqual([]);
  });

  it('is for the author of the sentence alone', async () => {
    const { say, shown, pressOther, open } = talk();
    await say('a deck on the Alpenbad pitch, 8 slides');
    await say(NEW);
    await pressOther(buttonValue(shown(), 'sentence_meant'), 'UBEN');
    expect([await open('p1'), await open('p2')]).toMatchObject([
      { prompt: 'the Alpenbad pitch' },
      { prompt: NEW },
    ]);
  });

  it('keeps the new card if the other one was dropped', async () => {
    const { say, shown, pressOther, open, harness } = talk();
    await say('a deck on the Alpenbad pitch, 8 slides');
    await say(NEW);
    const value = buttonValue(shown(), 'sentence_meant');
    await harness.send(press({ action_id: 'proposal_drop', value: 'p1' }));
    await pressOther(value);
    expect(wordsOf(shown())).toContain('That card was answered already');
    expect(await open('p2')).toMatchObject({ prompt: NEW });
  });

  it('is a change of the document that was just made', async () => {
    const { say, shown, pressOther, open, harness } = talk();
    const at = new Date(harness.slack.clock.now());
    harness.generations.put(aGeneration({ createdAt: at, updatedAt: at, channel: 'D1', rootTs: '5.5' }));
    await say(NEW);
    expect(buttonsOf(shown())).toEqual([
      'Make it',
      'Details…',
      'Change “Spring launch in Lisbon” instead',
      'Not now',
    ]);
    await pressOther();
    expect(await open('p1')).toBeNull();
    expect(await open('p2')).toMatchObject({ work: { kind: 'edit' }, prompt: NEW });
    expect(buttonsOf(shown())).toContain('Change it (spends credits)');
  });

  it('is not offered for a clear order', async () => {
    const { say, shown } = talk();
    await say('a deck on the Alpenbad pitch, 8 slides');
    await say('make a document about our summer party');
    expect(buttonsOf(shown())).toEqual(['Make it', 'Details…', 'Not now']);
  });
});

describe('words that were added to a card, but not meant for it', () => {
  it.each<Place>(['dm', 'channel', 'command'])('are answered for themselves (%s)', async (where) => {
    const { say, shown, pressOther, harness } = talk(where);
    await say('a deck on the Alpenbad pitch, 8 slides');
    const before = harness.calls.length;
    await say('add our new office plants');
    expect(buttonsOf(shown())).toContain('I meant something new');
    const value = buttonValue(shown(), 'sentence_meant');
    await pressOther(value);
    const said = harness.calls.slice(before).map(({ args }) => wordsOf(args));
    expect(said.some((words) => words.includes('This is as before your last change.'))).toBe(true);
    // In a channel, words without a request get no card.
    expect(buttonsOf(shown())).toContain(
      where === 'channel' ? 'Create a deck' : 'Add to “the Alpenbad pitch”',
    );
    // A second press takes no older change back, and leaves the card that is there now.
    const after = harness.calls.length;
    await pressOther(value);
    expect(harness.calls.slice(after)).toEqual([]);
  });
});

describe('“Make something new” on the card of a change', () => {
  const WINTER = 'use more pictures of the valley in winter';
  /** Ana's document was just made. Slack's times are real, so a sentence that is sent twice within 3 s counts once. */
  function afterResult() {
    const seen = new Set<string>();
    const once = async (team: string, key: string) =>
      !key.startsWith('welcome:') && seen.size < seen.add(`${team} ${key}`).size;
    const talked = talk('dm', { once });
    const at = new Date(talked.harness.slack.clock.now());
    const { generations } = talked.harness;
    generations.put(aGeneration({ channel: 'D1', rootTs: '5.5', createdAt: at, updatedAt: at }));
    return talked;
  }

  it('takes the words as a new request, and a second click changes nothing', async () => {
    const { harness, say, shown, pressOther, open } = afterResult();
    await say(WINTER);
    expect(buttonsOf(shown())).toEqual(['Change it (spends credits)', 'Make something new', 'Not now']);
    const value = buttonValue(shown(), 'sentence_meant');
    await pressOther(value, 'UBEN');
    expect(wordsOf(shown())).not.toContain('Make this?');
    await pressOther(value);
    await pressOther(value);
    expect(wordsOf(shown())).toContain('Make this?');
    expect([await open('p1'), await open('p2')]).toMatchObject([null, { work: { kind: 'document' } }]);
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('and “Change … instead” on the new card lead to each other, within 3 s, too', async () => {
    const { say, shown, pressOther } = afterResult();
    await say(WINTER);
    for (let times = 0; times < 2; times += 1) {
      await pressOther();
      expect(buttonsOf(shown())).toEqual([
        'Make it',
        'Details…',
        'Change “Spring launch in Lisbon” instead',
        'Not now',
      ]);
      await pressOther();
      expect(buttonsOf(shown())).toContain('Make something new');
    }
  });

  it('keeps the change if the words request nothing new', async () => {
    const { say, shown, pressOther, open } = afterResult();
    await say('the title is wrong');
    await pressOther();
    expect(wordsOf(shown())).toMatch(/^I’m sorry about that/);
    expect(shown()).toMatchObject({ replace_original: false });
    expect(await open('p1')).toMatchObject({ work: { kind: 'edit' } });
  });
});

it('a document of another person, named by a forged button, is not shown', async () => {
  for (const state of ['delivered', 'following'] as const) {
    const { harness, say, shown, pressOther } = talk();
    harness.answers['conversations.info'] = { channel: { id: 'G7', is_member: true, is_private: true } };
    harness.generations.put(aGeneration({ id: 'g9', person: 'UBEN', channel: 'G7', rootTs: '5.5', state }));
    await say('slides on tea');
    await pressOther('document g9 p1 - make the title shorter');
    expect(wordsOf(shown())).toBe('I can’t change that document. This card is still open.');
  }
});
