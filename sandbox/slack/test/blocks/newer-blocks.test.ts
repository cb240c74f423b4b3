import { expect, test } from 'vitest';
import { faultsOfBlocks } from '../../blocks/check.ts';

const of = (length: number): string => 'x'.repeat(length);
const plain = (text = 'words') => ({ type: 'plain_text', text });
const mrkdwn = (text = 'words') => ({ type: 'mrkdwn', text });
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const rich = (text = 'words') => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
});
const button = (more = {}) => ({ type: 'button', text: plain(), ...more });
const image = { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a' };

const task = (more = {}) => ({
  type: 'task_card',
  task_id: 't1',
  title: 'Reading the thread',
  status: 'in_progress',
  ...more,
});
const untyped = ({ type: _type, ...rest }: ReturnType<typeof task>) => rest;
const plan = (more = {}) => ({ type: 'plan', title: 'Making the deck', tasks: [task()], ...more });
const card = (more = {}) => ({ type: 'card', title: mrkdwn(), ...more });
const carousel = (...elements: unknown[]) => ({ type: 'carousel', elements });
const thumb = (value: string, more = {}) => ({ text: plain(), value, ...more });
const thumbs = (more = {}) => ({
  type: 'feedback_buttons',
  positive_button: thumb('good'),
  negative_button: thumb('bad'),
  ...more,
});
const icon = (more = {}) => ({ type: 'icon_button', icon: 'trash', text: plain('Delete'), ...more });
const contextActions = (...elements: unknown[]) => ({ type: 'context_actions', elements });
const raw = (text = 'cell') => ({ type: 'raw_text', text });
const table = (rows: unknown[][], more = {}) => ({ type: 'table', rows, ...more });
const dataTable = (more = {}) => ({
  type: 'data_table',
  caption: 'Cards',
  rows: [[raw()], [raw()]],
  ...more,
});
const alert = (more = {}) => ({ type: 'alert', text: plain(), ...more });

/** What is just within a limit, what is just beyond it, and what Slack says then. */
const LIMITS: [what: string, within: unknown, beyond: unknown, says: RegExp][] = [
  ['a plan has a title', plan(), plan({ title: '' }), /more than 0 characters/],
  ['a plan without tasks', plan({ tasks: undefined }), plan({ tasks: 'none' }), /must provide a array/],
  [
    '50 tasks',
    plan({ tasks: many(50, (at) => task({ task_id: `t${at}` })) }),
    plan({ tasks: many(51, (at) => task({ task_id: `t${at}` })) }),
    /no more than 50 items/,
  ],
  [
    'a plan holds tasks only',
    plan({ tasks: [untyped(task())] }),
    plan({ tasks: [card()] }),
    /must be one of task_card/,
  ],
  [
    'the word is complete',
    task({ status: 'complete' }),
    task({ status: 'completed' }),
    /pending, in_progress, complete, error/,
  ],
  ['a task has an id', task(), task({ task_id: undefined }), /missing required field: task_id/],
  [
    'details and output are rich text',
    task({ details: rich(), output: rich() }),
    task({ details: mrkdwn() }),
    /must be one of rich_text/,
  ],
  [
    'sources are addresses',
    task({ sources: [{ type: 'url', url: 'https://a.example', text: 'a' }] }),
    task({ sources: [{ url: 'https://a.example', text: 'a' }] }),
    /must be one of url/,
  ],
  ['card title 150', card({ title: mrkdwn(of(150)) }), card({ title: mrkdwn(of(151)) }), /less than 151/],
  [
    'card subtitle 150',
    card({ subtitle: mrkdwn(of(150)) }),
    card({ subtitle: mrkdwn(of(151)) }),
    /less than 151/,
  ],
  ['card body 200', card({ body: mrkdwn(of(200)) }), card({ body: mrkdwn(of(201)) }), /less than 201/],
  ['card text is mrkdwn', card(), card({ title: plain() }), /must be one of mrkdwn/],
  [
    'a card says something',
    card({ title: undefined, hero_image: image }),
    card({ title: undefined, subtitle: mrkdwn(), icon: image }),
    /one of hero_image, title, actions or body/,
  ],
  [
    'card buttons 3',
    card({ actions: many(3, () => button()) }),
    card({ actions: many(4, () => button()) }),
    /no more than 3 items/,
  ],
  [
    'card takes buttons only',
    card({ actions: [button()] }),
    card({ actions: [icon()] }),
    /must be one of button/,
  ],
  ['carousel 1', carousel(card()), carousel(), /at least 1 items/],
  [
    'carousel 10',
    carousel(...many(10, () => card())),
    carousel(...many(11, () => card())),
    /no more than 10/,
  ],
  [
    'a carousel’s card keeps a card’s limits',
    carousel(card({ body: mrkdwn(of(200)) })),
    carousel(card(), card({ body: mrkdwn(of(201)) })),
    /json-pointer:\/blocks\/0\/elements\/1\/body\/text/,
  ],
  [
    'context actions 5',
    contextActions(...many(5, () => icon())),
    contextActions(...many(6, () => icon())),
    /no more than 5 items/,
  ],
  ['context actions hold no button', contextActions(thumbs()), contextActions(button()), /unsupported type/],
  [
    'both thumbs',
    contextActions(thumbs()),
    contextActions(thumbs({ negative_button: undefined })),
    /missing required field: negative_button/,
  ],
  [
    'a thumb has a value',
    contextActions(thumbs({ positive_button: thumb(of(2000)) })),
    contextActions(thumbs({ positive_button: { text: plain() } })),
    /missing required field: value/,
  ],
  [
    'a thumb’s text 75',
    contextActions(thumbs({ positive_button: thumb('a', { text: plain(of(75)) }) })),
    contextActions(thumbs({ positive_button: thumb('a', { text: plain(of(76)) }) })),
    /less than 76/,
  ],
  ['one icon', contextActions(icon()), contextActions(icon({ icon: 'pencil' })), /must be one of trash/],
  [
    'table rows 100',
    table(many(100, () => [raw()])),
    table(many(101, () => [raw()])),
    /no more than 100 items/,
  ],
  ['table cells 20', table([many(20, () => raw())]), table([many(21, () => raw())]), /no more than 20 items/],
  ['a cell is not empty', table([[raw('x'), rich()]]), table([[raw('')]]), /more than 0 characters/],
  [
    '10,000 characters',
    table([[raw(of(10_000))]]),
    table([[raw(of(5000)), raw(of(5001))]]),
    /less than 10001/,
  ],
  [
    'column settings',
    table([[raw()]], { column_settings: [{ align: 'right', is_wrapped: true }] }),
    table([[raw()]], { column_settings: [{ align: 'justify' }] }),
    /left, center, right/,
  ],
  ['a data table has a body', dataTable(), dataTable({ rows: [[raw()]] }), /at least 2 items/],
  [
    'rows of a data table are of equal length',
    dataTable({ rows: [[raw()], [{ type: 'raw_number', value: 4, text: '4' }]] }),
    dataTable({ rows: [[raw()], [raw(), raw()]] }),
    /equal length/,
  ],
  ['100 rows a page', dataTable({ page_size: 100 }), dataTable({ page_size: 101 }), /must be at most 100/],
];

test.each(LIMITS)('%s', (_, within, beyond, says) => {
  expect(faultsOfBlocks([within], 'message', '/blocks')).toEqual([]);
  expect(faultsOfBlocks([beyond], 'message', '/blocks').join('\n')).toMatch(says);
});

test.each([
  plan(),
  task(),
  card(),
  carousel(card()),
  contextActions(thumbs()),
  table([[raw()]]),
  dataTable(),
])('a $type stands in messages, and neither in modals nor in Home', (block) => {
  expect(faultsOfBlocks([block], 'message', '/blocks')).toEqual([]);
  for (const surface of ['modal', 'home'] as const) {
    expect(faultsOfBlocks([block], surface, '/view/blocks')).toEqual([
      `[ERROR] unsupported type: ${block.type} [json-pointer:/view/blocks/0/type]`,
    ]);
  }
});

test('an alert stands in modals alone, with at most 200 characters', () => {
  expect(
    faultsOfBlocks([alert({ level: 'warning', text: mrkdwn(of(200)) })], 'modal', '/view/blocks'),
  ).toEqual([]);
  expect(faultsOfBlocks([alert({ text: plain(of(201)) })], 'modal', '/view/blocks').join()).toMatch(
    /less than 201/,
  );
  expect(faultsOfBlocks([alert()], 'message', '/blocks').join()).toMatch(/unsupported type: alert/);
  expect(faultsOfBlocks([alert()], 'home', '/view/blocks').join()).toMatch(/unsupported type: alert/);
});

test('a plan and a task of its own do not go together, and a message has one table', () => {
  expect(faultsOfBlocks([task(), task({ task_id: 't2' })], 'message', '/blocks')).toEqual([]);
  expect(faultsOfBlocks([plan(), task()], 'message', '/blocks').join()).toMatch(/cannot be used together/);
  const two = [table([[raw()]]), table([[raw()]])];
  expect(faultsOfBlocks(two, 'message', '/blocks').join()).toMatch(/only_one_table_allowed/);
});

test('ids of a carousel’s cards are looked at like those of other blocks', () => {
  const twice = [card({ block_id: 'a' }), carousel(card({ block_id: 'a' }))];
  expect(faultsOfBlocks(twice, 'message', '/blocks')).toEqual([
    '[ERROR] `block_id` a already exists [json-pointer:/blocks/1/elements/0/block_id]',
  ]);
  const inOne = [carousel(card({ actions: [button({ action_id: 'go' }), button({ action_id: 'go' })] }))];
  expect(faultsOfBlocks(inOne, 'message', '/blocks')).toEqual([
    '[ERROR] `action_id` go already exists for this block [json-pointer:/blocks/0/elements/0/actions/1/action_id]',
  ]);
});
