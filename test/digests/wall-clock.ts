/** Local times computed with Intl alone. The tests compare timing.ts with them. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of an instant, such as `2026-03-29T02:30`. */
export function wallClock(zone: string, instant: Date | number): string {
  const format = formats.get(zone) ?? formatOf(zone);
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
}

const QUARTER = 15 * 60_000;
const HOUR = 60 * 60_000;

/** Returns the first instant with this local date and this local time or a later one. The time must be a multiple of 15 minutes. */
export function firstMoment(zone: string, date: string, time: string): Date {
  // Zones differ from UTC by at most 14 hours.
  for (let at = Date.parse(date) - 14 * HOUR; ; at += QUARTER) {
    const wall = wallClock(zone, at);
    if (wall.slice(0, 10) === date && wall.slice(11) >= time) return new Date(at);
    if (wall.slice(0, 10) > date) throw new Error(`${zone} has no ${time} on ${date}`);
  }
}

export function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(date) + days * 24 * HOUR).toISOString().slice(0, 10);
}
