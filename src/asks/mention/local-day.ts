/** Days of the calendar where somebody is. */

export interface When {
  now: Date;
  /** IANA name, such as `Europe/Lisbon` */
  zone: string;
}

/** A day of the calendar; a month or day beyond the end counts on. */
export interface Day {
  year: number;
  /** from 0 */
  month: number;
  day: number;
}

export function addDays(day: Day, days: number): Day {
  return { ...day, day: day.day + days };
}

export function utcOf({ year, month, day }: Day): number {
  return Date.UTC(year, month, day);
}

export function weekdayOf(day: Day): number {
  return new Date(utcOf(day)).getUTCDay();
}

export function localDay({ now, zone }: When): Day {
  const local = new Date(now.getTime() + offsetAt(now.getTime(), zone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth(), day: local.getUTCDate() };
}

/** The first moment of a day; where the clocks skip midnight, the first one after it. */
export function instantOf(day: Day, zone: string): Date {
  const guess = utcOf(day) - offsetAt(utcOf(day), zone);
  return new Date(utcOf(day) - offsetAt(guess, zone));
}

/** Milliseconds by which the zone's clocks are ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
