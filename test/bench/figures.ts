/** A figure beside its baseline, measured in the same run. */
export interface Figure {
  name: string;
  value: number;
  baseline: number;
  baselineName: string;
  unit: string;
  /** Median of the pairs' ratios if pairs were measured; otherwise value / baseline is used. */
  ratio?: number;
  /** Undefined if the figure is only reported. */
  target?: Target;
}

/**
 * A limit for the ratio to the baseline, for the difference from the baseline, or for the value itself. The short form fails
 * only on ratios, because a busy machine slows both sides of a ratio.
 */
export interface Target {
  of: 'ratio' | 'difference' | 'value';
  /** Exactly one of the two. */
  most?: number;
  least?: number;
}

/** `short` is undefined if a few seconds are too short for a useful figure. */
export interface Bench {
  full(): Promise<Figure[]>;
  /** Uses small counts, medians of pairs, and targets wide enough for a busy machine. */
  short?(): Promise<Figure[]>;
}

/**
 * Prints the figures as a table for people and as JSON for machines.
 * @param isFatal which missed targets make the run fail
 * @returns whether no fatal target was missed
 */
export function report(figures: Figure[], isFatal: (target: Target) => boolean = () => true): boolean {
  console.table(Object.fromEntries(figures.map((figure) => [figure.name, rowOf(figure)])));
  const withResults = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), holds: holds(figure) }));
  console.log(JSON.stringify({ figures: withResults }, null, 2));
  return figures.every((figure) => holds(figure) || !figure.target || !isFatal(figure.target));
}

function rowOf(figure: Figure) {
  const { value, baseline, baselineName, unit, target } = figure;
  return {
    figure: `${round(value)} ${unit}`,
    baseline: `${round(baseline)} ${unit} (${baselineName})`,
    ratio: round(ratioOf(figure)),
    target: target ? textOf(target, unit) : '',
    holds: target ? (holds(figure) ? 'holds' : 'MISSED') : '',
  };
}

function holds(figure: Figure): boolean {
  const { value, baseline, target } = figure;
  if (!target) return true;
  const measured = { ratio: ratioOf(figure), difference: value - baseline, value }[target.of];
  return (
    measured <= (target.most ?? Number.POSITIVE_INFINITY) &&
    measured >= (target.least ?? Number.NEGATIVE_INFINITY)
  );
}

function textOf({ of, most, least }: Target, unit: string): string {
  const number = most === undefined ? `at least ${least}` : `at most ${most}`;
  return { ratio: `ratio ${number}`, difference: `${number} ${unit} more`, value: `${number} ${unit}` }[of];
}

function ratioOf({ value, baseline, ratio }: Figure): number {
  return ratio ?? value / baseline;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

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
