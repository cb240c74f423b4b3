import { describe, expect, it } from 'vitest';
import { addDays, addMonths, monthGrid } from '../../../page/elements/date/day.ts';
import { readTime, showTime } from '../../../page/elements/date/time.ts';
import { toSeconds, toWallClock } from '../../../page/elements/date/wallClock.ts';
import { fileFault } from '../../../page/elements/file/fileRules.ts';

describe('days', () => {
  it('go over months and leap years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  });

  it('stand in weeks that begin on Sunday', () => {
    expect(monthGrid('2026-11-20')[0]).toContain('2026-11-01');
    expect(monthGrid('2026-11-20')[0]?.[0]).toBe('2026-11-01');
    expect(monthGrid('2026-11-20').flat()).toHaveLength(42);
  });
});

describe('times', () => {
  it('are read as people type them', () => {
    expect(['9', '9:15 pm', '1430', '12 am', '12pm', '23.05'].map(readTime)).toEqual([
      '09:00',
      '21:15',
      '14:30',
      '00:00',
      '12:00',
      '23:05',
    ]);
    expect(['', '25', '9:75', '13 pm', 'noon'].map(readTime)).toEqual([null, null, null, null, null]);
  });

  it('are shown with AM and PM', () => {
    expect(['00:00', '12:30', '23:05'].map(showTime)).toEqual(['12:00 AM', '12:30 PM', '11:05 PM']);
  });

  it("mean the clock on the person's wall, in summer and in winter", () => {
    for (const day of ['2026-01-15', '2026-07-15'])
      for (const tz of ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata'])
        expect(toWallClock(toSeconds(day, '09:30', tz), tz)).toEqual({ day, time: '09:30' });
  });
});

describe('files', () => {
  it('are refused by kind and number before anything is sent', () => {
    expect(fileFault({ name: 'a.TXT' }, 0, 2, ['txt'])).toBeNull();
    expect(fileFault({ name: 'a.exe' }, 0, 2, ['txt', 'md'])).toBe(
      'a.exe cannot be used here. Allowed: txt, md.',
    );
    expect(fileFault({ name: 'a.txt' }, 1, 1, ['txt'])).toBe('You can add at most 1 file.');
  });
});
