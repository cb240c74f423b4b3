/** A figure beside its baseline, measured in the same run. */
export interface Figure {
  name: string;
  value: number;
  baseline: number;
  baselineName: string;
  unit: string;
  /** Undefined where the figure is only reported. */
  limit?: { text: string; holds: boolean };
}

/** Prints the figures as a table for people and as JSON for machines. @returns whether every limit holds */
export function report(figures: Figure[]): boolean {
  console.table(
    Object.fromEntries(
      figures.map(({ name, value, baseline, baselineName, unit, limit }) => [
        name,
        {
          figure: `${round(value)} ${unit}`,
          baseline: `${round(baseline)} ${unit} (${baselineName})`,
          limit: limit ? `${limit.text}: ${limit.holds ? 'holds' : 'BROKEN'}` : '',
        },
      ]),
    ),
  );
  console.log(JSON.stringify({ figures }, null, 2));
  return figures.every(({ limit }) => limit?.holds ?? true);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
