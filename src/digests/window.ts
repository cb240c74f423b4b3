import type { Digest, Window } from './digest.ts';
import type { Schedule } from './schedule.ts';
import { previousRun } from './timing.ts';

const DAY = 86_400_000;
/** After a long pause nobody wants a year of talk summed up. A little more than the longest month with a week to spare. */
const LONGEST_MS = 45 * DAY;
/** For a cron line that has no run before. */
const USUAL_MS = 7 * DAY;

/**
 * What a run sums up: all since the last digest, so that nothing is left out and nothing told twice; but no more than 45
 * days, or the time between two runs where that is longer.
 */
export function windowOf(
  digest: Pick<Digest, 'schedule'> & { lastWindowEnd?: Date | undefined },
  until: Date,
): Window {
  const period = runBefore(digest.schedule, until);
  const earliest = Math.min(period.getTime(), until.getTime() - LONGEST_MS);
  const since = Math.max((digest.lastWindowEnd ?? period).getTime(), earliest);
  return { since: new Date(since), until };
}

/** Where the window of a first run begins: at the run that would have been before it. */
export function runBefore(schedule: Schedule, run: Date): Date {
  return previousRun(schedule, run) ?? new Date(run.getTime() - USUAL_MS);
}
