import { startStandIns } from '../journeys/stand-ins.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase } from '../support/database.ts';
import { servingAt } from './app.ts';
import { type Bench, inPairs } from './figures.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const BARE = new URL('./bare-node-child.ts', import.meta.url).pathname;
const MOST_MS = 700;
const PAIRS = 5;

/** Measures the time from the start of the process until `/readyz` answers 200. The baseline is a bare Node that connects. */
export const bench: Bench = {
  async full() {
    const harness = await startStandIns();
    const { url: databaseUrl, drop } = await createServerDatabase();
    const env = { ...harness.env, DATABASE_URL: databaseUrl };
    const product = () => timed(MAIN, env, async (child) => void (await readyAt(await servingAt(child))));
    const bare = () => timed(BARE, env, async (child) => void (await child.line((text) => text === 'ready')));
    try {
      // The first start creates the tables and compiles the modules.
      await product();
      const pair = await inPairs(PAIRS, product, bare);
      const named = { name: 'start', baselineName: 'bare Node, connecting', unit: 'ms' };
      return [{ ...named, ...pair, target: { of: 'value', most: MOST_MS } }];
    } finally {
      await harness.stop();
      await drop();
    }
  },
};

/** @returns milliseconds until it was ready */
async function timed(file: string, env: Record<string, string>, untilReady: (child: Child) => Promise<void>) {
  const began = performance.now();
  const child = startChild(file, [], env);
  await untilReady(child);
  const took = performance.now() - began;
  await child.stop();
  return took;
}

async function readyAt(url: string): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200);
}
