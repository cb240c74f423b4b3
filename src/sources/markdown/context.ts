import { isTime } from '../message.ts';

/** What the conversion of a message needs to write names and dates instead of Slack's ids and timestamps. */
export interface RenderContext {
  names: Names;
  dates: Dates;
  /** Titles of the message's link previews as Markdown, by the URL of the link. */
  titles?: ReadonlyMap<string, string>;
  /** Descriptions of link previews that the transcript already contains, so that they are not repeated. If undefined, all are written. */
  described?: Set<string>;
}

/** Names for Slack's ids; undefined if a name is unknown. */
export interface Names {
  /** Returns the name of a person, or of an app if the id begins with B. */
  person(id: string): string | undefined;
  /**
   * Returns the name of a public channel. Null for a private channel, because readers may not be its members, or if Slack returns no name.
   */
  channel(id: string): string | null | undefined;
  group(id: string): string | undefined;
}

/** Formats times in English, in one time zone. Create one instance per conversation, because creating one is slow. */
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
  /** Like "2 – 9 Mar 2026". */
  days(from: number, to: number): string;
  /** Fills in one of Slack's date formats, such as `{date_short} at {time}`. Returns the fallback if the time is invalid. */
  formatted(seconds: number, format: string, fallback: string): string;
}

/** Creates the formats for a time zone. @param zone an IANA name, such as Europe/Berlin. UTC is used if Node does not know this zone */
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

  /** Formats of Slack's date tokens. `ago` becomes a date, because "5 minutes ago" would be wrong when the document is read. */
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
