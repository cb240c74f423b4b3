import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type TestContext, test, vi } from 'vitest';
import { createTraces } from '../../src/tracing/traces.ts';
import { startCollector } from '../support/collector.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

/** Traces of a process whose collector is in trouble. They all wait at the same time, so `expect` and `onTestFinished` are each test's own. */
async function troubled(
  onTestFinished: TestContext['onTestFinished'],
  answer: RequestListener,
  exporterWaitsMs = 300,
) {
  const collector = await startCollector();
  collector.answerWith(answer);
  const clock = createMovableClock();
  const log = createTestLog();
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', String(exporterWaitsMs));
  const traces = createTraces({ endpoint: collector.endpoint, clock, log: log.log });
  vi.unstubAllEnvs();
  onTestFinished(async () => {
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
  return { collector, clock, log, traces, ask, warnings };
}

const refuses: RequestListener = (_, response) => response.writeHead(400, 'Nonsense').end('{]');
const hangs: RequestListener = () => {};
const nonsense: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>\u0000\uffff'.repeat(1_000));

const HOUR_MS = 3_600_000;

test.concurrent('one that refuses is complained of once, and once more ten minutes later, with all that was lost', async ({
  expect,
  onTestFinished,
}) => {
  const { collector, clock, ask, warnings } = await troubled(onTestFinished, refuses);
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

test.concurrent('one that is down, and one that never answers, are complained of as well', async ({
  expect,
  onTestFinished,
}) => {
  const { collector, clock, ask, warnings } = await troubled(onTestFinished, hangs);
  await ask();
  await expect.poll(warnings).toHaveLength(1);
  clock.move(11 * 60_000);
  await collector.close();
  await ask();
  await expect.poll(warnings).toHaveLength(2);
});

test.concurrent('nonsense for an answer does no harm', async ({ expect, onTestFinished }) => {
  const { collector, log, traces, ask } = await troubled(onTestFinished, nonsense);
  await ask();
  await expect.poll(() => collector.paths).toHaveLength(1);
  await traces.close();
  expect(log.lines).toEqual([]);
});

test.concurrent('what waits for one that hangs is bounded, and stopping waits for it no longer than three seconds', async ({
  expect,
  onTestFinished,
}) => {
  const { collector, traces, ask } = await troubled(onTestFinished, hangs, HOUR_MS);
  for (let each = 0; each < 100; each += 1) await ask(99);
  await expect.poll(() => collector.paths.length).toBeGreaterThan(0);
  // The exporter would wait an hour.
  await traces.close();
  expect(collector.spans().length).toBeGreaterThan(1_000);
  expect(collector.spans().length).toBeLessThan(3_000);
});

test.concurrent('work is as it was: its result, and its error', async ({ expect, onTestFinished }) => {
  const { traces } = await troubled(onTestFinished, refuses);
  await expect(traces.during({ name: 'press' }, async () => 7)).resolves.toBe(7);
  const fault = new Error('as before');
  await expect(traces.during({ name: 'press' }, () => Promise.reject(fault))).rejects.toBe(fault);
});
