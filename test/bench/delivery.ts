import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { askForDeck, untilThreadHas } from '../journeys/story.ts';
import { type RunningApp, startApp } from './app.ts';
import type { Bench } from './figures.ts';

const ASKS = 200;
const ALONE = 18;
/** Milliseconds between the first message of an ask and the next ask of the same person. */
const EVERY_MS = 900;
const GENERATION_MS = 1_500;
const POLL_MS = 1_000;
const MOST_MS = 300;

/**
 * Measures the time from the end of a generation at the service to the line in Slack that mentions the asker, less the poll
 * interval: the 99th percentile of 200 asks, two or three per second. The baseline is the same asks one after another.
 */
export const bench: Bench = {
  async full() {
    const env = () => ({ POLL_INTERVAL_MS: String(POLL_MS) });
    const app = await startApp({ env, service: { generationMs: GENERATION_MS } });
    try {
      await latencies(app, ALONE, ({ together }) => together);
      const alone = await latencies(app, ALONE, ({ delivered }) => delivered);
      const many = await latencies(app, ASKS, ({ together }) => together);
      return [
        {
          name: `from made to posted beyond the interval of ${POLL_MS} ms, 99th percentile of ${ASKS}`,
          ...{ value: percentile(many, 0.99) - POLL_MS, unit: 'ms' },
          ...{ baseline: percentile(alone, 0.99) - POLL_MS, baselineName: 'one after the other' },
          target: { of: 'value', most: MOST_MS },
        },
        {
          name: 'the same, median with the interval',
          ...{ value: percentile(many, 0.5), unit: 'ms' },
          ...{ baseline: percentile(alone, 0.5), baselineName: 'one after the other' },
        },
      ];
    } finally {
      await app.stop();
    }
  },
};

/** What the next ask of a lane waits for. */
type Pace = (ask: { delivered: Promise<Message>; together: Promise<void> }) => Promise<unknown>;

/** Milliseconds from the end of each generation at the service to its line in Slack. */
async function latencies({ harness }: RunningApp, count: number, pace: Pace): Promise<number[]> {
  const lanes = [
    { person: harness.ana, channel: 'general' },
    { person: harness.ben, channel: 'leaders' },
    { person: harness.chloe, channel: 'attic' },
  ];
  const found: Promise<number>[] = [];
  const asking = lanes.map(async (lane) => {
    for (let asked = 0; asked < count / lanes.length; asked += 1) {
      const words = `Spring launch ${crypto.randomUUID()}`;
      const root = await askForDeck(harness, words, {}, lane);
      const delivered = untilThreadHas(harness, root, () => true, lane);
      found.push(delivered.then((line) => Number(line.ts) * 1000 - madeAt(harness, words)));
      await pace({ delivered, together: wait(EVERY_MS) });
    }
  });
  await Promise.all(asking);
  return Promise.all(found);
}

/** @returns when the service finished, in milliseconds of the stand-ins' clock */
function madeAt({ service }: RunningApp['harness'], words: string): number {
  const create = service.calls.find(
    ({ method, body }) => method === 'POST' && JSON.stringify(body).includes(words),
  );
  if (!create) throw new Error('The service was asked for nothing');
  return create.at + GENERATION_MS;
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
