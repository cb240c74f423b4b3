import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isZone, type Schedule, scheduleSchema } from '../../src/digests/schedule.ts';
import { cronFault, latestRun, nextRun, nextRuns, previousRun } from '../../src/digests/timing.ts';
import { dayAfter, firstMoment, wallClock } from './wall-clock.ts';

const at = (text: string) => new Date(text);
const iso = (runs: Date[]) => runs.map((run) => `${run.toISOString().slice(0, 16)}Z`);

/**
 * A digest of every day, around a change of the clocks (or on an ordinary day): the runs of the day before, the day and
 * the day after. Worked out from the zones' rules of 2026.
 */
const aroundChanges: [zone: string, time: string, day: string, runs: [string, string, string]][] = [
  ['Europe/Lisbon', '01:30', '2026-03-29', ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z']],
  ['Europe/Lisbon', '01:30', '2026-10-25', ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  ['Europe/Berlin', '02:30', '2026-03-29', ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z']],
  ['Europe/Berlin', '02:30', '2026-10-25', ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  [
    'America/New_York',
    '02:30',
    '2026-03-08',
    ['2026-03-07T07:30Z', '2026-03-08T07:00Z', '2026-03-09T06:30Z'],
  ],
  [
    'America/New_York',
    '01:30',
    '2026-11-01',
    ['2026-10-31T05:30Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
  ],
  [
    'America/St_Johns',
    '02:15',
    '2026-03-08',
    ['2026-03-07T05:45Z', '2026-03-08T05:30Z', '2026-03-09T04:45Z'],
  ],
  [
    'America/St_Johns',
    '01:45',
    '2026-11-01',
    ['2026-10-31T04:15Z', '2026-11-01T04:15Z', '2026-11-02T05:15Z'],
  ],
  [
    'America/Santiago',
    '00:00',
    '2026-09-06',
    ['2026-09-05T04:00Z', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
  ],
  [
    'America/Santiago',
    '23:30',
    '2026-04-04',
    ['2026-04-04T02:30Z', '2026-04-05T02:30Z', '2026-04-06T03:30Z'],
  ],
  ['America/Havana', '00:30', '2026-03-08', ['2026-03-07T05:30Z', '2026-03-08T05:00Z', '2026-03-09T04:30Z']],
  ['America/Havana', '00:30', '2026-11-01', ['2026-10-31T04:30Z', '2026-11-01T04:30Z', '2026-11-02T05:30Z']],
  // The clocks jump to midnight: what would come in the skipped hour comes then.
  ['America/Nuuk', '23:30', '2026-03-28', ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z']],
  ['America/Nuuk', '23:30', '2026-10-24', ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  ['Africa/Cairo', '00:15', '2026-04-24', ['2026-04-22T22:15Z', '2026-04-23T22:00Z', '2026-04-24T21:15Z']],
  ['Africa/Cairo', '23:30', '2026-10-29', ['2026-10-28T20:30Z', '2026-10-29T20:30Z', '2026-10-30T21:30Z']],
  [
    'Africa/Casablanca',
    '02:30',
    '2026-02-15',
    ['2026-02-14T01:30Z', '2026-02-15T01:30Z', '2026-02-16T02:30Z'],
  ],
  [
    'Africa/Casablanca',
    '02:30',
    '2026-03-22',
    ['2026-03-21T02:30Z', '2026-03-22T02:00Z', '2026-03-23T01:30Z'],
  ],
  ['Asia/Beirut', '00:00', '2026-03-29', ['2026-03-27T22:00Z', '2026-03-28T22:00Z', '2026-03-29T21:00Z']],
  ['Asia/Beirut', '23:15', '2026-10-24', ['2026-10-23T20:15Z', '2026-10-24T20:15Z', '2026-10-25T21:15Z']],
  [
    'Australia/Sydney',
    '02:30',
    '2026-10-04',
    ['2026-10-02T16:30Z', '2026-10-03T16:00Z', '2026-10-04T15:30Z'],
  ],
  [
    'Australia/Sydney',
    '02:30',
    '2026-04-05',
    ['2026-04-03T15:30Z', '2026-04-04T15:30Z', '2026-04-05T16:30Z'],
  ],
  [
    'Australia/Lord_Howe',
    '02:15',
    '2026-10-04',
    ['2026-10-02T15:45Z', '2026-10-03T15:30Z', '2026-10-04T15:15Z'],
  ],
  [
    'Australia/Lord_Howe',
    '01:45',
    '2026-04-05',
    ['2026-04-03T14:45Z', '2026-04-04T14:45Z', '2026-04-05T15:15Z'],
  ],
  [
    'Pacific/Auckland',
    '02:30',
    '2026-09-27',
    ['2026-09-25T14:30Z', '2026-09-26T14:00Z', '2026-09-27T13:30Z'],
  ],
  [
    'Pacific/Auckland',
    '02:30',
    '2026-04-05',
    ['2026-04-03T13:30Z', '2026-04-04T13:30Z', '2026-04-05T14:30Z'],
  ],
  ['Pacific/Chatham', '03:00', '2026-09-27', ['2026-09-25T14:15Z', '2026-09-26T14:00Z', '2026-09-27T13:15Z']],
  ['Pacific/Chatham', '03:00', '2026-04-05', ['2026-04-03T13:15Z', '2026-04-04T13:15Z', '2026-04-05T14:15Z']],
  [
    'Antarctica/Troll',
    '02:00',
    '2026-03-29',
    ['2026-03-28T02:00Z', '2026-03-29T01:00Z', '2026-03-30T00:00Z'],
  ],
  [
    'Antarctica/Troll',
    '02:00',
    '2026-10-25',
    ['2026-10-24T00:00Z', '2026-10-25T00:00Z', '2026-10-26T02:00Z'],
  ],
  ['Asia/Kathmandu', '09:00', '2026-03-29', ['2026-03-28T03:15Z', '2026-03-29T03:15Z', '2026-03-30T03:15Z']],
  ['Asia/Kolkata', '09:00', '2026-03-29', ['2026-03-28T03:30Z', '2026-03-29T03:30Z', '2026-03-30T03:30Z']],
  ['Asia/Tokyo', '09:00', '2026-03-29', ['2026-03-28T00:00Z', '2026-03-29T00:00Z', '2026-03-30T00:00Z']],
  ['America/Phoenix', '09:00', '2026-03-08', ['2026-03-07T16:00Z', '2026-03-08T16:00Z', '2026-03-09T16:00Z']],
  [
    'Pacific/Kiritimati',
    '09:00',
    '2026-03-29',
    ['2026-03-27T19:00Z', '2026-03-28T19:00Z', '2026-03-29T19:00Z'],
  ],
  [
    'Pacific/Pago_Pago',
    '09:00',
    '2026-03-29',
    ['2026-03-28T20:00Z', '2026-03-29T20:00Z', '2026-03-30T20:00Z'],
  ],
];

describe('the clocks change', () => {
  test.each(aroundChanges)('%s at %s around %s', (zone, time, day, runs) => {
    const before = new Date(firstMoment(zone, dayAfter(day, -1), time).getTime() - 1);
    expect(iso(nextRuns({ every: 'day', time, zone }, before, 3))).toEqual(runs);
  });

  test('the table has at least twelve zones, and both changes for at least eight of them', () => {
    const zones = aroundChanges.map(([zone]) => zone);
    expect(new Set(zones).size).toBeGreaterThanOrEqual(12);
    expect(new Set(zones.filter((zone, index) => zones.indexOf(zone) !== index)).size).toBeGreaterThanOrEqual(
      8,
    );
  });

  test('a weekly digest on the Sunday of the change comes once, and a week later at its usual time', () => {
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

  test('a cron line with a list of hours runs once in the hour that comes twice', () => {
    const schedule: Schedule = { every: 'cron', line: '30 2,3 * * *', zone: 'Europe/Berlin' };
    expect(iso(nextRuns(schedule, at('2026-10-24T22:00Z'), 3))).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T02:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  test('an hourly cron line goes by real hours, through the hour that is skipped and the one that comes twice', () => {
    const hourly = { every: 'cron', line: '0 * * * *', zone: 'America/New_York' } as const;
    for (const start of ['2026-03-08T05:30Z', '2026-11-01T04:30Z']) {
      const runs = nextRuns(hourly, at(start), 4).map(Number);
      expect(runs.slice(1).map((run, index) => run - (runs[index] ?? 0))).toEqual(Array(3).fill(3_600_000));
    }
  });
});

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
