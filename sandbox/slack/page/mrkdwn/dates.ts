/** Formats Slack's date tokens (`{date_long} at {time}`) in a person's time zone. `ts` and `now` are in seconds. */
export function formatDate(format: string, ts: number, tz: string, now: number): string {
  return format.replace(/\{(\w+)\}/g, (whole, token: string, at: number) => {
    const make = tokens[token];
    const said = make ? make({ date: new Date(ts * 1000), tz, now: new Date(now * 1000) }) : whole;
    // "Today" at the start of a text, otherwise "today".
    return at > 0 && NEAR.has(said) ? said.toLowerCase() : said;
  });
}

interface Moment {
  date: Date;
  tz: string;
  now: Date;
}

type Make = (moment: Moment) => string;

const shown =
  (options: Intl.DateTimeFormatOptions): Make =>
  ({ date, tz }) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: tz }).format(date);

const long = shown({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const medium = shown({ month: 'long', day: 'numeric', year: 'numeric' });
const withoutYear = shown({ weekday: 'long', month: 'long', day: 'numeric' });
const short = shown({ month: 'short', day: 'numeric', year: 'numeric' });

/** Replaces a date by "Today", "Yesterday" or "Tomorrow" if it is one of them. */
const pretty =
  (otherwise: Make): Make =>
  (moment) =>
    nearDay(moment) ?? otherwise(moment);

const tokens: Record<string, Make> = {
  date_num: ({ date, tz }) => new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(date),
  date: medium,
  date_short: short,
  date_long: long,
  date_pretty: pretty(medium),
  date_short_pretty: pretty(short),
  date_long_pretty: pretty(long),
  day_divider_pretty: pretty((moment) => (isThisYear(moment) ? withoutYear(moment) : long(moment))),
  time: shown({ hour: 'numeric', minute: '2-digit' }),
  time_secs: shown({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  ago: ({ date, now }) => ago((now.getTime() - date.getTime()) / 1000),
};

const dayOf = (date: Date, tz: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(date);

const isThisYear = ({ date, tz, now }: Moment): boolean =>
  dayOf(date, tz).slice(0, 4) === dayOf(now, tz).slice(0, 4);

const NEAR = new Set(['Yesterday', 'Today', 'Tomorrow']);

function nearDay({ date, tz, now }: Moment): string | null {
  const days = (Date.parse(dayOf(date, tz)) - Date.parse(dayOf(now, tz))) / 86_400_000;
  return { '-1': 'Yesterday', '0': 'Today', '1': 'Tomorrow' }[String(days)] ?? null;
}

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
] as const;

/** Formats seconds as "3 hours ago", or "just now" for less than a minute. */
export function ago(seconds: number): string {
  const unit = units.find((unit) => seconds >= unit.seconds);
  if (!unit) return 'just now';
  const count = Math.floor(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`;
}
