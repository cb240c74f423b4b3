import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isZone, type Schedule, scheduleSchema } from '../../src/digests/schedule.ts';
import { cronFault, latestRun, nextRun, nextRuns, previousRun } from '../../src/digests/timing.ts';
import { aroundChanges } from './around-changes.ts';
import { dayAfter, firstMoment, wallClock } from './wall-clock.ts';

const at = (text: string) => new Date(text);
const iso = (runs: Date[]) => runs.map((run) => `${run.toISOString().slice(0, 16)}Z`);

describe('days of the month', () => {
  const monthly = (day: number | 'last'): Schedule => ({
    every: 'month',
    day,
    time: '09:00',
    zone: 'Asia/Kathmandu',
  });
  const days = (day: number | 'last', after: string, count: number) =>
    nextRuns(monthly(day), at(after), count).map((run) => wallClock('Asia/Kathmandu', run).slice(0, 10));

  test.each([
    ['last', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    [31, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    [30, ['2026-01-30', '2026-02-28', '2026-03-30', '2026-04-30', '2026-05-30']],
    [29, ['2026-01-29', '2026-02-28', '2026-03-29', '2026-04-29', '2026-05-29']],
    [28, ['2026-01-28', '2026-02-28', '2026-03-28', '2026-04-28', '2026-05-28']],
    [1, ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01']],
  ] as const)('the %s, or the last day where the month is shorter', (day, expected) => {
    expect(days(day, '2026-01-01T12:00Z', 5)).toEqual(expected);
  });

  test('a leap year has its 29th of February, once', () => {
    expect(days(29, '2028-01-30T00:00Z', 2)).toEqual(['2028-02-29', '2028-03-29']);
    expect(days(30, '2028-02-01T00:00Z', 2)).toEqual(['2028-02-29', '2028-03-30']);
  });

  test('a month ends when it ends there, not in UTC', () => {
    const kiritimati = { every: 'month', day: 'last', time: '00:30', zone: 'Pacific/Kiritimati' } as const;
    expect(iso(nextRuns(kiritimati, at('2026-01-15T00:00Z'), 1))).toEqual(['2026-01-30T10:30Z']);
    const pagoPago = { every: 'month', day: 'last', time: '23:30', zone: 'Pacific/Pago_Pago' } as const;
    expect(iso(nextRuns(pagoPago, at('2026-01-15T00:00Z'), 1))).toEqual(['2026-02-01T10:30Z']);
  });
});

test('a skipped evening counts as the day that ends with it: two weeks, one weekday', () => {
  const saturdays = { weekday: 6, time: '23:30', zone: 'America/Nuuk' } as const;
  const after = at('2026-03-27T12:00Z');
  const late = at('2026-03-29T01:00Z');
  expect(nextRun({ every: 'week', ...saturdays }, after)).toEqual(late);
  expect(nextRun({ every: 'two-weeks', from: '2026-03-14', ...saturdays }, after)).toEqual(late);
  expect(nextRun({ every: 'two-weeks', from: '2026-03-21', ...saturdays }, after)).not.toEqual(late);
  expect(previousRun({ every: 'week', ...saturdays }, at('2026-03-30T12:00Z'))).toEqual(late);
  expect(nextRun({ every: 'week', ...saturdays, weekday: 3 }, after)).toEqual(at('2026-04-02T00:30Z'));
});

describe('every two weeks', () => {
  const from = { every: 'two-weeks', weekday: 1, time: '09:00', zone: 'America/New_York' } as const;

  test('keeps its cadence over the change of the clocks and over the year', () => {
    const runs = nextRuns({ ...from, from: '2026-03-02' }, at('2026-03-01T00:00Z'), 30);
    expect(iso(runs.slice(0, 2))).toEqual(['2026-03-02T14:00Z', '2026-03-16T13:00Z']);
    const dates = runs.map((run) => wallClock('America/New_York', run).slice(0, 10));
    expect(dates).toEqual(dates.map((_, index) => dayAfter('2026-03-02', 14 * index)));
  });

  test('the other week is the other cadence', () => {
    expect(iso(nextRuns({ ...from, from: '2026-03-09' }, at('2026-03-01T00:00Z'), 1))).toEqual([
      '2026-03-09T13:00Z',
    ]);
  });

  test('a first date that is far ahead, or long ago, sets the same cadence', () => {
    for (const date of ['2020-03-09', '2026-03-09', '2031-03-10']) {
      const [run] = nextRuns({ ...from, from: date }, at('2026-03-01T00:00Z'), 1);
      const apart = (Date.parse(wallClock(from.zone, run ?? 0).slice(0, 10)) - Date.parse(date)) / 86_400_000;
      expect(apart % 14).toBeCloseTo(0);
    }
  });
});

describe('weekdays and cron lines', () => {
  test('Friday is followed by Monday', () => {
    const runs = nextRuns(
      { every: 'weekday', time: '17:30', zone: 'Europe/Paris' },
      at('2026-02-27T12:00Z'),
      3,
    );
    expect(iso(runs)).toEqual(['2026-02-27T16:30Z', '2026-03-02T16:30Z', '2026-03-03T16:30Z']);
  });

  test('the first Monday of a quarter', () => {
    const line = '0 9 * 1,4,7,10 MON#1';
    expect(iso(nextRuns({ every: 'cron', line, zone: 'UTC' }, at('2026-02-01T00:00Z'), 2))).toEqual([
      '2026-04-06T09:00Z',
      '2026-07-06T09:00Z',
    ]);
  });

  test.each([
    ['0 9 * * 1', undefined],
    ['0 * * * *', undefined],
    ['59 8,9 * * *', undefined],
    ['@daily', undefined],
    ['*/30 * * * *', 'too often'],
    ['0,59 9 * * *', 'too often'],
    ['* * * * *', 'too often'],
    ['0 9 31 2 *', 'never'],
    ['every monday', 'unreadable'],
    ['0 0 9 * * *', 'unreadable'],
    ['61 9 * * *', 'unreadable'],
    ['', 'unreadable'],
  ])('“%s” is %s', (line, fault) => {
    expect(cronFault(line, 'Europe/Lisbon', at('2026-03-01T00:00Z'))).toBe(fault);
  });
});

describe('what was missed', () => {
  const daily = { every: 'day', time: '09:00', zone: 'UTC' } as const;

  test('a run is not after itself, and not before itself', () => {
    const due = at('2026-03-02T09:00Z');
    expect(nextRun(daily, due)).toEqual(at('2026-03-03T09:00Z'));
    expect(previousRun(daily, due)).toEqual(at('2026-03-01T09:00Z'));
  });

  test('the latest of several that are due', () => {
    const first = at('2026-03-02T09:00Z');
    expect(latestRun(daily, first, first)).toEqual(first);
    expect(latestRun(daily, first, at('2026-03-05T08:59Z'))).toEqual(at('2026-03-04T09:00Z'));
    expect(latestRun(daily, first, at('2026-03-05T09:00Z'))).toEqual(at('2026-03-05T09:00Z'));
  });
});

test('a zone is a name of the IANA list', () => {
  expect(['Europe/Lisbon', 'UTC', 'Asia/Kolkata'].every(isZone)).toBe(true);
  expect(['', 'Mars/Base', '+02:00', 'Europe/Lisbon; drop table'].some(isZone)).toBe(false);
  expect(scheduleSchema.safeParse({ every: 'day', time: '9:00', zone: 'UTC' }).success).toBe(false);
});

const zones = fc.constantFrom(...new Set(aroundChanges.map(([zone]) => zone)));
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const instants = fc.date({ min: at('2024-01-01'), max: at('2029-12-31'), noInvalidDate: true });
const weekdays = fc.integer({ min: 0, max: 6 });
const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ every: fc.constantFrom('day' as const, 'weekday' as const), time: times, zone: zones }),
  fc.record({ every: fc.constant('week' as const), weekday: weekdays, time: times, zone: zones }),
  fc.record({
    every: fc.constant('month' as const),
    day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('last' as const)),
    time: times,
    zone: zones,
  }),
  fc.tuple(fc.integer({ min: 0, max: 3000 }), times, zones).map(([days, time, zone]): Schedule => {
    const from = dayAfter('2024-01-01', days);
    return { every: 'two-weeks', weekday: new Date(from).getUTCDay(), from, time, zone };
  }),
);

describe('whatever the schedule', () => {
  test('each run is the first moment of its day at which the wall shows the time', () => {
    fc.assert(
      fc.property(schedules, instants, (schedule, after) => {
        for (const run of nextRuns(schedule, after, 3)) {
          const date = wallClock(schedule.zone, run).slice(0, 10);
          if (schedule.every !== 'cron') expect(run).toEqual(firstMoment(schedule.zone, date, schedule.time));
        }
      }),
      { numRuns: 150 },
    );
  });

  test('runs are after the instant, in order, none left out and none twice', () => {
    fc.assert(
      fc.property(schedules, instants, (schedule, after) => {
        const runs = nextRuns(schedule, after, 4);
        expect(runs).toHaveLength(4);
        let last = after;
        for (const run of runs) {
          expect(run.getTime()).toBeGreaterThan(last.getTime());
          expect(nextRun(schedule, last)).toEqual(run);
          last = run;
        }
      }),
      { numRuns: 150 },
    );
  });

  test('the run before the next one is the one before that', () => {
    fc.assert(
      fc.property(schedules, instants, (schedule, after) => {
        const [first, second] = nextRuns(schedule, after, 2);
        expect(previousRun(schedule, second as Date)).toEqual(first);
      }),
      { numRuns: 150 },
    );
  });
});
