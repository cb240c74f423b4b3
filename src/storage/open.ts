import type { Log } from '../log.ts';
import type { Cipher } from './cipher.ts';
import { type Database, withCipher } from './database.ts';
import { openPostgres } from './drivers/postgres.ts';

export interface DatabaseOptions {
  /** URL of a database of PostgreSQL 13 or later: `postgres://user:password@host:5432/name?sslmode=verify-full`. */
  databaseUrl: string;
  /** URL of the same database without the pooler. Required if `databaseUrl` leads to a pooler in transaction mode, such as PgBouncer. */
  directUrl?: string | undefined;
  log: Log;
  cipher: Cipher;
  /** Maximum connections of the pool; default 10. Locks, notifications and renewals of job leases use one more connection. */
  maxConnections?: number;
}

/** Connects to the database without changing it. @throws PoolerError if locks would go through a pooler in transaction mode */
export async function openDatabase({ databaseUrl, cipher, ...options }: DatabaseOptions): Promise<Database> {
  return withCipher(await openPostgres({ ...options, url: databaseUrl }), cipher);
}
