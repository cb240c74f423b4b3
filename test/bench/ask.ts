import { setTimeout as wait } from 'node:timers/promises';
import { askForDeck, untilThreadHas } from '../journeys/story.ts';
import { type RunningApp, startApp } from './app.ts';
import { type Bench, median } from './figures.ts';

/** Asks of a cold process, whose code is compiled as it first runs. */
const FIRST = 40;
/** Asks after which V8 has compiled and optimised the code that runs often. */
const WARM_UP = 400;
/** Asks in a window. */
const ASKS = 16;
const WINDOWS = 3;
/** Limits for a warm ask: milliseconds of processor time, and statements. */
const MOST_MS = 12;
const MOST_STATEMENTS = 16;
/** Milliseconds until the jobs of finished asks have been completed in the database. */
const SETTLED_MS = 600;

/**
 * Measures what one ask costs the app's process, from `/deck` to the line that mentions the asker: processor time and
 * statements. BEGIN and COMMIT count as two statements, and pg-boss's statements count too. The service is done at the second poll.
 */
export const bench: Bench = {
  async full() {
    const app = await startApp({ env: () => ({ POLL_INTERVAL_MS: '60' }) });
    try {
      const first = await costOf(app, FIRST, () => askMany(app, FIRST));
      await askMany(app, WARM_UP - FIRST);
      const windows: { ms: number; statements: number; idle: number }[] = [];
      for (let window = 0; window < WINDOWS; window += 1) {
        const idle = await costOf(app, 1, () => wait(2_000));
        const asked = await costOf(app, ASKS, () => askMany(app, ASKS));
        const idleStatements = (idle.statements * asked.seconds) / idle.seconds / ASKS;
        windows.push({ ms: asked.ms, statements: asked.statements, idle: idleStatements });
      }
      const middle = (what: keyof (typeof windows)[number]) => median(windows.map((window) => window[what]));
      return [
        {
          name: `processor time of an ask after ${WARM_UP}`,
          ...{ value: middle('ms'), baseline: first.ms, unit: 'ms', baselineName: `the first ${FIRST}` },
          target: { of: 'value', most: MOST_MS },
        },
        {
          name: 'statements of an ask',
          ...{ value: middle('statements'), baseline: middle('idle'), unit: '' },
          baselineName: 'an idle app, for as long',
          target: { of: 'difference', most: MOST_STATEMENTS },
        },
      ];
    } finally {
      await app.stop();
    }
  },
};

/** @returns seconds in all; milliseconds and statements for each of `count` */
async function costOf(app: RunningApp, count: number, act: () => Promise<unknown>) {
  const before = await app.figures();
  const began = performance.now();
  await act();
  await wait(SETTLED_MS);
  const seconds = (performance.now() - began) / 1000;
  const after = await app.figures();
  return {
    seconds,
    ms: (after.ms - before.ms) / count,
    statements: (after.statements - before.statements) / count,
  };
}

/** Ana and Ben each ask one deck after another, in different channels. */
async function askMany({ harness }: RunningApp, count: number): Promise<void> {
  const lanes = [
    { person: harness.ana, channel: 'general' },
    { person: harness.ben, channel: 'attic' },
  ];
  const asks = lanes.map(async (lane) => {
    for (let asked = 0; asked < count / lanes.length; asked += 1) {
      const root = await askForDeck(harness, 'Our spring launch, for customers who know us', {}, lane);
      await untilThreadHas(harness, root, () => true, lane);
    }
  });
  await Promise.all(asks);
}
