import type { Digest, Window } from './digest.ts';
import { previousRun } from './timing.ts';

const DAY = 86_400_000;
/** After a long pause nobody wants a year of talk summed up. A little more than the longest month with a week to spare. */
const LONGEST_MS = 45 * DAY;
/** For a cron line that has no run before. */
const USUAL_MS = 7 * DAY;

/**
 * What a run sums up: all since the last digest, so that nothing is left out and nothing told twice. The first one takes
 * what lies between two runs; so does one after a pause that was longer than that and than 45 days.
 */
export function windowOf(digest: Pick<Digest, 'schedule' | 'lastWindowEnd'>, until: Date): Window {
  const period = previousRun(digest.schedule, until) ?? new Date(until.getTime() - USUAL_MS);
  const { lastWindowEnd } = digest;
  if (!lastWindowEnd) return { since: period, until };
  const earliest = Math.min(period.getTime(), until.getTime() - LONGEST_MS);
  return { since: new Date(Math.max(lastWindowEnd.getTime(), earliest)), until };
}
