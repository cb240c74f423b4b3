/** Calendar days as `YYYY-MM-DD`, with no time zone. */

const parse = (day: string): Date => new Date(`${day}T00:00:00Z`);
const print = (date: Date): string => date.toISOString().slice(0, 10);

export function addDays(day: string, count: number): string {
  const date = parse(day);
  date.setUTCDate(date.getUTCDate() + count);
  return print(date);
}

/** The same day of another month, or that month's last day. */
export function addMonths(day: string, count: number): string {
  const date = parse(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return print(date);
}

/** Six weeks that hold the day's month, from a Sunday. */
export function monthGrid(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -parse(first).getUTCDay());
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(start, week * 7 + weekday)),
  );
}

export const isSameMonth = (a: string, b: string): boolean => a.slice(0, 7) === b.slice(0, 7);

export const monthName = (day: string): string => shown(day, { month: 'long', year: 'numeric' });
export const longDay = (day: string): string =>
  shown(day, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
export const shortDay = (day: string): string =>
  shown(day, { month: 'short', day: 'numeric', year: 'numeric' });

const shown = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(parse(day));

/** Today where the person is. */
export const today = (tz: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(new Date());
