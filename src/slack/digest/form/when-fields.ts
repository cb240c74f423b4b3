import { z } from 'zod';
import { type Frequency, isZone } from '../../../digests/schedule.ts';
import { cronFault, dateIn, nextRun } from '../../../digests/timing.ts';
import { ordinal, weekdayNames } from '../../kit/copy/schedule-words.ts';
import { hiddenValue, text, timeOfDay } from '../../kit/form/controls.ts';
import { type Choices, menu } from '../../kit/form/menus.ts';
import { type FormContext, field } from './digest-field.ts';
import { zoneMenu } from './zones.ts';

const frequencies: Choices<Frequency> = [
  ['day', 'Every day'],
  ['weekday', 'Monday to Friday'],
  ['week', 'Every week'],
  ['two-weeks', 'Every two weeks'],
  ['month', 'Every month'],
  ['cron', 'Custom (cron)'],
];

/** Options for the weekday, from Monday (value 1) to Sunday (value 0). */
const weekdays: Choices = [1, 2, 3, 4, 5, 6, 0].map((day) => [String(day), weekdayNames[day] ?? '']);

const daysOfMonth: Choices = [
  ...Array.from({ length: 28 }, (_, index): [string, string] => [String(index + 1), ordinal(index + 1)]),
  ...[29, 30, 31].map((day): [string, string] => [
    String(day),
    `${ordinal(day)}, or the last day of a shorter month`,
  ]),
  ['last', 'Last day'],
];

/** The fields of a digest's schedule. When a person changes a field, the form is redrawn, because it shows the next runs. */
export const whenFields = {
  every: field({
    id: 'digest_every',
    section: 'when',
    label: 'How often',
    required: true,
    control: menu(frequencies),
    initial: 'week',
    dispatch: true,
    to: (every) => ({ schedule: { every } }),
    from: ({ schedule }) => schedule?.every,
  }),
  weekday: field({
    id: 'digest_weekday',
    section: 'when',
    label: 'On',
    required: true,
    control: menu(weekdays),
    initial: '1',
    when: ({ every }) => every === 'week' || every === 'two-weeks',
    dispatch: true,
    to: (weekday) => ({ schedule: { weekday: Number(weekday) } }),
    from: ({ schedule }) => (schedule && 'weekday' in schedule ? String(schedule.weekday) : undefined),
  }),
  day: field({
    id: 'digest_day',
    section: 'when',
    label: 'On the',
    required: true,
    control: menu(daysOfMonth),
    when: ({ every }) => every === 'month',
    dispatch: true,
    to: (day) => ({ schedule: { day: day === 'last' ? day : Number(day) } }),
    from: ({ schedule }) => (schedule?.every === 'month' ? String(schedule.day) : undefined),
  }),
  line: field({
    id: 'digest_line',
    section: 'when',
    label: 'Cron expression',
    hint: 'Minute, hour, day of month, month, day of week: 0 9 * * 1 is Mondays at 9:00 AM. At most once an hour. Press Enter to see the next runs.',
    required: true,
    control: text({ limit: 120, placeholder: '0 9 * * 1', onEnter: true }),
    when: ({ every }) => every === 'cron',
    dispatch: true,
    check: lineFault,
    to: (line) => ({ schedule: { line } }),
    from: ({ schedule }) => (schedule?.every === 'cron' ? schedule.line : undefined),
  }),
  time: field({
    id: 'digest_time',
    section: 'when',
    label: 'At',
    required: true,
    control: timeOfDay(),
    initial: '09:00',
    when: ({ every }) => every !== 'cron',
    dispatch: true,
    to: (time) => ({ schedule: { time } }),
    from: ({ schedule }) => (schedule && 'time' in schedule ? schedule.time : undefined),
  }),
  zone: field({
    id: 'digest_zone',
    section: 'schedule',
    label: 'Time zone',
    required: true,
    control: zoneMenu(0),
    vary: ({ now }) => ({ control: zoneMenu(now) }),
    initial: 'UTC',
    dispatch: true,
    to: (zone) => ({ schedule: { zone } }),
    from: ({ schedule }) => schedule?.zone,
  }),
  /** Hidden field: the date of one run of a digest every two weeks. The digest runs in every second week from this date. */
  from: field({
    id: 'digest_from',
    label: 'From',
    control: hiddenValue(z.iso.date().optional()),
    when: ({ every }) => every === 'two-weeks',
    to: (from, form) => ({ schedule: { from: firstRun(from, form) } }),
    from: ({ schedule }) => (schedule?.every === 'two-weeks' ? schedule.from : undefined),
  }),
};

/** Returns the error message for a cron expression; undefined if it has no error, or cannot be checked without a valid time zone. */
function lineFault(line: string, { zone, now }: FormContext): string | undefined {
  if (!isZone(zone)) return undefined;
  switch (cronFault(line, zone, new Date(now))) {
    case 'too often':
      return 'This runs more than once an hour, and each digest costs credits. Choose once an hour or less.';
    case 'never':
      return 'This date does not exist, so the digest would never run.';
    case 'unreadable':
      return 'A cron expression has five fields: minute, hour, day of month, month, day of week. 0 9 * * 1 is Mondays at 9:00 AM.';
    default:
      return undefined;
  }
}

/** Returns the stored date, or the date of the next run if the stored date is missing or does not fall on the chosen weekday. */
function firstRun(stored: string | undefined, { weekday, time, zone, now }: FormContext): string {
  const day = Number(weekday);
  if (stored && new Date(stored).getUTCDay() === day) return stored;
  return dateIn(zone, nextRun({ every: 'week', weekday: day, time, zone }, new Date(now)) ?? new Date(now));
}
