import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Cipher } from './cipher.ts';
import { type Database, type Driver, withCipher } from './database.ts';
import { type DataDir, takeDataDir } from './drivers/data-dir.ts';
import type { openPostgres } from './drivers/postgres.ts';

export interface DatabaseOptions {
  /** Folder of the embedded database. With neither this nor `databaseUrl` it lives in memory. */
  dataDir?: string;
  /** A folder with an empty database, which the first start of the embedded one copies. */
  template?: string;
  /** PostgreSQL 13 or later: `postgres://user:password@host:5432/name?sslmode=verify-full`. Wins over `dataDir`. */
  databaseUrl?: string;
  /** The same server without its pooler, where `databaseUrl` leads to one in transaction mode. */
  directUrl?: string;
  log: Log;
  cipher: Cipher;
  /** An embedded one can no longer be read or written: the process is to end. */
  onBroken?: (error: Error) => void;
  /** Connections of the pool; one more is used for locks, notifications and heartbeats. Default 10. */
  maxConnections?: number;
}

/** Opens the database; call migrate() next. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return (await beginToOpen(options)).opened;
}

/**
 * Opens the database in two steps, for a process that has modules to import: nothing else gets in between while it does. Once
 * this resolves, another process makes the embedded database where there is none yet, which takes it two seconds.
 */
export async function beginToOpen(options: DatabaseOptions): Promise<{ opened: Promise<Database> }> {
  const { databaseUrl, dataDir, template, cipher } = options;
  const taken = !databaseUrl && dataDir ? await takeDataDir(dataDir, template) : undefined;
  const opening = databaseUrl ? openServer({ ...options, url: databaseUrl }) : openOwn(taken?.ready, options);
  return { opened: opening.then((driver) => withCipher(driver, cipher)) };
}

/** Only the driver that is used is loaded: the other would take memory for nothing. */
async function openServer(options: Parameters<typeof openPostgres>[0]): Promise<Driver> {
  const driver = await import('./drivers/postgres.ts');
  return driver.openPostgres(options);
}

async function openOwn(
  ready: Promise<DataDir> | undefined,
  { log, onBroken }: DatabaseOptions,
): Promise<Driver> {
  const [dataDir, driver] = await Promise.all([ready, import('./drivers/embedded.ts')]);
  return driver.openEmbedded(dataDir, log, onBroken);
}

/** Where the database is, as whoever runs Deckhand has said it. */
export const placeOf = (config: Config) => ({
  databaseUrl: config.DATABASE_URL,
  directUrl: config.DATABASE_DIRECT_URL,
  dataDir: config.DATA_DIR,
  template: config.DATABASE_TEMPLATE,
});
