import { describe, expect, it } from 'vitest';
import { createArrivals } from '../../../page/state/arrivals.ts';
import { rowsOf } from '../../../page/state/shown/rows.ts';
import { firstUnread } from '../../../page/state/shown/unread.ts';
import type { Message } from '../../../protocol.ts';

const noon = Date.parse('2026-03-10T12:00:00Z') / 1000;
const said = (secondsAfterNoon: number, user = 'U1', rest: Partial<Message> = {}): Message => ({
  ts: String(noon + secondsAfterNoon),
  channel: 'C1',
  user,
  text: '',
  ...rest,
});
const drawn = (messages: Message[], newFrom?: string): string[] =>
  rowsOf(messages, { tz: 'UTC', now: noon, newFrom }).map((row) =>
    row.kind === 'message'
      ? row.isGrouped
        ? 'grouped'
        : 'message'
      : row.kind === 'day'
        ? row.label
        : row.kind,
  );

describe('a list of messages', () => {
  it('has a line for each day', () => {
    expect(drawn([said(-86_400), said(0)])).toEqual(['Yesterday', 'message', 'Today', 'message']);
  });

  it('groups messages of one person within five minutes', () => {
    expect(drawn([said(0), said(60), said(70, 'U2'), said(80), said(80 + 300)])).toEqual([
      'Today',
      'message',
      'grouped',
      'message',
      'message',
      'message',
    ]);
  });

  it('does not group replies with the parent of a thread', () => {
    const rows = rowsOf([said(0), said(1), said(2)], { tz: 'UTC', now: noon, isThread: true });
    expect(rows.flatMap((row) => (row.kind === 'message' ? [row.isGrouped] : []))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('does not group ephemeral messages nor those about who joined', () => {
    expect(
      drawn([said(0), said(1, 'U1', { ephemeralFor: 'U1' }), said(2, 'U1', { subtype: 'channel_join' })]),
    ).toEqual(['Today', 'message', 'message', 'message']);
  });

  it('has the line "New" before the first unread message', () => {
    const second = said(10);
    expect(drawn([said(0), second], second.ts)).toEqual(['Today', 'message', 'new', 'message']);
  });
});

describe('the first unread message', () => {
  const messages = [said(0, 'U2'), said(1, 'ME'), said(2, 'U2'), said(3, 'ME')];

  it('is counted from the end over messages of others', () => {
    expect(firstUnread(messages, 1, 'ME')).toBe(messages[2]?.ts);
    expect(firstUnread(messages, 2, 'ME')).toBe(messages[0]?.ts);
    expect(firstUnread(messages, 9, 'ME')).toBe(messages[0]?.ts);
  });

  it('does not exist if everything was read', () => {
    expect(firstUnread(messages, 0, 'ME')).toBeUndefined();
  });
});

it('news that arrives during a fetch is applied to the fetched list, which may be older', async () => {
  const [fetched, late, elsewhere, gone] = [said(0), said(1), said(2, 'U1', { channel: 'C2' }), said(3)];
  const edited = { ...fetched, text: 'With a picture' };
  const arrivals = createArrivals();
  const { promise, resolve } = Promise.withResolvers<Message[]>();
  const complete = arrivals.complete(
    () => promise,
    ({ channel }) => channel === 'C1',
  );
  for (const message of [fetched, late, elsewhere]) arrivals.add({ type: 'message', message });
  arrivals.add({ type: 'message_changed', message: edited });
  arrivals.add({ type: 'message_deleted', channel: 'C1', ts: gone.ts });
  resolve([fetched, gone]);
  expect(await complete).toEqual([edited, late]);
});
