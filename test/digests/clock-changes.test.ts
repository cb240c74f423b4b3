import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../src/digests/schedule.ts';
import { nextRuns } from '../../src/digests/timing.ts';
import { aroundChanges } from './around-changes.ts';
import { dayAfter, firstMoment } from './wall-clock.ts';

const at = (text: string) => new Date(text);
const iso = (runs: Date[]) => runs.map((run) => `${run.toISOString().slice(0, 16)}Z`);

describe('when summer time begins or ends', () => {
  test.each(aroundChanges)('$zone at $time around $day', ({ zone, time, day, runs }) => {
    const before = new Date(firstMoment(zone, dayAfter(day, -1), time).getTime() - 1);
    expect(iso(nextRuns({ every: 'day', time, zone }, before, 3))).toEqual(runs);
  });

  test('the table has at least twelve zones, and both changes for at least eight of them', () => {
    const zones = aroundChanges.map(({ zone }) => zone);
    expect(new Set(zones).size).toBeGreaterThanOrEqual(12);
    expect(new Set(zones.filter((zone, index) => zones.indexOf(zone) !== index)).size).toBeGreaterThanOrEqual(
      8,
    );
  });

  test('a weekly digest on that Sunday runs once, and a week later at its usual time', () => {
    const spring = { every: 'week', weekday: 0, time: '02:30', zone: 'Europe/Berlin' } as const;
    expect(iso(nextRuns(spring, at('2026-03-23T00:00Z'), 2))).toEqual([
      '2026-03-29T01:00Z',
      '2026-04-05T00:30Z',
    ]);
    expect(iso(nextRuns(spring, at('2026-10-19T00:00Z'), 2))).toEqual([
      '2026-10-25T00:30Z',
      '2026-11-01T01:30Z',
    ]);
  });

  test('a cron line with a list of hours runs once in an hour that exists twice', () => {
    const schedule: Schedule = { every: 'cron', line: '30 2,3 * * *', zone: 'Europe/Berlin' };
    expect(iso(nextRuns(schedule, at('2026-10-24T22:00Z'), 3))).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T02:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  test('an hourly cron line runs at each elapsed hour, over the missing and the doubled hour', () => {
    const hourly = { every: 'cron', line: '0 * * * *', zone: 'America/New_York' } as const;
    for (const start of ['2026-03-08T05:30Z', '2026-11-01T04:30Z']) {
      const runs = nextRuns(hourly, at(start), 4).map(Number);
      expect(runs.slice(1).map((run, index) => run - (runs[index] ?? 0))).toEqual(Array(3).fill(3_600_000));
    }
  });
});
