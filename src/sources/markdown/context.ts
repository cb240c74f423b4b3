import { isTime } from '../message.ts';

/** The names and dates that are written in place of Slack's ids and times. */
export interface RenderContext {
  names: Names;
  dates: Dates;
  /** Titles of the message's link previews, as Markdown, by URL. */
  titles?: ReadonlyMap<string, string>;
  /** Descriptions of link previews that the transcript already has, so that none is written twice. If undefined, repetitions are kept. */
  described?: Set<string>;
}

/** Returns names by Slack's ids; undefined if a name is unknown. */
export interface Names {
  /** Returns the name of a person, or of an app if the id begins with B. */
  person(id: string): string | undefined;
  /** Returns null if the channel is private or Deckhand cannot see it, because not every reader may know the channel's name. */
  channel(id: string): string | null | undefined;
  group(id: string): string | undefined;
}

/** Formats times in English, in one time zone. An instance is expensive to create, so a conversion uses the same instance throughout. */
export interface Dates {
  zone: string;
  /** Like "2 March 2026". */
  day(ms: number): string;
  /** Like "Monday, 2 March 2026". */
  longDay(ms: number): string;
  /** Like "09:05". */
  time(ms: number): string;
  /** Like "2 March 2026, 09:05". */
  moment(ms: number): string;
  /** "2 – 9 Mar 2026" */
  days(from: number, to: number): string;
  /** Fills in a format of Slack's date tokens, such as `{date_short} at {time}`; returns the fallback if the time is invalid. */
  formatted(seconds: number, format: string, fallback: string): string;
}

/** @param zone an IANA name; UTC is used if this machine does not know it */
export function createDates(zone: string): Dates {
  const timeZone = isZone(zone) ? zone : 'UTC';
  const make = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
    return (ms: number) => formatter.format(ms);
  };
  const day = make({ day: 'numeric', month: 'long', year: 'numeric' });
  const range = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const longDay = make({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const shortDay = make({ day: 'numeric', month: 'short', year: 'numeric' });
  const numbers = make({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = make({ hour: '2-digit', minute: '2-digit' });
  const seconds = make({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const moment = (ms: number) => `${day(ms)}, ${time(ms)}`;

  /** Formats of date tokens. Tokens that Slack shows as "yesterday" or "5 minutes ago" become dates, because the document is read later. */
  const tokens = new Map(
    Object.entries({
      date: day,
      date_pretty: day,
      date_long: longDay,
      date_long_pretty: longDay,
      date_long_full: longDay,
      date_short: shortDay,
      date_short_pretty: shortDay,
      date_num: numbers,
      date_slash: numbers,
      day_divider_pretty: longDay,
      time,
      time_secs: seconds,
      ago: moment,
    }),
  );

  return {
    zone: timeZone,
    day,
    longDay,
    time,
    moment,
    days: (from, to) => range.formatRange(from, to),
    formatted(at, format, fallback) {
      const ms = at * 1000;
      if (!isTime(ms)) return fallback;
      return format.replace(/\{(\w+)\}/g, (_, token: string) => (tokens.get(token) ?? day)(ms)) || fallback;
    },
  };
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
