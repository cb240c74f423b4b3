import type { RequestListener } from 'node:http';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JobName, Jobs } from '../../src/jobs/jobs.ts';
import { withLogContext } from '../../src/log-context.ts';
import { startTracing } from '../../src/tracing/tracing.ts';
import { startCollector } from '../support/collector.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

type Work = () => Promise<unknown>;

/** Tracing with a collector that responds in this way; null for a normal response. */
async function tracingTo(answer: RequestListener | null, exporterTimeoutMs = HOUR_MS) {
  const collector = await startCollector();
  collector.answerWith(answer);
  const clock = createMovableClock();
  const log = createTestLog();
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', String(exporterTimeoutMs));
  const tracing = startTracing({ endpoint: collector.endpoint, clock, log: log.log });
  vi.unstubAllEnvs();
  onTestFinished(async () => {
    await collector.close();
    await tracing.close();
  });

  /** Runs a job with this name in a span, as a worker does. */
  async function run(name: JobName, work: Work, signal = new AbortController().signal): Promise<void> {
    let running: Promise<void> | undefined;
    const jobs: Pick<Jobs, 'work'> = {
      work(_, { handler }) {
        running = handler({} as never, signal);
      },
    };
    tracing.traced(jobs as Jobs).work(name, { handler: async () => void (await work()) });
    await running;
  }

  const warnings = () => log.lines.filter((line) => line.includes('traces could not be sent'));
  const names = () => collector.spans().map(({ name }) => name);
  return { collector, clock, log, tracing, run, warnings, names };
}

/** A local server that the jobs send requests to. */
async function startServer(answer: RequestListener) {
  const server = await startCollector();
  server.answerWith(answer);
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.close();
    await server.close();
  });
  return {
    address: server.endpoint,
    ask: async (path: string) => {
      const { body } = await request(`${server.endpoint}${path}`, {
        dispatcher: agent,
        method: 'POST',
        headers: { authorization: 'Bearer header-secret', 'user-agent': 'agent-secret' },
        body: 'body-secret',
      });
      await body.dump();
    },
  };
}

const idle = async () => {};
const HOUR_MS = 3_600_000;
const refuses: RequestListener = (_, response) => response.writeHead(400, 'Nonsense').end('{]');
const hangs: RequestListener = () => {};
const nonsense: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>\u0000\uffff'.repeat(1_000));

test('a job is a span with the ids of its log lines, and each request that it sends a child of that span', async () => {
  const { collector, run, names } = await tracingTo(null);
  const server = await startServer((_, response) => response.writeHead(402).end());
  await withLogContext({ team: 'T1', generation: 'g1' }, () =>
    run('generation', () => server.ask('/v1/things')),
  );
  await expect.poll(names).toHaveLength(2);
  // Either may end first: the job when it has the answer, the request when its connection is free.
  const [job, call] = ['generation', 'POST'].map((name) =>
    collector.spans().find((span) => span.name === name),
  );
  expect(job).toMatchObject({
    name: 'generation',
    parent: '',
    failed: false,
    attributes: { 'deckhand.team': 'T1', 'deckhand.generation': 'g1' },
  });
  expect(call).toMatchObject({
    name: 'POST',
    parent: job?.id,
    trace: job?.trace,
    failed: true,
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': 402,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(server.address).port),
      'error.type': '402',
    },
  });
  expect([...new Set(collector.paths)]).toEqual(['POST /v1/traces application/x-protobuf']);
});

test('a span holds no address, no header, no body and no message of an error', async () => {
  const { collector, run, names } = await tracingTo(null);
  const server = await startServer((incoming, response) =>
    incoming.url?.includes('reset') ? response.destroy() : response.writeHead(200).end('answer-secret'),
  );
  await run('export', () => server.ask('/path-secret/file?signature=query-secret'));
  await run('card', () => server.ask('/reset-secret?q=query-secret')).catch(idle);
  await run('post', () => request('http://127.0.0.1:1/unreachable-secret')).catch(idle);
  await run('inbox', () => Promise.reject(new TypeError('message-secret'))).catch(idle);
  await expect.poll(names).toHaveLength(7);
  expect(collector.spans().filter(({ failed }) => failed)).toHaveLength(5);
  expect(collector.spans().flatMap(({ events }) => events)).toEqual([]);
  expect(collector.raw().toString('latin1')).not.toMatch(/secret|http:\/\//);
});

test('a request outside a job has no span, and a job that another process will repeat is not failed', async () => {
  const { collector, run, names } = await tracingTo(null);
  const server = await startServer((_, response) => response.end());
  await server.ask('/outside');
  await run('digest', () => Promise.reject(new Error('stopped')), AbortSignal.abort()).catch(idle);
  await expect.poll(names).toEqual(['digest']);
  expect(collector.spans()).toMatchObject([{ failed: false }]);
});

test('a job has the same result and the same error as without tracing', async () => {
  const { run } = await tracingTo(refuses);
  const fault = new Error('as before');
  await expect(run('post', idle)).resolves.toBeUndefined();
  await expect(run('post', () => Promise.reject(fault))).rejects.toBe(fault);
});

test('a collector that refuses is logged once, and after ten minutes again with all that was lost', async () => {
  const { collector, clock, run, warnings, names } = await tracingTo(refuses);
  await run('post', idle);
  await expect.poll(warnings).toEqual([expect.stringContaining('"lost":1')]);
  await run('card', idle);
  await expect.poll(names).toContain('card');

  // One export runs at a time: when the collector receives the third, the exporter has counted the second.
  let answer = () => {};
  collector.answerWith((request, response) => {
    answer = () => refuses(request, response);
  });
  await run('export', idle);
  await expect.poll(names).toContain('export');
  expect(warnings()).toHaveLength(1);
  clock.move(11 * 60_000);
  answer();
  await expect.poll(warnings).toEqual([expect.anything(), expect.stringContaining('"lost":2')]);
  expect(collector.spans()).toHaveLength(3);
});

test('a collector that hangs or is down is logged too', async () => {
  const { collector, clock, run, warnings } = await tracingTo(hangs, 300);
  await run('post', idle);
  await expect.poll(warnings).toHaveLength(1);
  clock.move(11 * 60_000);
  await collector.close();
  await run('post', idle);
  await expect.poll(warnings).toHaveLength(2);
});

test('an invalid response of the collector is ignored', async () => {
  const { collector, log, tracing, run } = await tracingTo(nonsense);
  await run('post', idle);
  await expect.poll(() => collector.paths).toHaveLength(1);
  await tracing.close();
  expect(log.lines).toEqual([]);
});

test('the spans that wait for a collector that hangs are limited, and stopping waits three seconds at most', async () => {
  const { collector, tracing, run } = await tracingTo(hangs);
  for (let each = 0; each < 10_000; each += 1) await run('post', idle);
  await expect.poll(() => collector.paths.length).toBeGreaterThan(0);
  // The exporter would wait an hour.
  await tracing.close();
  expect(collector.spans().length).toBeLessThan(3_000);
});
