import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { openPlace } from '../support/database.ts';
import { testKey } from '../support/test-key.ts';

/** An operator starts it, and thinks better of it, or is thwarted. */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const WITHOUT_DEADLINES = new URL('../support/without-deadlines.ts', import.meta.url).pathname;

test('a SIGTERM in the middle of the start ends it well, with its folder unlocked', async () => {
  const { child, exit, said, isLocked } = await serve({ NODE_OPTIONS: `--import=${WITHOUT_DEADLINES}` });
  // The database is being copied, and the program still to be imported, which takes a second.
  await expect.poll(isLocked).toBe(true);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(said()).toMatch(/"stopping".*"stopped"/s);
  expect(isLocked()).toBe(false);
});

test('a second SIGTERM ends it at once, with its folder unlocked', async () => {
  // One that is made takes two seconds at least.
  const { child, exit, said, isLocked } = await serve({ DATABASE_TEMPLATE: '' });
  await expect.poll(isLocked).toBe(true);
  child.kill('SIGTERM');
  // Of two signals at the same moment Node hears one.
  await expect.poll(said).toContain('"stopping"');
  child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  expect(said()).not.toContain('"stopped"');
  expect(isLocked()).toBe(false);
});

test('a SIGTERM in the middle of a backup ends it, with the folder unlocked', async () => {
  const folder = await newFolder();
  const db = await openPlace({ dataDir: folder });
  await migrate(db);
  await db.query(
    `INSERT INTO seen (team, key, expires_at) SELECT 'T1', md5(i::text), now() FROM generate_series(1, 50000) i`,
  );
  await db.close();
  const { child, exit, isLocked } = await serve({}, folder, ['backup', '-']);
  // Nobody reads on, as where it goes through a pipe that has stopped.
  child.stdout.pause();
  await expect.poll(isLocked).toBe(true);
  child.kill('SIGTERM');
  child.stdout.resume();
  expect(await exit).toEqual([143, null]);
  expect(isLocked()).toBe(false);
});

test('a start that fails closes its database and unlocks its folder', async () => {
  const other = createServer().listen(0);
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { exit, said, isLocked, folder } = await serve({ PORT: String(port) });
  expect(await exit).toEqual([1, null]);
  expect(said()).toMatch(/EADDRINUSE.*could not start/);
  expect(isLocked()).toBe(false);
  // PostgreSQL's pg_control says in what state it was left: 1 is shut down, 6 in production (DBState).
  const control = readFileSync(join(folder, 'postgres', 'global', 'pg_control'));
  expect(control.readInt32LE(16)).toBe(1);
});

test('a database that breaks off ends it, with its folder unlocked, for the next start', async () => {
  const folder = await newFolder();
  const db = await openPlace({ dataDir: folder });
  await migrate(db);
  // Maintenance deletes these, by which it fills what is left of a 16 MB file of PostgreSQL's log; as on a full disk there is no next.
  await db.query(
    `INSERT INTO seen (team, key, expires_at) SELECT 'T1', i || repeat('x', 1900), now() FROM generate_series(1, 4000) i`,
  );
  await db.query('SELECT pg_switch_wal()');
  await db.query(`SELECT pg_logical_emit_message(true, 'test', repeat('x', 11_900_000))`);
  await db.close();
  const log = join(folder, 'postgres', 'pg_wal');
  const [, ...ahead] = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
  for (const name of ahead) await rm(join(log, name));
  await mkdir(join(log, 'xlogtemp.42'));
  const { exit, said, isLocked } = await serve({}, folder);
  expect(await exit).toEqual([1, null]);
  expect(said()).toMatch(/The embedded database has broken off.*cannot go on/);
  expect(isLocked()).toBe(false);
}, 60_000);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-serve-'));
  // What was making its database ends some time after it.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** `deckhand`, on an embedded database of its own. */
async function serve(env: Record<string, string>, given?: string, args: string[] = []) {
  const folder = given ?? (await newFolder());
  const child = spawn(process.execPath, ['--liftoff-only', MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: folder,
      PORT: '0',
      SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
      SLACK_BOT_TOKEN: 'xoxb-nobody',
      SERVICE_BASE_URL: 'http://127.0.0.1:1',
      ENCRYPTION_KEYS: testKey(7),
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  const isLocked = () => existsSync(join(folder, 'lock'));
  return { child, folder, isLocked, said: () => output, exit: once(child, 'close') };
}
