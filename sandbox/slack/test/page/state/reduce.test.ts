import { describe, expect, it } from 'vitest';
import type { Change } from '../../../page/state/changes.ts';
import { emptyModel, type Model } from '../../../page/state/model.ts';
import { reduce } from '../../../page/state/reduce.ts';
import type { Message, OpenView } from '../../../protocol.ts';

const message = (ts: string, rest: Partial<Message> = {}): Message => ({
  ts,
  channel: 'C1',
  user: 'U1',
  text: ts,
  ...rest,
});

const modelAfter = (changes: Change[], start: Model = emptyModel({ channel: 'C1', thread: '1.0' })): Model =>
  changes.reduce(reduce, start);

const loaded: Change[] = [
  { type: 'history', channel: 'C1', messages: [message('1.0'), message('2.0')] },
  { type: 'thread', channel: 'C1', ts: '1.0', messages: [message('1.0')] },
];

const shown = (model: Model): string[] => (model.histories.C1 ?? []).map(({ ts }) => ts);
const inThread = (model: Model): string[] => (model.thread?.messages ?? []).map(({ ts }) => ts);

describe('messages', () => {
  it('are in order and not repeated, even if the news of one comes twice and late', () => {
    const late = message('1.5');
    const model = modelAfter([
      ...loaded,
      { type: 'message', message: late },
      { type: 'message', message: late },
    ]);
    expect(shown(model)).toEqual(['1.0', '1.5', '2.0']);
  });

  it('in a thread are not in the channel, and are counted once at the parent', () => {
    const reply = message('3.0', { thread_ts: '1.0', user: 'U2' });
    const told: Change = {
      type: 'message_changed',
      message: message('1.0', { reply_count: 1, reply_users: ['U2'], latest_reply: '3.0' }),
    };
    for (const news of [
      [{ type: 'message', message: reply } as Change, told],
      [told, { type: 'message', message: reply } as Change],
    ]) {
      const model = modelAfter([...loaded, ...news]);
      expect(shown(model)).toEqual(['1.0', '2.0']);
      expect(inThread(model)).toEqual(['1.0', '3.0']);
      expect(model.histories.C1?.[0]).toMatchObject({
        reply_count: 1,
        reply_users: ['U2'],
        latest_reply: '3.0',
      });
    }
  });

  it('are changed and deleted both in the channel and in the thread', () => {
    const model = modelAfter([
      ...loaded,
      { type: 'message_changed', message: message('1.0', { text: 'new' }) },
      { type: 'message_deleted', channel: 'C1', ts: '2.0' },
    ]);
    expect(model.histories.C1).toEqual([message('1.0', { text: 'new' })]);
    expect(model.thread?.messages).toEqual([message('1.0', { text: 'new' })]);
  });

  it('of a conversation that was never opened are not stored', () => {
    const model = modelAfter([...loaded, { type: 'message', message: message('9.0', { channel: 'C9' }) }]);
    expect(model.histories.C9).toBeUndefined();
  });
});

it('a thread that was closed while it was loaded stays closed', () => {
  const model = modelAfter([
    { type: 'place', place: { channel: 'C1' } },
    { type: 'thread', channel: 'C1', ts: '1.0', messages: [message('1.0')] },
  ]);
  expect(model.thread).toBeNull();
});

describe('modals', () => {
  const view = (id: string, depth: number, hash = 'a'): OpenView =>
    ({ id, depth, hash, user: 'U1', view: { type: 'modal', blocks: [] } }) as unknown as OpenView;
  const ids = (model: Model): string[] => model.views.map(({ id, hash }) => `${id}${hash}`);
  const stacked: Change[] = [
    { type: 'view_opened', view: view('V1', 1) },
    { type: 'view_opened', view: view('V2', 2) },
  ];

  it('are stacked, and closed from the top', () => {
    const model = modelAfter([...stacked, { type: 'view_opened', view: view('V3', 3) }]);
    expect(ids(model)).toEqual(['V1a', 'V2a', 'V3a']);
    expect(ids(modelAfter([{ type: 'view_closed', id: 'V3', all: false }], model))).toEqual(['V1a', 'V2a']);
    expect(ids(modelAfter([{ type: 'view_closed', id: 'V1', all: true }], model))).toEqual([]);
  });

  it('are replaced by a view of depth one', () => {
    expect(ids(modelAfter([...stacked, { type: 'view_opened', view: view('V9', 1) }]))).toEqual(['V9a']);
  });

  it('stay open when the stand-in sends them again after a lost connection', () => {
    expect(ids(modelAfter([...stacked, ...stacked]))).toEqual(['V1a', 'V2a']);
  });

  it('are updated without a change of their order', () => {
    expect(ids(modelAfter([...stacked, { type: 'view_updated', view: view('V1', 1, 'b') }]))).toEqual([
      'V1b',
      'V2a',
    ]);
  });
});

describe('a message of Slack itself', () => {
  it('is shown once, although both the news and the answer to a call contain it', () => {
    const says = (id: number): Change => ({ type: 'said_by_slack', id, text: 'Try again?', channel: 'C1' });
    expect(modelAfter([says(1), says(2)]).notices.map(({ id }) => id)).toEqual([2]);
    expect(modelAfter([says(1), { type: 'dismissed', id: 1 }]).notices).toEqual([]);
  });

  it('is removed when the person posts in the same place', () => {
    const says: Change = { type: 'said_by_slack', id: 1, text: 'Not sent', channel: 'C1' };
    const start = emptyModel({ channel: 'C1' });
    const me = { ...start, workspace: { me: { id: 'U1' } } } as Model;
    const noticesAfter = (rest: Partial<Message>) =>
      modelAfter([says, { type: 'message', message: message('3.0', rest) }], me).notices;
    expect(noticesAfter({})).toEqual([]);
    for (const rest of [{ user: 'U2' }, { channel: 'C2' }, { thread_ts: '1.0' }]) {
      expect(noticesAfter(rest)).toHaveLength(1);
    }
  });
});
