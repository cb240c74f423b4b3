import { setTimeout as wait } from 'node:timers/promises';
import { Agent, fetch as undiciFetch } from 'undici';
import { systemClock } from '../../src/clock.ts';
import type { Generation } from '../../src/generations/generation.ts';
import { createFairLimiter } from '../../src/generations/limiter.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { createLog } from '../../src/log.ts';
import { createSender, type SendRequest } from '../../src/outgoing-requests.ts';
import { createServiceClient, type ServiceClient } from '../../src/service/client.ts';
import { startChild } from '../support/child.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { type Bench, type Figure, inPairs, median } from './figures.ts';

const SERVICE = new URL('./pending-service-child.ts', import.meta.url).pathname;
const KEY = { 'X-API-KEY': 'sk-bench-1' };
const TEAMS = 100;
/** Generations in the database. Each is followed several times, which does not change the cost of a poll. */
const ROWS = 100;

/** How many generations are followed, and for how long. Times are in milliseconds. */
interface Size {
  count: number;
  intervalMs: number;
  watchMs: number;
  pairs: number;
}

const FULL: Size = { count: 10_000, intervalMs: 5_000, watchMs: 10_000, pairs: 2 };
const SHORT: Size = { count: 1_000, intervalMs: 500, watchMs: 2_000, pairs: 3 };
const LATE_MS = 250;
const WARM_UP_MS = 2_000;

/**
 * Measures one process that follows 10,000 generations of 100 teams, each polled every 5 s over HTTP. The baseline is the same
 * requests made by undici's fetch alone, measured in turns.
 */
export const bench: Bench = {
  async full() {
    const { many, bare, ratio } = await measured(FULL);
    return [
      processorTime(many.cpuUs, bare.cpuUs, ratio, 1.15),
      {
        ...{
          name: 'lateness of polls, 99th percentile',
          value: many.lateMs,
          baseline: bare.lateMs,
          unit: 'ms',
        },
        ...{ baselineName: 'fetch alone', target: { of: 'value', most: LATE_MS } },
      },
      {
        ...{
          name: 'polls a second, following 10,000',
          value: many.rate,
          baseline: bare.rate,
          unit: 'polls/s',
        },
        ...{ baselineName: 'fetch alone', target: { of: 'ratio', least: 0.9 } },
      },
    ];
  },
  async short() {
    const { many, bare, ratio } = await measured(SHORT);
    return [processorTime(many.cpuUs, bare.cpuUs, ratio, 2)];
  },
};

function processorTime(value: number, baseline: number, ratio: number, most: number): Figure {
  const named = { name: 'processor time of a poll', baselineName: 'fetch alone', unit: 'µs' };
  return { ...named, value, baseline, ratio, target: { of: 'ratio', most } };
}

interface Window {
  /** Processor time of a poll, in microseconds. */
  cpuUs: number;
  /** Polls a second. */
  rate: number;
  /** 99th percentile of the time from when a poll was due until it was sent, in milliseconds. */
  lateMs: number;
}

async function measured(size: Size) {
  const service = startChild(SERVICE, []);
  const agent = new Agent({ connections: 128, keepAliveTimeout: 10_000 });
  const target: Target = {
    url: `http://127.0.0.1:${await service.line(() => true)}`,
    fetch: (input, init) => undiciFetch(input, { dispatcher: agent, ...init }),
    send: createSender(agent),
  };
  const windows = { product: [] as Window[], bare: [] as Window[] };
  const measure = async (name: keyof typeof windows, follow: Follow) => {
    const window = await watched(target, size, follow);
    windows[name].push(window);
    return window.cpuUs;
  };
  // Lets V8 compile the code before the first measured window.
  await watched(target, { ...size, watchMs: Math.min(size.watchMs, WARM_UP_MS) }, followByProduct);
  const { ratio } = await inPairs(
    size.pairs,
    () => measure('product', followByProduct),
    () => measure('bare', followBare),
  );
  await agent.close();
  await service.kill();
  return { many: medians(windows.product), bare: medians(windows.bare), ratio };
}

function medians(windows: Window[]): Window {
  const of = (name: keyof Window) => median(windows.map((window) => window[name]));
  return {
    ...{ cpuUs: of('cpuUs'), rate: of('rate'), lateMs: of('lateMs') },
  };
}

interface Target {
  url: string;
  fetch: typeof undiciFetch;
  send: SendRequest;
}

/** Starts to follow. @returns a function that ends it */
type Follow = (target: Target, size: Size, timed: (poll: Poll) => Poll) => Promise<{ stop(): Promise<void> }>;
type Poll = (signal: AbortSignal) => Promise<unknown>;

/** Starts all of them in the course of one interval, then measures a window. */
async function watched(target: Target, size: Size, follow: Follow): Promise<Window> {
  const { count, intervalMs, watchMs } = size;
  let late: number[] = [];
  let begun = 0;
  /** Wraps the poll of one generation, which is due one interval after the previous response. */
  const timed = (poll: Poll): Poll => {
    let due: number | undefined;
    return async (signal) => {
      if (due !== undefined) late.push(performance.now() - due);
      const answer = await poll(signal);
      if (due === undefined) begun += 1;
      due = performance.now() + intervalMs;
      return answer;
    };
  };
  const following = await follow(target, size, timed);
  // Each has polled once.
  while (begun < count) await wait(10);
  late = [];
  const cpu = process.cpuUsage();
  await wait(watchMs);
  const { user, system } = process.cpuUsage(cpu);
  const polls = late.length;
  const window = {
    cpuUs: (user + system) / polls,
    rate: (polls / watchMs) * 1000,
    lateMs: late.toSorted((a, b) => a - b)[Math.floor(polls * 0.99)] ?? Number.NaN,
  };
  await following.stop();
  return window;
}

/** Follows with the product's own code, put together as in src/wiring, with an API key. */
const followByProduct: Follow = async (target, { count, intervalMs }, timed) => {
  const metrics = createMetrics();
  const client = createServiceClient({
    baseUrl: target.url,
    authorization: { headers: async () => KEY },
    send: target.send,
    clock: systemClock,
    log: createLog('info', { write() {} }),
    onCall: ({ route, status, seconds }) =>
      metrics.service.observe({ route, status: String(status) }, seconds),
  });
  const db = await testDatabase();
  const harness = createHarness(db, { pollIntervalMs: intervalMs, progressMarksMs: [] }, systemClock);
  harness.context.limiters.poll = createFairLimiter({ total: 96, perKey: 24 });
  harness.context.clientFor = async (): Promise<ServiceClient> => {
    const poll = timed((signal) => client.getGeneration('g', signal));
    return { ...client, getGeneration: (_, signal) => poll(signal as AbortSignal) as never };
  };
  const rows: Generation[] = [];
  for (let index = 0; index < ROWS; index += 1)
    rows.push(await harness.generations.start(anAsk({ team: `T${index % TEAMS}` }), `bench ${index}`));
  await db.query(
    `update generations set state = 'following', generation_id = 'g', follow_since = now(), created_at = now(), root_ts = '1.1'`,
  );
  const runs = spread(count, intervalMs, (index, signal) => {
    const { team, id } = rows[index % ROWS] ?? { team: '', id: '' };
    return harness.run({ team, generation: id }, signal);
  });
  return {
    async stop() {
      await runs.stop();
      harness.cancellations.close();
      await db.close();
    },
  };
};

/** Does only what any client must: request, read, wait. */
const followBare: Follow = async ({ url, fetch }, { count, intervalMs }, timed) => {
  const address = `${url}/v1.0/generations/g`;
  const runs = spread(count, intervalMs, async (_, signal) => {
    const poll = timed(async () => {
      const response = await fetch(address, { headers: { accept: 'application/json', ...KEY }, signal });
      return JSON.parse(await response.text());
    });
    for (;;) {
      await poll(signal);
      await wait(intervalMs, undefined, { signal });
    }
  });
  return runs;
};

/** Starts all of them evenly over one interval, each with its own abort signal. */
function spread(
  count: number,
  intervalMs: number,
  begin: (index: number, signal: AbortSignal) => Promise<unknown>,
) {
  const STEP_MS = 10;
  const perStep = Math.ceil((count * STEP_MS) / intervalMs);
  const stops: AbortController[] = [];
  const runs: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    for (let left = Math.min(perStep, count - runs.length); left > 0; left -= 1) {
      const stopping = new AbortController();
      stops.push(stopping);
      runs.push(begin(runs.length, stopping.signal).catch(() => {}));
    }
  }, STEP_MS);
  return {
    async stop() {
      clearInterval(timer);
      for (const stopping of stops) stopping.abort();
      await Promise.all(runs);
    },
  };
}
