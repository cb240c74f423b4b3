import { type Fixture, lines, section, text, typed } from './fixture.ts';

const bullets = (indent: number, ...items: string[]) => ({
  type: 'rich_text_list',
  style: 'bullet',
  indent,
  elements: items.map((item) => section(text(item))),
});

/** Messages as people type them. */
export const typedMessages: Fixture[] = [
  {
    what: 'plain text',
    message: typed(section(text('We ship on Friday.'))),
    markdown: 'We ship on Friday.',
  },
  {
    what: 'several lines',
    message: typed(section(text('First line\nSecond line\n\nThird after a gap'))),
    markdown: 'First line\nSecond line\n\nThird after a gap',
  },
  {
    what: 'bold, italic and strike',
    message: typed(
      section(
        text('bold', { bold: true }),
        text(' and '),
        text('italic', { italic: true }),
        text(' and '),
        text('gone', { strike: true }),
      ),
    ),
    markdown: '**bold** and *italic* and ~~gone~~',
  },
  {
    what: 'bold that is partly italic',
    message: typed(section(text('all of it ', { bold: true }), text('most', { bold: true, italic: true }))),
    markdown: '**all of it *most***',
  },
  {
    what: 'spaces inside the marks move outside',
    message: typed(section(text('Note: ', { bold: true }), text('bring shoes'))),
    markdown: '**Note:** bring shoes',
  },
  {
    what: 'bold over two lines',
    message: typed(section(text('one\ntwo', { bold: true }))),
    markdown: '**one**\n**two**',
  },
  {
    what: 'bold around a mention',
    message: typed(
      section(text('ask ', { bold: true }), { type: 'user', user_id: 'U0BEN', style: { bold: true } }),
    ),
    markdown: '**ask @Ben Okafor**',
  },
  {
    what: 'code in a line',
    message: typed(section(text('run '), text('npm test', { code: true }))),
    markdown: 'run `npm test`',
  },
  {
    what: 'code with a backtick in it',
    message: typed(section(text('a`b', { code: true }))),
    markdown: '`` a`b ``',
  },
  {
    what: 'a block of code',
    message: typed(section(text('Look:')), {
      type: 'rich_text_preformatted',
      elements: [text('const a = 1;\nconst b = *2*;')],
    }),
    markdown: lines('Look:', '', '```', 'const a = 1;', 'const b = *2*;', '```'),
  },
  {
    what: 'a block of code in a language, with a link in it',
    message: typed({
      type: 'rich_text_preformatted',
      language: 'bash',
      elements: [text('curl '), { type: 'link', url: 'https://example.com' }],
    }),
    markdown: lines('```bash', 'curl https://example.com', '```'),
  },
  {
    what: 'code with a fence in it',
    message: typed({ type: 'rich_text_preformatted', elements: [text('```\nx\n```')] }),
    markdown: lines('````', '```', 'x', '```', '````'),
  },
  {
    what: 'a quote and an answer to it',
    message: typed(
      { type: 'rich_text_quote', elements: [text('Do we need it?\nReally?')] },
      section(text('Yes')),
    ),
    markdown: lines('> Do we need it?', '> Really?', '', 'Yes'),
  },
  {
    what: 'a list',
    message: typed(section(text('To do:')), bullets(0, 'Plan', 'Budget')),
    markdown: lines('To do:', '', '- Plan', '- Budget'),
  },
  {
    what: 'a nested list',
    message: typed(bullets(0, 'Plan'), bullets(1, 'who', 'when'), bullets(0, 'Budget')),
    markdown: lines('- Plan', '   - who', '   - when', '- Budget'),
  },
  {
    what: 'a numbered list that continues',
    message: typed({
      type: 'rich_text_list',
      style: 'ordered',
      offset: 2,
      elements: [section(text('third')), section(text('fourth'))],
    }),
    markdown: lines('3. third', '4. fourth'),
  },
  {
    what: 'a list with a line break in an item',
    message: typed(bullets(0, 'one\nstill one')),
    markdown: lines('- one', '   still one'),
  },
  {
    what: 'mentions of people, channels, groups and everybody',
    message: typed(
      section(
        { type: 'user', user_id: 'U0ANA' },
        text(' '),
        { type: 'channel', channel_id: 'C0GENERAL' },
        text(' '),
        { type: 'usergroup', usergroup_id: 'S0DESIGN' },
        text(' '),
        { type: 'broadcast', range: 'here' },
      ),
    ),
    markdown: '@Ana Reyes #general @design @here',
  },
  {
    what: 'an unknown person and an unknown channel',
    message: typed(
      section({ type: 'user', user_id: 'U0GONE' }, text(' in '), { type: 'channel', channel_id: 'C0GONE' }),
    ),
    markdown: '@somebody in a channel',
  },
  {
    what: 'a private channel, whose name is not shown',
    message: typed(section(text('see '), { type: 'channel', channel_id: 'C0SECRET' })),
    markdown: 'see a private channel',
  },
  {
    what: 'emoji: by name, with a skin tone, a team’s own',
    message: typed(
      section(
        { type: 'emoji', name: 'tada', unicode: '1f389' },
        { type: 'emoji', name: '+1', unicode: '1f44d-1f3fd', skin_tone: 4 },
        { type: 'emoji', name: 'heart', unicode: '2764-fe0f' },
        text(' '),
        { type: 'emoji', name: 'northwind' },
      ),
    ),
    markdown: '🎉👍🏽❤️ :northwind:',
  },
  {
    what: 'links: bare, with a label, to an e-mail address',
    message: typed(
      section(
        { type: 'link', url: 'https://example.com/plan_v2' },
        text(' '),
        { type: 'link', url: 'https://example.com/(a)', text: 'the plan' },
        text(' '),
        { type: 'link', url: 'mailto:ana@example.com', text: 'ana@example.com' },
      ),
    ),
    markdown: 'https://example.com/plan_v2 [the plan](https://example.com/%28a%29) ana@example.com',
  },
  {
    what: 'a public picture by its address',
    message: typed(section(text('Look: '), { type: 'link', url: 'https://example.com/chart.png' })),
    markdown: 'Look: https://example.com/chart.png',
  },
  {
    what: 'a public picture with a label keeps its address bare',
    message: typed(section({ type: 'link', url: 'https://example.com/chart.png', text: 'Chart' })),
    markdown: 'Chart https://example.com/chart.png',
  },
  {
    what: 'the address of a file in Slack is removed',
    message: typed(
      section(
        { type: 'link', url: 'https://files.slack.com/files-pri/T1-F1/plan.pdf', text: 'the plan' },
        text(' and '),
        {
          type: 'link',
          url: 'https://northwind.slack.com/files/U0ANA/F1/plan.pdf',
        },
      ),
    ),
    markdown: 'the plan and a file in Slack',
  },
  {
    what: 'the address of a file in Slack as plain text',
    message: typed(section(text('at https://files.slack.com/files-pri/T1-F1/x.png now'))),
    markdown: 'at (a file in Slack) now',
  },
  {
    what: 'a link to a message in Slack stays, since it opens for its members only',
    message: typed(
      section({
        type: 'link',
        url: 'https://northwind.slack.com/archives/C1/p1700000000000100',
        text: 'there',
      }),
    ),
    markdown: '[there](https://northwind.slack.com/archives/C1/p1700000000000100)',
  },
  {
    what: 'a link that runs a script becomes its label',
    message: typed(section({ type: 'link', url: 'javascript:alert(1)', text: 'press me' })),
    markdown: 'press me',
  },
  {
    what: 'a date, in the asker’s time zone',
    message: typed(
      section(text('Due '), {
        type: 'date',
        timestamp: 1_772_445_900,
        format: '{date_long} at {time}',
        fallback: 'then',
      }),
    ),
    markdown: 'Due Monday, 2 March 2026 at 11:05',
  },
  { what: 'a colour', message: typed(section({ type: 'color', value: '#1f3a5f' })), markdown: '#1f3a5f' },
  {
    what: 'text that looks like Markdown',
    message: typed(
      section(text('# no heading\n> no quote\n---\n2 * 3 and *stars* and snake_case and _under_')),
    ),
    markdown: lines(
      '\\# no heading',
      '\\> no quote',
      '\\---',
      '2 * 3 and \\*stars\\* and snake_case and \\_under\\_',
    ),
  },
  {
    what: 'text that looks like a link, a tag and code',
    message: typed(section(text('[a](b) <script> `x` ~~y~~ a\\*b'))),
    markdown: '[a]\\(b) \\<script> \\`x\\` \\~~y\\~~ a\\\\\\*b',
  },
  {
    what: 'numbers and addresses are unchanged',
    message: typed(section(text('$4.2M, 18%, 10:30, https://example.com/a_b_c?x=*'))),
    markdown: '$4.2M, 18%, 10:30, https://example.com/a_b_c?x=*',
  },
  {
    what: 'invisible characters',
    message: typed(section(text('a\0b\u0007'))),
    markdown: 'ab',
  },
  {
    what: 'half a surrogate pair at the end',
    message: typed(section(text('cut \uD83D'))),
    markdown: 'cut \uFFFD',
  },
];
