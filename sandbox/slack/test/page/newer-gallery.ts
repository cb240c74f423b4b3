import type { KnownBlock, RichTextBlock } from '@slack/types';

/** The newer blocks, as an app would send them. `picture` is the id of an uploaded one. */

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text });
const rich = (text: string): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
});
const raw = (text: string) => ({ type: 'raw_text' as const, text });

export const plan = (title: string, done: boolean, blockId = 'progress'): KnownBlock => ({
  type: 'plan',
  block_id: blockId,
  title,
  tasks: [
    { type: 'task_card', task_id: 'read', title: 'Read 48 messages of the thread', status: 'complete' },
    {
      type: 'task_card',
      task_id: 'make',
      title: done ? 'Made ten slides' : 'Making ten slides',
      status: done ? 'complete' : 'in_progress',
      details: rich('Theme Harbour, for the board.'),
      output: rich('Ten slides, two of them with charts.'),
      sources: [{ type: 'url', url: 'https://example.com/thread', text: 'The thread' }],
    },
    { type: 'task_card', task_id: 'post', title: 'Post it here', status: done ? 'complete' : 'pending' },
  ],
});

export const task: KnownBlock = {
  type: 'task_card',
  task_id: 'export',
  title: 'Exporting the deck to PDF',
  status: 'error',
  output: rich('The service did not answer.'),
};

const button = (text: string, id: string) => ({
  type: 'button' as const,
  action_id: id,
  text: plain(text),
  value: id,
});

export const cards = (picture: string): KnownBlock[] => {
  const image = { type: 'image' as const, slack_file: { id: picture }, alt_text: 'First slide' };
  return [
    {
      type: 'card',
      hero_image: image,
      icon: image,
      title: mrkdwn('*Autumn launch: what we learned*'),
      subtitle: mrkdwn('Presentation · 10 slides · Harbour'),
      body: mrkdwn('Made for <@U00000ANA>. It cost 42 credits; 958 are left.'),
      actions: [{ ...button('Open', 'open'), style: 'primary' }, button('Change it…', 'change')],
    },
    {
      type: 'carousel',
      elements: ['Autumn launch', 'Hiring plan', 'Customer voice', 'Budget'].map((title, at) => ({
        type: 'card' as const,
        block_id: `result-${at}`,
        hero_image: image,
        title: mrkdwn(title),
        subtitle: mrkdwn('Presentation'),
        actions: [button('Open', `open-${at}`)],
      })),
    },
    {
      type: 'context_actions',
      block_id: 'judge',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: 'feedback',
          positive_button: { text: plain('Good deck'), value: 'good' },
          negative_button: { text: plain('Poor deck'), value: 'bad' },
        },
        {
          type: 'icon_button',
          action_id: 'remove',
          icon: 'trash',
          text: plain('Remove'),
          visible_to_user_ids: ['U00000ANA'],
        },
      ],
    },
  ];
};

export const tables: KnownBlock[] = [
  {
    type: 'table',
    column_settings: [{ is_wrapped: true }, { align: 'right' }, { align: 'right' }],
    rows: [
      [raw('Slide'), raw('Viewers'), raw('Time')],
      [rich('What we learned in the first week'), { type: 'raw_number', value: 14, text: '14' }, raw('1:20')],
      [raw('Budget'), { type: 'raw_number', value: 9, text: '9' }, raw('0:41')],
    ],
  },
  {
    type: 'data_table',
    caption: 'Who read it',
    page_size: 2,
    rows: [
      [raw('Reader'), raw('Times')],
      ...['Ana', 'Ben', 'Chloe'].map((name, at) => [raw(name), raw(String(at + 1))]),
    ],
  },
];
