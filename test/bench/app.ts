import { createDefaultsStore } from '../../src/defaults/defaults.ts';
import { createLog } from '../../src/log.ts';
import { createTeamSettings } from '../../src/settings/team-settings.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { METRICS_TOKEN, type StandIns, type StandInsOptions, startStandIns } from '../journeys/stand-ins.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase } from '../support/database.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { testCipher } from '../support/test-key.ts';

const log = createLog('silent');
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** The app as it runs in production, in its own process. The stand-ins run in this process, so their work is not measured. */
export interface RunningApp {
  harness: StandIns;
  url: string;
  child: Child;
  /** Processor time in milliseconds and statements sent to the database by the app's process so far. */
  figures(): Promise<{ ms: number; statements: number }>;
  stop(): Promise<void>;
}

/** Starts the app on a database of its own on the server that DATABASE_URL names. */
export async function startApp({
  env = () => ({}),
  ...options
}: StandInsOptions & { env?: (harness: StandIns) => Record<string, string> } = {}): Promise<RunningApp> {
  const { url: databaseUrl, drop } = await createServerDatabase();
  const db = await openDatabase({ databaseUrl, log, cipher: testCipher });
  await migrate(db);
  await postOnlyLinks(db);
  await db.close();
  const harness = await startStandIns(options);
  const child = startChild(MAIN, [], { ...harness.env, DATABASE_URL: databaseUrl, ...env(harness) });
  const url = await servingAt(child);
  harness.slack.connectApp(url);
  return {
    harness,
    url,
    child,
    figures: () => figuresOf(url),
    async stop() {
      await child.kill();
      await harness.stop();
      await drop();
    },
  };
}

/** Waits until the app's process serves requests. @returns its address */
export async function servingAt(child: Child): Promise<string> {
  const line = await child.line((text) => text.includes('"msg":"serving"'));
  return `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
}

/** Reads an app's figures from its /metrics. */
export async function figuresOf(url: string): Promise<{ ms: number; statements: number }> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    ms: read('process_cpu_seconds_total') * 1000,
    statements: read('deckhand_database_statements_total'),
  };
}

/** Asks of the team end with a link, without a file or a picture. */
async function postOnlyLinks(db: Database): Promise<void> {
  await createTeamSettings(db).set('T0SMALL', { pictures: 'off', ...NO_LIMITS });
  await createDefaultsStore(db).set({ team: 'T0SMALL', kind: 'team' }, { exportAs: 'none' });
}
