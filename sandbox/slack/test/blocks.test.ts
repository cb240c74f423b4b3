import { describe, expect, test } from 'vitest';
import { faultsOfBlocks } from '../blocks/check.ts';
import { faultsOfView } from '../blocks/views.ts';

const of = (length: number): string => 'x'.repeat(length);
const plain = (text = 'words') => ({ type: 'plain_text', text });
const mrkdwn = (text = 'words') => ({ type: 'mrkdwn', text });
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const option = (at: number, more = {}) => ({ text: plain(`Option ${at}`), value: `v${at}`, ...more });
const section = (more = {}) => ({ type: 'section', text: mrkdwn(), ...more });
const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
const input = (element: unknown, more = {}) => ({ type: 'input', label: plain(), element, ...more });
const select = (more = {}) => ({ type: 'static_select', options: [option(1)], ...more });
const button = (more = {}) => ({ type: 'button', text: plain(), ...more });
const image = { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a' };

/** Each limit: what is just within it, what is just beyond it, and what Slack says then. */
const LIMITS: [what: string, within: unknown, beyond: unknown, says: RegExp][] = [
  [
    'section text 3000',
    section({ text: mrkdwn(of(3000)) }),
    section({ text: mrkdwn(of(3001)) }),
    /less than 3001/,
  ],
  [
    'section text present',
    section({ text: plain('x') }),
    section({ text: plain('') }),
    /more than 0 characters/,
  ],
  [
    'section fields 10',
    section({ fields: many(10, () => plain()) }),
    section({ fields: many(11, () => plain()) }),
    /no more than 10 items/,
  ],
  [
    'section field 2000',
    section({ fields: [plain(of(2000))] }),
    section({ fields: [plain(of(2001))] }),
    /less than 2001/,
  ],
  [
    'section needs text or fields',
    section({ text: undefined, fields: [plain()] }),
    section({ text: undefined }),
    /missing required field: text/,
  ],
  [
    'header 150',
    { type: 'header', text: plain(of(150)) },
    { type: 'header', text: plain(of(151)) },
    /less than 151/,
  ],
  [
    'header is plain',
    { type: 'header', text: plain() },
    { type: 'header', text: mrkdwn() },
    /must be one of plain_text/,
  ],
  [
    'context elements 10',
    { type: 'context', elements: many(10, () => plain()) },
    { type: 'context', elements: many(11, () => plain()) },
    /no more than 10 items/,
  ],
  [
    'context takes no button',
    { type: 'context', elements: [image] },
    { type: 'context', elements: [button()] },
    /unsupported type: button/,
  ],
  [
    'actions elements 25',
    actions(...many(25, () => button())),
    actions(...many(26, () => button())),
    /no more than 25 items/,
  ],
  [
    'actions takes no text input',
    actions(button()),
    actions({ type: 'plain_text_input' }),
    /unsupported type: plain_text_input/,
  ],
  ['block_id 255', section({ block_id: of(255) }), section({ block_id: of(256) }), /less than 256/],
  [
    'action_id 255',
    actions(button({ action_id: of(255) })),
    actions(button({ action_id: of(256) })),
    /less than 256/,
  ],
  [
    'button text 75',
    actions(button({ text: plain(of(75)) })),
    actions(button({ text: plain(of(76)) })),
    /less than 76/,
  ],
  [
    'button value 2000',
    actions(button({ value: of(2000) })),
    actions(button({ value: of(2001) })),
    /less than 2001/,
  ],
  [
    'button url 3000',
    actions(button({ url: of(3000) })),
    actions(button({ url: of(3001) })),
    /less than 3001/,
  ],
  [
    'button style',
    actions(button({ style: 'danger' })),
    actions(button({ style: 'default' })),
    /must be one of primary, danger/,
  ],
  [
    'confirm title 100',
    actions(button({ confirm: { title: plain(of(100)), text: plain() } })),
    actions(button({ confirm: { title: plain(of(101)), text: plain() } })),
    /less than 101/,
  ],
  [
    'confirm text 300',
    actions(button({ confirm: { text: mrkdwn(of(300)) } })),
    actions(button({ confirm: { text: mrkdwn(of(301)) } })),
    /less than 301/,
  ],
  [
    'confirm button 30',
    actions(button({ confirm: { text: plain(), confirm: plain(of(30)) } })),
    actions(button({ confirm: { text: plain(), confirm: plain(of(31)) } })),
    /less than 31/,
  ],
  [
    'select options 100',
    actions(select({ options: many(100, option) })),
    actions(select({ options: many(101, option) })),
    /no more than 100 items/,
  ],
  ['select option present', actions(select()), actions(select({ options: [] })), /at least 1 items/],
  [
    'select groups 100',
    actions(
      select({
        options: undefined,
        option_groups: many(100, (at) => ({ label: plain(`g${at}`), options: [option(1)] })),
      }),
    ),
    actions(
      select({
        options: undefined,
        option_groups: many(101, (at) => ({ label: plain(`g${at}`), options: [option(1)] })),
      }),
    ),
    /no more than 100 items/,
  ],
  [
    'options or groups, not both',
    actions(select()),
    actions(select({ option_groups: [{ label: plain(), options: [option(1)] }] })),
    /either options or option_groups/,
  ],
  [
    'option text 75',
    actions(select({ options: [option(1, { text: plain(of(75)) })] })),
    actions(select({ options: [option(1, { text: plain(of(76)) })] })),
    /less than 76/,
  ],
  [
    'option value 75',
    actions(select({ options: [option(1, { value: of(75) })] })),
    actions(select({ options: [option(1, { value: of(76) })] })),
    /less than 76/,
  ],
  [
    'option description 75',
    actions(select({ options: [option(1, { description: plain(of(75)) })] })),
    actions(select({ options: [option(1, { description: plain(of(76)) })] })),
    /less than 76/,
  ],
  [
    'select option is plain',
    actions(select()),
    actions(select({ options: [option(1, { text: mrkdwn() })] })),
    /must be one of plain_text/,
  ],
  [
    'initial option is offered',
    actions(select({ initial_option: option(1) })),
    actions(select({ initial_option: option(2) })),
    /not found in options/,
  ],
  [
    'placeholder 150',
    actions(select({ placeholder: plain(of(150)) })),
    actions(select({ placeholder: plain(of(151)) })),
    /less than 151/,
  ],
  [
    'overflow options 5',
    actions({ type: 'overflow', options: many(5, option) }),
    actions({ type: 'overflow', options: many(6, option) }),
    /no more than 5 items/,
  ],
  [
    'radio options 10',
    actions({ type: 'radio_buttons', options: many(10, option) }),
    actions({ type: 'radio_buttons', options: many(11, option) }),
    /no more than 10 items/,
  ],
  [
    'checkboxes 10',
    actions({ type: 'checkboxes', options: many(10, option) }),
    actions({ type: 'checkboxes', options: many(11, option) }),
    /no more than 10 items/,
  ],
  [
    'date',
    actions({ type: 'datepicker', initial_date: '2026-02-28' }),
    actions({ type: 'datepicker', initial_date: '28.2.2026' }),
    /allowed format/,
  ],
  [
    'time',
    actions({ type: 'timepicker', initial_time: '23:59' }),
    actions({ type: 'timepicker', initial_time: '24:00' }),
    /allowed format/,
  ],
  [
    'date and time in seconds',
    actions({ type: 'datetimepicker', initial_date_time: 1_764_000_000 }),
    actions({ type: 'datetimepicker', initial_date_time: 1_764_000_000_000 }),
    /must be at most/,
  ],
  [
    'input label 2000',
    input({ type: 'plain_text_input' }, { label: plain(of(2000)) }),
    input({ type: 'plain_text_input' }, { label: plain(of(2001)) }),
    /less than 2001/,
  ],
  [
    'input hint 2000',
    input({ type: 'plain_text_input' }, { hint: plain(of(2000)) }),
    input({ type: 'plain_text_input' }, { hint: plain(of(2001)) }),
    /less than 2001/,
  ],
  ['input takes no button', input(select()), input(button()), /unsupported type: button/],
  [
    'typed text 3000',
    input({ type: 'plain_text_input', max_length: 3000 }),
    input({ type: 'plain_text_input', max_length: 3001 }),
    /must be at most 3000/,
  ],
  [
    'typed initial value 3000',
    input({ type: 'plain_text_input', initial_value: of(3000) }),
    input({ type: 'plain_text_input', initial_value: of(3001) }),
    /less than 3001/,
  ],
  [
    'min below max length',
    input({ type: 'plain_text_input', min_length: 5, max_length: 5 }),
    input({ type: 'plain_text_input', min_length: 6, max_length: 5 }),
    /min_length/,
  ],
  [
    'number_input says decimals',
    input({ type: 'number_input', is_decimal_allowed: false }),
    input({ type: 'number_input' }),
    /missing required field: is_decimal_allowed/,
  ],
  [
    'number bounds are strings',
    input({ type: 'number_input', is_decimal_allowed: true, min_value: '0.5' }),
    input({ type: 'number_input', is_decimal_allowed: true, min_value: 0.5 }),
    /must provide a string/,
  ],
  [
    'files 10',
    input({ type: 'file_input', max_files: 10 }),
    input({ type: 'file_input', max_files: 11 }),
    /must be at most 10/,
  ],
  ['image alt text', image, { ...image, alt_text: undefined }, /missing required field: alt_text/],
  ['one picture', image, { ...image, slack_file: { id: 'F1' } }, /exactly one/],
  ['no unknown field', section(), section({ colour: 'red' }), /additional property: colour/],
  [
    'no unknown field in an element',
    actions(button()),
    actions(button({ colour: 'red' })),
    /additional property: colour/,
  ],
  ['no unknown block', { type: 'divider' }, { type: 'video' }, /unsupported type: video/],
  [
    'no unknown rich text',
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'a' }] }] },
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'song' }] }] },
    /unsupported type: song/,
  ],
  [
    'markdown 12,000',
    { type: 'markdown', text: of(12_000) },
    { type: 'markdown', text: of(12_001) },
    /less than 12001/,
  ],
];

describe('limits of blocks', () => {
  test.each(LIMITS)('%s', (_, within, beyond, says) => {
    expect(faultsOfBlocks([within], 'message', '/blocks')).toEqual([]);
    expect(faultsOfBlocks([beyond], 'message', '/blocks').join('\n')).toMatch(says);
  });

  test('50 blocks in a message, 100 in a modal or Home', () => {
    const dividers = (count: number) => many(count, () => ({ type: 'divider' }));
    expect(faultsOfBlocks(dividers(50), 'message', '/blocks')).toEqual([]);
    expect(faultsOfBlocks(dividers(51), 'message', '/blocks')).toEqual([
      '[ERROR] no more than 50 items allowed [json-pointer:/blocks]',
    ]);
    expect(faultsOfBlocks(dividers(100), 'modal', '/blocks')).toEqual([]);
    expect(faultsOfBlocks(dividers(101), 'modal', '/blocks')).toHaveLength(1);
    expect(faultsOfBlocks(dividers(101), 'home', '/blocks')).toHaveLength(1);
  });

  test('ids are unique: block ids in the whole, action ids in their block', () => {
    const twice = [section({ block_id: 'a' }), section({ block_id: 'a' })];
    expect(faultsOfBlocks(twice, 'message', '/blocks')).toEqual([
      '[ERROR] `block_id` a already exists [json-pointer:/blocks/1/block_id]',
    ]);
    const inOne = [actions(button({ action_id: 'go' }), button({ action_id: 'go' }))];
    expect(faultsOfBlocks(inOne, 'message', '/blocks').join()).toMatch(/`action_id` go already exists/);
    const inTwo = [actions(button({ action_id: 'go' })), actions(button({ action_id: 'go' }))];
    expect(faultsOfBlocks(inTwo, 'message', '/blocks')).toEqual([]);
  });

  test('markdown is counted over the whole message and has no place in a modal', () => {
    const halves = many(2, () => ({ type: 'markdown', text: of(6001) }));
    expect(faultsOfBlocks(halves, 'message', '/blocks').join()).toMatch(/less than 12001/);
    expect(faultsOfBlocks([{ type: 'markdown', text: 'a' }], 'modal', '/blocks').join()).toMatch(
      /unsupported/,
    );
  });
});

const modal = (more = {}) => ({ type: 'modal', title: plain(), blocks: [{ type: 'divider' }], ...more });

const VIEW_LIMITS: [what: string, within: unknown, beyond: unknown, says: RegExp][] = [
  [
    'title 24',
    modal({ title: plain(of(24)) }),
    modal({ title: plain(of(25)) }),
    /less than 25 characters \[json-pointer:\/view\/title\/text\]/,
  ],
  ['submit 24', modal({ submit: plain(of(24)) }), modal({ submit: plain(of(25)) }), /less than 25/],
  ['close 24', modal({ close: plain(of(24)) }), modal({ close: plain(of(25)) }), /less than 25/],
  [
    'private_metadata 3000',
    modal({ private_metadata: of(3000) }),
    modal({ private_metadata: of(3001) }),
    /less than 3001/,
  ],
  ['callback_id 255', modal({ callback_id: of(255) }), modal({ callback_id: of(256) }), /less than 256/],
  ['external_id 255', modal({ external_id: of(255) }), modal({ external_id: of(256) }), /less than 256/],
  [
    'submit where there is an input',
    modal({ submit: plain(), blocks: [input({ type: 'plain_text_input' })] }),
    modal({ blocks: [input({ type: 'plain_text_input' })] }),
    /missing required field: submit/,
  ],
  ['a modal, not a Home', modal(), { type: 'home', blocks: [] }, /unsupported type: home/],
  ['no unknown field', modal(), modal({ colour: 'red' }), /additional property: colour/],
  [
    'one focus',
    modal({ submit: plain(), blocks: [input(select({ focus_on_load: true }))] }),
    modal({ submit: plain(), blocks: many(2, () => input(select({ focus_on_load: true }))) }),
    /focus_on_load/,
  ],
];

describe('limits of views', () => {
  test.each(VIEW_LIMITS)('%s', (_, within, beyond, says) => {
    expect(faultsOfView(within, 'modal')).toEqual([]);
    expect(faultsOfView(beyond, 'modal').join('\n')).toMatch(says);
  });
});
