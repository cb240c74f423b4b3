import { Cron } from 'croner';
import type { Schedule } from './schedule.ts';

/**
 * From a schedule to instants; no I/O and no clock of its own.
 *
 * A run at a time that the clocks skip comes at the first moment after the gap, the same day. A run at a time that they
 * show twice comes once, the first time. Only cron lines that repeat within the day (`0 * * * *`) go by elapsed hours.
 */

const DAY = 86_400_000;
const FORTNIGHT = 14 * DAY;

/** The next `count` runs after an instant, that one not included; fewer where a cron line has no more. */
export function nextRuns(schedule: Schedule, after: Date, count: number): Date[] {
  const lines = cronLines(schedule).map((line) => cronOf(line, schedule.zone));
  const runs: Date[] = [];
  for (let last = after; runs.length < count; ) {
    const usual = earliest(lines.map((line) => line.nextRun(last)));
    const next = earliest([usual ?? null, usual ? lateEvening(schedule, last, usual) : null]);
    if (!next) break;
    if (isInCadence(schedule, next)) runs.push(next);
    last = next;
  }
  return runs;
}

export function nextRun(schedule: Schedule, after: Date): Date | null {
  return nextRuns(schedule, after, 1)[0] ?? null;
}

/** The last run before an instant, that one not included; null where a cron line has none. */
export function previousRun(schedule: Schedule, before: Date): Date | null {
  const lines = cronLines(schedule).map((line) => cronOf(line, schedule.zone));
  for (let first = before; ; ) {
    const usual = latest(lines.map((line) => line.previousRuns(1, first)[0] ?? null));
    const previous = latest([usual, usual && lateEvening(schedule, usual, first)]);
    if (!previous || isInCadence(schedule, previous)) return previous;
    first = previous;
  }
}

/** The last of the runs from `first` to `now`, both included. @param first a run of the schedule */
export function latestRun(schedule: Schedule, first: Date, now: Date): Date {
  const last = previousRun(schedule, new Date(now.getTime() + 1));
  return last && last > first ? last : first;
}

/** Milliseconds between two runs of a cron line at the least: each run costs credits. */
const CLOSEST_MS = 60 * 60_000;
/** Runs of a cron line that are checked: enough to find two close ones, whatever the pattern. */
const CHECKED_RUNS = 200;

/** The fault of a cron line; undefined where it has none. */
export function cronFault(
  line: string,
  zone: string,
  now: Date,
): 'unreadable' | 'never' | 'too often' | undefined {
  let runs: Date[];
  try {
    runs = nextRuns({ every: 'cron', line, zone }, now, CHECKED_RUNS);
  } catch {
    return 'unreadable';
  }
  if (runs.length === 0) return 'never';
  const isClose = runs.some((run, index) => run.getTime() - (runs[index - 1]?.getTime() ?? 0) < CLOSEST_MS);
  return isClose ? 'too often' : undefined;
}

/** The date of an instant in a zone, `2026-03-29`. */
export function dateIn(zone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return format.format(instant);
}

/** Most schedules are one cron line; the 29th and the 30th of a month need another for February. */
function cronLines(schedule: Schedule): string[] {
  if (schedule.every === 'cron') return [schedule.line];
  const [hour, minute] = schedule.time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  switch (schedule.every) {
    case 'day':
      return [`${at} * * *`];
    case 'weekday':
      return [`${at} * * 1-5`];
    case 'week':
    case 'two-weeks':
      return [`${at} * * ${schedule.weekday}`];
    case 'month':
      if (schedule.day === 'last' || schedule.day === 31) return [`${at} L * *`];
      if (schedule.day > 28) return [`${at} ${schedule.day} * *`, `${at} L 2 *`];
      return [`${at} ${schedule.day} * *`];
  }
}

/** No zone's clocks jump from before this to midnight. */
const EVENING = '22:00';

/**
 * Where the clocks jump from an evening hour to midnight (America/Nuuk in March: 23:00), a skipped run comes at that
 * midnight. Croner leaves it out, because midnight belongs to the next day. @returns such a run between two instants
 */
function lateEvening(schedule: Schedule, after: Date, before: Date): Date | null {
  if (schedule.every === 'cron' || schedule.time < EVENING) return null;
  const midnights = cronOf('0 0 * * *', schedule.zone);
  const days = cronLines(schedule).map((line) => cronOf(line.replace(/^\S+ \S+/, '* *'), schedule.zone));
  for (let last = after; ; ) {
    const midnight = midnights.nextRun(last);
    if (!midnight || midnight >= before) return null;
    const evening = new Date(midnight.getTime() - 60_000);
    if (timeIn(schedule.zone, evening) < schedule.time && days.some((day) => day.match(evening)))
      return midnight;
    last = midnight;
  }
}

/** The time of day of an instant in a zone, `23:30`. */
function timeIn(zone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(instant);
}

/** Weeks are counted in calendar days, which are 24 hours apart in UTC whatever the zone's clocks do. */
function isInCadence(schedule: Schedule, run: Date): boolean {
  if (schedule.every !== 'two-weeks') return true;
  const apart = Date.parse(dateOfRun(schedule, run)) - Date.parse(schedule.from);
  return apart % FORTNIGHT === 0;
}

/** A run at the midnight after a skipped evening belongs to the day that ended. */
function dateOfRun({ zone, time }: Schedule & { time: string }, run: Date): string {
  const isLate = time >= EVENING && timeIn(zone, run) === '00:00';
  return dateIn(zone, isLate ? new Date(run.getTime() - 1) : run);
}

function cronOf(line: string, timezone: string): Cron {
  return new Cron(line, { timezone, paused: true, mode: '5-part', fixedTimeRule: 'no-wildcard' });
}

function earliest(runs: (Date | null)[]): Date | undefined {
  return sorted(runs)[0];
}

function latest(runs: (Date | null)[]): Date | null {
  return sorted(runs).at(-1) ?? null;
}

function sorted(runs: (Date | null)[]): Date[] {
  return runs.filter((run) => run !== null).sort((one, other) => one.getTime() - other.getTime());
}
