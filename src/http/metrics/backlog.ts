import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import { type Clock, systemClock, within } from '../../clock.ts';
import { jobNames } from '../../jobs/jobs.ts';
import { COUNT_JOBS } from '../../jobs/pgboss-sql.ts';
import type { Queries } from '../../storage/database.ts';
import { jobStages, openStates, outboxStates } from './labels.ts';

/** Milliseconds for which the values of the gauges are cached. */
export const BACKLOG_FRESH_MS = 15_000;
/** Timeout of the query in milliseconds. After that, `/metrics` answers without the values of these gauges. */
const QUERY_TIMEOUT_MS = 3_000;

interface BacklogOptions {
  db: Queries;
  clock: Clock;
}

const rowsSchema = z.array(
  z.object({ figure: z.string(), name: z.string(), stage: z.string(), amount: z.number(), age: z.number() }),
);
type Rows = z.output<typeof rowsSchema>;

/** Creates the gauges of waiting work. They are read from the database, so every process reports the same values. */
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

  // Each gauge waits for the query by itself, because the registry reads a gauge as soon as the gauge's own `collect` is done.
  const fresh = () => refresh();
  const generations = gauge('generations', 'Unfinished generations, by state', ['state'], fresh);
  const oldest = gauge(
    'generation_oldest_seconds',
    'Seconds since the last transition of the oldest generation, by state',
    ['state'],
    fresh,
  );
  const jobs = gauge('jobs', 'Jobs, by queue and stage', ['queue', 'stage'], fresh);
  const outbox = gauge(
    'outbox_waiting',
    'Messages and files of the last day that are not posted yet, by state',
    ['post'],
    fresh,
  );
  const late = gauge('digests_late', 'Digests that were due more than two minutes ago', [], fresh);
  const isRead = gauge(
    'backlog_read',
    '1 if the database answered the query of the backlog, otherwise 0',
    [],
    fresh,
  );

  function refresh(): Promise<void> {
    if (!options) return Promise.resolve();
    const now = options.clock.now();
    if (Math.abs(now - readAt) < BACKLOG_FRESH_MS) return reading;
    readAt = now;
    reading = read(options);
    return reading;
  }

  /** Sets the gauges. If the database does not answer, the gauges get no values, because old values would look like current values. */
  async function read({ db, clock }: BacklogOptions): Promise<void> {
    const query = () => db.query(BACKLOG, [new Date(clock.now())]).then((rows) => rowsSchema.parse(rows));
    const rows = await within(systemClock, QUERY_TIMEOUT_MS, query, null).catch(() => null);
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
    /** Sets the database from which the gauges are read. */
    readFrom(given: BacklogOptions): void {
      options = given;
    },
  };
}

/** The query of all gauges. `$1` is the current time. Partial indexes contain only unfinished rows, so finished rows cost nothing. */
const BACKLOG = `
  SELECT 'generations' AS figure, state AS name, '' AS stage, count(*)::int AS amount,
         extract(epoch FROM $1::timestamptz - min(updated_at))::float8 AS age
  FROM generations WHERE state NOT IN ('delivered', 'failed', 'stopped') GROUP BY state
  UNION ALL
  SELECT 'jobs', name, stage, amount, 0 FROM (${COUNT_JOBS}) AS jobs
  UNION ALL
  SELECT 'outbox', state, '', count(*)::int, 0
  FROM deliveries
  WHERE state IN ('pending', 'sending') AND kind <> 'step' AND created_at > $1::timestamptz - interval '1 day' GROUP BY state
  UNION ALL
  SELECT 'digests', 'late', '', count(*)::int, 0
  FROM digests WHERE state = 'active' AND next_run < $1::timestamptz - interval '2 minutes'`;
