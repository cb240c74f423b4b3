import { z } from 'zod';

/**
 * When a digest is due, as data. Times are those of the wall clock in `zone`; timing.ts says what happens to times that
 * the clocks skip or show twice.
 */

/** `09:00`, `17:30` */
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');
/** 0 is Sunday. */
const weekday = z.number().int().min(0).max(6);

const zone = z.string().refine(isZone, 'must be a time zone such as Europe/Lisbon');

export const scheduleSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('day'), time, zone }),
  /** Monday to Friday. */
  z.object({ every: z.literal('weekday'), time, zone }),
  z.object({ every: z.literal('week'), weekday, time, zone }),
  /** `from` is the date, in the zone, of one run; the others are 14 days apart from it. */
  z.object({ every: z.literal('two-weeks'), weekday, from: z.iso.date(), time, zone }),
  /** On the last day of months that have no such day. */
  z.object({
    every: z.literal('month'),
    day: z.union([z.number().int().min(1).max(31), z.literal('last')]),
    time,
    zone,
  }),
  /** Five fields: minute, hour, day of month, month, day of week. */
  z.object({ every: z.literal('cron'), line: z.string().trim().min(1).max(120), zone }),
]);

export type Schedule = z.output<typeof scheduleSchema>;
export type Frequency = Schedule['every'];

let listed: Set<string> | undefined;

/** Whether it is a zone of the IANA list that this machine knows, by this name or an older one. */
export function isZone(name: string): boolean {
  listed ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (listed.has(name)) return true;
  // Intl also takes offsets such as +02:00, which know no summer time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
