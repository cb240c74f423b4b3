/** A figure beside its baseline, measured in the same run. */
export interface Figure {
  name: string;
  value: number;
  baseline: number;
  baselineName: string;
  unit: string;
  /** The median of pairs, where several were measured; otherwise value / baseline. */
  ratio?: number;
  /** Undefined where the figure is only reported. */
  target?: Target;
}

/**
 * What is to hold: of the ratio to the baseline, of how much more than the baseline it is, or of the value itself. The short
 * form fails on ratios alone, since a busy machine makes both sides of one slower.
 */
export interface Target {
  of: 'ratio' | 'difference' | 'value';
  /** Exactly one of the two. */
  most?: number;
  least?: number;
}

/** `short` is undefined where a bench says nothing in a few seconds. */
export interface Bench {
  full(): Promise<Figure[]>;
  /** Small counts, medians of pairs, and targets wide enough for a busy machine. */
  short?(): Promise<Figure[]>;
}

/**
 * Prints the figures as a table for people and as JSON for machines.
 * @param isFatal which missed targets count
 * @returns whether each of those holds
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
