import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import { type Clock, systemClock, within } from '../../clock.ts';
import { jobNames } from '../../jobs/jobs.ts';
import type { Queries } from '../../storage/database.ts';
import { jobStages, openStates, outboxStates } from './labels.ts';

/** What waits in the database, for all processes together: each of them gives the same figures. */

/** Milliseconds for which the database is not asked again, however often and by however many the figures are. */
export const BACKLOG_FRESH_MS = 15_000;
/** Milliseconds after which the other figures are given without these. */
const WITHIN_MS = 3_000;

interface BacklogOptions {
  db: Queries;
  clock: Clock;
}

const rowsSchema = z.array(
  z.object({ figure: z.string(), name: z.string(), stage: z.string(), amount: z.number(), age: z.number() }),
);
type Rows = z.output<typeof rowsSchema>;

export function createBacklogFigures(registry: Registry) {
  const registers = [registry];
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect?: () => Promise<void>,
  ) => new Gauge({ name: `deckhand_${name}`, help, labelNames, registers, ...(collect && { collect }) });
  let options: BacklogOptions | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();

  // Figures are collected at once, and each is given once its own `collect` is done: so each of them waits.
  const fresh = () => refresh();
  const generations = gauge('generations', 'Generations that have not ended, by state', ['state'], fresh);
  const oldest = gauge(
    'generation_oldest_seconds',
    'How long ago the generation that has been in a state for longest came to it',
    ['state'],
    fresh,
  );
  const jobs = gauge('jobs', 'Jobs, by queue and stage', ['queue', 'stage'], fresh);
  const outbox = gauge(
    'outbox_waiting',
    'Messages and files of the last day that are not posted yet',
    ['post'],
    fresh,
  );
  const late = gauge('digests_late', 'Digests whose time was more than two minutes ago', [], fresh);
  const isRead = gauge('backlog_read', 'Whether the database has said what waits (1) or not (0)', [], fresh);

  function refresh(): Promise<void> {
    if (!options) return Promise.resolve();
    const now = options.clock.now();
    if (Math.abs(now - readAt) < BACKLOG_FRESH_MS) return reading;
    readAt = now;
    reading = read(options);
    return reading;
  }

  /** Where the database does not answer, nothing is said of what waits there: an old figure would be taken for a new one. */
  async function read({ db, clock }: BacklogOptions): Promise<void> {
    const asked = () => db.query(BACKLOG, [new Date(clock.now())]).then((rows) => rowsSchema.parse(rows));
    const rows = await within(systemClock, WITHIN_MS, asked, null).catch(() => null);
    for (const each of [generations, oldest, jobs, outbox, late]) each.reset();
    isRead.set(rows ? 1 : 0);
    if (rows) show(rows);
    else late.remove();
  }

  function show(rows: Rows): void {
    const amounts = new Map(rows.map((row) => [`${row.figure} ${row.name} ${row.stage}`, row]));
    const of = (figure: string, name: string, stage = '') => amounts.get(`${figure} ${name} ${stage}`);
    for (const state of openStates) {
      generations.set({ state }, of('generations', state)?.amount ?? 0);
      oldest.set({ state }, Math.max(0, of('generations', state)?.age ?? 0));
    }
    for (const queue of jobNames)
      for (const stage of jobStages) jobs.set({ queue, stage }, of('jobs', queue, stage)?.amount ?? 0);
    for (const post of outboxStates) outbox.set({ post }, of('outbox', post)?.amount ?? 0);
    late.set(of('digests', 'late')?.amount ?? 0);
  }

  return {
    /** From here on the figures are read off this database. */
    readBy(given: BacklogOptions): void {
      options = given;
    },
  };
}

/**
 * One statement, by indexes of what has not ended (`generations_unfinished`, `deliveries_unsent`, `digests_due`), however
 * much is on record; jobs that are done leave no row. `$1` is now.
 */
const BACKLOG = `
  SELECT 'generations' AS figure, state AS name, '' AS stage, count(*)::int AS amount,
         extract(epoch FROM $1::timestamptz - min(updated_at))::float8 AS age
  FROM generations WHERE state NOT IN ('delivered', 'failed', 'stopped') GROUP BY state
  UNION ALL
  SELECT 'jobs', name,
         CASE WHEN data->>'deadLetter' = 'true' THEN 'dead' WHEN state = 'active' THEN 'active' ELSE 'waiting' END AS stage,
         count(*)::int, 0
  FROM pgboss.job WHERE state < 'completed' GROUP BY 2, 3
  UNION ALL
  SELECT 'outbox', state, '', count(*)::int, 0
  FROM deliveries
  WHERE state IN ('pending', 'sending') AND created_at > $1::timestamptz - interval '1 day' GROUP BY state
  UNION ALL
  SELECT 'digests', 'late', '', count(*)::int, 0
  FROM digests WHERE state = 'active' AND next_run < $1::timestamptz - interval '2 minutes'`;
