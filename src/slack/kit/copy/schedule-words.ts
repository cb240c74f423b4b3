import type { Frequency, Schedule } from '../../../digests/schedule.ts';

/** Describes schedules of digests in plain text. Callers must escape it for mrkdwn: a person may have typed the schedule's cron line. */

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Returns a description such as "every Monday at 9:00 AM", for use within a sentence. */
export function scheduleWords(schedule: Schedule): string {
  if (schedule.every === 'cron') return `at \`${schedule.line}\``;
  return `${daysOf(schedule)} at ${clockTime(schedule.time)}`;
}

/** Returns a time such as "9:00 AM", as Slack's time picker shows it in English. @param time such as `09:00` */
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

/** How often a digest is posted, as an adjective: "Weekly", as in "Weekly digest". */
export const cadenceNames: Record<Frequency, string> = {
  day: 'Daily',
  weekday: 'Daily',
  week: 'Weekly',
  'two-weeks': 'Fortnightly',
  month: 'Monthly',
  cron: 'Regular',
};

/** Returns a day of the month with its ending, such as "22nd". */
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
