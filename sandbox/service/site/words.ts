const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns how long ago a time is: "5 minutes ago", "yesterday". */
export function ago(then: number, now: number): string {
  const unit = UNITS.find(([, ms]) => now - then >= ms);
  if (!unit) return 'just now';
  const [name, ms] = unit;
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor((now - then) / ms), name);
}
