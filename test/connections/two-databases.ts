import { pino } from 'pino';
import { afterAll, beforeEach } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { clearDatabase, createServerDatabase, serverUrl } from '../support/database.ts';
import { testCipher } from '../support/test-key.ts';

/** Opens a database for a test file as two processes do: twice on a server, once in PGlite. It is emptied before each test. */
export async function twoDatabases(): Promise<[Database, Database]> {
  if (!serverUrl) {
    const db = await cleanDatabase();
    return [db, db];
  }
  const { url: databaseUrl, drop } = await createServerDatabase();
  const log = pino({ level: 'silent' });
  const one = await openDatabase({ cipher: testCipher, databaseUrl, log });
  const two = await openDatabase({ cipher: testCipher, databaseUrl, log });
  await migrate(one);
  beforeEach(() => clearDatabase(one));
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await drop();
  });
  return [one, two];
}
