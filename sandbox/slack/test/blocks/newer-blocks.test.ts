import { expect, test } from 'vitest';
import { faultsOfBlocks } from '../../blocks/check.ts';

const of = (length: number): string => 'x'.repeat(length);
const plain = (text = 'words') => ({ type: 'plain_text', text });
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const task = (more = {}) => ({
  type: 'task_card',
  task_id: 't1',
  title: 'Reading the thread',
  status: 'in_progress',
  ...more,
});
const tasks = (count: number) => many(count, (at) => task({ task_id: `t${at}` }));
const plan = (more = {}) => ({ type: 'plan', title: 'Making the deck', tasks: [task()], ...more });
const thumb = (value: string, more = {}) => ({ text: plain(), value, ...more });
const thumbs = (more = {}) => ({
  type: 'feedback_buttons',
  positive_button: thumb('good'),
  negative_button: thumb('bad'),
  ...more,
});
const contextActions = (...elements: unknown[]) => ({ type: 'context_actions', elements });
const withThumb = (positive: object) => contextActions(thumbs({ positive_button: positive }));
const { type: _, ...untypedTask } = task();

/** A block that Slack accepts, one that it refuses, and its error. */
const LIMITS: [what: string, within: unknown, beyond: unknown, says: RegExp][] = [
  ['a plan has a title', plan(), plan({ title: '' }), /more than 0 characters/],
  [
    'the tasks of a plan are a list or missing',
    plan({ tasks: undefined }),
    plan({ tasks: 'none' }),
    /must provide a array/,
  ],
  [
    'a plan has at most 50 tasks',
    plan({ tasks: tasks(50) }),
    plan({ tasks: tasks(51) }),
    /no more than 50 items/,
  ],
  [
    'a plan contains only tasks',
    plan({ tasks: [untypedTask] }),
    plan({ tasks: [task({ type: 'card' })] }),
    /must be one of task_card/,
  ],
  [
    'the status of a task is complete, not completed',
    plan({ tasks: [task({ status: 'complete' })] }),
    plan({ tasks: [task({ status: 'completed' })] }),
    /pending, in_progress, complete, error/,
  ],
  [
    'a task has an id',
    plan(),
    plan({ tasks: [task({ task_id: undefined })] }),
    /missing required field: task_id/,
  ],
  [
    'a context_actions block has at most 5 elements',
    contextActions(...many(5, () => thumbs())),
    contextActions(...many(6, () => thumbs())),
    /no more than 5 items/,
  ],
  [
    'a context_actions block contains no button',
    contextActions(thumbs()),
    contextActions({ type: 'button', text: plain() }),
    /must be one of feedback_buttons|unsupported type/,
  ],
  [
    'feedback_buttons have both buttons',
    contextActions(thumbs()),
    contextActions(thumbs({ negative_button: undefined })),
    /missing required field: negative_button/,
  ],
  [
    'a feedback button has a value',
    withThumb(thumb(of(2000))),
    withThumb({ text: plain() }),
    /missing required field: value/,
  ],
  [
    'the text of a feedback button has at most 75 characters',
    withThumb(thumb('a', { text: plain(of(75)) })),
    withThumb(thumb('a', { text: plain(of(76)) })),
    /less than 76/,
  ],
];

test.each(LIMITS)('%s', (_, within, beyond, says) => {
  expect(faultsOfBlocks([within], 'message', '/blocks')).toEqual([]);
  expect(faultsOfBlocks([beyond], 'message', '/blocks').join('\n')).toMatch(says);
});

test.each([plan(), contextActions(thumbs())])(
  'a message can have a $type block, modals and Home cannot',
  (block) => {
    expect(faultsOfBlocks([block], 'message', '/blocks')).toEqual([]);
    for (const surface of ['modal', 'home'] as const) {
      expect(faultsOfBlocks([block], surface, '/view/blocks')).toEqual([
        `[ERROR] unsupported type: ${block.type} [json-pointer:/view/blocks/0/type]`,
      ]);
    }
  },
);
