import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Cipher } from './cipher.ts';
import { type Database, withCipher } from './database.ts';

export interface DatabaseOptions {
  /** Folder of the embedded database. With neither this nor `databaseUrl` it lives in memory. */
  dataDir?: string;
  /** See `EmbeddedOptions`. */
  template?: string;
  /** PostgreSQL 13 or later: `postgres://user:password@host:5432/name?sslmode=verify-full`. Wins over `dataDir`. */
  databaseUrl?: string;
  /** The same server without its pooler, where `databaseUrl` leads to one in transaction mode. */
  directUrl?: string;
  log: Log;
  cipher: Cipher;
  /** Connections of the pool; one more is used for locks, notifications and heartbeats. Default 10. */
  maxConnections?: number;
}

/** Opens the database; call migrate() next. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, directUrl, dataDir, template, log, cipher, maxConnections } = options;
  const driver = databaseUrl
    ? await (await postgres()).openPostgres({ url: databaseUrl, directUrl, log, maxConnections })
    : await (await embedded()).openEmbedded({ dataDir, template, log });
  return withCipher(driver, cipher);
}

/** Only the driver that is used is loaded: the other would take memory for nothing. */
const postgres = () => import('./drivers/postgres.ts');
const embedded = () => import('./drivers/embedded.ts');

/** Where the database is, as whoever runs Deckhand has said it. */
export const placeOf = (config: Config) => ({
  databaseUrl: config.DATABASE_URL,
  directUrl: config.DATABASE_DIRECT_URL,
  dataDir: config.DATA_DIR,
  template: config.DATABASE_TEMPLATE,
});
