import { type Fixture, lines, section, text } from './fixture.ts';

const app = { subtype: 'bot_message', bot_id: 'B1', username: 'Deploys', user: undefined };
const mrkdwn = (words: string) => ({ type: 'mrkdwn', text: words });
const plain = (words: string) => ({ type: 'plain_text', text: words, emoji: true });

/** Posts of apps: blocks and attachments. */
export const appMessages: Fixture[] = [
  {
    what: 'blocks, whose fallback text is not repeated',
    message: { ...app, text: 'Deploy done', blocks: [{ type: 'section', text: mrkdwn('*Deploy* done') }] },
    markdown: '**Deploy** done',
  },
  {
    what: 'a header, fields and a context block',
    message: {
      ...app,
      blocks: [
        { type: 'header', text: plain('Build :white_check_mark:') },
        { type: 'section', fields: [mrkdwn('*Branch*\nmain'), mrkdwn('*Took*\n3 min')] },
        { type: 'divider' },
        {
          type: 'context',
          elements: [
            { type: 'image', image_url: 'https://example.com/i.png', alt_text: 'i' },
            mrkdwn('by <@U0BEN>'),
            plain('today'),
          ],
        },
      ],
    },
    markdown: lines(
      '**Build ✅**',
      '',
      '- **Branch** main',
      '- **Took** 3 min',
      '',
      'by @Ben Okafor · today',
    ),
  },
  {
    what: 'a public picture',
    message: {
      ...app,
      blocks: [
        {
          type: 'image',
          image_url: 'https://example.com/chart.png',
          alt_text: 'a chart',
          title: plain('Sales'),
        },
      ],
    },
    markdown: lines('Sales', '', 'https://example.com/chart.png'),
  },
  {
    what: 'a picture in Slack, as its alternative text',
    message: { ...app, blocks: [{ type: 'image', slack_file: { id: 'F1' }, alt_text: 'a chart' }] },
    markdown: 'a chart',
  },
  {
    what: 'a section with a picture beside it',
    message: {
      ...app,
      blocks: [
        {
          type: 'section',
          text: mrkdwn('Sales'),
          accessory: { type: 'image', image_url: 'https://example.com/s.jpg', alt_text: 's' },
        },
      ],
    },
    markdown: 'Sales',
  },
  {
    what: 'buttons, which are left out',
    message: {
      ...app,
      blocks: [
        { type: 'section', text: mrkdwn('Approve?') },
        { type: 'actions', elements: [{ type: 'button', text: plain('Yes'), action_id: 'y' }] },
      ],
    },
    markdown: 'Approve?',
  },
  {
    what: 'only buttons, so that the text is used',
    message: {
      ...app,
      text: 'Approve?',
      blocks: [{ type: 'actions', elements: [{ type: 'button', text: plain('Yes'), action_id: 'y' }] }],
    },
    markdown: 'Approve?',
  },
  {
    what: 'a Markdown block, without lines that would split the slides',
    message: { ...app, blocks: [{ type: 'markdown', text: '## Plan\n\n- one\n\n---\n\n**two**' }] },
    markdown: lines('## Plan', '', '- one', '', '', '', '**two**'),
  },
  {
    what: 'a table',
    message: {
      ...app,
      blocks: [
        {
          type: 'table',
          rows: [
            [
              { type: 'raw_text', text: 'Region' },
              { type: 'raw_text', text: 'Sales' },
            ],
            [
              { type: 'rich_text', elements: [section(text('North', { bold: true }))] },
              { type: 'raw_number', value: 42 },
            ],
            [{ type: 'raw_text', text: 'a|b' }],
          ],
        },
      ],
    },
    markdown: lines('| Region | Sales |', '| --- | --- |', '| **North** | 42 |', '| a\\|b |  |'),
  },
  {
    what: 'a video',
    message: {
      ...app,
      blocks: [
        {
          type: 'video',
          video_url: 'https://example.com/v',
          title_url: 'https://example.com/watch',
          title: plain('Demo'),
        },
      ],
    },
    markdown: '[Demo](https://example.com/watch)',
  },
  {
    what: 'a card in a container',
    message: {
      ...app,
      blocks: [
        {
          type: 'container',
          title: plain('Today'),
          child_blocks: [{ type: 'section', text: mrkdwn('Two deals') }],
        },
        { type: 'card', title: mrkdwn('Deal'), body: mrkdwn('$4M') },
      ],
    },
    markdown: lines('**Today**', '', 'Two deals', '', '**Deal**', '', '$4M'),
  },
  {
    what: 'a block of an unknown type',
    message: { ...app, text: 'Something new', blocks: [{ type: 'hologram', text: { a: 1 } }] },
    markdown: 'Something new',
  },
  {
    what: 'an attachment with all fields',
    message: {
      ...app,
      text: '',
      attachments: [
        {
          pretext: 'New ticket',
          author_name: 'Zendesk',
          title: 'Cannot log in',
          title_link: 'https://example.com/t/1',
          text: 'It *fails*',
          fields: [{ title: 'Priority', value: 'High', short: true }],
          footer: 'support',
          fallback: 'New ticket: Cannot log in',
        },
      ],
    },
    markdown: lines(
      'New ticket',
      '',
      '> **Zendesk**: [Cannot log in](https://example.com/t/1)',
      '>',
      '> It **fails**',
      '>',
      '> - Priority: High',
      '>',
      '> support',
    ),
  },
  {
    what: 'an attachment made of blocks',
    message: {
      ...app,
      attachments: [
        {
          color: '#f00',
          fallback: '[no preview]',
          blocks: [{ type: 'section', text: mrkdwn('Alert: *down*') }],
        },
      ],
    },
    markdown: '> Alert: **down**',
  },
  {
    what: 'an attachment with only a fallback',
    message: { ...app, attachments: [{ fallback: 'Something happened', actions: [] }] },
    markdown: '> Something happened',
  },
  {
    what: 'the preview of a link',
    message: {
      text: '<https://example.com/post>',
      attachments: [
        {
          from_url: 'https://example.com/post',
          title: 'A post',
          text: 'About it',
          image_url: 'https://example.com/p.png',
          thumb_url: 'https://example.com/t.png',
        },
      ],
    },
    markdown: lines('[A post](https://example.com/post)', '', '> About it'),
  },
  {
    what: 'a shared message of another channel',
    message: {
      text: 'see this',
      attachments: [
        {
          is_msg_unfurl: true,
          is_share: true,
          author_name: 'Ben Okafor',
          text: 'We agreed',
          message_blocks: [
            {
              team: 'T1',
              channel: 'C1',
              ts: '1.1',
              message: {
                blocks: [{ type: 'rich_text', elements: [section(text('We agreed', { bold: true }))] }],
              },
            },
          ],
        },
      ],
    },
    markdown: lines('see this', '', '> **Ben Okafor**', '>', '> **We agreed**'),
  },
  {
    what: 'a file in a shared message, by its name',
    message: {
      text: '',
      attachments: [
        {
          is_share: true,
          author_name: 'Ben Okafor',
          text: '',
          files: [
            {
              title: 'Budget',
              filetype: 'xlsx',
              url_private: 'https://files.slack.com/files-pri/T1-F1/b.xlsx',
            },
          ],
        },
      ],
    },
    markdown: lines('> **Ben Okafor**', '>', '> (file: “Budget”, XLSX)'),
  },
  {
    what: 'a shared message of a private channel, whose name is not shown',
    message: {
      text: '',
      attachments: [
        {
          is_share: true,
          text: 'We agreed',
          channel_id: 'C0SECRET',
          channel_name: 'secret',
          footer: 'Posted in #secret',
        },
      ],
    },
    markdown: lines('> We agreed', '>', '> Posted in a private channel'),
  },
  {
    what: 'a shared message of an unknown channel',
    message: { text: '', attachments: [{ is_share: true, text: 'We agreed', footer: 'Posted in #secret' }] },
    markdown: '> We agreed',
  },
  {
    what: 'mentions in titles, names and footers',
    message: {
      ...app,
      attachments: [
        {
          author_name: 'Q&amp;A by <@U0BEN>',
          title: '<#C0SECRET|secret> &amp; <#C0GENERAL> :tada:',
          title_link: 'https://example.com/1',
          text: 'hi',
          fields: [{ title: 'Owner <@U0BEN>', value: 'yes' }],
          footer: 'for <!subteam^S0DESIGN|@design> <https://example.com/x|here>',
        },
      ],
    },
    markdown: lines(
      '> **Q&A by @Ben Okafor**: [a private channel & #general 🎉](https://example.com/1)',
      '>',
      '> hi',
      '>',
      '> - Owner @Ben Okafor: yes',
      '>',
      '> for @design here',
    ),
  },
  {
    what: 'mentions in plain text and in Markdown',
    message: {
      ...app,
      blocks: [
        { type: 'header', text: plain('R&amp;D by <@U0BEN>') },
        { type: 'markdown', text: '- **b** <@U0BEN> in <#C0SECRET|secret>, 1 < 2 <!-- note -->' },
      ],
    },
    markdown: lines(
      '**R&D by @Ben Okafor**',
      '',
      '- **b** @Ben Okafor in a private channel, 1 < 2 <!-- note -->',
    ),
  },
];
