import { compose, type Deckhand } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Policy } from '../../src/generations/waits-and-limits.ts';
import { createTeamSettings } from '../../src/settings/team-settings.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { bookshop, smallTeam } from './seed.ts';
import { type StandIns, type StandInsOptions, startStandIns } from './stand-ins.ts';

export interface Harness extends StandIns {
  db: Database;
  /** Lines that the app has logged, at the most talkative level. */
  log: string[];
  appUrl(): string;
  /** Stops the app and starts it again on the same database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface HarnessOptions extends StandInsOptions {
  policy?: Partial<Policy>;
  /** Other stand-ins than the usual ones. */
  standIns?: StandIns;
  /** Cards show the first slide, which is posted in their threads as well; else the team has turned that off. */
  pictures?: boolean;
  /** Changes to the app's configuration. */
  env?: Record<string, string>;
}

/** The app between the two stand-ins, all over HTTP, as in production but for the time that things take. */
export async function createHarness(options: HarnessOptions = {}): Promise<Harness> {
  const db = await testDatabase();
  const standIns = options.standIns ?? (await startStandIns(options));
  const { log, lines, close: closeLog } = createTestLog();
  if (!options.pictures) await turnPicturesOff(db);
  let deckhand: Deckhand;
  let appUrl = '';

  async function startApp(): Promise<void> {
    const config = readConfig({ ...standIns.env, ...options.env });
    const { clock } = options;
    const overrides = {
      database: db,
      policy: { lookAfterMs: 100, ...options.policy },
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
    async restart() {
      await deckhand.stop();
      await startApp();
    },
    async close() {
      // Whatever is under way as the process stops may fail.
      closeLog();
      await deckhand.stop();
      await standIns.stop();
      await db.close();
    },
  };
}

async function turnPicturesOff(db: Database): Promise<void> {
  for (const { id } of [...smallTeam.teams, bookshop])
    await createTeamSettings(db).set(id, { pictures: 'off' });
}
