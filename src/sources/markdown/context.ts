import { isTime } from '../message.ts';

/** Converts Slack's ids and times to words. */
export interface RenderContext {
  names: Names;
  dates: Dates;
  /** Titles of a message's previews by address, in Markdown. */
  titles?: ReadonlyMap<string, string>;
  /** Descriptions of previews that the text already has. Each new one is added. If undefined, none is left out as a repetition. */
  described?: Set<string>;
}

/** Returns names by Slack's ids; undefined if a name is unknown. */
export interface Names {
  /** Returns the name of a person, or of an app if the id begins with B. */
  person(id: string): string | undefined;
  /** Returns null for a private channel or one that the app cannot see, because not every reader may know its name. */
  channel(id: string): string | null | undefined;
  group(id: string): string | undefined;
}

/** Formats times in English in one time zone. Expensive to create, so there is one for each conversion. */
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
  const longDay = make({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const shortDay = make({ day: 'numeric', month: 'short', year: 'numeric' });
  const numbers = make({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = make({ hour: '2-digit', minute: '2-digit' });
  const seconds = make({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const moment = (ms: number) => `${day(ms)}, ${time(ms)}`;

  /** Full dates, also for tokens that Slack shows as "yesterday" or "5 minutes ago", because the document is read later. */
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
