import { nameOf } from './faults.ts';
import type { Result } from './judge.ts';
import { fingerprint, makePlan, type Plan } from './plan.ts';
import { run } from './run.ts';
import { Stalled } from './watch.ts';

/**
 * Runs the asks of three teams while the service, Slack, the processes, their clocks and the database fail.
 * @returns whether every promise was kept, and a report
 */
export async function everythingAtOnce(options: { asks: number; kills: number; seed: number }) {
  const { asks, kills, seed } = options;
  const plan = makePlan(seed, { asks, kills });
  console.log(`${asks} asks and ${kills} kills, seed ${seed}, plan ${fingerprint(plan)}`);
  const began = Date.now();
  try {
    const result = await run(plan);
    const seconds = Math.round((Date.now() - began) / 1000);
    return {
      isGood: result.violations.length === 0,
      text: [faultTable(plan), figureTable(result), verdict(result), resultLine(result, seed, seconds)].join(
        '\n\n',
      ),
    };
  } catch (error) {
    if (!(error instanceof Stalled)) throw error;
    return { isGood: false, text: `${error.message}\n\nResult: stalled, seed ${seed}.` };
  }
}

const SUMMARY = ['asks', 'taken', 'kills', 'database crashes', 'clock jumps', 'faults', 'promises broken'];

function resultLine({ figures }: Result, seed: number, seconds: number): string {
  const said = SUMMARY.map((each) => `${figures[each] ?? 0} ${each}`);
  return `Result: ${said.join(', ')} (seed ${seed}, ${seconds} s).`;
}

function figureTable({ figures }: Result): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name.padEnd(38)}${String(value).padStart(12)}`)
    .join('\n');
}

/** Lists how often each fault is in a plan, the most frequent first. */
function faultTable({ asks }: Plan): string {
  const names = asks.flatMap(({ faults }) => faults.map(nameOf));
  const counted = [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, times: all.length }));
  const rows = counted
    .sort((a, b) => b.times - a.times)
    .map(({ name, times }) => `${String(times).padStart(5)}  ${name}`);
  return ['Faults of the plan:', ...rows].join('\n');
}

function verdict({ violations, folder }: Result): string {
  if (violations.length === 0) return 'Every promise was kept.';
  const lines = violations.map(({ promise, what }) => `  ${promise}: ${what}`);
  return [`Promises were broken; the log is in ${folder}.`, ...lines].join('\n');
}
