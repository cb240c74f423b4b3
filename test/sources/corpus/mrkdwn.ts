import { type Fixture, lines } from './fixture.ts';

/** Messages with only a text in Slack's mrkdwn: from apps, old clients and the API. */
export const mrkdwnMessages: Fixture[] = [
  {
    what: 'formatting',
    message: { text: '*bold* _italic_ ~gone~ `code`' },
    markdown: '**bold** *italic* ~~gone~~ `code`',
  },
  {
    what: 'nested formatting',
    message: { text: '*bold _and italic_*' },
    markdown: '**bold *and italic***',
  },
  {
    what: 'characters that format nothing',
    message: { text: 'snake_case_name, 2*3*4, ~5%, a * b, __init__' },
    markdown: 'snake_case_name, 2\\*3\\*4, ~5%, a * b, \\_\\_init\\_\\_',
  },
  { what: 'the three escapes', message: { text: 'R&amp;D: a &lt; b &gt; c' }, markdown: 'R&D: a < b > c' },
  {
    what: 'mentions with and without labels',
    message: {
      text: '<@U0ANA> <@U0GONE|zoe> <@U0GONE> <#C0GENERAL|general> <#C0SECRET|secret> <!subteam^S0X|@ops>',
    },
    markdown: '@Ana Reyes @zoe @somebody #general a private channel @ops',
  },
  {
    what: 'mentions of everybody',
    message: { text: '<!here> <!channel|channel> <!everyone>' },
    markdown: '@here @channel @everyone',
  },
  {
    what: 'links',
    message: { text: '<https://example.com> <https://example.com/a|the *plan*> <mailto:a@example.com|Ann>' },
    markdown: 'https://example.com [the \\*plan\\*](https://example.com/a) Ann (a@example.com)',
  },
  {
    what: 'a link in bold',
    message: { text: '*<https://example.com/a|Plan>*' },
    markdown: '**[Plan](https://example.com/a)**',
  },
  {
    what: 'an address with an ampersand',
    message: { text: '<https://example.com/?a=1&amp;b=2|both>' },
    markdown: '[both](https://example.com/?a=1&b=2)',
  },
  { what: 'a telephone number', message: { text: '<tel:+351123|call us>' }, markdown: 'call us (+351123)' },
  {
    what: 'a date with a link',
    message: { text: '<!date^1772445900^{date_short} {time}^https://example.com/cal|2 March>' },
    markdown: '[2 Mar 2026 11:05](https://example.com/cal)',
  },
  { what: 'an invalid date', message: { text: '<!date^soon^{date}|soon>' }, markdown: 'soon' },
  {
    what: 'emoji and times of day',
    message: { text: ':rotating_light: at 10:30:15 :+1::skin-tone-2: :northwind:' },
    markdown: '🚨 at 10:30:15 👍🏻 :northwind:',
  },
  {
    what: 'a quote and text after it',
    message: { text: '&gt; said she\n&gt; twice\nand I agree' },
    markdown: lines('> said she', '> twice', '', 'and I agree'),
  },
  {
    what: 'a quote to the end',
    message: { text: '&gt;&gt;&gt; all\nof this' },
    markdown: lines('> all', '> of this'),
  },
  {
    what: 'bullets as characters',
    message: { text: '• one\n• two\n    ◦ half' },
    markdown: lines('- one', '- two', '    - half'),
  },
  {
    what: 'a block of code between texts',
    message: { text: 'before ```\na &lt; b\n<https://example.com|example.com>``` after' },
    markdown: lines('before', '', '```', 'a < b', 'example.com', '```', '', 'after'),
  },
  { what: 'a fence without its end', message: { text: 'oops ```code' }, markdown: 'oops \\`\\`\\`code' },
  { what: 'brackets that were not escaped', message: { text: 'a <b> c' }, markdown: 'a \\<b> c' },
  {
    what: 'a /me message',
    message: { text: 'waves', subtype: 'me_message' },
    markdown: '*waves*',
  },
  {
    what: 'an edited message, as it is now',
    message: { text: 'on Friday', edited: { user: 'U0ANA', ts: '2.0' } },
    markdown: 'on Friday',
  },
  {
    what: 'an event that reports an edit',
    message: {
      subtype: 'message_changed',
      message: { ts: '1772445900.000100', user: 'U0ANA', text: 'now this' },
      previous_message: { text: 'then that' },
    },
    markdown: 'now this',
  },
  {
    what: 'a reply that was also sent to the channel',
    message: { text: 'FYI', subtype: 'thread_broadcast' },
    markdown: 'FYI',
  },
];
