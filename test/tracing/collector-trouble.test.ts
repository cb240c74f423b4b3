import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTraces, type Traces } from '../../src/tracing/traces.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { createMovableClock, type MovableClock } from '../support/harness/clock.ts';
import { createTestLog, type TestLog } from '../support/log.ts';

let collector: Collector;
let clock: MovableClock;
let log: TestLog;
let traces: Traces;
beforeEach(async () => {
  collector = await startCollector();
  clock = createMovableClock();
  log = createTestLog();
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300');
  traces = createTraces({ endpoint: collector.endpoint, clock, log: log.log });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await collector.close();
  await traces.close();
});

/** What an ask with so many calls leaves behind: one more span than that. */
async function ask(calls = 1): Promise<string> {
  const id = randomUUID();
  await traces.during({ name: 'form' }, async () => {
    traces.taken({ id, state: 'queued', work: 'document', createdAt: new Date(clock.now()) });
    for (let each = 0; each < calls; each += 1)
      traces.called({ name: 'Slack chat.update', seconds: 0.1, attributes: {} });
  });
  return id;
}

const warnings = () => log.lines.filter((line) => line.includes('traces could not be sent'));
const refuses: RequestListener = (_, response) => response.writeHead(400, 'Nonsense').end('{]');

test('one that refuses is complained of once, and once more ten minutes later, with all that was lost', async () => {
  collector.answerWith(refuses);
  await ask();
  await expect.poll(warnings).toEqual([expect.stringContaining('"lost":2')]);
  const untilSent = async (id: string) =>
    expect.poll(() => collector.spans().map(({ trace }) => trace)).toContain(id.replaceAll('-', ''));
  await untilSent(await ask());
  collector.answerWith(null);
  await untilSent(await ask());
  expect(warnings()).toHaveLength(1);
  clock.move(11 * 60_000);
  collector.answerWith(refuses);
  await ask(2);
  await expect.poll(warnings).toEqual([expect.anything(), expect.stringContaining('"lost":5')]);
});

test('one that is down, and one that never answers, are complained of as well', async () => {
  collector.answerWith(() => {});
  await ask();
  await expect.poll(warnings).toHaveLength(1);
  clock.move(11 * 60_000);
  await collector.close();
  await ask();
  await expect.poll(warnings).toHaveLength(2);
});

test('nonsense for an answer does no harm', async () => {
  collector.answerWith((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>\u0000\uffff'.repeat(1_000));
  });
  await ask();
  await expect.poll(() => collector.paths).toHaveLength(1);
  await traces.close();
  expect(log.lines).toEqual([]);
});

test('what waits for one that hangs is bounded, and stopping waits for it no longer than three seconds', async () => {
  collector.answerWith(() => {});
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '3600000');
  await traces.close();
  traces = createTraces({ endpoint: collector.endpoint, clock, log: log.log });
  for (let each = 0; each < 100; each += 1) await ask(99);
  await expect.poll(() => collector.paths.length).toBeGreaterThan(0);
  // The exporter would wait an hour.
  await traces.close();
  expect(collector.spans().length).toBeGreaterThan(1_000);
  expect(collector.spans().length).toBeLessThan(3_000);
});

test('work is as it was: its result, and its error', async () => {
  collector.answerWith(refuses);
  await expect(traces.during({ name: 'press' }, async () => 7)).resolves.toBe(7);
  const fault = new Error('as before');
  await expect(traces.during({ name: 'press' }, () => Promise.reject(fault))).rejects.toBe(fault);
});
