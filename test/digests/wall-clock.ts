/** The clock on the wall of a zone, worked out with nothing but Intl: what timing is measured against. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-03-29T02:30` */
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

/**
 * The first moment at which the wall shows this date and this time or a later one: what the rule for skipped and doubled
 * times comes to. Found by going through the day in quarters of an hour, so for times at such a quarter.
 */
export function firstMoment(zone: string, date: string, time: string): Date {
  // No zone is further from UTC than 14 hours.
  for (let at = Date.parse(date) - 14 * HOUR; ; at += QUARTER) {
    const wall = wallClock(zone, at);
    if (wall.slice(0, 10) === date && wall.slice(11) >= time) return new Date(at);
    if (wall.slice(0, 10) > date) throw new Error(`${zone} has no ${time} on ${date}`);
  }
}

export function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(date) + days * 24 * HOUR).toISOString().slice(0, 10);
}
