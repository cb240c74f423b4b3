import { behindPgBouncer, type Deployment, embedded, onPostgres } from './deployments.ts';
import { nameOf } from './faults.ts';
import type { Result } from './judge.ts';
import { fingerprint, makePlan, makeReplicasPlan, type Plan } from './plan.ts';
import { run } from './run.ts';
import { Stalled } from './watch.ts';

const databases: Record<string, (folder: string) => Promise<Deployment | string>> = {
  embedded,
  postgres: onPostgres,
};
export const databaseNames = Object.keys(databases);
/** Where processes can come and go. */
const servers: typeof databases = { postgres: onPostgres, pgbouncer: behindPgBouncer };
export const serverNames = Object.keys(servers);

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
}): Promise<Verdict> {
  const plan = makePlan(seed, { asks, kills });
  console.log(`${asks} asks and ${kills} kills, seed ${seed}, plan ${fingerprint(plan)}`);
  return judged(plan, databases, (name) => !on || name === on);
}

/**
 * So many asks of three teams on PostgreSQL, while processes come, are told to end, and are killed.
 * @param options.beside a folder with another version of Deckhand, of which every second process is
 */
export async function replicas({
  asks,
  changes,
  seed,
  on,
  beside,
}: {
  asks: number;
  changes: number;
  seed: number;
  /** `pgbouncer`: with one before it. */
  on: string;
  beside?: string | undefined;
}): Promise<Verdict> {
  const plan = makeReplicasPlan(seed, { asks, changes });
  console.log(`${plan.asks.length} asks and ${changes} changes, seed ${seed}, plan ${fingerprint(plan)}`);
  return judged(plan, servers, (name) => name === on, { beside });
}

interface Verdict {
  isGood: boolean;
  text: string;
}

async function judged(
  plan: Plan,
  on: typeof databases,
  isWanted: (name: string) => boolean,
  how: { beside?: string | undefined } = {},
): Promise<Verdict> {
  const { seed } = plan;
  const results: [name: string, result: Result][] = [];
  const ends: string[] = [];
  for (const [name, make] of Object.entries(on).filter(([each]) => isWanted(each))) {
    console.log(`On ${name}:`);
    const began = Date.now();
    try {
      const result = await run(plan, make, how);
      if (typeof result === 'string') {
        ends.push(`Result on ${name}: skipped, ${result}.`);
        continue;
      }
      result.figures.seconds = Math.round((Date.now() - began) / 1000);
      results.push([name, result]);
      ends.push(resultLine(name, result, seed));
    } catch (error) {
      if (!(error instanceof Stalled)) throw error;
      console.log(error.message);
      ends.push(`Result on ${name}: stalled, seed ${seed}.`);
    }
  }
  const isGood =
    results.length === ends.length &&
    results.every(([, { violations, blind }]) => violations.length + blind.length === 0);
  return {
    isGood,
    text: [faultTable(plan), table(results), ...results.flatMap(broken), ...ends].join('\n\n'),
  };
}

const SUMMED_UP = [
  'asks',
  'taken',
  'kills',
  'processes that came',
  'processes told to end',
  'database crashes',
  'clock jumps',
  'faults',
  'promises broken',
];

function resultLine(name: string, { figures }: Result, seed: number): string {
  const said = SUMMED_UP.map((each) => `${figures[each] ?? 0} ${each}`);
  return `Result on ${name}: ${said.join(', ')} (seed ${seed}, ${figures.seconds} s).`;
}

function table(results: [string, Result][]): string {
  const names = [...new Set(results.flatMap(([, { figures }]) => Object.keys(figures)))];
  const line = (first: string, rest: (string | number)[]) =>
    `${first.padEnd(38)}${rest.map((each) => String(each).padStart(12)).join('')}`;
  const heads = results.map(([name]) => name);
  const rows = names.map((name) =>
    line(
      name,
      results.map(([, { figures }]) => figures[name] ?? '-'),
    ),
  );
  return [line('', heads), ...rows].join('\n');
}

/** How often each fault is in a plan, most first. */
function faultTable({ asks }: Plan): string {
  const names = asks.flatMap(({ faults }) => faults.map(nameOf));
  const counted = [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, times: all.length }));
  const rows = counted
    .sort((a, b) => b.times - a.times)
    .map(({ name, times }) => `${String(times).padStart(5)}  ${name}`);
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
