/** Shown once so few characters are left, or a tenth of the limit where that is more. */
const SHOWN_FROM = 20;

/** How many characters are left, near a field's limit and beyond it. */
export function Counter({ length, limit }: { length: number; limit?: number }) {
  if (limit === undefined) return null;
  const left = limit - length;
  if (left > Math.max(SHOWN_FROM, limit / 10)) return null;
  return (
    <span className={left < 0 ? 'counter counter-over' : 'counter'} role="status">
      {left}
      <span className="visually-hidden"> characters left</span>
    </span>
  );
}
