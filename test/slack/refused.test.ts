import { describe, expect, it } from 'vitest';
import type { BudgetBlocker } from '../../src/asks/limits.ts';
import { press } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue, wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** Ana has reached her limit of credits. Once an admin raises it, she repeats the words that the refusal kept. */

const REACHED: BudgetBlocker = { blocker: 'credits_of_person', used: 20, limit: 20 };

function anaAtHerLimit() {
  const talk = talkTo();
  const { generations, made, send } = talk.harness;
  const reach = (found: BudgetBlocker | undefined) => {
    generations.budgetBlocker = async () => found;
  };
  reach(REACHED);
  const newest = () =>
    [...made('chat.postMessage'), ...made('chat.postEphemeral'), ...made('respond')]
      .filter(({ blocks }) => buttonsOf(blocks).includes('Ask an admin'))
      .at(-1);
  /** Ana presses "Ask an admin". Returns the words that the answer keeps for her. */
  async function askAdmin(): Promise<string> {
    await send(press({ action_id: 'budget_ask_admin', value: buttonValue(newest(), 'budget_ask_admin') }));
    const answer = wordsOf(made('respond').at(-1));
    return /```([\s\S]*)```/.exec(answer)?.[1] ?? `no words in ${answer}`;
  }
  return { ...talk, reach, askAdmin };
}

const WORDS = 'make 5 slides about tea, as PDF, in German, theme Ocean';
const CHOICES = {
  ...{ prompt: 'tea', slides: 5, exportAs: 'pdf', language: 'de' },
  theme: { id: 'ocean', name: 'Ocean' },
};

describe('a person at their limit asks an admin', () => {
  it.each<Place>(['dm', 'channel', 'command'])('and keeps all words, typed in %s', async (where) => {
    const { say, reach, askAdmin } = anaAtHerLimit();
    await say(WORDS, where);
    const kept = await askAdmin();
    expect(kept).toContain('5 slides');
    reach(undefined);
    expect(await say(kept, where)).toMatchObject({ ask: CHOICES });
  });

  it('and keeps the words of a mention in a thread', async () => {
    const { say, reach, askAdmin } = anaAtHerLimit();
    await say('make 5 slides in German', 'thread');
    const kept = await askAdmin();
    reach(undefined);
    expect(await say(kept, 'thread')).toMatchObject({ kind: 'made', ask: { slides: 5, language: 'de' } });
  });

  it('after a yes, and keeps what later sentences have changed', async () => {
    const { say, reach, askAdmin } = anaAtHerLimit();
    reach(undefined);
    await say('slides about tea, theme Ocean, as PDF');
    await say('in German, 5 slides');
    reach(REACHED);
    await say('yes');
    const kept = await askAdmin();
    reach(undefined);
    await say('no');
    expect(await say(kept)).toMatchObject({ ask: CHOICES });
  });

  it.each([
    'a picture of a lighthouse',
    'thorough slides about tea for the board',
    'a web page on tea, with photos, formal',
  ])('after a yes to “%s”', async (words) => {
    const { say, reach, askAdmin } = anaAtHerLimit();
    reach(undefined);
    const before = await say(words);
    reach(REACHED);
    await say('yes');
    const kept = await askAdmin();
    reach(undefined);
    await say('no');
    expect(await say(kept), kept).toEqual(before);
  });
});
