import { type Fixture, lines, section, text, typed } from './fixture.ts';

const app = { subtype: 'bot_message', bot_id: 'B1', username: 'Deploys', user: undefined };
const mrkdwn = (words: string) => ({ type: 'mrkdwn', text: words });
const code = (words: string) => text(words, { code: true });
const link = (url: string, words?: string, style?: object) => ({
  type: 'link',
  url,
  ...(words !== undefined && { text: words }),
  ...(style && { style }),
});

/** Faults once found in 23,000 public messages, each with a message that showed it. */
export const realMessages: Fixture[] = [
  {
    what: 'an address that is no web address',
    message: typed(section(text('How can I access '), link('s3://batch-6/w11/Data.zip'), text(' data?'))),
    markdown: 'How can I access s3://batch-6/w11/Data.zip data?',
  },
  {
    what: 'the same in mrkdwn, and a web address that is broken',
    message: { text: 'get it at <ftp://host/file_*.zip> or <http://[host/x>' },
    markdown: 'get it at ftp://host/file\\_\\*.zip or http://[host/x',
  },
  {
    what: 'the same in code',
    message: { text: '`cp <s3://batch-6/w11>`' },
    markdown: '`cp s3://batch-6/w11`',
  },
  {
    what: 'an address within code',
    message: typed(
      section(
        code('create_engine("'),
        link('postgresql://airflow@host:5432/airflow', undefined, { code: true }),
        code('")'),
        text(' is line 18.'),
      ),
    ),
    markdown: '`create_engine("postgresql://airflow@host:5432/airflow")` is line 18.',
  },
  {
    what: 'adjacent pieces of code',
    message: typed(section(code('docker-compose'), code(' '), code('kill'))),
    markdown: '`docker-compose kill`',
  },
  {
    what: 'code that Slack took for a mail address',
    message: typed(
      section(code('ssh -i ~/.ssh/id_rsa '), link('mailto:ken@g1.org', 'ken@g1.org', { code: true })),
    ),
    markdown: '`ssh -i ~/.ssh/id_rsa ken@g1.org`',
  },
  {
    what: 'code that is partly bold',
    message: typed(section(text('a ', { code: true, bold: true }), code('b'))),
    markdown: '**`a`** `b`',
  },
  {
    what: 'spaces at the edge of code',
    message: typed(section(text('run'), code(' npm test '), text('now'))),
    markdown: 'run `npm test` now',
  },
  {
    what: 'a preview, whose title takes the place of the bare address, without its picture',
    message: {
      text: 'see <https://example.com/v?a=1&amp;b=2>',
      attachments: [
        {
          from_url: 'https://example.com/v?a=1&amp;b=2',
          title_link: 'https://example.com/v?a=1&amp;b=2',
          title: 'Big *O*',
          text: 'All about it',
          service_name: 'Example',
          image_url: 'https://example.com/cover.png',
          footer: 'Reading time: 4 min read',
        },
      ],
    },
    markdown: lines('see [Big \\*O\\*](https://example.com/v?a=1&b=2)', '', '> All about it'),
  },
  {
    what: 'a preview of an address that has words, and a long description',
    message: {
      text: '<https://example.com/v|the film>',
      attachments: [{ from_url: 'https://example.com/v', title: 'Big O', text: 'word '.repeat(100) }],
    },
    markdown: lines(
      '[the film](https://example.com/v)',
      '',
      '> [Big O](https://example.com/v)',
      '>',
      `> ${'word '.repeat(38)}word…`,
    ),
  },
  {
    what: 'a preview with only a picture',
    message: {
      text: '<https://example.com/page>',
      attachments: [{ from_url: 'https://example.com/page', image_url: 'https://example.com/i.png' }],
    },
    markdown: lines('https://example.com/page', '', '> https://example.com/i.png'),
  },
  {
    what: 'a picture that the text links already',
    message: {
      text: '<https://example.com/i.png>',
      attachments: [{ from_url: 'https://example.com/i.png', image_url: 'https://example.com/i.png' }],
    },
    markdown: 'https://example.com/i.png',
  },
  {
    what: 'a preview that an app wrote keeps everything, its addresses as they are',
    message: {
      text: '<https://tickets.example.com/1>',
      attachments: [
        {
          is_app_unfurl: true,
          from_url: 'https://tickets.example.com/1',
          title: 'Login fails',
          title_link: 'https://tickets.example.com/1?a=1&amp;b=2',
          fields: [{ title: 'Priority', value: 'High' }],
        },
      ],
    },
    markdown: lines(
      'https://tickets.example.com/1',
      '',
      '> [Login fails](https://tickets.example.com/1?a=1&b=2)',
      '>',
      '> - Priority: High',
    ),
  },
  {
    what: 'a call, whose name its block holds',
    message: {
      ...app,
      text: '',
      blocks: [
        {
          type: 'call',
          call: { v1: { name: 'Team Standup', join_url: 'https://calls.example.com/1' } },
        },
        { type: 'section', text: mrkdwn('Meeting passcode: yyyyy') },
      ],
    },
    markdown: lines('Call: [Team Standup](https://calls.example.com/1)', '', 'Meeting passcode: yyyyy'),
  },
  {
    what: 'a block without text, so that the text of the message is used',
    message: {
      ...app,
      text: 'Ana has started a meeting',
      blocks: [
        { type: 'call', call_id: 'R1' },
        { type: 'section', text: mrkdwn('Meeting passcode: yyyyy') },
      ],
    },
    markdown: lines('Ana has started a meeting', '', 'Meeting passcode: yyyyy'),
  },
  {
    what: 'a block without text beside one that repeats the text of the message',
    message: {
      ...app,
      text: 'Passcode: *yyyyy*',
      blocks: [
        { type: 'hologram' },
        { type: 'section', text: mrkdwn('Passcode: yyyyy') },
        { type: 'divider' },
      ],
    },
    markdown: 'Passcode: yyyyy',
  },
  {
    what: 'the placeholder for content that Slack cannot show',
    message: { ...app, text: "This content can't be displayed.", blocks: [{ type: 'hologram' }] },
    markdown: '',
  },
  {
    what: 'a chart, as a table',
    message: {
      ...app,
      blocks: [
        {
          type: 'data_visualization',
          title: 'Daily Active Users',
          chart: {
            type: 'line',
            series: [
              {
                name: 'Free Tier',
                data: [
                  { label: 'Mon', value: 12000 },
                  { label: 'Tue', value: 13500 },
                ],
              },
              { name: 'Paid', data: [{ label: 'Tue', value: 20.5 }] },
            ],
          },
        },
      ],
    },
    markdown: lines(
      '**Daily Active Users**',
      '',
      '|  | Mon | Tue |',
      '| --- | --- | --- |',
      '| Free Tier | 12000 | 13500 |',
      '| Paid |  | 20.5 |',
    ),
  },
  {
    what: 'a task with its state, an alert with its level, a video with its description',
    message: {
      ...app,
      blocks: [
        { type: 'task_card', title: 'Check backups', status: 'in_progress' },
        { type: 'alert', level: 'warning', text: mrkdwn('Disk is full') },
        {
          type: 'video',
          video_url: 'https://example.com/v',
          title: { type: 'plain_text', text: 'Demo' },
          description: { type: 'plain_text', text: 'Ten minutes' },
        },
      ],
    },
    markdown: lines(
      'Check backups (in progress)',
      '',
      'Warning: Disk is full',
      '',
      '[Demo](https://example.com/v)',
      '',
      'Ten minutes',
    ),
  },
  {
    what: 'a thumbnail beside text',
    message: {
      ...app,
      blocks: [
        {
          type: 'section',
          text: mrkdwn('Disk is full'),
          accessory: {
            type: 'image',
            image_url: 'https://example.com/q?i=1',
            alt_text: 'computer thumbnail',
          },
        },
      ],
    },
    markdown: 'Disk is full',
  },
  {
    what: 'a picture beside its caption',
    message: {
      ...app,
      blocks: [
        {
          type: 'section',
          text: mrkdwn('*Sales* by region'),
          accessory: { type: 'image', image_url: 'https://example.com/s.png', alt_text: 'Sales by region' },
        },
      ],
    },
    markdown: lines('**Sales** by region', '', 'https://example.com/s.png'),
  },
  {
    what: 'names that Slack took for addresses',
    message: typed(
      section(
        text('('),
        link('http://techtarget.com', 'techtarget.com'),
        link('https://www.techtarget.com/a', ')'),
        text(' '),
        link('http://cv2.TM', 'cv2.TM'),
        text('_CCOEFF)'),
      ),
    ),
    markdown: '(techtarget.com[)](https://www.techtarget.com/a) cv2.TM\\_CCOEFF)',
  },
  {
    what: 'the same in mrkdwn',
    message: { text: "Welcome to <http://Quay.io|Quay.io>'s home" },
    markdown: "Welcome to Quay.io's home",
  },
  {
    what: 'an address with text right after it',
    message: {
      text: "<https://example.com/a>'s home, <https://example.com/b>, and <https://example.com/c.png>x",
    },
    markdown:
      "[example.com/a](https://example.com/a)'s home, https://example.com/b, and https://example.com/c.png x",
  },
  {
    what: 'the same in rich text',
    message: typed(section(link('https://example.com/a'), text('に行く'))),
    markdown: '[example.com/a](https://example.com/a)に行く',
  },
  {
    what: 'bold that ends in punctuation, with a letter after it',
    message: typed(section(text('注意：', { bold: true }), text('明日は休み'))),
    markdown: '**注意**：明日は休み',
  },
  {
    what: 'bold that begins with punctuation, with a letter before it',
    message: typed(section(text('明日'), text('「休み」', { bold: true }), text('です'))),
    markdown: '明日「**休み**」です',
  },
  {
    what: 'bold between letters where Markdown cannot mark it',
    message: typed(
      section(text('a'), text('(b)', { bold: true }), text('c'), text('*', { italic: true }), text('d')),
    ),
    markdown: 'a(**b**)c\\*d',
  },
  {
    what: 'a link in bold with a letter after it',
    message: typed(section(link('https://example.com/a', 'Plan', { bold: true }), text('s'))),
    markdown: '[Plan](https://example.com/a)s',
  },
  {
    what: 'the bars of a poll',
    message: { ...app, text: '• Yes `███████████ \u2062 \u2062`  |  95% (19)\n• No `\u2062`  |  5% (1)' },
    markdown: lines('- Yes: 95% (19)', '- No: 5% (1)'),
  },
  {
    what: 'fields in two columns, their titles above them',
    message: {
      ...app,
      blocks: [
        {
          type: 'section',
          fields: [mrkdwn('*Priority*'), mrkdwn('*Type*'), mrkdwn('High'), mrkdwn('String')],
        },
      ],
    },
    markdown: lines('- **Priority** High', '- **Type** String'),
  },
  {
    what: 'a plus and a backslash at the edges of a line',
    message: typed(section(text('+ 5p\nC:\\\nend'))),
    markdown: lines('\\+ 5p', 'C:\\\\', 'end'),
  },
  {
    what: 'two lists of different styles',
    message: typed(
      { type: 'rich_text_list', style: 'bullet', elements: [section(text('one'))] },
      { type: 'rich_text_list', style: 'ordered', elements: [section(text('first'))] },
    ),
    markdown: lines('- one', '', '1. first'),
  },
  {
    what: 'names of inherited object properties',
    message: {
      ...app,
      text: '<!date^1772445900^{__proto__} {constructor}|soon>',
      blocks: [{ type: 'constructor' }, { type: '__proto__' }, { type: 'valueOf' }],
    },
    markdown: '2 March 2026 2 March 2026',
  },
];
