/** What clock and calendar on a wall in `tz` show at a moment (in seconds). */
export function toWallClock(seconds: number, tz: string): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: tz,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(seconds * 1000));
  const [day = '', time = ''] = parts.split(' ');
  return { day, time };
}

/** The moment (in seconds) at which the wall shows this; of two such, at the end of summer time, either. */
export function toSeconds(day: string, time: string, tz: string): number {
  const asIfUtc = Date.parse(`${day}T${time}:00Z`) / 1000;
  const shown = toWallClock(asIfUtc, tz);
  const ahead = Date.parse(`${shown.day}T${shown.time}:00Z`) / 1000 - asIfUtc;
  return asIfUtc - ahead;
}
