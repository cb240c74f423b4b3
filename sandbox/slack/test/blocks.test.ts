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

/** `make(n)` is a block as long as allowed, and `make(n + 1)` one that is a character or an item too long. */
type Limit = [what: string, n: number, of: 'characters' | 'items', make: (n: number) => unknown];

const saysTooLong = (n: number, unit: Limit[2]) =>
  unit === 'items' ? `no more than ${n} items` : `less than ${n + 1} characters`;

const LENGTHS: Limit[] = [
  ['section text', 3000, 'characters', (n) => section({ text: mrkdwn(of(n)) })],
  ['section fields', 10, 'items', (n) => section({ fields: many(n, () => plain()) })],
  ['section field', 2000, 'characters', (n) => section({ fields: [plain(of(n))] })],
  ['header', 150, 'characters', (n) => ({ type: 'header', text: plain(of(n)) })],
  ['context elements', 10, 'items', (n) => ({ type: 'context', elements: many(n, () => plain()) })],
  ['actions elements', 25, 'items', (n) => actions(...many(n, () => button()))],
  ['block_id', 255, 'characters', (n) => section({ block_id: of(n) })],
  ['action_id', 255, 'characters', (n) => actions(button({ action_id: of(n) }))],
  ['button text', 75, 'characters', (n) => actions(button({ text: plain(of(n)) }))],
  ['button value', 2000, 'characters', (n) => actions(button({ value: of(n) }))],
  ['button url', 3000, 'characters', (n) => actions(button({ url: of(n) }))],
  [
    'confirm title',
    100,
    'characters',
    (n) => actions(button({ confirm: { title: plain(of(n)), text: plain() } })),
  ],
  ['confirm text', 300, 'characters', (n) => actions(button({ confirm: { text: mrkdwn(of(n)) } }))],
  [
    'confirm button',
    30,
    'characters',
    (n) => actions(button({ confirm: { text: plain(), confirm: plain(of(n)) } })),
  ],
  ['select options', 100, 'items', (n) => actions(select({ options: many(n, option) }))],
  [
    'select groups',
    100,
    'items',
    (n) =>
      actions(
        select({
          options: undefined,
          option_groups: many(n, (at) => ({ label: plain(`g${at}`), options: [option(1)] })),
        }),
      ),
  ],
  ['option text', 75, 'characters', (n) => actions(select({ options: [option(1, { text: plain(of(n)) })] }))],
  ['option value', 75, 'characters', (n) => actions(select({ options: [option(1, { value: of(n) })] }))],
  [
    'option description',
    75,
    'characters',
    (n) => actions(select({ options: [option(1, { description: plain(of(n)) })] })),
  ],
  ['placeholder', 150, 'characters', (n) => actions(select({ placeholder: plain(of(n)) }))],
  ['overflow options', 5, 'items', (n) => actions({ type: 'overflow', options: many(n, option) })],
  ['radio options', 10, 'items', (n) => actions({ type: 'radio_buttons', options: many(n, option) })],
  ['checkboxes', 10, 'items', (n) => actions({ type: 'checkboxes', options: many(n, option) })],
  ['input label', 2000, 'characters', (n) => input({ type: 'plain_text_input' }, { label: plain(of(n)) })],
  ['input hint', 2000, 'characters', (n) => input({ type: 'plain_text_input' }, { hint: plain(of(n)) })],
  [
    'typed initial value',
    3000,
    'characters',
    (n) => input({ type: 'plain_text_input', initial_value: of(n) }),
  ],
];

/** A block that Slack accepts, one that it refuses, and its error. */
const LIMITS: [what: string, within: unknown, beyond: unknown, says: RegExp][] = [
  [
    'the text of a section is not empty',
    section({ text: plain('x') }),
    section({ text: plain('') }),
    /more than 0 characters/,
  ],
  [
    'a section has text or fields',
    section({ text: undefined, fields: [plain()] }),
    section({ text: undefined }),
    /missing required field: text/,
  ],
  [
    'a header is plain text',
    { type: 'header', text: plain() },
    { type: 'header', text: mrkdwn() },
    /must be one of plain_text/,
  ],
  [
    'a context block contains no button',
    { type: 'context', elements: [image] },
    { type: 'context', elements: [button()] },
    /unsupported type: button/,
  ],
  [
    'an actions block contains no text input',
    actions(button()),
    actions({ type: 'plain_text_input' }),
    /unsupported type: plain_text_input/,
  ],
  [
    'a style of buttons exists',
    actions(button({ style: 'danger' })),
    actions(button({ style: 'default' })),
    /must be one of primary, danger/,
  ],
  ['a select has options', actions(select()), actions(select({ options: [] })), /at least 1 items/],
  [
    'a select has options or groups, not both',
    actions(select()),
    actions(select({ option_groups: [{ label: plain(), options: [option(1)] }] })),
    /either options or option_groups/,
  ],
  [
    'an option of a select is plain text',
    actions(select()),
    actions(select({ options: [option(1, { text: mrkdwn() })] })),
    /must be one of plain_text/,
  ],
  [
    'the initial option is one of the options',
    actions(select({ initial_option: option(1) })),
    actions(select({ initial_option: option(2) })),
    /not found in options/,
  ],
  [
    'a time has two digits each',
    actions({ type: 'timepicker', initial_time: '23:59' }),
    actions({ type: 'timepicker', initial_time: '24:00' }),
    /allowed format/,
  ],
  ['an input contains no button', input(select()), input(button()), /unsupported type: button/],
  [
    'max_length is at most 3000',
    input({ type: 'plain_text_input', max_length: 3000 }),
    input({ type: 'plain_text_input', max_length: 3001 }),
    /must be at most 3000/,
  ],
  [
    'min_length is at most max_length',
    input({ type: 'plain_text_input', min_length: 5, max_length: 5 }),
    input({ type: 'plain_text_input', min_length: 6, max_length: 5 }),
    /min_length/,
  ],
  [
    'number_input has is_decimal_allowed',
    input({ type: 'number_input', is_decimal_allowed: false }),
    input({ type: 'number_input' }),
    /missing required field: is_decimal_allowed/,
  ],
  [
    'min_value is a string',
    input({ type: 'number_input', is_decimal_allowed: true, min_value: '0.5' }),
    input({ type: 'number_input', is_decimal_allowed: true, min_value: 0.5 }),
    /must provide a string/,
  ],
  [
    'max_files is at most 10',
    input({ type: 'file_input', max_files: 10 }),
    input({ type: 'file_input', max_files: 11 }),
    /must be at most 10/,
  ],
  ['an image has alt_text', image, { ...image, alt_text: undefined }, /missing required field: alt_text/],
  ['an image has one source', image, { ...image, slack_file: { id: 'F1' } }, /exactly one/],
  ['a block has no unknown field', section(), section({ colour: 'red' }), /additional property: colour/],
  [
    'an element has no unknown field',
    actions(button()),
    actions(button({ colour: 'red' })),
    /additional property: colour/,
  ],
  ['a type of blocks exists', { type: 'divider' }, { type: 'video' }, /unsupported type: video/],
];

describe('limits of blocks', () => {
  test.each(LENGTHS)('%s: at most %i %s', (_, n, unit, make) => {
    expect(faultsOfBlocks([make(n)], 'message', '/blocks')).toEqual([]);
    expect(faultsOfBlocks([make(n + 1)], 'message', '/blocks').join('\n')).toContain(saysTooLong(n, unit));
  });

  test.each(LIMITS)('%s', (_, within, beyond, says) => {
    expect(faultsOfBlocks([within], 'message', '/blocks')).toEqual([]);
    expect(faultsOfBlocks([beyond], 'message', '/blocks').join('\n')).toMatch(says);
  });

  test('a message has at most 50 blocks, a modal or Home 100', () => {
    const dividers = (count: number) => many(count, () => ({ type: 'divider' }));
    expect(faultsOfBlocks(dividers(50), 'message', '/blocks')).toEqual([]);
    expect(faultsOfBlocks(dividers(51), 'message', '/blocks')).toEqual([
      '[ERROR] no more than 50 items allowed [json-pointer:/blocks]',
    ]);
    expect(faultsOfBlocks(dividers(100), 'modal', '/blocks')).toEqual([]);
    expect(faultsOfBlocks(dividers(101), 'modal', '/blocks')).toHaveLength(1);
    expect(faultsOfBlocks(dividers(101), 'home', '/blocks')).toHaveLength(1);
  });

  test('a block_id is unique in a message, an action_id in its block', () => {
    const twice = [section({ block_id: 'a' }), section({ block_id: 'a' })];
    expect(faultsOfBlocks(twice, 'message', '/blocks')).toEqual([
      '[ERROR] `block_id` a already exists [json-pointer:/blocks/1/block_id]',
    ]);
    const inOne = [actions(button({ action_id: 'go' }), button({ action_id: 'go' }))];
    expect(faultsOfBlocks(inOne, 'message', '/blocks').join()).toMatch(/`action_id` go already exists/);
    const inTwo = [actions(button({ action_id: 'go' })), actions(button({ action_id: 'go' }))];
    expect(faultsOfBlocks(inTwo, 'message', '/blocks')).toEqual([]);
  });
});

const modal = (more = {}) => ({ type: 'modal', title: plain(), blocks: [{ type: 'divider' }], ...more });

const VIEW_LENGTHS: Limit[] = [
  ['title', 24, 'characters', (n) => modal({ title: plain(of(n)) })],
  ['submit', 24, 'characters', (n) => modal({ submit: plain(of(n)) })],
  ['close', 24, 'characters', (n) => modal({ close: plain(of(n)) })],
  ['private_metadata', 3000, 'characters', (n) => modal({ private_metadata: of(n) })],
  ['callback_id', 255, 'characters', (n) => modal({ callback_id: of(n) })],
];

const VIEW_LIMITS: [what: string, within: unknown, beyond: unknown, says: RegExp][] = [
  [
    'a view with an input has a submit button',
    modal({ submit: plain(), blocks: [input({ type: 'plain_text_input' })] }),
    modal({ blocks: [input({ type: 'plain_text_input' })] }),
    /missing required field: submit/,
  ],
  ['a Home is no modal', modal(), { type: 'home', blocks: [] }, /unsupported type: home/],
  ['a view has no unknown field', modal(), modal({ colour: 'red' }), /additional property: colour/],
  [
    'one element has focus_on_load',
    modal({ submit: plain(), blocks: [input(select({ focus_on_load: true }))] }),
    modal({ submit: plain(), blocks: many(2, () => input(select({ focus_on_load: true }))) }),
    /focus_on_load/,
  ],
];

describe('limits of views', () => {
  test.each(VIEW_LENGTHS)('%s: at most %i %s', (_, n, unit, make) => {
    expect(faultsOfView(make(n), 'modal')).toEqual([]);
    expect(faultsOfView(make(n + 1), 'modal').join('\n')).toContain(saysTooLong(n, unit));
  });

  test.each(VIEW_LIMITS)('%s', (_, within, beyond, says) => {
    expect(faultsOfView(within, 'modal')).toEqual([]);
    expect(faultsOfView(beyond, 'modal').join('\n')).toMatch(says);
  });
});
