import { setTimeout as wait } from 'node:timers/promises';
import type { Ask } from '../../../src/asks/schema.ts';
import { CLAIM_EVERY_MS } from '../../../src/digests/claim.ts';
import { runBefore } from '../../../src/digests/coverage.ts';
import type { Schedule } from '../../../src/digests/schedule.ts';
import { insertDigest } from '../../../src/digests/store.ts';
import { nextRuns } from '../../../src/digests/timing.ts';
import type { Database } from '../../../src/storage/database.ts';
import { settings } from '../../support/harness/digests.ts';
import { openedGenerations } from '../../support/opened-generations.ts';

/** Simulates digests of two teams in six time zones, with two processes of which one or both are killed at random. */

const schedules: Schedule[] = [
  { every: 'day', time: '01:30', zone: 'America/New_York' },
  { every: 'weekday', time: '09:00', zone: 'Europe/Berlin' },
  { every: 'week', weekday: 0, time: '02:15', zone: 'Australia/Lord_Howe' },
  { every: 'two-weeks', weekday: 1, from: '2026-01-05', time: '17:45', zone: 'Asia/Kolkata' },
  { every: 'month', day: 30, time: '00:00', zone: 'America/Santiago' },
  { every: 'cron', line: '0 8,20 * * 1-5', zone: 'Europe/Lisbon' },
];

export interface Outcome {
  /** Runs that were due, by digest and due time. */
  due: string[];
  /** Runs that were started, in the same form. */
  started: string[];
  /** Keys of generations whose window does not begin where the one before ended. */
  gaps: string[];
  kills: number;
}

/** Starts and kills processes on one database. */
export interface Deployment {
  db: Database;
  setClock(now: number): void;
  startProcess(): Promise<{ kill(): Promise<void>; stop(): Promise<void> }>;
}

interface Given {
  start: Date;
  days: number;
  kills: number;
  /** 0 to 1 */
  random(): number;
}

export async function simulate(
  deployment: Deployment,
  { start, days, kills, random }: Given,
): Promise<Outcome> {
  const { db, setClock, startProcess } = deployment;
  setClock(start.getTime());
  const due = dueRuns(await setUp(db, start), start, days);
  const processes = [await startProcess(), await startProcess()];
  const times = stops(due);
  const killAt = new Set(Array.from({ length: kills }, () => Math.floor(random() * times.length)));

  for (const [index, at] of times.entries()) {
    // One time in ten, the clock moves up to 4 hours further, as if no process had run.
    const now = at + (random() < 0.1 ? Math.floor(random() * 4 * HOUR) : 1);
    setClock(now);
    if (killAt.has(index)) {
      const moment = random() < 0.5 ? CLAIMED : BETWEEN;
      await until(db, moment, 300);
      const victims = random() < 0.5 ? [0, 1] : [Math.floor(random() * 2)];
      await Promise.all(victims.map((victim) => processes[victim]?.kill()));
      for (const victim of victims) processes[victim] = await startProcess();
      await db.query(END_LEASES);
    }
    await settled(deployment, at, now);
  }
  for (const process of processes) await process.stop();
  return { due: due.map(({ name }) => name).sort(), ...(await whatHappened(db)), kills: killAt.size };
}

const HOUR = 3_600_000;

async function setUp(db: Database, start: Date): Promise<{ id: string; schedule: Schedule }[]> {
  const digests = [];
  for (const [index, schedule] of schedules.entries()) {
    const [nextRun = start] = nextRuns(schedule, start, 1);
    const by = { team: `T${index % 2}`, owner: 'UANA', key: `view-${index}`, nextRun, now: start };
    const { id } = await insertDigest(db, settings({ schedule }), {
      ...by,
      from: runBefore(schedule, nextRun),
    });
    digests.push({ id, schedule });
  }
  return digests;
}

interface Due {
  name: string;
  digest: string;
  at: number;
}

function dueRuns(digests: { id: string; schedule: Schedule }[], start: Date, days: number): Due[] {
  const end = start.getTime() + days * 86_400_000;
  return digests.flatMap(({ id, schedule }) => {
    const runs = nextRuns(schedule, start, days * 2).filter((run) => run.getTime() <= end);
    return runs.map((run) => ({ name: `${id} ${run.toISOString()}`, digest: id, at: run.getTime() }));
  });
}

/**
 * Returns the times to which the clock moves. Several digests may be due at one of them, but no digest twice, even if the clock moves 4 hours
 * further, because then one run would cover two.
 */
function stops(due: Due[]): number[] {
  const times: number[] = [];
  let [seen, from] = [new Set<string>(), 0];
  for (const { digest, at } of due.toSorted((one, other) => one.at - other.at)) {
    if (seen.has(digest) || at - from > 7 * HOUR) [seen, from] = [new Set(), at];
    else times.pop();
    seen.add(digest);
    times.push(at);
  }
  return times;
}

/** Finds a row if a run is claimed and has no outcome yet. */
const CLAIMED = `select 1 from digest_runs where state = 'claimed' limit 1`;
/** Finds a row if the generation of a run was started and the run's row is not yet written. */
const BETWEEN = `select 1 from generations where id not in
  (select generation from digest_runs where generation is not null) limit 1`;

/** Longest wait for due runs, in milliseconds of the deployment's clock. Two stops are further apart. */
const SETTLE_WITHIN_MS = HOUR;

/** Ends all leases, so that jobs of killed processes start again. Jobs of the other process are then started a second time, too. */
const END_LEASES = `update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`;

/** Waits until the query returns a row. Makes at most `tries` queries. */
async function until(db: Database, condition: string, tries: number, everyMs = 2): Promise<boolean> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if ((await db.query(condition)).length > 0) return true;
    await wait(everyMs);
  }
  return false;
}

/**
 * Waits until all runs that were due at `at` have an outcome. The clock moves on during the wait, because a process that queried just before the
 * clock was set queries again only after `CLAIM_EVERY_MS`.
 */
async function settled({ db, setClock }: Deployment, at: number, now: number): Promise<void> {
  const open = `select 1 from digests where next_run <= '${new Date(at).toISOString()}'
    union all select 1 from digest_runs where state = 'claimed' limit 1`;
  const isSettled = `select 1 where not exists (${open})`;
  for (let passed = 0; passed < SETTLE_WITHIN_MS; passed += CLAIM_EVERY_MS) {
    setClock(now + passed);
    if (await until(db, isSettled, 20, 10)) return;
  }
  throw new Error(`What was due at ${new Date(at).toISOString()} has no outcome`);
}

async function whatHappened(db: Database): Promise<Pick<Outcome, 'started' | 'gaps'>> {
  const rows = (await openedGenerations(db))
    .map(({ key, ask }) => ({ key, digest: ask?.digest?.id ?? '', ...channelOf(ask) }))
    .sort((one, other) => (one.digest + one.until < other.digest + other.until ? -1 : 1));
  const gaps = rows.filter((row, index) => {
    const before = rows[index - 1];
    return before?.digest === row.digest && before.until !== row.since;
  });
  return {
    started: rows.map(({ digest, until }) => `${digest} ${until}`).sort(),
    gaps: gaps.map(({ key }) => key),
  };
}

function channelOf(ask: Ask | null) {
  if (ask?.source.kind !== 'channel') throw new Error('A digest asks for a channel');
  const { since, until = '' } = ask.source;
  return { since, until };
}
