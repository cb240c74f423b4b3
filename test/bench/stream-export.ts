import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch as undiciFetch } from 'undici';
import { systemClock } from '../../src/clock.ts';
import { withKnownSize } from '../../src/generations/delivery/temporary-file.ts';
import { openExport } from '../../src/service/download.ts';
import { createDelivery } from '../../src/slack/result/deliver.ts';
import { METRICS_TOKEN, startStandIns } from '../journeys/stand-ins.ts';
import { askForDeck, untilThreadHas } from '../journeys/story.ts';
import { startChild } from '../support/child.ts';
import type { Bench, Figure } from './figures.ts';
import { inPairs, median } from './pairs.ts';

const HOST = new URL('./file-host-child.ts', import.meta.url).pathname;
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const MB = 1024 * 1024;
const LARGE = 500 * MB;
const SMALL = 1 * MB;
const LIMIT_MB = 32;

/**
 * What it costs to stream an export of 500 MB from the service into Slack. The baselines: undici alone, whose download is the body
 * of its upload, in turns and in the same process; and, for memory, the app's process with an export of 1 MB, after one of 20 MB
 * that fills what any stream fills once (buffers, compiled code).
 */
export const bench: Bench = {
  full: async () => [...(await beside(LARGE, 3, 1.25)), ...(await memory())],
  short: async () => (await beside(100 * MB, 5, 1.7)).filter(({ unit }) => unit === SHORT_UNIT),
};

const SHORT_UNIT = 'ms of processor time';

/** @param most processor time beside undici's */
async function beside(bytes: number, pairs: number, most: number): Promise<Figure[]> {
  const host = startChild(HOST, []);
  const url = `http://127.0.0.1:${await host.line(() => true)}`;
  const agent = new Agent({ connections: 128, keepAliveTimeout: 10_000 });
  const fetch: typeof undiciFetch = (input, init) => undiciFetch(input, { dispatcher: agent, ...init });
  const upload = { upload_url: `${url}/upload`, file_id: 'F1' };
  const slack = { files: { getUploadURLExternal: async () => upload } };
  const delivery = createDelivery({
    fetch,
    clients: { reads: async () => slack },
    clock: systemClock,
  } as never);
  const byProduct = async () => {
    const download = await openExport(`${url}/bytes/${bytes}`, { fetch, maxBytes: bytes });
    await withKnownSize(download, (file) => delivery.uploadFile({} as never, { name: 'deck.pdf', ...file }));
  };
  const byUndici = async () => {
    const { body } = await fetch(`${url}/bytes/${bytes}`);
    const headers = { 'content-length': String(bytes) };
    await (await fetch(`${url}/upload`, { method: 'POST', headers, body, duplex: 'half' })).text();
  };
  const rates = { product: [] as number[], undici: [] as number[] };
  const measure = async (name: keyof typeof rates, send: () => Promise<void>) => {
    const began = performance.now();
    const cpu = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(cpu);
    rates[name].push(bytes / MB / ((performance.now() - began) / 1000));
    return (user + system) / 1000;
  };
  await byProduct();
  await byUndici();
  const cpu = await inPairs(
    pairs,
    () => measure('product', byProduct),
    () => measure('undici', byUndici),
  );
  await agent.close();
  await host.kill();
  const size = `${bytes / MB} MB`;
  return [
    {
      ...{ name: `throughput of ${size}`, value: median(rates.product), baseline: median(rates.undici) },
      ...{ ratio: median(rates.product.map((rate, pair) => rate / (rates.undici[pair] ?? Number.NaN))) },
      ...{ baselineName: 'undici alone', unit: 'MB/s', target: { of: 'ratio', least: 0.8 } },
    },
    {
      ...{ name: `streaming ${size}`, ...cpu, baselineName: 'undici alone', unit: SHORT_UNIT },
      target: { of: 'ratio', most },
    },
  ];
}

async function memory(): Promise<Figure[]> {
  const harness = await startStandIns();
  const dataDir = await mkdtemp(join(tmpdir(), 'deckhand-bench-'));
  const app = startChild(MAIN, [], { ...harness.env, DATA_DIR: dataDir });
  try {
    const line = await app.line((text) => text.includes('"msg":"serving"'));
    const url = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
    harness.slack.connectApp(url);
    await peakWhile(url, () => makeExport(harness, 20 * MB, 'Warm-up'));
    const small = await peakWhile(url, () => makeExport(harness, SMALL, 'Small export'));
    const large = await peakWhile(url, () => makeExport(harness, LARGE, 'Large export'));
    return [
      {
        name: 'memory while streaming 500 MB',
        value: large.peak / MB,
        baseline: small.peak / MB,
        baselineName: 'while streaming 1 MB',
        unit: 'MB resident',
        target: { of: 'difference', most: LIMIT_MB },
      },
      {
        name: 'time to deliver 500 MB',
        value: large.seconds,
        baseline: small.seconds,
        baselineName: '1 MB',
        unit: 's',
      },
    ];
  } finally {
    await app.kill();
    await harness.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type StandIns = Awaited<ReturnType<typeof startStandIns>>;

async function makeExport(harness: StandIns, bytes: number, title: string): Promise<void> {
  harness.service.misbehave({ kind: 'big_export', bytes, containing: title });
  const root = await askForDeck(harness, title, { title });
  const reply = await untilThreadHas(harness, root, (message) => (message.files ?? []).length > 0, {
    timeoutMs: 120_000,
  });
  const size = reply.files?.[0]?.size;
  if (size !== bytes) throw new Error(`The file has ${size} bytes in place of ${bytes}`);
}

/** The highest resident memory of the process, in bytes, read off its own metrics several times a second. */
async function peakWhile(url: string, act: () => Promise<void>): Promise<{ peak: number; seconds: number }> {
  const started = performance.now();
  let peak = 0;
  let done = false;
  const acting = act().finally(() => {
    done = true;
  });
  while (!done) {
    peak = Math.max(peak, await residentBytes(url));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await acting;
  return { peak, seconds: (performance.now() - started) / 1000 };
}

async function residentBytes(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0);
}
