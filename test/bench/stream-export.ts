import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { METRICS_TOKEN, startStandIns } from '../journeys/stand-ins.ts';
import { askForDeck, untilThreadHas } from '../journeys/story.ts';
import { startChild } from '../support/child.ts';
import type { Bench, Figure } from './figures.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const MB = 1024 * 1024;
const LARGE = 200 * MB;
const SMALL = 1 * MB;
const LIMIT_MB = 32;

/**
 * Resident memory of the app's process while an export is streamed into the thread. The baseline is the same with an
 * export of 1 MB, after one of 20 MB that fills what any stream fills once (buffers, compiled code).
 */
export const bench: Bench = { full };

async function full(): Promise<Figure[]> {
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
        name: 'memory while streaming 200 MB',
        value: large.peak / MB,
        baseline: small.peak / MB,
        baselineName: 'while streaming 1 MB',
        unit: 'MB resident',
        target: { of: 'difference', most: LIMIT_MB },
      },
      {
        name: 'time to deliver 200 MB',
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
