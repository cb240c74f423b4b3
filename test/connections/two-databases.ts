import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createServerDatabase, serverUrl, testDatabase } from '../support/database.ts';
import { testCipher } from '../support/test-key.ts';

/** One database as two processes see it: two openings of it on a server; embedded, there is only one process. */
export async function twoDatabases(): Promise<[Database, Database]> {
  if (!serverUrl) {
    const db = await testDatabase();
    afterAll(() => db.close());
    return [db, db];
  }
  const { url: databaseUrl, drop } = await createServerDatabase();
  const log = pino({ level: 'silent' });
  const one = await openDatabase({ cipher: testCipher, databaseUrl, log });
  const two = await openDatabase({ cipher: testCipher, databaseUrl, log });
  await migrate(one);
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await drop();
  });
  return [one, two];
}
