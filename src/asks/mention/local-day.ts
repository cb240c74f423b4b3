import { CronDate } from 'croner';

/** Calendar days in a person's time zone. */

export interface When {
  now: Date;
  /** IANA name, such as `Europe/Lisbon` */
  zone: string;
}

/** A calendar day. Values out of range carry over: day 32 of January is 1 February. */
export interface Day {
  year: number;
  /** 0 is January. */
  month: number;
  day: number;
}

export function addDays(day: Day, days: number): Day {
  return { ...day, day: day.day + days };
}

/** Returns midnight UTC of a day, in milliseconds since the epoch. */
export function utcOf({ year, month, day }: Day): number {
  return Date.UTC(year, month, day);
}

/** Returns the weekday; 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(utcOf(day)).getUTCDay();
}

/** Returns the current day in a time zone. */
export function localDay({ now, zone }: When): Day {
  const { year, month, day } = new CronDate(now, zone);
  return { year, month, day };
}

/** Returns the first moment of a day in a time zone. If daylight saving time skips midnight, this moment is after midnight. */
export function instantOf(day: Day, zone: string): Date {
  return new CronDate(new Date(utcOf(day)).toISOString().slice(0, 19), zone).getDate();
}
