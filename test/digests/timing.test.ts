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
  ] as const)('day %s runs on the last day of shorter months', (day, expected) => {
    expect(days(day, '2026-01-01T12:00Z', 5)).toEqual(expected);
  });

  test('29 February is one run in a leap year', () => {
    expect(days(29, '2028-01-30T00:00Z', 2)).toEqual(['2028-02-29', '2028-03-29']);
    expect(days(30, '2028-02-01T00:00Z', 2)).toEqual(['2028-02-29', '2028-03-30']);
  });

  test('the month ends in the local time of the zone', () => {
    const kiritimati = { every: 'month', day: 'last', time: '00:30', zone: 'Pacific/Kiritimati' } as const;
    expect(iso(nextRuns(kiritimati, at('2026-01-15T00:00Z'), 1))).toEqual(['2026-01-30T10:30Z']);
    const pagoPago = { every: 'month', day: 'last', time: '23:30', zone: 'Pacific/Pago_Pago' } as const;
    expect(iso(nextRuns(pagoPago, at('2026-01-15T00:00Z'), 1))).toEqual(['2026-02-01T10:30Z']);
  });
});

test('an evening has no run if summer time skips it up to midnight', () => {
  const evenings = { every: 'day', time: '23:30', zone: 'America/Nuuk' } as const;
  expect(iso(nextRuns(evenings, at('2026-03-27T12:00Z'), 2))).toEqual([
    '2026-03-28T01:30Z',
    '2026-03-30T00:30Z',
  ]);
});

describe('every two weeks', () => {
  const from = { every: 'two-weeks', weekday: 1, time: '09:00', zone: 'America/New_York' } as const;

  test('runs stay 14 days apart over summer time and the end of the year', () => {
    const runs = nextRuns({ ...from, from: '2026-03-02' }, at('2026-03-01T00:00Z'), 30);
    expect(iso(runs.slice(0, 2))).toEqual(['2026-03-02T14:00Z', '2026-03-16T13:00Z']);
    const dates = runs.map((run) => wallClock('America/New_York', run).slice(0, 10));
    expect(dates).toEqual(dates.map((_, index) => dayAfter('2026-03-02', 14 * index)));
  });

  test('a start date one week later shifts the runs by one week', () => {
    expect(iso(nextRuns({ ...from, from: '2026-03-09' }, at('2026-03-01T00:00Z'), 1))).toEqual([
      '2026-03-09T13:00Z',
    ]);
  });

  test('a start date in the far future or past sets the same weeks', () => {
    for (const date of ['2020-03-09', '2026-03-09', '2031-03-10']) {
      const [run] = nextRuns({ ...from, from: date }, at('2026-03-01T00:00Z'), 1);
      const apart = (Date.parse(wallClock(from.zone, run ?? 0).slice(0, 10)) - Date.parse(date)) / 86_400_000;
      expect(apart % 14).toBeCloseTo(0);
    }
  });
});

describe('weekdays and cron lines', () => {
  test('Monday to Friday: Monday follows Friday', () => {
    const runs = nextRuns(
      { every: 'weekday', time: '17:30', zone: 'Europe/Paris' },
      at('2026-02-27T12:00Z'),
      3,
    );
    expect(iso(runs)).toEqual(['2026-02-27T16:30Z', '2026-03-02T16:30Z', '2026-03-03T16:30Z']);
  });

  test('a cron line can name the first Monday of a quarter', () => {
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

describe('the latest run', () => {
  const daily = { every: 'day', time: '09:00', zone: 'UTC' } as const;

  test('the next and the previous run of a run are other runs', () => {
    const due = at('2026-03-02T09:00Z');
    expect(nextRun(daily, due)).toEqual(at('2026-03-03T09:00Z'));
    expect(previousRun(daily, due)).toEqual(at('2026-03-01T09:00Z'));
  });

  test('is the last of several that are due', () => {
    const first = at('2026-03-02T09:00Z');
    expect(latestRun(daily, first, first)).toEqual(first);
    expect(latestRun(daily, first, at('2026-03-05T08:59Z'))).toEqual(at('2026-03-04T09:00Z'));
    expect(latestRun(daily, first, at('2026-03-05T09:00Z'))).toEqual(at('2026-03-05T09:00Z'));
  });
});

test('time zones are IANA names, not offsets', () => {
  expect(['Europe/Lisbon', 'UTC', 'Asia/Kolkata'].every(isZone)).toBe(true);
  expect(['', 'Mars/Base', '+02:00', 'Europe/Lisbon; drop table'].some(isZone)).toBe(false);
  expect(scheduleSchema.safeParse({ every: 'day', time: '9:00', zone: 'UTC' }).success).toBe(false);
});

const zones = fc.constantFrom(...new Set(aroundChanges.map(({ zone }) => zone)));
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

describe('with any schedule', () => {
  test('each run is the first moment of its day with this local time or a later one', () => {
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

  test('runs are in order, and none is missing or repeated', () => {
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

  test('the previous run is the inverse of the next run', () => {
    fc.assert(
      fc.property(schedules, instants, (schedule, after) => {
        const [first, second] = nextRuns(schedule, after, 2);
        expect(previousRun(schedule, second as Date)).toEqual(first);
      }),
      { numRuns: 150 },
    );
  });
});
