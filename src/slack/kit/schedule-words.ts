import type { Frequency, Schedule } from '../../digests/schedule.ts';

/** Schedules in words. Plain text, nothing foreign in it but a cron line; callers escape that. */

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** "Every Monday at 09:00 (Europe/Lisbon)" */
export function scheduleWords(schedule: Schedule): string {
  const zone = `(${schedule.zone})`;
  if (schedule.every === 'cron') return `At \`${schedule.line}\` ${zone}`;
  return `${daysOf(schedule)} at ${schedule.time} ${zone}`;
}

function daysOf(schedule: Exclude<Schedule, { every: 'cron' }>): string {
  switch (schedule.every) {
    case 'day':
      return 'Every day';
    case 'weekday':
      return 'Monday to Friday';
    case 'week':
      return `Every ${weekdayNames[schedule.weekday]}`;
    case 'two-weeks':
      return `Every second ${weekdayNames[schedule.weekday]}`;
    case 'month':
      return schedule.day === 'last'
        ? 'On the last day of every month'
        : `On the ${ordinal(schedule.day)} of every month`;
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

export function ordinal(day: number): string {
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(day);
  return `${day}${{ one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }[rule]}`;
}

/** "Mon 9 March 2026, 09:00", on the wall of a zone. */
export function momentIn(zone: string, instant: Date): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(instant);
  const day = part({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', '');
  return `${day}, ${part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`;
}
