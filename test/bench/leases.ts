import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../src/clock.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { createLog } from '../../src/log.ts';
import { testDatabase } from '../support/database.ts';
import type { Bench, Figure } from './figures.ts';

const MANY = 10_000;
const FEW = 100;
const WATCH_MS = 30_000;
const SENDS = 100;

/**
 * What it costs that 10,000 jobs of 100 teams are this process's, with handlers that do nothing: renewing leases, looking
 * for such as have run out, and polling. The baseline is the same with 100. On the server of DATABASE_URL, else embedded.
 */
export const bench: Bench = { full };

async function full(): Promise<Figure[]> {
  const few = await hold(FEW);
  const many = await hold(MANY);
  const row = (name: string, of: keyof typeof many, unit: string, most?: number): Figure => ({
    name: `${name}, holding 10,000 jobs`,
    value: many[of],
    baseline: few[of],
    baselineName: 'holding 100',
    unit,
    ...(most !== undefined && { target: { of: 'value', most } as const }),
  });
  return [
    row('statements of the queue', 'statements', 'a minute', 600),
    row('processor time of the queue', 'processor', 'ms a minute', 6_000),
    row('event loop delay, 99th percentile', 'delay', 'ms', 100),
    row('from send to start, median', 'latency', 'ms', 100),
  ];
}

async function hold(count: number) {
  const db = await testDatabase();
  const jobs = createJobs({ database: db, clock: systemClock, log: createLog('silent') });
  const mayEnd = Promise.withResolvers<void>();
  const started = new Map<string, () => void>();
  jobs.work('generation', {
    async handler({ generation }) {
      started.get(generation)?.();
      if (!generation.startsWith('sent')) await mayEnd.promise;
    },
  });
  await jobs.start();
  for (let first = 0; first < count; first += FEW)
    await db.transaction(async (tx) => {
      for (let n = first; n < first + FEW; n++)
        await jobs.send('generation', { team: `T${n % 100}`, generation: `g${n}` }, { tx, key: `g${n}` });
    });
  while (jobs.running() < count) await systemClock.sleep(100);

  const delay = monitorEventLoopDelay({ resolution: 10 });
  let statements = 0;
  const stopCounting = db.onStatement(() => {
    statements += 1;
  });
  const before = process.cpuUsage();
  delay.enable();
  await systemClock.sleep(WATCH_MS);
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  stopCounting();
  const perMinute = 60_000 / WATCH_MS;
  const result = {
    statements: statements * perMinute,
    processor: ((user + system) / 1000) * perMinute,
    delay: delay.percentile(99) / 1e6,
    latency: await medianLatency(),
  };
  mayEnd.resolve();
  await jobs.stop();
  await db.close();
  return result;

  async function medianLatency(): Promise<number> {
    const times: number[] = [];
    for (let n = 0; n < SENDS; n++) {
      const { promise, resolve } = Promise.withResolvers<void>();
      started.set(`sent${n}`, resolve);
      const sentAt = performance.now();
      await jobs.send('generation', { team: 'T1', generation: `sent${n}` }, { key: `sent${n}` });
      await promise;
      times.push(performance.now() - sentAt);
    }
    return times.sort((a, b) => a - b)[SENDS / 2] ?? Number.NaN;
  }
}
