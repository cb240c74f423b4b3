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
  it('come once, in order, however often and in whatever order the news come', () => {
    const late = message('1.5');
    const model = modelAfter([
      ...loaded,
      { type: 'message', message: late },
      { type: 'message', message: late },
    ]);
    expect(shown(model)).toEqual(['1.0', '1.5', '2.0']);
  });

  it('in a thread stay there, and are counted at the parent once', () => {
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

  it('of a thread that was also sent to the channel stand in both', () => {
    const both = message('3.0', { thread_ts: '1.0', broadcast: true });
    const model = modelAfter([...loaded, { type: 'message', message: both }]);
    expect([shown(model), inThread(model)]).toEqual([
      ['1.0', '2.0', '3.0'],
      ['1.0', '3.0'],
    ]);
  });

  it('are changed and deleted wherever they stand', () => {
    const model = modelAfter([
      ...loaded,
      { type: 'message_changed', message: message('1.0', { text: 'new' }) },
      { type: 'message_deleted', channel: 'C1', ts: '2.0' },
    ]);
    expect(model.histories.C1).toEqual([message('1.0', { text: 'new' })]);
    expect(model.thread?.messages).toEqual([message('1.0', { text: 'new' })]);
  });

  it('of a conversation never opened wait until it is', () => {
    const model = modelAfter([...loaded, { type: 'message', message: message('9.0', { channel: 'C9' }) }]);
    expect(model.histories.C9).toBeUndefined();
  });
});

describe('a thread', () => {
  it('that was left meanwhile does not come up again', () => {
    const model = modelAfter([
      { type: 'place', place: { channel: 'C1' } },
      { type: 'thread', channel: 'C1', ts: '1.0', messages: [message('1.0')] },
    ]);
    expect(model.thread).toBeNull();
  });

  it("shows the app's status until the app speaks or takes it back", () => {
    const status: Change = { type: 'status', channel: 'C1', threadTs: '1.0', text: 'is reading…' };
    const answer: Change = { type: 'message', message: message('3.0', { thread_ts: '1.0', bot: true }) };
    expect(modelAfter([...loaded, status]).statuses).toEqual({ 'C1/1.0': 'is reading…' });
    expect(modelAfter([...loaded, status, answer]).statuses).toEqual({});
    expect(modelAfter([...loaded, status, { ...status, text: '' }]).statuses).toEqual({});
  });
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

  it('begin anew with a view of depth one', () => {
    expect(ids(modelAfter([...stacked, { type: 'view_opened', view: view('V9', 1) }]))).toEqual(['V9a']);
  });

  it('stay as they are when the stand-in names them again after a cut', () => {
    expect(ids(modelAfter([...stacked, ...stacked]))).toEqual(['V1a', 'V2a']);
  });

  it('are updated in their place', () => {
    expect(ids(modelAfter([...stacked, { type: 'view_updated', view: view('V1', 1, 'b') }]))).toEqual([
      'V1b',
      'V2a',
    ]);
  });
});

describe('what Slack says by itself', () => {
  it('stands there once, though both the news and the answer to a call say it', () => {
    const says = (id: number): Change => ({ type: 'said_by_slack', id, text: 'Try again?', channel: 'C1' });
    expect(modelAfter([says(1), says(2)]).notices.map(({ id }) => id)).toEqual([2]);
    expect(modelAfter([says(1), { type: 'dismissed', id: 1 }]).notices).toEqual([]);
  });

  it('is put away by the next message of one’s own there', () => {
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
