import { describe, expect, it } from 'vitest';
import { messageFrom } from '../../src/sources/message.ts';
import { filterMessages } from '../../src/sources/transcript/filter.ts';
import { transcriptOf } from '../../src/sources/transcript/transcript.ts';
import { context } from './context.ts';

const rules = { optedOut: new Set(['U0CHLOE']), reaction: 'speak_no_evil', ownUser: 'U0BOT' };

/** Returns the transcript of a thread with these messages of Ben. */
async function use(...each: object[]) {
  const messages = each.flatMap(
    (fields, index) => messageFrom({ ts: `177244590${index}.000100`, user: 'U0BEN', ...fields }) ?? [],
  );
  const style = { context, kind: 'thread' as const, title: 'Thread in #general', linkTo: () => undefined };
  const { text, note = '' } = await transcriptOf({ messages, rules, ...style, limit: 400_000 });
  return { text, note, excluded: (await filterMessages(messages, rules)).excluded };
}

const shared = (fields: object) => ({ is_msg_unfurl: true, is_share: true, ...fields });

describe('a shared message', () => {
  it.each([
    ['of Chloe, who opted out', { author_id: 'U0CHLOE' }],
    [
      'of Chloe, named in the shared message',
      { message_blocks: [{ message: { user: 'U0CHLOE', blocks: [] } }] },
    ],
    [
      'of Chloe, without Slack’s flags',
      { is_msg_unfurl: undefined, is_share: undefined, message_blocks: [{ message: { user: 'U0CHLOE' } }] },
    ],
    ['of Chloe, known by her address', { author_link: 'https://northwind.slack.com/team/U0CHLOE' }],
  ])('%s: only the shared words are left out, and the note counts them', async (_, by) => {
    const attachment = shared({ ...by, author_name: 'Chloe', text: 'we should let Bob go', ts: '1.1' });
    const { text, note } = await use({ text: 'Look at this', attachments: [attachment] });
    expect(text).toContain('Look at this');
    expect(text).not.toMatch(/Bob|Chloe/);
    expect(note).toBe('Left out since their authors opted out: 1 message.');
  });

  it('has no titles of files of people who opted out, in the message or in a shared one', async () => {
    const file = (id: string, user: string) => ({
      id,
      user,
      title: `Plan of ${user}`,
      mimetype: 'text/plain',
    });
    const files = [file('F1', 'U0CHLOE'), file('F2', 'U0ANA')];
    const { text } = await use({
      text: 'Both plans',
      files,
      attachments: [shared({ author_id: 'U0ANA', files })],
    });
    expect(text.match(/Plan of U0ANA/g)).toHaveLength(2);
    expect(text).not.toContain('CHLOE');
  });

  it.each([
    ['in its text', { text: 'My salary is 5 !nodeck' }],
    ['in its fallback', { text: 'My salary is 5', fallback: '[Ana] My salary is 5 !nodeck' }],
    [
      'in its blocks',
      {
        message_blocks: [
          { message: { blocks: [{ type: 'section', text: { text: 'My salary\n!nodeck' } }] } },
        ],
      },
    ],
  ])('marked by its author %s: it is left out, and the note counts it', async (_, words) => {
    const { text, note } = await use({
      text: 'Look',
      attachments: [shared({ author_id: 'U0ANA', ...words })],
    });
    expect(text).toContain('Look');
    expect(text).not.toContain('salary');
    expect(note).toBe('Left out as marked not to be used: 1 message.');
  });

  it('of the same thread with the reaction: it is left out in both places and counted once', async () => {
    const { text, excluded } = await use(
      { text: 'My doubt', user: 'U0ANA', reactions: [{ name: 'speak_no_evil', count: 1 }] },
      { text: 'See above', attachments: [shared({ ts: '1772445900.000100', text: 'My doubt' })] },
    );
    expect(text).not.toContain('doubt');
    expect(excluded).toMatchObject({ marked: 1, optedOut: 0 });
  });

  it('that may be used is included', async () => {
    const { text, note } = await use({
      text: 'Look',
      attachments: [shared({ author_id: 'U0ANA', text: 'We ship' })],
    });
    expect(text).toContain('> We ship');
    expect(note).toBe('');
  });
});

describe('a mention of Deckhand', () => {
  const figures = '<@U0BOT> Q3: revenue was $5M, churn 2%, we hire 4 people';

  it('without an ask is part of the conversation', async () => {
    const { text, note } = await use({ text: figures }, { text: 'Agreed.' });
    expect(text).toContain('revenue was $5M');
    expect(note).toBe('');
  });

  it.each(['<@U0BOT> make slides', '<@U0BOT|deckhand>: please turn this into *ten slides*'])(
    'with an ask is left out without a note: %s',
    async (ask) => {
      const { text, note } = await use({ text: figures }, { text: ask });
      expect(text).toContain('revenue was $5M');
      expect(text).not.toContain('slides');
      expect(note).toBe('');
    },
  );

  it.each([
    'Can you make slides of this, <@U0BOT>?',
    '<@U0BOT> I need slides of the last two weeks',
    '<@U0BOT> slides please',
    '<@U0BOT> one page of today incl. Nils’ shot list please',
    '<@U0BOT> a deck of this thread vs. Monday please',
    '<@U0BOT> add a slide on slides',
    '<@U0BOT> help',
    '<@U0BOT> thanks!',
    'Thanks, <@U0BOT>!',
    'Hey <@U0BOT>, move slides to the end',
  ])('is recognized as an ask: %s', async (ask) => {
    const { text } = await use({ text: figures }, { text: ask });
    expect(text).not.toMatch(/slides|help|thanks|shot|Monday/);
  });

  it.each([
    'may not april',
    'and in dark colours',
    'make it shorter',
    'yes, but for the board',
    'the second one',
    'actually ten, and as PDF',
    'lieber auf Deutsch',
    'our spring launch, for customers, in German',
    'undo',
    'how many credits are left?',
    'who can see this?',
  ])('is left out if it only answers a card of Deckhand: %s', async (answer) => {
    for (const text of [`<@U0BOT> ${answer}`, `ok <@U0BOT>, ${answer}`, `${answer}, <@U0BOT>`])
      expect((await use({ text: figures }, { text })).text, text).not.toContain(answer);
  });

  it.each([
    'FYI the harbour closes on Friday, we need a new berth',
    'in March we sold 40 berths, as many as in May',
    'the ship is blue, not red',
    'who signs the contract with the harbour on Friday?',
    'our crane broke twice, and Ben repairs it until Monday',
  ])('that tells or asks people something stays: %s', async (said) => {
    expect((await use({ text: `<@U0BOT> ${said}` })).text).toContain(said);
    expect((await use({ text: `Hi <@U0BOT>, ${said}` })).text).toContain(said);
  });

  it('with an ask and other sentences: the others stay as they were typed', async () => {
    const typed = (text: string) => [
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] },
    ];
    const said = 'We take *offer B*. <@U0BOT> slides please. Ana signs it.\nThe valve leaked';
    const { text, note } = await use({ text: said, blocks: typed(said) });
    expect(text).toMatch(/We take \*\*offer B\*\*\. Ana signs it\.\n(?:.*)The valve leaked/);
    expect(text).not.toContain('slides');
    expect(note).toBe('');
    const file = { text: '<@U0BOT> make slides', files: [{ id: 'F1', name: 'notes.md' }] };
    expect((await use(file)).text).toMatch(/notes\.md/);
    const order = 'Move the launch to May, and somebody ask <@U0BOT> about it';
    expect((await use({ text: order })).text).toContain('Move the launch');
  });

  it('messages of Deckhand are left out and not counted', async () => {
    const { text, excluded } = await use({ text: figures }, { text: 'Working on it', user: 'U0BOT' });
    expect(text).not.toContain('Working');
    expect(excluded).toEqual({ marked: 0, optedOut: 0 });
  });
});

describe('!nodeck', () => {
  const rich = (text: string) => [
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] },
  ];

  it.each<[string, object]>([
    ['italic', { text: 'secret _!nodeck_' }],
    ['bold', { text: '*!nodeck* secret' }],
    ['struck out', { text: '~!nodeck~ secret' }],
    ['as code', { text: 'secret `!nodeck`' }],
    ['with a full stop', { text: 'secret !NoDeck.' }],
    ['in blocks alone', { text: 'secret', blocks: rich('secret !nodeck') }],
    ['on a line of its own in blocks', { text: 'secret', blocks: rich('secret\n!nodeck') }],
  ])('%s excludes a message', async (_, fields) => {
    expect(await use({ text: 'Hello' }, fields)).toMatchObject({ excluded: { marked: 1 } });
  });

  it.each(['email!nodeck', '!nodecks are fine'])('“%s” is not the marker', async (text) => {
    expect(await use({ text })).toMatchObject({ excluded: { marked: 0 } });
  });
});
