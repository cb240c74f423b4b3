/**
 * Measures the product and the baseline in turns, so that other load on the machine affects both.
 * @returns the median of each, and the median of the pairs' ratios
 */
export async function inPairs(count: number, measured: () => Promise<number>, bare: () => Promise<number>) {
  const pairs: { value: number; baseline: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    if (index % 2 === 0) {
      const baseline = await bare();
      pairs.push({ baseline, value: await measured() });
    } else {
      const value = await measured();
      pairs.push({ value, baseline: await bare() });
    }
  }
  return {
    value: median(pairs.map(({ value }) => value)),
    baseline: median(pairs.map(({ baseline }) => baseline)),
    ratio: median(pairs.map(({ value, baseline }) => value / baseline)),
  };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return (low + high) / 2;
}
