import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';

/** Every element and block that the page draws, as an app would send them. */

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text });
const option = (text: string, value: string): PlainTextOption => ({ text: plain(text), value });

const themes = [option('Harbour', 'harbour'), option('Linen', 'linen'), option('Night shift', 'night')];

const input = (label: string, element: object, rest: object = {}): KnownBlock =>
  ({ type: 'input', block_id: label, label: plain(label), element, ...rest }) as KnownBlock;

export const everyElement: ModalView = {
  type: 'modal',
  callback_id: 'everything',
  notify_on_close: true,
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
    input(
      'Styles',
      {
        type: 'multi_static_select',
        action_id: 'styles',
        placeholder: plain('Choose styles'),
        option_groups: [
          { label: plain('Standard'), options: themes },
          { label: plain('Custom'), options: [option('Northwind brand', 'brand')] },
        ],
        max_selected_items: 2,
      },
      { optional: true },
    ),
    input('Cards', {
      type: 'number_input',
      action_id: 'cards',
      is_decimal_allowed: false,
      min_value: '1',
      max_value: '75',
      initial_value: '10',
    }),
    input('Recipient', { type: 'email_text_input', action_id: 'email' }, { optional: true }),
    input('Source page', { type: 'url_text_input', action_id: 'url' }, { optional: true }),
    input('Share with', { type: 'multi_users_select', action_id: 'people' }, { optional: true }),
    input(
      'Post to',
      {
        type: 'conversations_select',
        action_id: 'conversation',
        default_to_current_conversation: true,
      },
      { optional: true },
    ),
    input('Due', { type: 'datepicker', action_id: 'due', initial_date: '2026-11-20' }, { optional: true }),
    input('At', { type: 'timepicker', action_id: 'at' }, { optional: true }),
    input('Remind me', { type: 'datetimepicker', action_id: 'remind' }, { optional: true }),
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
    input('Note', { type: 'rich_text_input', action_id: 'note' }, { optional: true }),
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
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'Rich ', style: { bold: true } },
          { type: 'user', user_id: 'U00000ANA' },
          { type: 'text', text: ' code', style: { code: true } },
          { type: 'emoji', name: 'rocket' },
        ],
      },
      {
        type: 'rich_text_list',
        style: 'ordered',
        elements: [
          { type: 'rich_text_section', elements: [{ type: 'text', text: 'First' }] },
          { type: 'rich_text_section', elements: [{ type: 'text', text: 'Second' }] },
        ],
      },
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'Quoted' }] },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'const x = 1;' }] },
    ],
  },
  {
    type: 'markdown',
    text: '## Markdown\n**Bold**, a [link](https://example.com) and a table:\n\n| Quarter | Revenue |\n|---|---:|\n| Q3 | $4.2M |',
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
