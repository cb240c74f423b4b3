import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Agent, fetch as undiciFetch } from 'undici';
import { systemClock } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import type { Bench, Figure } from './figures.ts';

const MANY = 10_000;
const FEW = 100;
const INTERVAL_MS = 5_000;
const WATCH_MS = 20_000;

/**
 * One process that follows 10,000 generations of 100 teams, each polled every 5 s over HTTP from a server that always
 * answers `pending`. The baseline is the same with 100.
 */
export const bench: Bench = { full };

async function full(): Promise<Figure[]> {
  const few = await follow(FEW);
  const many = await follow(MANY);
  const expected = (MANY / INTERVAL_MS) * 1000;
  return [
    {
      name: 'polls a second, following 10,000',
      value: many.pollsPerSecond,
      baseline: few.pollsPerSecond,
      baselineName: 'following 100',
      unit: 'polls/s',
      target: { of: 'value', least: expected * 0.8 },
    },
    {
      name: 'event loop delay, 99th percentile',
      value: many.delayMs,
      baseline: few.delayMs,
      baselineName: 'following 100',
      unit: 'ms',
    },
    {
      name: 'memory, following 10,000',
      value: many.heapMb,
      baseline: few.heapMb,
      baselineName: 'following 100',
      unit: 'MB resident',
    },
    {
      name: 'statements while polling',
      value: many.statements,
      baseline: few.statements,
      baselineName: 'following 100',
      unit: `in ${WATCH_MS / 1000} s`,
      // One a few seconds, however many are followed.
      target: { of: 'difference', most: 2 },
    },
  ];
}

async function follow(count: number) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"generationId":"g","status":"pending"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ connections: 128 });
  const client = createServiceClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorization: { headers: async () => ({ 'X-API-KEY': 'sk-bench-1' }) },
    fetch: (input, init) => undiciFetch(input, { dispatcher: agent, ...init }),
    clock: systemClock,
    log: createLog('silent'),
    onCall: () => {
      polls += 1;
    },
  });
  let polls = 0;
  const db = await testDatabase();
  const harness = createHarness(db, { pollIntervalMs: INTERVAL_MS, progressMarksMs: [] }, systemClock);
  harness.context.clientFor = async () => client;
  const stop = new AbortController();
  const runs = [];
  for (let index = 0; index < count; index += 1) {
    const generation = await harness.generations.start(anAsk({ team: `T${index % 100}` }), `bench ${index}`);
    await db.query(
      `update generations set state = 'following', generation_id = $2, follow_since = now(), created_at = now() where id = $1`,
      [generation.id, `g${index}`],
    );
    runs.push(harness.run({ team: generation.team, generation: generation.id }, stop.signal).catch(() => {}));
  }
  await systemClock.sleep(INTERVAL_MS);

  const delay = monitorEventLoopDelay({ resolution: 10 });
  let statements = 0;
  const stopCounting = db.onStatement(() => {
    statements += 1;
  });
  const before = polls;
  delay.enable();
  await systemClock.sleep(WATCH_MS);
  delay.disable();
  stopCounting();
  const result = {
    pollsPerSecond: (polls - before) / (WATCH_MS / 1000),
    delayMs: delay.percentile(99) / 1e6,
    heapMb: process.memoryUsage.rss() / 1024 / 1024,
    statements,
  };
  stop.abort();
  await Promise.all(runs);
  harness.cancellations.close();
  await db.close();
  await agent.close();
  server.close();
  return result;
}
