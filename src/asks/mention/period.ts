import { addDays, type Day, instantOf, localDay, utcOf, type When, weekdayOf } from './local-day.ts';
import { NUMBER, numberOf } from './numbers.ts';

/** Finds the time period that a sentence names, such as "last week", in the author's time zone. */

/** A period of a conversation. If `until` is omitted, the period ends now. */
export interface Period {
  since: Date;
  until?: Date;
}

export interface FoundPeriod extends Period {
  /** The words of the sentence that name the period, with their preposition. */
  phrase: string;
}

const HOUR = 3_600_000;
/** Maximum time since the beginning of a period, in days. Periods that began earlier than that are ignored. */
const MOST_DAYS = 366;

/** The names of the weekdays. Their index is the number that schedules use. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
);
const vague: Record<string, number> = { a: 1, couple: 2, few: 3 };

const WEEKDAY = `(?:last |this )?(?:${weekdays.join('|')})`;
const MONTH = `(?:${months.map((name) => (name === 'may' ? name : `${name.slice(0, 3)}(?:${name.slice(3)})?`)).join('|')})\\.?`;
const NTH = '\\d{1,2}(?:st|nd|rd|th)?';
const DATE = `\\d{4}-\\d\\d-\\d\\d|${MONTH} ${NTH}(?:,? \\d{4})?|${NTH} (?:of )?${MONTH}(?: \\d{4})?`;
const DAY = `today|yesterday|${WEEKDAY}|${DATE}`;
const COUNT = `(?:a )?(?:couple|few)(?: of)?|a|${NUMBER}`;
const UNIT = 'hours?|days?|weeks?|fortnights?|months?|quarters?|years?';
const LEAD = '(?:(?:of|from|for|over|during|in|within|across|covering|about|on) )?';
/**
 * Words that may follow "last week's" and the like. For example, "last week's discussions" names a period, but "last week's offsite" is a
 * topic.
 */
const TALK = 'this channel|talk|discussions?|messages|conversations?|threads?|news|updates';
const END = `(?![\\wÀ-ž-])(?:['’]s? (?:${TALK})\\b|(?!['’]| of\\b(?! this channel)))`;

type Read = (found: Record<string, string | undefined>, when: When) => Period | undefined;

/** Patterns for periods. The first pattern that matches is used. */
const patterns: [RegExp, Read][] = [
  [
    phrase(
      `(?:(?:from|between|on)(?: the)? (?<first>${DAY}|${NTH}) (?:to|until|till|through|and|&|-)|(?<start>${NTH}) ?(?:to|until|till|-|–)) ?(?:on )?(?:the )?(?<last>${DAY})`,
    ),
    ({ start: bare = '', first = bare, last = '' }, when) => {
      // In "from 2 to 6 June", the first day is in the month of the last day.
      const month = new RegExp(MONTH, 'i').exec(last)?.[0] ?? '';
      const from = /^\d{1,2}\D*$/.test(first) ? `${first} ${month}` : first;
      const [start, end] = [dayNamed(from, when), dayNamed(last, when)];
      return start && end && since(start, when, addDays(end, 1));
    },
  ],
  [
    // Two days, in any order, and the days between them: "of today and Sunday".
    phrase(`(?:of|for) (?<one>${DAY}) (?:and|&) (?<other>${DAY})`),
    ({ one = '', other = '' }, when) => {
      const [start, end] = [one, other]
        .flatMap((name) => dayNamed(name, when) ?? [])
        .toSorted((first, last) => utcOf(first) - utcOf(last));
      return start && end && since(start, when, addDays(end, 1));
    },
  ],
  [
    phrase(`(?:from|between) (?<first>${MONTH}) (?:to|until|till|through|and|-) (?<last>${MONTH})`),
    ({ first = '', last = '' }, when) => {
      const [start, end] = [monthNamed(first, when), monthNamed(last, when)];
      return start && end && since(start, when, { ...end, month: end.month + 1 });
    },
  ],
  [
    phrase(
      `(?:(?:(?:since |${LEAD})(?:the )?(?:last|past|previous)|since) (?<count>${COUNT})|(?:since |${LEAD})(?:the last|(?:the )?past)) (?<unit>${UNIT})(?: ago)?`,
    ),
    ({ count = 'a', unit = '' }, when) => rolling(countOf(count), unit, when),
  ],
  [
    phrase(
      `(?:(?<open>since) (?:the )?|${LEAD}(?:the (?=previous))?)(?:last|previous) (?<unit>week|month|quarter|year)`,
    ),
    ({ open, unit = '' }, when) =>
      since(startOf(unit, 1, when), when, open ? undefined : startOf(unit, 0, when)),
  ],
  [
    phrase(`(?<every>daily|weekly|monthly)(?= (?:summar(?:y|ies)|recap|report|update|overview))`),
    ({ every = '' }, when) =>
      rolling(1, { daily: 'day', weekly: 'week' }[every.toLowerCase()] ?? 'month', when),
  ],
  [
    phrase(
      `(?:${LEAD}|since )(?:(?:the )?(?:beginning|start) of )?(?:(?:this|the) (?:whole |entire |full )?|(?:whole|entire|full) )(?<unit>week|month|quarter|year)(?: so far)?`,
    ),
    ({ unit = '' }, when) =>
      since(startOf(unit, isMonday(when) && unit.toLowerCase() === 'week' ? 1 : 0, when), when),
  ],
  [
    phrase(
      `(?:(?:since|from(?! (?:today|yesterday)\\b(?! on))) (?<day>${DAY})|since the (?<nth>${NTH}))(?: on(?:wards)?)?`,
    ),
    ({ nth, day }, when) => since(dayNamed(day ?? `${nth} ${months[localDay(when).month]}`, when), when),
  ],
  [
    phrase(`${LEAD}(?<day>today|yesterday)`),
    ({ day = '' }, when) => {
      const from = dayNamed(day, when);
      return from && since(from, when, addDays(from, 1));
    },
  ],
  [
    phrase(
      `(?:(?<open>since)(?: the (?:start|beginning) of)?|(?<!(?:weeks?|months?|days?|half|end|start|beginning|middle) )(?:of|from|during|for)|(?<=this channel )in) (?<month>${MONTH})`,
    ),
    ({ open, month = '' }, when) => {
      const from = monthNamed(month, when);
      return from && since(from, when, open ? undefined : { ...from, month: from.month + 1 });
    },
  ],
];

function phrase(words: string): RegExp {
  return new RegExp(`(?<![\\wÀ-ž])(?:${words})${END}`, 'i');
}

/** Returns the period that a sentence names. @param text the sentence on one line */
export function periodIn(text: string, when: When): FoundPeriod | undefined {
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(text);
    const period = found && !isQuoted(text, found.index) && read(found.groups ?? {}, when);
    if (period) return { ...period, phrase: found[0] };
  }
  return undefined;
}

function isQuoted(text: string, at: number): boolean {
  return (text.slice(0, at).match(/["“”]/g)?.length ?? 0) % 2 === 1;
}

/** Returns the period of the last `count` hours, days, weeks and so on. It begins at the start of a day, unless the unit is hours. */
export function rolling(count: number, unit: string, when: When): Period | undefined {
  const kind = unit.replace(/s$/i, '').toLowerCase();
  if (!count) return undefined;
  if (kind === 'hour') return { since: new Date(when.now.getTime() - count * HOUR) };
  const today = localDay(when);
  const inMonths = { month: 1, quarter: 3, year: 12 }[kind];
  const from = inMonths
    ? { ...today, month: today.month - count * inMonths }
    : addDays(today, -count * ({ week: 7, fortnight: 14 }[kind] ?? 1));
  return since(from, when);
}

function countOf(said: string): number {
  const word = said.toLowerCase().replace(/^a (?=couple|few)| of$/g, '');
  return vague[word] ?? numberOf(word);
}

/** Returns the period that begins with the day `from`. It ends before the day `end`, or now if `end` is omitted or in the future. */
function since(from: Day | undefined, when: When, end?: Day): Period | undefined {
  if (!from) return undefined;
  const start = instantOf(from, when.zone);
  const age = when.now.getTime() - start.getTime();
  const until = end && instantOf(end, when.zone);
  if (age <= 0 || age > MOST_DAYS * 24 * HOUR || (until && until <= start)) return undefined;
  return until && until < when.now ? { since: start, until } : { since: start };
}

/**
 * Returns whether it is Monday in the author's time zone. On Mondays, "this week" includes the previous week, because the new week has
 * hardly any messages.
 */
export function isMonday(when: When): boolean {
  return weekdayOf(localDay(when)) === 1;
}

/**
 * Returns the first day of a week (a Monday), month, quarter or year.
 * @param back 0 for the current period, 1 for the previous period
 */
function startOf(unit: string, back: number, when: When): Day {
  const { year, month, day } = localDay(when);
  switch (unit.toLowerCase()) {
    case 'week':
      return { year, month, day: day - ((weekdayOf({ year, month, day }) + 6) % 7) - 7 * back };
    case 'month':
      return { year, month: month - back, day: 1 };
    case 'quarter':
      return { year, month: month - (month % 3) - 3 * back, day: 1 };
    default:
      return { year: year - back, month: 0, day: 1 };
  }
}

/**
 * Returns the day that a text such as "Friday" or "2 June" means; undefined for other text. A weekday, or a date without a year, means the
 * latest such day that is not in the future. On a Friday, "last Friday" is a week ago. A date with a year may be in the future.
 */
function dayNamed(name: string, when: When): Day | undefined {
  const today = localDay(when);
  const word = name.toLowerCase().replace(/^(?:last|this) /, '');
  if (word === 'today') return today;
  if (word === 'yesterday') return addDays(today, -1);
  const weekday = weekdays.indexOf(word);
  if (weekday >= 0) {
    const back = (weekdayOf(today) - weekday + 7) % 7;
    return addDays(today, -(back === 0 && /^last /i.test(name) ? 7 : back));
  }
  return dateNamed(word, today);
}

function dateNamed(word: string, today: Day): Day | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]) - 1, day: Number(iso[3]) };
  const month = monthIndex(/\p{L}{3,}/u.exec(word.replace(/\d+(?:st|nd|rd|th)/, ''))?.[0] ?? '');
  const day = Number(/\d{1,2}(?!\d)/.exec(word)?.[0]);
  const year = Number(/\d{4}/.exec(word)?.[0] ?? today.year);
  if (month < 0 || day < 1 || day > 31) return undefined;
  const isAhead = !/\d{4}/.test(word) && Date.UTC(year, month, day) > utcOf(today);
  return { year: isAhead ? year - 1 : year, month, day };
}

function monthNamed(name: string, when: When): Day | undefined {
  const today = localDay(when);
  const month = monthIndex(name);
  return month < 0 ? undefined : { year: month > today.month ? today.year - 1 : today.year, month, day: 1 };
}

function monthIndex(name: string): number {
  return months.findIndex((month) => month.startsWith(name.toLowerCase().replace('.', '').slice(0, 3)));
}
