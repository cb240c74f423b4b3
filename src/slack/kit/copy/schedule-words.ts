import type { Frequency, Schedule } from '../../../digests/schedule.ts';

/** Describes schedules in plain text. A cron line in the text was written by a person, so callers must escape the text. */

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Returns "every Monday at 9:00 AM", for the middle of a sentence. */
export function scheduleWords(schedule: Schedule): string {
  if (schedule.every === 'cron') return `at \`${schedule.line}\``;
  return `${daysOf(schedule)} at ${clockTime(schedule.time)}`;
}

/** Returns "9:00 AM", in the format of Slack's time picker in English. @param time `09:00` */
function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

function daysOf(schedule: Exclude<Schedule, { every: 'cron' }>): string {
  switch (schedule.every) {
    case 'day':
      return 'every day';
    case 'weekday':
      return 'Monday to Friday';
    case 'week':
      return `every ${weekdayNames[schedule.weekday]}`;
    case 'two-weeks':
      return `every second ${weekdayNames[schedule.weekday]}`;
    case 'month':
      return schedule.day === 'last'
        ? 'on the last day of every month'
        : `on the ${ordinal(schedule.day)} of every month`;
  }
}

/** Adjectives for digests: "Weekly", as in "Weekly digest". */
export const cadenceNames: Record<Frequency, string> = {
  day: 'Daily',
  weekday: 'Daily',
  week: 'Weekly',
  'two-weeks': 'Fortnightly',
  month: 'Monthly',
  cron: 'Regular',
};

/** Returns "22nd" for a day of the month. */
export function ordinal(day: number): string {
  return `${day}${ORDINAL_ENDINGS[day] ?? 'th'}`;
}

const ORDINAL_ENDINGS: Record<number, string> = {
  1: 'st',
  2: 'nd',
  3: 'rd',
  21: 'st',
  22: 'nd',
  23: 'rd',
  31: 'st',
};
