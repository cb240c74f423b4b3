import { isTime } from '../message.ts';

/** The names and dates with which a conversion turns Slack's ids and times into words. */
export interface RenderContext {
  names: Names;
  dates: Dates;
  /** Titles of a message's previews by the addresses that they are of, in Markdown. */
  titles?: ReadonlyMap<string, string>;
  /** Descriptions of previews that stand in the text already; each is added to it. Missing: each is new. */
  described?: Set<string>;
}

/** Names by Slack's ids; undefined where a name is not known. */
export interface Names {
  /** A person, or an app by its `B…` id. */
  person(id: string): string | undefined;
  /** null for a private channel, or one that the app cannot see: its name is not for every reader. */
  channel(id: string): string | null | undefined;
  group(id: string): string | undefined;
}

/** Instants as people in one time zone write them, in English. Costly to make: one for a whole conversion. */
export interface Dates {
  zone: string;
  /** "2 March 2026" */
  day(ms: number): string;
  /** "Monday, 2 March 2026" */
  longDay(ms: number): string;
  /** "09:05" */
  time(ms: number): string;
  /** "2 March 2026, 09:05" */
  moment(ms: number): string;
  /** Fills in a format of Slack's date tokens, such as `{date_short} at {time}`; the fallback where the time is invalid. */
  formatted(seconds: number, format: string, fallback: string): string;
}

/** @param zone an IANA name; UTC where this machine does not know it */
export function createDates(zone: string): Dates {
  const timeZone = isZone(zone) ? zone : 'UTC';
  const make = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
    return (ms: number) => formatter.format(ms);
  };
  const day = make({ day: 'numeric', month: 'long', year: 'numeric' });
  const longDay = make({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const shortDay = make({ day: 'numeric', month: 'short', year: 'numeric' });
  const numbers = make({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = make({ hour: '2-digit', minute: '2-digit' });
  const seconds = make({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const moment = (ms: number) => `${day(ms)}, ${time(ms)}`;

  /** Dates in full, also where Slack would say "yesterday" or "5 minutes ago": the document is read later. */
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
