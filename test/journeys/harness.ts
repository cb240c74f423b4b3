import { compose, type Deckhand } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Policy } from '../../src/generations/waits-and-limits.ts';
import { createTeamSettings, type TeamSettings } from '../../src/settings/team-settings.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { bookshop, smallTeam } from './seed.ts';
import { type StandIns, type StandInsOptions, startStandIns } from './stand-ins.ts';

export interface Harness extends StandIns {
  /** For tests in other folders, which check what is stored. Journeys check what people and the stand-ins see. */
  db: Database;
  /** Lines that the app has logged, at every level. */
  log: string[];
  appUrl(): string;
  /** Returns the names of the jobs that are queued or running. */
  unfinishedJobs(): Promise<string[]>;
  /** Stops the app and starts it again on the same database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface HarnessOptions extends StandInsOptions {
  policy?: Partial<Policy>;
  /** Other stand-ins than the usual ones. */
  standIns?: StandIns;
  /** Whether cards show the first slide, which is then also posted in their threads. By default the teams have this turned off. */
  pictures?: boolean;
  /** The limits for one person hold; else no story reaches them. */
  limited?: boolean;
  /** What admins have chosen for their teams. */
  settings?: Partial<TeamSettings>;
  /** Changes to the app's configuration. */
  env?: Record<string, string>;
}

/** Starts the app between the two stand-ins. All requests are sent over HTTP as in production. */
export async function createHarness(options: HarnessOptions = {}): Promise<Harness> {
  const db = await testDatabase();
  const standIns = options.standIns ?? (await startStandIns(options));
  const { log, lines, close: closeLog } = createTestLog();
  await setTeams(db, {
    ...(!options.pictures && { pictures: 'off' }),
    ...(!options.limited && NO_LIMITS),
    ...options.settings,
  });
  let deckhand: Deckhand;
  let appUrl = '';

  async function startApp(): Promise<void> {
    const config = readConfig({ ...standIns.env, ...options.env });
    const { clock } = options;
    const overrides = {
      database: withKeys(db, config.ENCRYPTION_KEYS),
      policy: { searchAfterMs: 100, lookMs: 0, ...options.policy },
      ...(clock && { clock }),
    };
    deckhand = await compose(config, log, overrides);
    appUrl = `http://127.0.0.1:${await deckhand.start()}`;
    standIns.slack.connectApp(appUrl);
  }
  await startApp();

  return {
    ...standIns,
    db,
    log: lines,
    appUrl: () => appUrl,
    async unfinishedJobs() {
      const jobs = await db.query<{ name: string }>(`select name from pgboss.job where state < 'completed'`);
      return jobs.map(({ name }) => name);
    },
    async restart() {
      await deckhand.stop();
      await startApp();
    },
    async close() {
      // Work that is under way when the process stops may fail.
      closeLog();
      await deckhand.stop();
      await standIns.stop();
      await db.close();
    },
  };
}

/** The same database with the keys of the app's configuration. What a test changes in `db` holds for it, too. */
function withKeys(db: Database, keys: string[]): Database {
  const cipher = createCipher(keys);
  const transaction: Database['transaction'] = (fn) => db.transaction((tx) => fn({ ...tx, cipher }));
  return Object.assign(Object.create(db), { cipher, transaction });
}

async function setTeams(db: Database, settings: Partial<TeamSettings>): Promise<void> {
  for (const { id } of [...smallTeam.teams, bookshop]) await createTeamSettings(db).set(id, settings);
}
