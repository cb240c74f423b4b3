import { describe, expect, it } from 'vitest';
import { ago, formatDate } from '../../../page/mrkdwn/dates.ts';

const at = Date.parse('2026-03-10T23:30:00Z') / 1000;

describe('dates in messages', () => {
  it('are shown in the time zone of the person', () => {
    expect(formatDate('{date_short} at {time}', at, 'UTC', at)).toBe('Mar 10, 2026 at 11:30 PM');
    expect(formatDate('{date_short} at {time}', at, 'Europe/Berlin', at)).toBe('Mar 11, 2026 at 12:30 AM');
  });

  it('are today, yesterday or tomorrow by the calendar, not by hours', () => {
    const soon = at + 45 * 60;
    expect(formatDate('{date_pretty}', at, 'UTC', soon)).toBe('Yesterday');
    expect(formatDate('{date_long_pretty}', soon, 'UTC', at)).toBe('Tomorrow');
    expect(formatDate('{date_short_pretty}', at, 'Europe/Berlin', soon)).toBe('Today');
  });

  it('in {day_divider_pretty} have the year only if it is not the current one', () => {
    const inMarch = '{day_divider_pretty}';
    expect(formatDate(inMarch, at, 'UTC', at + 5 * 86_400)).toBe('Tuesday, March 10');
    expect(formatDate(inMarch, at, 'UTC', at + 300 * 86_400)).toBe('Tuesday, March 10, 2026');
  });

  it('are "today" within a text and "Today" at its beginning', () => {
    expect(formatDate('since {day_divider_pretty} at {time}', at, 'UTC', at)).toBe('since today at 11:30 PM');
  });

  it('keep unknown tokens', () => {
    expect(formatDate('{moon}', at, 'UTC', at)).toBe('{moon}');
  });

  it('are shown as a time ago in the largest unit', () => {
    expect([20, 60, 7_300, 180_000].map(ago)).toEqual([
      'just now',
      '1 minute ago',
      '2 hours ago',
      '2 days ago',
    ]);
  });
});
