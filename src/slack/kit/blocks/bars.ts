const STEPS = '▁▂▃▄▅▆▇█';

/** Returns a bar chart in one line of text, such as "▁▃█", with one character for each value. */
export function dayBars(values: number[]): string {
  const most = Math.max(...values);
  return values
    .map((value) => STEPS[most > 0 ? Math.round((value / most) * (STEPS.length - 1)) : 0])
    .join('');
}
