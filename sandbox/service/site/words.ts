/** Text as it may stand in HTML, between tags and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago, in words: "5 minutes ago", "yesterday". */
export function ago(then: number, now: number): string {
  const unit = UNITS.find(([, ms]) => now - then >= ms);
  if (!unit) return 'just now';
  const [name, ms] = unit;
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor((now - then) / ms), name);
}
