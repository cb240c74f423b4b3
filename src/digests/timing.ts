import { Cron } from 'croner';
import type { Schedule } from './schedule.ts';

/**
 * Computes the run times of a schedule with croner, without I/O or a clock.
 * - If summer time begins and the local time of a run does not exist, the run is at the first moment after the gap.
 * - If summer time ends and the local time of a run exists twice, the run is at the first of the two times. A cron line such as
 *   `0 * * * *` runs at both.
 */

const FORTNIGHT = 14 * 86_400_000;

/** Returns the next `count` runs after an instant. Returns fewer runs if a cron line has no more. */
export function nextRuns(schedule: Schedule, after: Date, count: number): Date[] {
  const lines = cronLines(schedule).map((line) => cronOf(line, schedule.zone));
  const runs: Date[] = [];
  for (let last = after; runs.length < count; ) {
    const next = earliest(lines.map((line) => line.nextRun(last)));
    if (!next) break;
    if (isInCadence(schedule, next)) runs.push(next);
    last = next;
  }
  return runs;
}

export function nextRun(schedule: Schedule, after: Date): Date | null {
  return nextRuns(schedule, after, 1)[0] ?? null;
}

/** Returns the last run before an instant; null if the schedule has none. */
export function previousRun(schedule: Schedule, before: Date): Date | null {
  const lines = cronLines(schedule).map((line) => cronOf(line, schedule.zone));
  for (let first = before; ; ) {
    const previous = latest(lines.map((line) => line.previousRuns(1, first)[0] ?? null));
    if (!previous || isInCadence(schedule, previous)) return previous;
    first = previous;
  }
}

/** Returns the last run from `first` to `now`, both included. @param first time of a run of the schedule */
export function latestRun(schedule: Schedule, first: Date, now: Date): Date {
  const last = previousRun(schedule, new Date(now.getTime() + 1));
  return last && last > first ? last : first;
}

/** Minimum time between two runs of a cron line, in milliseconds. More frequent runs would cost too many credits. */
const CLOSEST_MS = 60 * 60_000;
/** Number of a cron line's next runs that are checked. This is enough to find two runs that are too close together. */
const CHECKED_RUNS = 200;

/** Returns why a cron line may not be used; undefined if it may be used. */
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

/** Returns the date of an instant in a zone, for example `2026-03-29`. */
export function dateIn(zone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return format.format(instant);
}

/** Returns the cron lines of a schedule. The 29th and the 30th of a month need a second line for February. */
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

/** Returns false for every second run of a two-week schedule, because its cron line is weekly. UTC days all have 24 hours. */
function isInCadence(schedule: Schedule, run: Date): boolean {
  if (schedule.every !== 'two-weeks') return true;
  const apart = Date.parse(dateIn(schedule.zone, run)) - Date.parse(schedule.from);
  return apart % FORTNIGHT === 0;
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
