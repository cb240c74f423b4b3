import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { METRICS_TOKEN } from '../journeys/stand-ins.ts';
import { startBalancer } from '../support/balancer.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase, serverUrl } from '../support/database.ts';
import { testKey } from '../support/test-key.ts';
import type { Bench, Figure, Target } from './figures.ts';

/** Of each process. Far below what one can do, so that the cores of this machine are not what is measured. */
const ASKS_A_SECOND = 0.5;
/** Milliseconds. A document takes 20 polls, as one of 100 s does that is polled every 5 s. */
const DOCUMENT_MS = 20_000;
const POLL_MS = 1_000;

const REST_MS = 15_000;
/** Until as many are under way as are finished. */
const WARM_UP_MS = 30_000;
const WATCH_MS = 40_000;
const KEPT = 0.9;
const MOST_STATEMENTS = 1.2;

/**
 * One, two and four processes of the app on one PostgreSQL, each with as much work: `/deck` typed every other second, the button
 * pressed, the document followed for 20 polls, its card and its file posted. The stand-ins are in processes of their own.
 *
 * It shows that processes do not hinder each other at that rate: each has as much done as one alone, for as many statements. It
 * does not show how much one process can do (`ask`, `following`), nor where PostgreSQL or the cores of a machine end: at a fixed
 * rate nothing is full. docs/runbook.md, “Growing”, reckons that from these figures. Processor time is of a process in its second
 * minute, and rises with the number of processes where these share cores; the server's time has its waits for a core in it. Without
 * DATABASE_URL there is nothing.
 */
export const bench: Bench = { full };

async function full(): Promise<Figure[]> {
  if (!serverUrl) {
    console.log('growth: left out, since DATABASE_URL names no PostgreSQL server');
    return [];
  }
  const one = await measure(1);
  const more = [await measure(2), await measure(4)];
  console.table([one, ...more]);
  return more.flatMap((several) => figuresOf(several, one));
}

function figuresOf(several: Measured, one: Measured): Figure[] {
  const figure = (name: string, of: keyof Measured, unit: string, target?: Omit<Target, 'of'>): Figure => ({
    name: `${name}, ${several.processes} processes`,
    value: several[of],
    baseline: one[of],
    baselineName: 'one',
    unit,
    ...(target && { target: { of: 'ratio', ...target } }),
  });
  return [
    figure('asks delivered, of each', 'asks', 'a second', { least: KEPT }),
    figure('polls, of each', 'polls', 'a second', { least: KEPT }),
    figure('processor time of an ask', 'processorPerAsk', 'ms'),
    figure('statements of an ask', 'statementsPerAsk', '', { most: MOST_STATEMENTS }),
    figure('time of PostgreSQL for an ask', 'databasePerAsk', 'ms'),
    figure('calls of Slack for an ask', 'slackPerAsk', ''),
    figure('edits of messages for an ask', 'editsPerAsk', ''),
    figure('connections', 'connections', ''),
    figure('processor time at rest, of each', 'processorAtRest', 'ms a second'),
    figure('statements at rest, of each', 'statementsAtRest', 'a second'),
  ];
}

interface Measured {
  processes: number;
  /** A second and process. */
  asks: number;
  polls: number;
  /** Milliseconds of an ask, all processes and polls together. */
  processorPerAsk: number;
  statementsPerAsk: number;
  databasePerAsk: number;
  slackPerAsk: number;
  /** chat.update, of which Slack allows a team the fewest. */
  editsPerAsk: number;
  /** To PostgreSQL, of all processes. */
  connections: number;
  /** Milliseconds a second of a process that has nothing to do. */
  processorAtRest: number;
  statementsAtRest: number;
  /** Resident, of a process at work. */
  megabytes: number;
}

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const here = (file: string) => new URL(`growth/${file}`, import.meta.url).pathname;
const API_KEY = 'sk-bench-growth';
const SIGNING_SECRET = 'growth-signing-secret';
const BOT_TOKEN = 'xoxb-growth';

async function measure(processes: number): Promise<Measured> {
  const database = await createServerDatabase();
  const watcher = new pg.Client({ connectionString: serverUrl });
  await watcher.connect();
  const balancer = await startBalancer();
  const rate = ASKS_A_SECOND * processes;
  const count = Math.round((rate * (WARM_UP_MS + WATCH_MS)) / 1_000);
  const children: Child[] = [];
  const start = (file: string, args: string[], env?: Record<string, string>): Child => {
    const child = startChild(file, args, env);
    children.push(child);
    return child;
  };
  try {
    const service = start(here('service-child.ts'), [API_KEY, String(DOCUMENT_MS)]);
    const people = [balancer.url, SIGNING_SECRET, BOT_TOKEN, String(rate), String(count)];
    const slack = start(here('slack-child.ts'), people);
    const env = {
      PORT: '0',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_BOT_TOKEN: BOT_TOKEN,
      SLACK_API_URL: await slack.line((line) => line.startsWith('http')),
      SERVICE_BASE_URL: await service.line((line) => line.startsWith('http')),
      SERVICE_API_KEY: API_KEY,
      ENCRYPTION_KEYS: testKey(7),
      METRICS_TOKEN,
      POLL_INTERVAL_MS: String(POLL_MS),
      DATABASE_URL: database.url,
    };
    const ports = await Promise.all(Array.from({ length: processes }, () => portOf(start(MAIN, [], env))));
    const look = () => lookAt(ports, watcher, database.url);

    await sleep(REST_MS / 2);
    const resting = await look();
    await sleep(REST_MS);
    const rested = await look();
    balancer.leadTo(ports);
    await slack.line((line) => line === 'begun');
    await sleep(WARM_UP_MS);
    const before = await look();
    await sleep(WATCH_MS);
    const after = await look();
    await untilAllIsDone(slack, count);

    const seconds = (after.at - before.at) / 1_000;
    const restedFor = (rested.at - resting.at) / 1_000;
    const asks = after.asks - before.asks;
    return {
      processes,
      asks: asks / seconds / processes,
      polls: (after.polls - before.polls) / seconds / processes,
      processorPerAsk: ((after.processor - before.processor) * 1_000) / asks,
      statementsPerAsk: (after.statements - before.statements) / asks,
      databasePerAsk: (after.database - before.database) / asks,
      slackPerAsk: (after.slack - before.slack) / asks,
      editsPerAsk: (after.edits - before.edits) / asks,
      connections: after.connections,
      processorAtRest: ((rested.processor - resting.processor) * 1_000) / restedFor / processes,
      statementsAtRest: (rested.statements - resting.statements) / restedFor / processes,
      megabytes: after.megabytes / processes,
    };
  } finally {
    await Promise.all(children.map((child) => child.kill()));
    await balancer.close();
    await watcher.end();
    await database.drop();
  }
}

async function portOf(child: Child): Promise<number> {
  const line = await child.line((text) => text.includes('"msg":"serving"'));
  return (JSON.parse(line) as { port: number }).port;
}

/** A figure of asks that were lost, or made twice, would be of no use. */
async function untilAllIsDone(slack: Child, count: number): Promise<void> {
  const end = await slack.line((line) => line.startsWith('{'));
  const { cards, files } = JSON.parse(end) as { cards: number; files: number };
  if (cards !== count || files > count)
    throw new Error(`Of ${count} asks came ${cards} cards and ${files} files.`);
}

interface Look {
  /** `performance.now()` */
  at: number;
  asks: number;
  polls: number;
  /** Seconds. */
  processor: number;
  megabytes: number;
  statements: number;
  /** Milliseconds in which the server was at a statement. */
  database: number;
  connections: number;
  slack: number;
  edits: number;
}

/** All that the processes, and the database, have done so far. */
async function lookAt(ports: number[], watcher: pg.Client, databaseUrl: string): Promise<Look> {
  const texts = await Promise.all(ports.map(metricsOf));
  const sum = (of: RegExp) =>
    texts
      .flatMap((text) => text.match(of) ?? [])
      .reduce((all, line) => all + Number(line.split(' ').at(-1)), 0);
  const { rows } = await watcher.query<Pick<Look, 'database' | 'connections'>>(DATABASE, [
    new URL(databaseUrl).pathname.slice(1),
  ]);
  const [row] = rows;
  if (!row) throw new Error('The database is gone');
  return {
    ...row,
    at: performance.now(),
    asks: sum(/^deckhand_asks_ended_total\{.*outcome="delivered".*$/gm),
    polls: sum(/^deckhand_service_request_seconds_count\{.*GET \/generations\/\{.*$/gm),
    statements: sum(/^deckhand_database_statements_total .*$/gm),
    slack: sum(/^deckhand_slack_calls_total\{.*$/gm),
    edits: sum(/^deckhand_slack_calls_total\{method="chat\.update".*$/gm),
    processor: sum(/^process_cpu_seconds_total .*$/gm),
    megabytes: sum(/^process_resident_memory_bytes .*$/gm) / 1024 / 1024,
  };
}

const DATABASE = `
  SELECT active_time AS database,
    (SELECT count(*)::float FROM pg_stat_activity WHERE datname = d.datname) AS connections
  FROM pg_stat_database d WHERE datname = $1`;

async function metricsOf(port: number): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
}
