import type { Frequency, Schedule } from '../../../digests/schedule.ts';

/** Describes schedules in plain text. A cron line in it comes from a person, so callers escape the text. */

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** "every Monday at 9:00 AM", for the middle of a sentence. */
export function scheduleWords(schedule: Schedule): string {
  if (schedule.every === 'cron') return `at \`${schedule.line}\``;
  return `${daysOf(schedule)} at ${clockTime(schedule.time)}`;
}

/** "9:00 AM", as Slack's own time picker shows it in English. @param time `09:00` */
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

/** "Weekly", as in "Weekly digest". */
export const cadenceNames: Record<Frequency, string> = {
  day: 'Daily',
  weekday: 'Daily',
  week: 'Weekly',
  'two-weeks': 'Fortnightly',
  month: 'Monthly',
  cron: 'Regular',
};

/** "22nd", for a day of the month. */
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
