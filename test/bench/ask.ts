import { setTimeout as wait } from 'node:timers/promises';
import { askForDeck, untilThreadHas } from '../journeys/story.ts';
import { startChild } from '../support/child.ts';
import type { Bench, Figure } from './figures.ts';
import { median } from './pairs.ts';
import { type BenchPlace, kindsOfPlace, linksAlone, makePlace, type RunningApp, startApp } from './places.ts';

const BARE = new URL('./bare-database-child.ts', import.meta.url).pathname;
/** Asks of a process that is cold: its code is compiled as it first runs. */
const FIRST = 40;
/** Asks after which it has compiled, and optimised, what it runs often. */
const WARM_UP = 400;
/** Asks in a window; between two of them the driver alone is measured. */
const ASKS = 16;
const WINDOWS = 3;
const MOST_MS = { embedded: 20, PostgreSQL: 12 };
const MOST_STATEMENTS = 15;
/** Milliseconds until the jobs of asks that have ended are written off, too. */
const SETTLED_MS = 600;

/**
 * What one ask costs the app's process, from `/deck` to the line that mentions the person: processor time, cold and warm, and
 * statements, of which BEGIN and COMMIT are two, and pg-boss's own count as well. The service is done at the second poll. The stand-ins are in
 * this process, so that none of their work counts. On PostgreSQL as well where DATABASE_URL names a server.
 *
 * Where the time of a warm ask goes, by a profile of its main thread on PostgreSQL: a fifth is undici, half of that writing to sockets,
 * for eleven calls to Slack (six of them ask whether the place is open to the person, at three moments) and three to the service; an
 * eighth is pg, a tenth each Slack's SDK besides (queue, retries, lines for a log that nobody keeps) and collecting garbage, a fifteenth
 * kysely, a twentieth each zod and the log. The rest is spread thinly over Deckhand's own files: none takes a fiftieth. Other threads,
 * which compile and collect, take a sixth besides. The embedded database takes nearly half of an ask on it, though its statements stay
 * parsed and planned (drivers/prepared.ts): a quarter of that is writing each commit through, the rest WebAssembly, which V8 does not
 * optimise (`--liftoff-only`).
 * Fifteen statements: to open the form and to admit one each, four for the row and its job, two for the queue, three for the
 * two posts, three states, and one for the team's word on pictures, which holds at once.
 */
export const bench: Bench = {
  async full() {
    const figures: Figure[] = [];
    for (const kind of kindsOfPlace) {
      const place = await makePlace(kind);
      try {
        figures.push(...(await asking(place)));
      } finally {
        await place.remove();
      }
    }
    return figures;
  },
};

async function asking(place: BenchPlace): Promise<Figure[]> {
  const app = await startApp(place, linksAlone, { env: { POLL_INTERVAL_MS: '60' } });
  try {
    const first = await costOf(app, FIRST, () => askMany(app, FIRST));
    await askMany(app, WARM_UP - FIRST);
    const windows: { ms: number; statements: number; idle: number; bare: number }[] = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      const idle = await costOf(app, 1, () => wait(2_000));
      const asked = await costOf(app, ASKS, () => askMany(app, ASKS));
      const statements = asked.statements - (idle.statements * asked.seconds) / idle.seconds / ASKS;
      windows.push({
        ms: asked.ms,
        statements,
        idle: asked.statements - statements,
        bare: await bareMs(place),
      });
    }
    const middle = (what: keyof (typeof windows)[number]) => median(windows.map((window) => window[what]));
    const statements = middle('statements');
    const bare = {
      ...{ unit: 'ms', baseline: statements * middle('bare') },
      baselineName: 'as many statements by the driver alone',
    };
    return [
      { name: `processor time of each of the first ${FIRST} asks, ${place.name}`, value: first.ms, ...bare },
      {
        ...{ name: `processor time of an ask after ${WARM_UP}, ${place.name}`, value: middle('ms'), ...bare },
        target: { of: 'value', most: MOST_MS[place.name] },
      },
      {
        name: `statements of an ask, ${place.name}`,
        ...{ value: statements + middle('idle'), baseline: middle('idle'), unit: '' },
        baselineName: 'nothing asked for, as long',
        target: { of: 'difference', most: MOST_STATEMENTS },
      },
    ];
  } finally {
    await app.stop();
  }
}

/** Of each of `count`. */
async function costOf(app: RunningApp, count: number, act: () => Promise<unknown>) {
  const before = await app.figures();
  const began = performance.now();
  await act();
  await wait(SETTLED_MS);
  const seconds = (performance.now() - began) / 1000;
  const after = await app.figures();
  return {
    seconds,
    ms: (after.ms - before.ms) / count,
    statements: (after.statements - before.statements) / count,
  };
}

/** Ana and Ben ask by turns of their own, each in a channel of theirs. */
export async function askMany({ harness }: RunningApp, count: number): Promise<void> {
  const lanes = [
    { person: harness.ana, channel: 'general' },
    { person: harness.ben, channel: 'attic' },
  ];
  const asks = lanes.map(async (lane) => {
    for (let asked = 0; asked < count / lanes.length; asked += 1) {
      const root = await askForDeck(harness, 'Our spring launch, for customers who know us', {}, lane);
      await untilThreadHas(harness, root, () => true, lane);
    }
  });
  await Promise.all(asks);
}

async function bareMs({ env }: BenchPlace): Promise<number> {
  const child = startChild(BARE, ['1200', ...(env.DATABASE_URL ? [env.DATABASE_URL] : [])]);
  const line = await child.line((text) => text.startsWith('ms '));
  return Number(line.slice(3));
}
