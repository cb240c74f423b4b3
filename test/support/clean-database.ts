import { afterAll, beforeEach } from 'vitest';
import type { Log } from '../../src/log.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from './database.ts';

/** Opens the database of a test file, which is emptied before each test and closed after the last one. */
export async function cleanDatabase(log?: Log): Promise<Database> {
  const db = await testDatabase(log);
  beforeEach(() => clearDatabase(db));
  afterAll(() => db.close());
  return db;
}
