import { describe, expect, it } from 'vitest';
import type { Generation } from '../../src/generations/generation.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { event } from '../support/harness/slack-requests.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** What people say after a result: in its thread, and in the direct messages after it. */

/** Deckhand, with a document that was just delivered in a direct message and in the thread of a channel. */
function afterResult(given: Partial<Generation> = {}) {
  const talk = talkTo({ settings: playedSettings({ changes: 'everyone' }) });
  const createdAt = new Date(talk.harness.slack.clock.now());
  const { generations } = talk.harness;
  generations.put(aGeneration({ createdAt, updatedAt: createdAt, channel: 'C1', threadTs: '1.1', ...given }));
  generations.put(
    aGeneration({ createdAt, updatedAt: createdAt, id: 'g2', channel: 'D1', rootTs: '5.5', ...given }),
  );
  return talk;
}

const change = (instruction: string) => `Change “Spring launch in Lisbon”? “${instruction}”`;

describe('a change that names another document than the last one', () => {
  it.each([
    'make the offer’s title shorter',
    'change the offer: shorten the title',
    'drop the prices from the offer',
  ])('“%s”', async (words) => {
    const { harness, say } = afterResult();
    const createdAt = new Date(harness.slack.clock.now() - 60_000);
    const offer = { id: 'g3', docId: 'd3', title: 'Offer for a shoot', createdAt, updatedAt: createdAt };
    harness.generations.put(aGeneration({ ...offer, channel: 'D1' }));
    expect(await say(words)).toMatchObject({ words: expect.stringMatching(/^Change “Offer for a shoot”\?/) });
  });
});

describe('a document that a sentence names', () => {
  function twoDocuments() {
    const talk = afterResult();
    const createdAt = new Date(talk.harness.slack.clock.now() - 60_000);
    const offer = { id: 'g3', docId: 'd3', title: 'Offer for Svalbard', createdAt, updatedAt: createdAt };
    talk.harness.generations.put(aGeneration({ ...offer, channel: 'D1' }));
    return talk;
  }

  it('is the one that the answer is about, and the one that is changed', async () => {
    const { harness, say } = twoDocuments();
    expect(await say('who at northwind can read my svalbard offer?')).toMatchObject({
      words: expect.stringMatching(/^In Slack/),
    });
    expect(JSON.stringify(harness.made('chat.postMessage').at(-1))).toContain('|Offer for Svalbard>');
    for (const words of ['shorten my offer and make it more friendly', 'make my offer shorter']) {
      expect(await say(words)).toMatchObject({
        words: expect.stringMatching(/^Change “Offer for Svalbard”\?/),
      });
      await say('no');
    }
  });

  it('is none of the others if no title has its name', async () => {
    const { say } = twoDocuments();
    expect(await say('who can see the lofoten offer?')).toMatchObject({
      words: expect.stringMatching(/^I find no document of yours with this name/),
    });
  });

  it.each(['in English please', 'now the same in English please, keep the German'])(
    '“%s” in its thread proposes it in English',
    async (words) => {
      const { say } = afterResult();
      expect(await say(words, 'dmThread')).toMatchObject({ kind: 'card', ask: { language: 'en' } });
    },
  );
});

describe('the words of the button of a change', () => {
  it.each(['ok change it', 'change it', 'yes change it'])('“%s” is a yes to its card', async (words) => {
    const { say } = afterResult();
    await say('make the title shorter');
    expect(await say(words)).toMatchObject({ kind: 'made', ask: { work: { kind: 'edit' } } });
  });

  it.each([
    'ok change it to blue',
    'can you change it?',
    'change it but keep the subtitle',
    'don’t change it',
  ])('“%s” is none', async (words) => {
    const { harness, say } = afterResult();
    const before = harness.generations.all().length;
    await say('make the title shorter');
    await say(words);
    expect(harness.generations.all()).toHaveLength(before);
  });

  it('after the answer to another order, it is asked for again', async () => {
    const { say } = afterResult();
    await say('make the title shorter');
    await say('how do i delete it?');
    expect(await say('ok change it')).toMatchObject({ words: expect.stringMatching(/is still open/) });
  });

  it('to the card of a new document, it is none', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await say('ok change it');
    expect(harness.generations.all()).toEqual([]);
  });
});

describe('an order to delete a document or for its file shows its menu', () => {
  const HOW_TO_DELETE = /^To archive or delete it, choose/;
  const FILE = /^Its file is in the thread below it/;
  it.each([
    ['delete the customer voice one pls, its all wrong', '#customer-voice', HOW_TO_DELETE],
    ['i dont need this one, throw it away', 'Spring launch', HOW_TO_DELETE],
    ['throw it away', 'Spring launch', HOW_TO_DELETE],
    ['send it as pdf', 'Spring launch', FILE],
    ['i need the customer voice deck as a pdf', '#customer-voice', FILE],
  ])('“%s”', async (words, title, answer) => {
    const { harness, say } = afterResult();
    const createdAt = new Date(harness.slack.clock.now() - 60_000);
    const voice = { id: 'g3', docId: 'd3', title: '#customer-voice, last week', createdAt };
    harness.generations.put(aGeneration({ ...voice, updatedAt: createdAt, channel: 'D1' }));
    expect(await say(words)).toMatchObject({ kind: 'says', words: expect.stringMatching(answer) });
    const shown = harness.made('chat.postMessage').at(-1);
    expect(wordsOf(shown)).toContain(title);
    expect(buttonsOf(shown)).toContain('Comments, readers, archive…');
  });

  it.each(['no, i want it deleted', 'delete this one'])(
    '“%s” on the card of a change shows the menu of the document, and drops the change',
    async (words) => {
      const { say } = afterResult();
      await say('make the title shorter');
      expect(await say(words)).toMatchObject({ words: expect.stringMatching(HOW_TO_DELETE) });
      expect(await say('yes')).toMatchObject({ words: expect.stringMatching(/^Nothing is waiting/) });
    },
  );

  it('“throw it away” drops an open card for a new document', async () => {
    const { say } = afterResult();
    await say('slides on tea');
    expect(await say('i dont need this one, throw it away')).toMatchObject({
      words: expect.stringMatching(/^OK, not made/),
    });
  });
});

describe('a new document that only its author may see is no change of the last one', () => {
  const SALARY =
    'prep for my own salary talk with Ana on thursday: launch at 128% of plan. ask: 8% raise. one page, nobody else must see it';

  it.each([
    SALARY,
    `something private: ${SALARY}`,
    'make something private: salary talk, nobody else must see it',
  ])('“%s”', async (words) => {
    for (const before of [undefined, 'make the title shorter']) {
      const { say } = afterResult();
      if (before) await say(before);
      expect(await say(words)).toMatchObject({
        kind: 'card',
        ask: { destination: { channel: 'UANA' }, work: { kind: 'document' } },
      });
    }
  });

  it('a copy keeps who may see it, and a new document with its own topic is no copy', async () => {
    const { say } = afterResult();
    expect(await say('translate it to german as a separate copy, only for me')).toMatchObject({
      kind: 'card',
      ask: { language: 'de', prompt: 'Spring launch', destination: { channel: 'UANA' } },
    });
    await say('no');
    expect(await say('slides on our offer for Finland in Finnish, keep the original prices')).toMatchObject({
      ask: { language: 'fi', prompt: 'our offer for Finland, keep the original prices' },
    });
  });

  it('a copy of a document whose text was deleted keeps its title and its number of slides', async () => {
    const { harness, say } = afterResult({ slideTitles: ['Start'] });
    harness.slack.generations.askOf = async () => anAsk({ person: 'UANA', prompt: '' });
    expect(await say('the same in norwegian')).toMatchObject({
      kind: 'card',
      ask: { language: 'nb', title: 'Spring launch in Lisbon', slides: 1, template: { id: 'doc-1' } },
    });
  });

  it('two wishes for the same copy in other words, one after the other, are both answered', async () => {
    const { say } = afterResult();
    await say('German copy please');
    await say('no');
    expect(await say('and now a german version of the deck')).toMatchObject({ kind: 'card' });
  });

  it('a copy wished for on the card of a change says how, and changes nothing', async () => {
    const { say, harness } = afterResult();
    await say('translate the deck to german');
    expect(await say('no no, I want a copy. leave the original')).toMatchObject({
      words: expect.stringMatching(/^A change is made in the document itself\. For a copy/),
    });
    expect(harness.generations.all()).toHaveLength(2);
  });

  it.each(['no, keep the english one, a german copy please', 'no, a german copy please'])(
    '“%s” replaces the card of a change with the card of a copy',
    async (words) => {
      const { say, harness } = afterResult();
      await say('translate the deck to german');
      await say(words);
      expect(await say('yes')).toMatchObject({
        kind: 'made',
        ask: { language: 'de', prompt: 'Spring launch', work: { kind: 'document' } },
      });
      expect(harness.generations.all()).toHaveLength(3);
    },
  );

  it.each<Place>(['dm', 'dmThread', 'thread'])(
    'a change that is to be a new document replaces the card of the change (%s)',
    async (where) => {
      const { say, harness } = afterResult();
      await say('add a photo', where);
      await say('and make it friendlier', where);
      await say('yes but make it new, not change the old one', where);
      expect(await say('yes', where)).toMatchObject({
        kind: 'made',
        ask: { work: { kind: 'document' }, prompt: 'Spring launch\nadd a photo; make it friendlier' },
      });
      expect(harness.generations.all()).toHaveLength(3);
    },
  );

  it('a change of the document of another person cannot become a new one', async () => {
    const { say } = afterResult({ person: 'UBEN' });
    await say('add a photo', 'thread');
    expect(await say('no, make it new', 'thread')).toMatchObject({
      words: expect.stringMatching(/^I can make a new one only from a document of yours/),
    });
  });

  it('a copy in the thread of an older document is of this document', async () => {
    const { harness, say } = afterResult();
    const createdAt = new Date(harness.slack.clock.now() - 5 * 3_600_000);
    const ask = anAsk({ person: 'UANA', prompt: 'Decisions for Mei', format: 'document' });
    const memo = { id: 'g3', docId: 'd3', title: 'Memo for Mei', ask, createdAt, updatedAt: createdAt };
    harness.generations.put(aGeneration({ ...memo, channel: 'C1', threadTs: '1.2' }));
    expect(await say('the memo in german as a copy, keep this one', 'otherThread')).toMatchObject({
      kind: 'card',
      ask: { language: 'de', prompt: 'Decisions for Mei' },
    });
  });

  it('“undo the whole thing” on the card of a change drops it', async () => {
    const { say, harness } = afterResult();
    await say('make the title shorter');
    expect(await say('undo the whole thing')).toMatchObject({
      words: expect.stringMatching(/^OK, not made/),
    });
    expect(harness.generations.all()).toHaveLength(2);
  });

  it.each([
    'keep the original prices in the table',
    'leave the original title',
    'not the original logo, the new one',
    'we need a copy of the logo on each slide',
  ])('“%s” on the card of a change is added to it', async (words) => {
    const { say } = afterResult();
    await say('make the title shorter');
    expect(await say(`and ${words}`)).toMatchObject({ words: change(`make the title shorter; ${words}`) });
  });

  it.each([
    ['the same, but keep the budget', 'keep the budget'],
    ['the same for the board, leave the appendix', 'for the board, leave the appendix'],
    ['the same but shorter, and keep the intro', 'shorter, and keep the intro'],
    ['German copy please, keep the prices', 'keep the prices'],
    ['the same for the board, keep the original', 'for the board'],
    ['the same for the board, and leave the German one as it is', 'for the board'],
  ])('“%s” has the wish “%s”', async (words, wish) => {
    const { say } = afterResult();
    expect(await say(words)).toMatchObject({ kind: 'card', ask: { prompt: `Spring launch\n${wish}` } });
  });

  it.each([
    ['oh no, that went to general, can you take the guide back?', /^I can’t take a post back/],
    ['how do I delete the post in general?', /^I can’t take a post back/],
    ['get the post back please', /^I can’t take a post back/],
    ['and stop the monday summary again', /^I find no digest of yours/],
    ['how many credits did I use this week?', /^You have used \d+ credits this month/],
  ])('“%s” is no change of it', async (words, answer) => {
    const { say } = afterResult();
    expect(await say(words)).toMatchObject({ words: expect.stringMatching(answer) });
  });

  it.each<Place>(['dm', 'dmThread'])('a part that is wanted back is a change (%s)', async (where) => {
    const said = [
      'please get the old title back',
      'can I get the old title back?',
      'please get the budget slide back',
    ];
    for (const words of said)
      expect(await afterResult().say(words, where)).toMatchObject({
        words: change(/get .* back/.exec(words)?.[0] ?? ''),
      });
  });

  it('the old version is wanted back: that is undo', async () => {
    const { say } = afterResult();
    expect(await say('can I get the old version back?')).toMatchObject({
      words: expect.stringMatching(/^I can undo only on an open card/),
    });
    await say('make the title shorter');
    await say('and swap slide 2 and 3');
    expect(await say('get the old version back')).toMatchObject({ words: change('make the title shorter') });
  });

  it.each([
    'can I get the launch deck in german too? keep the english one',
    'and now a german version of the deck, Jonas’ people ask',
    'German copy please',
  ])('“%s” is a copy', async (words) => {
    const { say } = afterResult();
    expect(await say(words)).toMatchObject({
      kind: 'card',
      ask: { language: 'de', work: { kind: 'document' } },
    });
  });

  it.each([
    'make the title shorter and keep the original photo',
    'simplify slide 3, nobody else understands it',
    'remove slide 3, it is only for me',
    'translate slide 3 to German, keep the first one',
  ])('“%s” is a change of a part', async (words) => {
    const { say } = afterResult();
    expect(await say(words)).toMatchObject({ words: change(words) });
  });

  it('an order in Norwegian is a change', async () => {
    const { say } = afterResult();
    expect(await say('kan du gjøre det på norsk, og litt kortere?')).toMatchObject({
      words: change('gjøre det på norsk, og litt kortere'),
    });
  });

  it('praise before a wish, in the thread of a document, changes this document', async () => {
    const { say } = afterResult();
    expect(await say('nice. but pls the title shorter', 'dmThread')).toMatchObject({
      words: change('the title shorter'),
    });
  });
});

describe.each<Place>(['dm', 'dmThread', 'thread'])('after a result (%s)', (where) => {
  it.each([
    'shorter title, and swap slide 2 and 3',
    'the second slide is too empty',
    'the title is wrong, it should be Porto',
    'make it shorter',
    'that pdf has 3 pages. i said one page',
    'traduis le brief en français',
    'the second risk is wrong, courier is solved. can you fix that in the pager',
  ])('“%s” proposes a change of the document', async (words) => {
    const { harness, say } = afterResult();
    expect(await say(words, where)).toEqual({ kind: 'says', words: change(words) });
    expect(harness.generations.all()).toHaveLength(2);
  });

  it.each([
    [
      'there are prices in the title!! take them out, and does the agency see this?',
      'there are prices in the title!! take them out',
    ],
    ['take the prices out of the title, and who sees this?', 'take the prices out of the title'],
  ])('“%s” is a change, and its card answers the question', async (words, instruction) => {
    const { harness, say } = afterResult();
    expect(await say(words, where)).toMatchObject({ words: change(instruction) });
    const shown = harness.made(where === 'thread' ? 'chat.postEphemeral' : 'chat.postMessage').at(-1);
    expect(wordsOf(shown)).toContain('Nothing was chosen for its link');
  });

  it('a mix-up is a change', async () => {
    const { say } = afterResult();
    expect(await say('oops, wrong customer, it is X not Y', where)).toMatchObject({
      words: change('wrong customer, it is X not Y'),
    });
  });

  it('a second change is added to the open card, and one yes makes both in one change', async () => {
    const { harness, say } = afterResult();
    await say('make the title shorter', where);
    expect(await say('and swap slide 2 and 3', where)).toMatchObject({
      words: change('make the title shorter; swap slide 2 and 3'),
    });
    expect(await say('the last slide is too empty', where)).toMatchObject({
      words: change('make the title shorter; swap slide 2 and 3; the last slide is too empty'),
    });
    await say('undo', where);
    expect(await say('yes', where)).toMatchObject({
      ask: { work: { kind: 'edit' }, prompt: 'make the title shorter\nswap slide 2 and 3' },
    });
    expect(harness.generations.all()).toHaveLength(3);
    expect(await say('yes', where)).toMatchObject({ words: expect.stringContaining('Nothing is waiting') });
  });

  it.each([
    ['what did it cost?', 'Used 40 credits to make it.'],
    [
      'what will it cost?',
      'Used 40 credits to make it. A change spends credits only after you press *Change it*.',
    ],
    ['can u send it to chloe', expect.stringMatching(/^I can’t send it to people\. Pass on its link/)],
    ['can you delete it?', 'To archive or delete it, choose *Comments, readers, archive…* in the menu here.'],
    ['can I have the link again?', 'The title here is the link.'],
    ['show me that again', 'The title here is the link.'],
    ['can you send me the deck again please', 'The title here is the link.'],
    ['when is it ready?', 'It is ready. The title here is the link.'],
    ['is it done yet?', 'It is ready. The title here is the link.'],
    ['which theme did you use?', 'It has the theme “Ocean”.'],
    [
      'can I have it as PDF?',
      'Its file is in the thread below it, and the menu here exports it as PowerPoint, PDF or PNG.',
    ],
    [
      'can my boss edit it?',
      'Who may open or edit it is set on its own page, behind the title. *Comments, readers, archive…* in the menu shows what was chosen here.',
    ],
  ])('“%s” is answered, with the document’s menu', async (words, answer) => {
    const { harness, say } = afterResult();
    expect(await say(words, where)).toEqual({ kind: 'says', words: answer });
    const shown = harness.made(where === 'thread' ? 'chat.postEphemeral' : 'chat.postMessage').at(-1);
    expect(buttonsOf(shown)).toEqual(expect.arrayContaining(['Change it…', 'Comments, readers, archive…']));
  });

  it.each(['the deck is wrong', 'why is slide 3 empty?'])(
    '“%s” gets a button that opens the form with these words',
    async (words) => {
      const { say } = afterResult();
      expect(await say(words, where)).toEqual({
        kind: 'says',
        words:
          'Say what should be different, for example `make the title shorter`, and I’ll show you the change first.',
      });
    },
  );

  it.each([
    'undo it',
    'can i undo that',
    'can you undo that?',
    'how do I undo this?',
    'please undo the change',
  ])('“%s” is answered with what undo can do', async (words) => {
    const { harness, say } = afterResult();
    expect(await say(words, where)).toEqual({
      kind: 'says',
      words: `I can undo only on an open card, and none is open. A change of a document stays. Say what should be as before, for example \`${where === 'thread' ? '@Deckhand ' : ''}make the title longer again\`, and I’ll show you that change first.`,
    });
    await say('make it shorter', where);
    expect(await say(words, where)).toMatchObject({ words: expect.stringContaining('nothing to undo') });
    expect(harness.generations.all()).toHaveLength(2);
  });

  it.each(['great work', 'great, the client has it already', 'thanks!'])(
    '“%s” gets thanks',
    async (words) => {
      const { say } = afterResult();
      expect(await say(words, where)).toEqual({ kind: 'says', words: 'You’re welcome!' });
    },
  );

  it('a change handled again after a crash is on the card once', async () => {
    const { harness, say } = afterResult();
    await say('make the title shorter', where);
    const [places, type] = [
      where === 'thread'
        ? { channel: 'C1', thread_ts: '1.1' }
        : { channel: 'D1', channel_type: 'im', ...(where === 'dmThread' && { thread_ts: '5.5' }) },
      where === 'thread' ? 'app_mention' : 'message',
    ];
    const text = `${where === 'thread' ? '<@UBOT> ' : ''}less text`;
    const said = event({ type, user: 'UANA', text, ts: '4.1', ...places }, 'EvCrashed');
    await harness.send(said);
    await harness.send(said, { isAgain: true });
    expect(await say('yes', where)).toMatchObject({ ask: { prompt: 'make the title shorter\nless text' } });
  });
});

it('ten minutes after a result in direct messages, a statement is no change, and an order still is', async () => {
  const { harness, say } = afterResult();
  await harness.slack.clock.sleep(10 * 60_000);
  expect(await say('slide 4 needs a source')).toMatchObject({ kind: 'card' });
  await say('no');
  expect(await say('make it shorter')).toMatchObject({ words: change('make it shorter') });
});

it('after a result in direct messages, what is no thanks is not thanked for', async () => {
  const { harness, say } = afterResult();
  expect(await say('Kofi, I’m trying your mobile now')).toMatchObject({
    kind: 'says',
    words: expect.stringMatching(/^I took that as a remark, so nothing was made/),
  });
  expect(await say('show me what i made')).toMatchObject({ words: 'Your last 2 documents.' });
  expect(harness.generations.all()).toHaveLength(2);
});

it.each(['our autumn collection for wholesale buyers', 'a deck on our autumn collection'])(
  'after a result in direct messages, “%s” is a new document',
  async (words) => {
    const { say } = afterResult();
    expect(await say(words)).toMatchObject({ kind: 'card', ask: { work: { kind: 'document' } } });
  },
);

it.each<Place>(['dm', 'thread'])(
  '“show me that again” is no change while a change is open (%s)',
  async (where) => {
    const { say } = afterResult();
    await say('make it shorter', where);
    expect(await say('show me that again', where)).toMatchObject({
      kind: 'says',
      words: expect.stringMatching(/^The title here is the link|^Your last/),
    });
    expect(await say('yes', where)).toMatchObject({ ask: { prompt: 'make it shorter' } });
  },
);

it.each<Place>(['dm', 'thread'])(
  '“another version” is a new document like the result, also while a change is open (%s)',
  async (where) => {
    const { harness, say } = afterResult();
    const again = { kind: 'card', ask: { work: { kind: 'document' }, prompt: 'Spring launch\ndarker' } };
    expect(await say('do another version of it but darker', where)).toMatchObject(again);
    await say('no', where);
    await say('make it shorter', where);
    expect(await say('another version, but darker', where)).toMatchObject(again);
    expect(harness.generations.all()).toHaveLength(2);
  },
);

describe('a change of a document that is named before it', () => {
  const green = 'make the background green';
  /** Ana has a post, too, and it is older than the presentations. */
  function afterPost() {
    const talk = afterResult();
    const ask = anAsk({ person: 'UANA', format: 'social' });
    const post = { id: 'g3', docId: 'doc3', title: 'Walking Review', channel: 'D1', createdAt: new Date(0) };
    talk.harness.generations.put(aGeneration({ ...post, ask }));
    return talk;
  }

  it.each<Place>(['dm', 'channel', 'command'])('is proposed for this document (%s)', async (where) => {
    const { say } = afterPost();
    for (const name of ['the linkedin post', 'the walking review post', 'ok, my last post'])
      expect(await say(`${name}: ${green}`, where)).toMatchObject({
        words: `Change “Walking Review”? “${green}”`,
      });
    expect(await say('the Lisbon deck: shorter title', where)).toMatchObject({
      words: change('shorter title'),
    });
  });

  it('is a new document if none has this name', async () => {
    const { say } = afterPost();
    expect(await say(`the boots post: ${green}`)).toMatchObject({ kind: 'card' });
  });

  it('is a change of the open card, if this is of the same kind', async () => {
    const { say } = afterPost();
    await say('make a linkedin post about tea');
    expect(await say('the post: shorter')).toMatchObject({ kind: 'changed' });
  });
});

it('while a card is open, “when is it ready?” is about the card', async () => {
  const { say } = afterResult();
  await say('slides on tea');
  expect(await say('when is it ready?')).toMatchObject({ words: expect.stringMatching(/^A quick document/) });
});

it('in a thread without a document, a correction proposes no change', async () => {
  const { say } = talkTo();
  expect(await say('the title is wrong, it should be Porto', 'thread')).toMatchObject({ kind: 'card' });
});

it('in the thread of a document, a sentence for other people that mentions Deckhand is no change', async () => {
  const { say } = afterResult();
  expect(await say('I told <@UBOT> that slide 2 is too empty', 'thread')).not.toMatchObject({
    words: expect.stringContaining('Change “'),
  });
});

it('“one more slide” in the thread of a document is a change, and not made at once', async () => {
  const { say } = afterResult();
  expect(await say('one more slide on hiring please', 'thread')).toMatchObject({
    words: change('one more slide on hiring'),
  });
});

describe('the last result is deleted in its menu', () => {
  const orders = [
    'delete the last one',
    'delete the last document',
    'lösch das Dokument',
    'supprime le dernier document',
  ];
  it.each(orders)('“%s” shows the result with how to delete it, also with an open card', async (words) => {
    const { harness, say } = afterResult();
    const how = { words: expect.stringMatching(/^To archive or delete it, choose/) };
    expect(await say(words)).toMatchObject(how);
    await say('slides on tea');
    expect(await say(words)).toMatchObject(how);
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toContain('Comments, readers, archive…');
    // This yes may mean the deletion.
    expect(await say('yes')).toMatchObject({
      words: expect.stringMatching(/^The card for “tea” is still open/),
    });
    expect(await say('yes')).toMatchObject({ kind: 'made', ask: { prompt: 'tea' } });
  });

  it('“ok delete that one” means the result, or else the open card', async () => {
    const { say } = afterResult();
    const how = { words: expect.stringMatching(/^To archive or delete it, choose/) };
    for (const where of ['dm', 'thread'] as const)
      expect(await say('ok delete that one', where)).toMatchObject(how);
    await say('slides on tea');
    expect(await say('ok delete that one')).toMatchObject({ words: 'OK, not made. Nothing was spent.' });
  });

  it('days later, too', async () => {
    const { say } = afterResult({ createdAt: new Date('2026-01-02T09:00:00Z') });
    expect(await say('delete the last one')).toMatchObject({ words: expect.stringMatching(/^To archive/) });
  });

  it('“delete the last slide” does not mean the document', async () => {
    const { say } = afterResult();
    expect(await say('delete the last slide')).not.toMatchObject({
      words: expect.stringMatching(/^To archive/),
    });
  });
});

describe('thanks while something is made', () => {
  it.each(['ok super danke', 'ok thanks', 'oui merci'])('“%s” gets a friendly word', async (words) => {
    const { say } = afterResult({ state: 'following', docId: undefined });
    const { words: answer } = (await say(words)) as { words: string };
    expect(answer).toMatch(/^You’re welcome!/);
  });
});

describe('a document that is sent to a person', () => {
  it.each([
    'share the memo with <@UBEN|Mei Tanaka> please',
    'send the memo to Ben',
    'share the memo with Ben',
  ])('“%s” shows the last one of this kind', async (words) => {
    const { harness, say } = afterResult();
    const at = new Date(harness.slack.clock.now() - 60_000);
    const ask = anAsk({ person: 'UANA', format: 'document' });
    const memo = { id: 'g3', docId: 'd3', title: 'Decisions for Mei', ask, createdAt: at, updatedAt: at };
    harness.generations.put(aGeneration({ ...memo, channel: 'D1' }));
    expect(await say(words)).toMatchObject({ words: expect.stringMatching(/^I can’t send it to people/) });
    expect(wordsOf(harness.made('chat.postMessage').at(-1))).toContain('Decisions for Mei');
  });

  it('that is only planned is the card', async () => {
    const { say } = afterResult();
    await say('a new deck on our tents for the fair');
    expect(await say('share the deck with Ben')).toMatchObject({
      words: expect.stringMatching(/^It isn’t made yet/),
    });
  });
});

describe('an order about “it” in the thread of a document', () => {
  function inThreadOf(person: string) {
    const talk = talkTo();
    const at = new Date(talk.harness.slack.clock.now() - 5 * 3_600_000);
    const { generations } = talk.harness;
    generations.put(aGeneration({ person, createdAt: at, updatedAt: at, channel: 'C1', threadTs: '1.1' }));
    return talk;
  }

  it.each(['make it 5 slides', 'make it 5 slides instead', 'make it shorter pls'])(
    'of somebody else, “%s” is refused',
    async (words) => {
      const { say, harness } = inThreadOf('UBEN');
      expect(await say(words, 'thread')).toMatchObject({
        words: expect.stringMatching(/^Only the person who asked for this, or a Slack admin, can change it/),
      });
      expect(harness.generations.all()).toHaveLength(1);
    },
  );

  it.each(['make it 5 slides', 'can you make it 5 slides please?'])(
    'of their own, “%s” changes it',
    async (words) => {
      const { say } = inThreadOf('UANA');
      expect(await say(words, 'thread')).toMatchObject({ words: change('make it 5 slides') });
    },
  );

  it('another kind of document is not made at once, but in a thread without a document it is', async () => {
    const { say } = inThreadOf('UBEN');
    expect(await say('turn it into a one-pager', 'thread')).toMatchObject({ kind: 'card' });
    expect(await say('turn it into a one-pager', 'otherThread')).toMatchObject({ kind: 'made' });
  });
});

describe('an order to share in another language', () => {
  it.each([
    'teil das bitte mit <#C2|revenue>',
    'ok dann in <#C2|revenue> teilen',
    'teile es in <#C2|revenue>',
    'share it with <#C2|revenue>',
  ])('“%s” gets the form for it, also while a change is open', async (words) => {
    const { say } = afterResult({ channel: 'D1', threadTs: undefined });
    const form = { kind: 'says', words: 'The button posts it in <#C2>, after you have seen the form.' };
    expect(await say(words)).toEqual(form);
    await say('make the title shorter');
    expect(await say(words)).toEqual(form);
  });

  it('names the document by a word of its title', async () => {
    const { harness, say } = afterResult({ channel: 'D1', threadTs: undefined });
    const createdAt = new Date(harness.slack.clock.now() - 60_000);
    const harbour = { id: 'g3', docId: 'd3', title: 'Hafenplan', createdAt, updatedAt: createdAt };
    harness.generations.put(aGeneration({ ...harbour, channel: 'D1' }));
    await say('kannst du den hafenplan bitte in <#C2|revenue> teilen');
    expect(wordsOf(harness.made('chat.postMessage').at(-1))).toContain('Hafenplan');
  });
});

it('“machs nochmal auf französisch” after a result proposes it in French', async () => {
  const { say } = afterResult();
  expect(await say('machs nochmal auf französisch')).toMatchObject({ kind: 'card', ask: { language: 'fr' } });
});

it('a remark on the last document in the form of a question offers a change', async () => {
  const { say } = afterResult();
  expect(await say('the spring launch only has one slide?')).toMatchObject({
    words: expect.stringMatching(/^Say what should be different/),
  });
});

describe('an order to draw the last picture again', () => {
  const hiker = 'a hiker on a ridge';
  it.each<[string, string, Place?]>([
    ['draw the picture again but with a red backpack', `${hiker}\nwith a red backpack`],
    ['draw the picture again but with a red backpack', `${hiker}\nwith a red backpack`, 'channel'],
    ['draw the picture again but with a red backpack', `${hiker}\nwith a red backpack`, 'thread'],
    ['draw it again, but with a red backpack', `${hiker}\nwith a red backpack`],
    ['draw the picture again with a red backpack', `${hiker}\nwith a red backpack`],
    ['the same picture, but in winter', `${hiker}\nin winter`],
    ['please draw that image once more, in winter', `${hiker}\nin winter`],
    ['can you draw the picture again but in winter?', `${hiker}\nin winter`],
    ['the picture again without the dog', `${hiker}\nwithout the dog`],
    ['mal das Bild nochmal, aber mit rotem Rucksack', `${hiker}\nmit rotem Rucksack`],
    ['make the picture again, square', hiker],
    ['draw the picture again', hiker],
    ['draw the picture of a hut again, but red', 'the picture of a hut again, but red'],
  ])('“%s”', async (words, prompt, where = 'dm') => {
    const ask = anAsk({ ...{ team: 'T1', person: 'UANA', prompt: hiker }, work: { kind: 'image' } });
    const { say } = afterResult({ work: 'image', ask, label: hiker, title: undefined, docId: undefined });
    expect(await say(words, where)).toMatchObject({ kind: 'card', ask: { work: { kind: 'image' }, prompt } });
  });
});
