import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.ts';
import { nameOf } from './faults.ts';
import { kinds } from './kinds.ts';
import { fingerprint, makePlan, type Plan } from './plan.ts';
import type { RunRecord } from './record.ts';
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
    const result = judge(await run(plan));
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

type Outcome = Awaited<ReturnType<typeof run>>;
type Result = ReturnType<typeof judge>;

/** The folder holds the log, and the record of a run that broke a promise. */
function judge(outcome: Outcome) {
  const { record, folder } = outcome;
  const violations = check(record);
  const figures: Record<string, number> = { ...figuresOf(outcome), 'promises broken': violations.length };
  if (violations.length === 0) rmSync(folder, { recursive: true, force: true });
  else {
    const { asks, creates, messages } = record;
    writeFileSync(join(folder, 'record.json'), JSON.stringify({ asks, creates, messages }, undefined, 1));
  }
  return { violations, folder, figures };
}

/** By the way in which they were asked for: nobody was shown that they were taken. */
function notTaken(asks: RunRecord['asks'], plan: Plan): Record<string, number> {
  const lost = new Set(asks.filter(({ taken }) => !taken).map(({ word }) => word));
  const ways = plan.asks.filter(({ word }) => lost.has(word)).map(({ surface }) => surface);
  const rows = [...Map.groupBy(ways, (way) => way)].map(([way, all]) => [`not taken, by ${way}`, all.length]);
  return Object.fromEntries(rows);
}

function figuresOf({ record, plan, blows, log }: Outcome): Record<string, number> {
  const { asks, creates, messages, deaths } = record;
  const cards = messages.filter(({ isCard }) => isCard);
  const saying = (words: RegExp) => cards.filter(({ text }) => words.test(text)).length;
  const showing = (button: string) => cards.filter(({ buttons }) => buttons.includes(button)).length;
  const taken = asks.filter((ask) => ask.taken);
  const byKind = kinds.map((kind) => [`  ${kind}`, taken.filter((ask) => ask.kind === kind).length]);
  return {
    asks: asks.length,
    taken: taken.length,
    ...Object.fromEntries(byKind),
    ...notTaken(asks, plan),
    delivered: saying(/ is ready|I changed “/),
    'failed, and said why': saying(/could not be (?:made|changed|drawn)/),
    'left, or stopped': saying(/ was stopped\./),
    'asked whether to spend again': showing('generation_try_again'),
    'told to spend again': asks.reduce((sum, { yeses }) => sum + yeses, 0),
    'create calls': creates.length,
    'create calls with no answer': creates.filter(({ isLost }) => isLost).length,
    'messages in Slack': messages.length,
    'files in Slack': messages.reduce((sum, { files }) => sum + files.length, 0),
    kills: blows.kill,
    'database crashes': blows.database,
    'clock jumps': blows.clock,
    faults: plan.asks.reduce((sum, { faults }) => sum + faults.length, 0),
    'errors in the log': log.split('\n').filter((line) => /^\{"level":[56]0/.test(line)).length,
    'processes that ended by themselves': deaths,
  };
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
