import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Queries } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createTestLog } from '../support/log.ts';
import { testCipher } from '../support/test-key.ts';

/** Has the embedded database panic, and goes on as if nothing had happened. */
const [dataDir, where] = process.argv.slice(2) as [string, string];
const db = await openDatabase({
  ...{ dataDir, template: process.env.DATABASE_TEMPLATE, cipher: testCipher, log: createTestLog().log },
  onBroken: ({ message }) => console.log(message),
});
await db.query('CREATE TABLE birds (name text)');
// The next file of its log cannot be made, as where the disk is full.
mkdirSync(join(dataDir, 'postgres', 'pg_wal', 'xlogtemp.42'));
const grow = (through: Queries) =>
  through.query('INSERT INTO birds SELECT repeat(md5(i::text), 60) FROM generate_series(1, 20000) i');
const grown = where === 'transaction' ? db.transaction(grow) : grow(db);
await grown.catch(() => console.log('failed'));
await db.query('SELECT 1').catch(() => console.log('refused'));
await db.transaction((tx) => tx.query('SELECT 1')).catch(() => console.log('refused'));
await db.close();
console.log('closed');
