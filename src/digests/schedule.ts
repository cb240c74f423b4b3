import { z } from 'zod';

/** The schedule of a digest. Times are local times in `zone`. timing.ts describes the changes to and from summer time. */

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');
/** 0 is Sunday. */
const weekday = z.number().int().min(0).max(6);

const zone = z.string().refine(isZone, 'must be a time zone such as Europe/Lisbon');

export const scheduleSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('day'), time, zone }),
  /** Monday to Friday. */
  z.object({ every: z.literal('weekday'), time, zone }),
  z.object({ every: z.literal('week'), weekday, time, zone }),
  /** Every 14 days. `from` is the local date of one run, in the past or in the future. It decides which weeks have a run. */
  z.object({ every: z.literal('two-weeks'), weekday, from: z.iso.date(), time, zone }),
  /** In a month without this `day`, the run is on the last day of the month. */
  z.object({
    every: z.literal('month'),
    day: z.union([z.number().int().min(1).max(31), z.literal('last')]),
    time,
    zone,
  }),
  /** A cron line of five fields: minute, hour, day of month, month, day of week. */
  z.object({ every: z.literal('cron'), line: z.string().trim().min(1).max(120), zone }),
]);

export type Schedule = z.output<typeof scheduleSchema>;
export type Frequency = Schedule['every'];

/** Current names of all time zones, cached. Looking a name up here is fast, while creating a `DateTimeFormat` for each check is slow. */
let listed: Set<string> | undefined;

/** Returns true if the runtime knows the IANA time zone, by its current or a former name. */
export function isZone(name: string): boolean {
  listed ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (listed.has(name)) return true;
  // Offsets such as +02:00, which Intl accepts, are rejected, because they do not follow daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
