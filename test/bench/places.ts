import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDefaultsStore } from '../../src/defaults/defaults.ts';
import { createTeamSettings } from '../../src/settings/team-settings.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { type StandIns, type StandInsOptions, startStandIns } from '../journeys/stand-ins.ts';
import { startChild } from '../support/child.ts';
import { createServerDatabase, openPlace, type Place, serverUrl } from '../support/database.ts';
import { figuresOf } from './own-figures.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** A database that a bench is done with as it ends. */
export interface BenchPlace {
  name: 'embedded' | 'PostgreSQL';
  place: Place;
  /** As the app is configured for it. */
  env: { DATABASE_URL: string; DATA_DIR: string };
  remove(): Promise<void>;
}

/** The embedded database, and the server of DATABASE_URL where that is set. */
export const kindsOfPlace: BenchPlace['name'][] = serverUrl ? ['embedded', 'PostgreSQL'] : ['embedded'];

export async function makePlace(name: BenchPlace['name']): Promise<BenchPlace> {
  if (name === 'PostgreSQL') {
    const { url, drop } = await createServerDatabase();
    return { name, place: { databaseUrl: url }, env: { DATABASE_URL: url, DATA_DIR: '' }, remove: drop };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'deckhand-bench-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  return { name, place: { dataDir }, env: { DATABASE_URL: '', DATA_DIR: dataDir }, remove };
}

/** The app as it runs in production, in a process of its own, between stand-ins in this one. */
export interface RunningApp {
  harness: StandIns;
  url: string;
  /** Milliseconds of processor time, and statements, of the app's process so far. */
  figures(): Promise<{ ms: number; statements: number }>;
  stop(): Promise<void>;
}

/** Starts it on a database, which `prepare` has filled. */
export async function startApp(
  { place, env }: BenchPlace,
  prepare: (db: Database) => Promise<void> = async () => {},
  { env: more = {}, ...options }: StandInsOptions & { env?: Record<string, string> } = {},
): Promise<RunningApp> {
  const db = await openPlace(place);
  await migrate(db);
  await prepare(db);
  await db.close();
  const harness = await startStandIns(options);
  const app = startChild(MAIN, [], { ...harness.env, ...env, ...more });
  const line = await app.line((text) => text.includes('"msg":"serving"'));
  const url = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
  harness.slack.connectApp(url);
  return {
    harness,
    url,
    figures: () => figuresOf(url),
    async stop() {
      await app.kill();
      await harness.stop();
    },
  };
}

/** Asks bring a link, and neither a file nor a picture. */
export async function linksAlone(db: Database): Promise<void> {
  await createTeamSettings(db).set('T0SMALL', { pictures: 'off' });
  await createDefaultsStore(db).set({ team: 'T0SMALL', kind: 'team' }, { exportAs: 'none' });
}
