import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Violation } from './check.ts';
import { kinds } from './kinds.ts';
import type { Plan, PlannedBlow } from './plan.ts';
import type { MessageRecord, RunRecord } from './record.ts';

/** The verdict on a run. */
export interface Result {
  violations: Violation[];
  figures: Record<string, number>;
  /** Holds the log, and the record of a run that broke a promise. */
  folder: string;
}

interface Circumstances {
  plan: Plan;
  blows: Record<PlannedBlow['kind'], number>;
  log: string;
  folder: string;
}

export function judge(record: RunRecord, circumstances: Circumstances): Result {
  const { folder } = circumstances;
  const violations = check(record);
  const figures = figuresOf(record, circumstances);
  if (violations.length === 0) rmSync(folder, { recursive: true, force: true });
  else {
    const { asks, creates, messages } = record;
    writeFileSync(join(folder, 'record.json'), JSON.stringify({ asks, creates, messages }, undefined, 1));
  }
  return { violations, folder, figures: { ...figures, 'promises broken': violations.length } };
}

/** By the way in which they were asked for: nobody was shown that they were taken. */
function notTaken(asks: RunRecord['asks'], plan: Plan): Record<string, number> {
  const lost = new Set(asks.filter(({ taken }) => !taken).map(({ word }) => word));
  const ways = plan.asks.filter(({ word }) => lost.has(word)).map(({ surface }) => surface);
  const rows = [...Map.groupBy(ways, (way) => way)].map(([way, all]) => [`not taken, by ${way}`, all.length]);
  return Object.fromEntries(rows);
}

function figuresOf(
  { asks, creates, messages, deaths }: RunRecord,
  { plan, blows, log }: Circumstances,
): Record<string, number> {
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
    'files in Slack': messages.reduce((sum: number, { files }: MessageRecord) => sum + files.length, 0),
    kills: blows.kill,
    'database crashes': blows.database,
    'clock jumps': blows.clock,
    faults: plan.asks.reduce((sum, { faults }) => sum + faults.length, 0),
    'errors in the log': log.split('\n').filter((line) => /^\{"level":[56]0/.test(line)).length,
    'processes that ended by themselves': deaths,
  };
}
