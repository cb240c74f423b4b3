import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf, speakerOf } from '../../src/sources/markdown/body.ts';
import { messageFrom } from '../../src/sources/message.ts';
import { transcriptOf } from '../../src/sources/transcript/transcript.ts';
import { processorTime, processorTimeOf } from '../support/processor-time.ts';
import { context } from './context.ts';

const ts = '1772445900.000100';

/** Returns the Markdown of a message with these fields, which may have any value. */
function convert(fields: object): string {
  const message = messageFrom({ ts, user: 'U0ANA', ...fields });
  return message ? speakerOf(message, context) + bodyOf(message, context) : '';
}

const words = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom(
    '*a*',
    '_',
    '~',
    '`',
    '```',
    '> ',
    '&gt;',
    '• ',
    '<',
    '>',
    '|',
    '\n',
    ':+1:',
    '](',
    '\uFDD0',
    '\uD83D',
  ),
);
/** Texts without the ids that the tests search for. */
const otherWords = words.filter((text) => !/[UCS]0/.test(text));

const ids = ['U0ANA', 'U0BEN', 'C0GENERAL', 'C0SECRET', 'S0DESIGN'];
const token = fc.constantFrom(
  '<@U0ANA>',
  '<@U0BEN|ben>',
  '<#C0GENERAL>',
  '<#C0SECRET|secret>',
  '<!subteam^S0DESIGN|@design>',
);
const mrkdwn = fc.array(fc.oneof(otherWords, token), { maxLength: 12 }).map((parts) => parts.join(''));
const style = fc.record(
  { bold: fc.boolean(), italic: fc.boolean(), strike: fc.boolean(), code: fc.boolean() },
  { requiredKeys: [] },
);
const inline = fc.oneof(
  fc.record({ type: fc.constant('text'), text: otherWords, style }),
  fc.record({ type: fc.constant('user'), user_id: fc.constantFrom('U0ANA', 'U0BEN'), style }),
  fc.record({ type: fc.constant('channel'), channel_id: fc.constantFrom('C0GENERAL', 'C0SECRET'), style }),
  fc.record({ type: fc.constant('usergroup'), usergroup_id: fc.constant('S0DESIGN') }),
  fc.record({ type: fc.constant('emoji'), name: fc.constantFrom('tada', 'northwind', '+1') }),
);
const section = fc.record({
  type: fc.constantFrom('rich_text_section', 'rich_text_quote', 'rich_text_preformatted'),
  elements: fc.array(inline, { maxLength: 6 }),
});
const list = fc.record({
  type: fc.constant('rich_text_list'),
  style: fc.constantFrom('bullet', 'ordered'),
  indent: fc.integer({ min: -1, max: 20 }),
  elements: fc.array(section, { maxLength: 3 }),
});
const richText = fc.record({
  type: fc.constant('rich_text'),
  elements: fc.array(fc.oneof(section, list), { maxLength: 4 }),
});
const textObject = fc.record({ type: fc.constantFrom('mrkdwn', 'plain_text'), text: mrkdwn });
const block = fc.oneof(
  richText,
  fc.record({
    type: fc.constant('section'),
    text: textObject,
    fields: fc.array(textObject, { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('context'), elements: fc.array(textObject, { maxLength: 3 }) }),
  fc.record({
    type: fc.constant('table'),
    rows: fc.array(fc.array(richText, { maxLength: 3 }), { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('markdown'), text: mrkdwn }),
  fc.record({ type: fc.constant('header'), text: textObject }),
  fc.record({ type: fc.constant('image'), title: textObject, alt_text: mrkdwn }),
  fc.record({ type: fc.constant('data_table'), caption: mrkdwn }),
);
const message = fc.record(
  {
    text: mrkdwn,
    blocks: fc.array(block, { maxLength: 3 }),
    attachments: fc.array(
      fc.record(
        {
          pretext: mrkdwn,
          text: mrkdwn,
          title: mrkdwn,
          author_name: mrkdwn,
          footer: mrkdwn,
          fields: fc.array(fc.record({ title: mrkdwn, value: mrkdwn })),
          blocks: fc.array(block),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);

describe('the conversion of any message', () => {
  it('does not throw', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (value, fields) => {
          convert({ text: value, blocks: value, attachments: value, files: value, reactions: value });
          convert({
            blocks: [
              { type: 'rich_text', elements: [value] },
              { type: 'section', text: value, fields: value },
            ],
          });
          convert({
            blocks: [
              { type: 'table', rows: [[value]] },
              { type: 'image', image_url: value },
            ],
          });
          convert({ attachments: [fields], files: [fields], ...fields });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('does not throw if it is nested very deeply', () => {
    let deep: object = { type: 'rich_text_section', elements: [] };
    let blocks: object = { type: 'section', text: { type: 'mrkdwn', text: 'in there' } };
    for (let depth = 0; depth < 20_000; depth += 1) {
      deep = { type: 'rich_text_list', elements: [deep] };
      blocks = { type: 'container', child_blocks: [blocks] };
    }
    expect(convert({ blocks: [{ type: 'rich_text', elements: [deep] }] })).toContain('Ana Reyes');
    expect(convert({ blocks: [blocks] })).toContain('Ana Reyes');
  });

  it('shows no id with a known name, and no name of a private channel', () => {
    fc.assert(
      fc.property(message, (fields) => {
        const markdown = convert(fields);
        for (const id of ids) expect(markdown).not.toContain(id);
        expect(markdown).not.toContain('#secret');
      }),
      { numRuns: 500 },
    );
  });

  it('contains no address of a file in Slack', () => {
    const address = fc.constantFrom(
      'https://files.slack.com/files-pri/T1-F1/a.png',
      'https://northwind.slack.com/files/U1/F1/a.png',
      'HTTPS://FILES.SLACK.COM/files-tmb/T1-F1/a.png',
      'https://slack-files.com/T1-F1-x',
    );
    fc.assert(
      fc.property(address, otherWords, (url, label) => {
        const markdown = convert({
          text: `${label} ${url} <${url}|${label}> *<${url}>* \`${url}\``,
          attachments: [{ title: label, title_link: url, image_url: url, text: `<${url}>` }],
          files: [{ name: label, mode: 'external', url_private: url, permalink: url }],
        });
        const typed = convert({
          blocks: [
            { type: 'image', image_url: url, alt_text: label },
            { type: 'markdown', text: `![x](${url})` },
            {
              type: 'rich_text',
              elements: [{ type: 'rich_text_section', elements: [{ type: 'link', url, text: url }] }],
            },
          ],
        });
        expect(markdown + typed).not.toMatch(/slack(-files)?\.com\//i);
      }),
    );
  });
});

describe('the conversion takes linear time', () => {
  const nasty: [string, (size: number) => string][] = [
    ['signs that open and never close', (size) => '*a _b ~c '.repeat(size)],
    ['stars', (size) => '*'.repeat(size * 8)],
    ['backticks', (size) => '`'.repeat(size * 8)],
    ['brackets', (size) => '<'.repeat(size * 8)],
    ['mentions cut off', (size) => '<@U0ANA|'.repeat(size)],
    ['spaces', (size) => ' '.repeat(size * 8)],
    ['dashes', (size) => '-'.repeat(size * 8)],
    ['empty quotes', (size) => '&gt;\n'.repeat(size)],
    ['words joined by signs', (size) => '_a'.repeat(size * 4)],
    ['addresses', (size) => 'http://slack'.repeat(size)],
    ['colons', (size) => ':a'.repeat(size * 4)],
    [
      'good talk',
      (size) => 'We *agreed* with <@U0ANA> on <https://example.com|this> :tada:\n'.repeat(size / 8),
    ],
  ];

  /** A message with a text in every field that may have one. */
  function everywhere(text: string): object[] {
    const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] };
    const code = { type: 'text', text, style: { code: true } };
    const plain = { type: 'plain_text', text };
    const fields = [{ title: text, value: text }];
    return [
      { text },
      { text: `\`${text}\`` },
      { text: `\`\`\`${text}\`\`\`` },
      {
        blocks: [{ type: 'rich_text', elements: [section, { ...section, type: 'rich_text_preformatted' }] }],
      },
      { blocks: [{ type: 'rich_text', elements: [{ ...section, elements: [code] }] }] },
      { blocks: [{ type: 'table', rows: [[{ type: 'raw_text', text }]] }] },
      { blocks: [{ type: 'section', fields: [plain, { type: 'mrkdwn', text }] }] },
      {
        blocks: [
          { type: 'header', text: plain },
          { type: 'markdown', text },
        ],
      },
      {
        attachments: [{ title: text, author_name: text, text, fields, footer: text }],
        files: [{ title: text }],
      },
    ];
  }

  const time = (message: object | undefined, times = 1) =>
    processorTime(() => {
      for (let each = 0; each < times; each += 1) convert(message ?? {});
    });

  /**
   * A large text takes about as long as eight of an eighth of its size. By squares it would take eight times as long. Both are the same
   * amount of work, so the machine's speed and the steps of its clock (4 ms) do not count. Tries three times, because garbage
   * collection may interfere.
   */
  function isLinear(make: (size: number) => string): boolean {
    const small = everywhere(make(250));
    // A large text is cut, and then a code block in it is not closed any more: it is converted like plain text.
    const eighths = (place: number) => Math.max(time(small[place], 8), time(small[0], 8));
    return everywhere(make(2_000)).every((large, place) =>
      [1, 2, 3].some(() => time(large) < eighths(place) * 3 + 30),
    );
  }

  it.each(nasty)('%s', (_, make) => {
    expect(isLinear(make)).toBe(true);
  });

  const signs = [
    ...' \n\t\r\u00a0!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~•',
    '\n ',
    ' \n',
    '&gt;',
    '&lt;',
    '- ',
    '1. ',
    '> ',
    '```',
  ];

  it.each(signs.map((sign) => [JSON.stringify(sign), sign]))('many of %s between two words', (_, sign) => {
    expect(isLinear((size) => `a${sign.repeat(size * 8)}b`)).toBe(true);
  });

  it('a conversation of thousands of messages', async () => {
    const talk = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ts: `${1_772_445_900 + index}.000100`,
        user: index % 2 ? 'U0ANA' : 'U0BEN',
        text: `Message ${index} for <@U0ANA>`,
      }));
    const write = (count: number) => {
      const messages = talk(count);
      return processorTimeOf(async () => {
        const { text } = await transcriptOf({
          messages,
          context,
          kind: 'thread',
          title: 'Thread in #general',
          rules: { optedOut: new Set(), reaction: 'speak_no_evil', ownUser: 'U0BOT' },
          linkTo: () => 'https://northwind.slack.com/archives/C1/p1',
          limit: 400_000,
        });
        expect(text.length).toBeLessThanOrEqual(400_000);
      });
    };
    await write(500);
    const small = Math.min(await write(1_000), await write(1_000));
    expect(Math.min(await write(8_000), await write(8_000))).toBeLessThan(small * 24 + 40);
  });
});
