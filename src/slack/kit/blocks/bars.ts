const STEPS = '▁▂▃▄▅▆▇█';

/** Returns a bar chart of one line of text, with a character for each day. */
export function dayBars(values: number[]): string {
  const most = Math.max(...values);
  return values
    .map((value) => STEPS[most > 0 ? Math.round((value / most) * (STEPS.length - 1)) : 0])
    .join('');
}
