import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';

/** Every element and block that the page draws, as an app sends them. */

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text });
const option = (text: string, value: string): PlainTextOption => ({ text: plain(text), value });

const themes = [option('Harbour', 'harbour'), option('Linen', 'linen'), option('Night shift', 'night')];

const input = (label: string, element: object, rest: object = {}): KnownBlock =>
  ({ type: 'input', block_id: label, label: plain(label), element, ...rest }) as KnownBlock;

export const everyElement: ModalView = {
  type: 'modal',
  callback_id: 'everything',
  title: plain('Create a deck'),
  submit: plain('Create'),
  close: plain('Cancel'),
  blocks: [
    {
      type: 'section',
      text: mrkdwn('Spends *credits* of _Northwind_. <https://example.com|How many?>'),
      accessory: {
        type: 'button',
        action_id: 'explain',
        text: plain('Explain'),
        value: 'why',
      },
    },
    input(
      'Prompt',
      {
        type: 'plain_text_input',
        action_id: 'prompt',
        multiline: true,
        max_length: 120,
        placeholder: plain('What should it be about?'),
      },
      { hint: plain('A few sentences are enough. Figures and names are kept.') },
    ),
    input('Theme', {
      type: 'external_select',
      action_id: 'theme',
      min_query_length: 0,
      placeholder: plain('Search themes'),
    }),
    input(
      'Folder',
      { type: 'external_select', action_id: 'folder', placeholder: plain('Search folders') },
      { optional: true },
    ),
    input('Format', {
      type: 'static_select',
      action_id: 'format',
      initial_option: option('Presentation', 'presentation'),
      options: [option('Presentation', 'presentation'), option('Document', 'document')],
    }),
    input('Cards', {
      type: 'number_input',
      action_id: 'cards',
      is_decimal_allowed: false,
      min_value: '1',
      max_value: '75',
      initial_value: '10',
    }),
    input(
      'Post to',
      {
        type: 'conversations_select',
        action_id: 'conversation',
        default_to_current_conversation: true,
      },
      { optional: true },
    ),
    input('At', { type: 'timepicker', action_id: 'at' }, { optional: true }),
    input('Export', {
      type: 'radio_buttons',
      action_id: 'export',
      initial_option: option('PowerPoint', 'pptx'),
      options: [
        option('PowerPoint', 'pptx'),
        { ...option('PDF', 'pdf'), description: plain('Best for printing') },
      ],
    }),
    input(
      'Options',
      {
        type: 'checkboxes',
        action_id: 'options',
        options: [
          { text: mrkdwn('*Keep* names and dates'), value: 'keep' },
          { text: mrkdwn('Add sources'), value: 'sources', description: plain('As a last card') },
        ],
      },
      { optional: true },
    ),
    input(
      'Attachment',
      { type: 'file_input', action_id: 'file', filetypes: ['txt', 'md'], max_files: 2 },
      { optional: true },
    ),
    { type: 'divider' },
    { type: 'context', elements: [mrkdwn('Made by AI: check names and figures before you share it.')] },
  ],
};

export const everyBlock: KnownBlock[] = [
  { type: 'header', text: plain('Quarterly review is ready :tada:') },
  {
    type: 'section',
    text: mrkdwn(
      '*Quarterly review* for <@U00000BEN>: revenue _up_ ~down~ `18%`, see <#C0GENERAL>.\n> Churn at 2.1%\n• Hiring plan\n• Budget',
    ),
    accessory: {
      type: 'overflow',
      action_id: 'more',
      options: [option('Comments', 'comments'), option('Archive', 'archive')],
    },
  },
  {
    type: 'section',
    fields: [mrkdwn('*Format*\nPresentation'), mrkdwn('*Cards*\n10'), mrkdwn('*Credits*\n42 used, 958 left')],
  },
  { type: 'divider' },
  {
    type: 'actions',
    elements: [
      {
        type: 'button',
        action_id: 'open',
        text: plain('Open'),
        style: 'primary',
        url: 'https://example.com/doc',
      },
      { type: 'button', action_id: 'export', text: plain('Export'), value: 'pptx' },
      {
        type: 'button',
        action_id: 'delete',
        text: plain('Delete'),
        style: 'danger',
        confirm: {
          title: plain('Delete this deck?'),
          text: mrkdwn('It is gone for *everyone*.'),
          confirm: plain('Delete'),
          deny: plain('Keep'),
          style: 'danger',
        },
      },
      {
        type: 'static_select',
        action_id: 'pick',
        placeholder: plain('Pick a theme'),
        options: themes,
      },
    ],
  },
  {
    type: 'context',
    elements: [mrkdwn('Asked for by <@U00000ANA> · <!date^1763650000^{date_short} at {time}|then>')],
  },
];

/** A plan block. The page keeps it open after an update with the same id. */
export const plan = (title: string, isDone: boolean, blockId = 'progress'): KnownBlock => ({
  type: 'plan',
  block_id: blockId,
  title,
  tasks: [
    { type: 'task_card', task_id: 'read', title: 'Read 48 messages of the thread', status: 'complete' },
    {
      type: 'task_card',
      task_id: 'make',
      title: isDone ? 'Made ten slides' : 'Making ten slides',
      status: isDone ? 'complete' : 'in_progress',
    },
    { type: 'task_card', task_id: 'post', title: 'Post it here', status: isDone ? 'complete' : 'pending' },
  ],
});

export const feedback: KnownBlock = {
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: 'feedback',
      positive_button: { text: plain('Good deck'), value: 'good' },
      negative_button: { text: plain('Poor deck'), value: 'bad' },
    },
  ],
};
