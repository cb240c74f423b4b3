import { type Deployment, embedded, onPostgres } from './deployments.ts';
import { fingerprint, makePlan } from './plan.ts';
import { faultsOf, type Result, run } from './run.ts';

const databases: Record<string, (folder: string) => Promise<Deployment | string>> = {
  embedded,
  postgres: onPostgres,
};

/**
 * So many asks of three teams, while the service, Slack, the processes, their clocks and the database fail. @returns
 * whether every promise was kept, and the table that says so
 */
export async function everythingAtOnce({
  asks,
  kills,
  seed,
  on,
}: {
  asks: number;
  kills: number;
  seed: number;
  /** One database alone: `embedded` or `postgres`. */
  on?: string | undefined;
}): Promise<{ isGood: boolean; text: string }> {
  const plan = makePlan(seed, { asks, kills });
  console.log(`${asks} asks and ${kills} kills, seed ${seed}, plan ${fingerprint(plan)}`);
  const results: [name: string, result: Result][] = [];
  for (const [name, make] of Object.entries(databases).filter(([each]) => !on || each === on)) {
    console.log(`On ${name}:`);
    const began = Date.now();
    const result = await run(plan, make);
    if (typeof result === 'string') console.log(`  Skipped: ${result}.`);
    else {
      result.figures.seconds = Math.round((Date.now() - began) / 1000);
      results.push([name, result]);
    }
  }
  const isGood =
    results.length > 0 &&
    results.every(([, { violations, blind }]) => violations.length + blind.length === 0);
  return { isGood, text: [faultTable(plan), table(results), ...results.flatMap(broken)].join('\n\n') };
}

function table(results: [string, Result][]): string {
  const names = [...new Set(results.flatMap(([, { figures }]) => Object.keys(figures)))];
  const line = (first: string, rest: (string | number)[]) =>
    `${first.padEnd(38)}${rest.map((each) => String(each).padStart(12)).join('')}`;
  return [
    line(
      '',
      results.map(([name]) => name),
    ),
    ...names.map((name) =>
      line(
        name,
        results.map(([, { figures }]) => figures[name] ?? '-'),
      ),
    ),
  ].join('\n');
}

function faultTable(plan: Parameters<typeof faultsOf>[0]): string {
  const rows = faultsOf(plan).map(([name, times]) => `${String(times).padStart(5)}  ${name}`);
  return ['Faults of the plan:', ...rows].join('\n');
}

function broken([name, { violations, blind, folder }]: [string, Result]): string[] {
  if (violations.length + blind.length === 0) return [`Every promise was kept on ${name}.`];
  return [
    [
      `On ${name}, promises were broken; the log is in ${folder}.`,
      ...violations.map(({ promise, what }) => `  ${promise}: ${what}`),
      ...blind.map((plant) => `  The checker does not see it: ${plant}`),
    ].join('\n'),
  ];
}
