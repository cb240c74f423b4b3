import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/**
 * What a statement costs with the driver alone: by turns one that writes a row of the size of a generation, one that changes it
 * and one that reads it, each by its key and on disk. Takes how many, and the address of a server unless it is to be embedded;
 * prints milliseconds of processor time for each.
 */
const [count = '0', url] = process.argv.slice(2);
const WARM_UP = 600;
const TEXT = 'x'.repeat(800);

const folder = await mkdtemp(join(tmpdir(), 'deckhand-bench-'));
const { send, close } = url ? await onServer(url) : await embedded();
await send('DROP TABLE IF EXISTS bare_rows');
await send('CREATE TABLE bare_rows (id integer PRIMARY KEY, state text, words text)');
await three(WARM_UP);
const before = process.cpuUsage();
await three(Number(count));
const { user, system } = process.cpuUsage(before);
process.stdout.write(`ms ${(user + system) / 1000 / Number(count)}\n`);
await close();
await rm(folder, { recursive: true, force: true });

async function three(statements: number): Promise<void> {
  for (let sent = 0; sent < statements; sent += 3) {
    await send('INSERT INTO bare_rows VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET state = $2', [
      sent,
      'new',
      TEXT,
    ]);
    await send('UPDATE bare_rows SET state = $2 WHERE id = $1', [sent, 'done']);
    await send('SELECT id, state, words FROM bare_rows WHERE id = $1', [sent]);
  }
}

async function embedded() {
  const startParams = [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    ...['-c', 'wal_sync_method=open_datasync', '-c', 'shared_buffers=8MB'],
  ];
  const pglite = await PGlite.create({ dataDir: join(folder, 'postgres'), startParams });
  const send = (sql: string, params: unknown[] = []) => pglite.query(sql, params);
  return { send, close: () => pglite.close() };
}

async function onServer(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const send = (sql: string, params: unknown[] = []) => client.query(sql, params);
  return { send, close: () => client.end() };
}
