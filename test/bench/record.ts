import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { claimDue } from '../../src/digests/claim.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import type { Database } from '../../src/storage/database.ts';
import { openPlace } from '../support/database.ts';
import { askMany } from './ask.ts';
import type { Bench, Figure } from './figures.ts';
import { metricsOf } from './own-figures.ts';
import { inPairs } from './pairs.ts';
import { type BenchPlace, kindsOfPlace, linksAlone, makePlace, type RunningApp, startApp } from './places.ts';

const FEW = 100;
const MANY = 50_000;
const PAIRS = 3;
/** What is flat, on a machine where others work as well. */
const MOST_TIMES = 1.4;
const baselineName = `${FEW} on record`;

/**
 * What 50,000 generations of one team on record, with 100,000 posts and as many dedupe keys, make dearer: processor time of the
 * process, in turns with one that has 100 of each. On a server, whose time is not the process's, also the rows that it reads.
 */
export const bench: Bench = {
  async full() {
    const figures: Figure[] = [];
    for (const kind of kindsOfPlace) {
      const places = { few: await makePlace(kind), many: await makePlace(kind) };
      try {
        figures.push(...(await throughApps(places)), ...(await byThemselves(places)));
      } finally {
        await Promise.all([places.few.remove(), places.many.remove()]);
      }
    }
    return figures;
  },
};

type Places = Record<'few' | 'many', BenchPlace>;

async function throughApps(places: Places): Promise<Figure[]> {
  const few = await startApp(places.few, prepare(FEW));
  const many = await startApp(places.many, prepare(MANY));
  try {
    const actions: [string, number, (app: RunningApp) => Promise<unknown>][] = [
      ['an ask', 6, (app) => askMany(app, 6)],
      ['/deck recent', 10, (app) => times(10, () => app.harness.ana.command('general', '/deck recent'))],
      ['Home', 10, (app) => times(10, () => app.harness.ana.openHome())],
      ['a scrape of /metrics', 10, (app) => times(10, () => metricsOf(app.url))],
    ];
    const figures: Figure[] = [];
    for (const [name, count, act] of actions) {
      const costOf = (app: RunningApp) => async () => {
        const before = await app.figures();
        await act(app);
        await wait(400);
        return ((await app.figures()).ms - before.ms) / count;
      };
      for (const app of [few, many]) await costOf(app)();
      const measured = await inPairs(PAIRS, costOf(many), costOf(few));
      figures.push({
        name: `${name} with ${MANY} on record, ${places.many.name}`,
        ...{ ...measured, unit: 'ms', baselineName, target: { of: 'ratio', most: MOST_TIMES } },
      });
    }
    if (places.many.name === 'PostgreSQL') figures.push(...(await rowsRead(places, { few, many })));
    return figures;
  } finally {
    await Promise.all([few.stop(), many.stop()]);
  }
}

/** Milliseconds after which an idle session of a server has told all that it has read, with a second to spare. */
const TOLD_MS = 11_000;
const ASKS = 10;

/** Index scans that go through more and more rows count as well as scans of whole tables. */
async function rowsRead(places: Places, apps: Record<'few' | 'many', RunningApp>): Promise<Figure[]> {
  const [few, many] = await Promise.all(
    (['few', 'many'] as const).map(async (which) => {
      const db = await openPlace(places[which].place);
      await wait(TOLD_MS);
      const before = await readSoFar(db);
      for (const act of [tickOf(db), backlogOf(db)]) await act();
      await askMany(apps[which], ASKS);
      await apps[which].harness.ana.command('general', '/deck recent');
      await apps[which].harness.ana.openHome();
      await wait(TOLD_MS);
      const after = await readSoFar(db);
      await db.close();
      return (after - before) / ASKS;
    }),
  );
  return [
    {
      name: `rows that the server reads for all of these, an ask's part, with ${MANY} on record`,
      ...{ value: many ?? Number.NaN, baseline: few ?? Number.NaN, unit: '', baselineName },
      target: { of: 'difference', most: 200 },
    },
  ];
}

async function readSoFar(db: Database): Promise<number> {
  const [row] = await db.query<{ read: number }>(`
    SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 AS read FROM pg_stat_user_tables
    WHERE relname IN ('generations', 'deliveries', 'seen', 'digests', 'digest_runs')`);
  return row?.read ?? Number.NaN;
}

/** What happens on a clock of its own, measured in this process. */
async function byThemselves(places: Places): Promise<Figure[]> {
  const few = await openPlace(places.few.place);
  const many = await openPlace(places.many.place);
  try {
    const kinds: [string, (db: Database) => () => Promise<unknown>][] = [
      ['a look for digests that are due', tickOf],
      ['the backlog of /metrics', backlogOf],
    ];
    const figures: Figure[] = [];
    for (const [name, make] of kinds) {
      const [actFew, actMany] = [make(few), make(many)];
      for (const act of [actFew, actMany]) await elapsed(act);
      const measured = await inPairs(
        9,
        () => elapsed(actMany),
        () => elapsed(actFew),
      );
      figures.push({
        name: `${name} with ${MANY} on record, ${places.many.name}`,
        ...{ ...measured, unit: 'ms', baselineName },
        // A server that does other work as well takes twice as long now and then: there the rows that it reads say more.
        ...(many.kind === 'pglite' && { target: { of: 'ratio', most: MOST_TIMES } }),
      });
    }
    return figures;
  } finally {
    await Promise.all([few.close(), many.close()]);
  }
}

const log = pino({ level: 'silent' });

function tickOf(db: Database) {
  const clock = { now: Date.now, sleep: async () => {} };
  return () => claimDue({ db, clock, log });
}

/** Each scrape comes when the figures of the one before are too old. */
function backlogOf(db: Database) {
  const metrics = createMetrics();
  let now = Date.now();
  metrics.backlogIs({ db, clock: { now: () => now, sleep: async () => {} } });
  return async () => {
    now += 60_000;
    await metrics.registry.metrics();
  };
}

/** Elapsed milliseconds of each of 30: a server's time is not this process's. */
async function elapsed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await times(30, act);
  return (performance.now() - began) / 30;
}

async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await act();
}

const prepare = (count: number) => async (db: Database) => {
  await linksAlone(db);
  for (const sql of FILL) await db.query(sql, [count]);
  // As a server does by itself, a while after so much was written.
  await db.query('ANALYZE');
};

/** A year of decks of one team: `$1` is how many. What is sealed is left out, and has been deleted for all that the rows say. */
const FILL = [
  `INSERT INTO generations (id, team, person, key, state, work, generation_id, doc_id, credits, channel, root_ts, made_with,
     submitted_at, follow_since, created_at, updated_at)
   SELECT gen_random_uuid(), 'T0SMALL', (ARRAY['U0ANA', 'U0BEN', 'U0CHLOE'])[1 + n % 3], 'filled ' || n, 'delivered', 'document',
     'g' || n, 'd' || n, '{"deducted": 40, "remaining": 100000}', 'C0GENERAL', '1600000000.' || lpad(n::text, 6, '0'), 'operator',
     at, at, at, at
   FROM (SELECT n, now() - n * interval '1 year' / $1::int AS at FROM generate_series(1, $1::int) AS n) AS made`,
  `INSERT INTO deliveries (id, team, generation, kind, sequence, state, attempts, channel, message_ts, created_at, sent_at)
   SELECT gen_random_uuid(), team, id, kind, '', 'sent', 1, channel, root_ts, created_at, created_at
   FROM generations, (VALUES ('root'), ('notice')) AS kinds (kind) WHERE key LIKE 'filled %' AND $1::int > 0`,
  `INSERT INTO seen (team, key, expires_at)
   SELECT 'T0SMALL', 'event:' || n, now() + interval '1 day' FROM generate_series(1, $1::int) AS n`,
];
