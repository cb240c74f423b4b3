import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { testKey } from '../support/test-key.ts';

/** An operator starts it, and thinks better of it, or is thwarted. */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

test('a SIGTERM in the middle of the start ends it well, with its folder unlocked', async () => {
  const { child, exit, log, isLocked } = await serve({ DATABASE_TEMPLATE: '' });
  // The database is being made, which takes a second at least.
  await expect.poll(isLocked).toBe(true);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await log).toMatch(/"stopping".*"stopped"/s);
  expect(isLocked()).toBe(false);
});

test('a second SIGTERM ends it at once, with its folder unlocked', async () => {
  const { child, exit, log, isLocked } = await serve({ DATABASE_TEMPLATE: '' });
  await expect.poll(isLocked).toBe(true);
  child.kill('SIGTERM');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  expect(await log).not.toContain('"stopped"');
  expect(isLocked()).toBe(false);
});

test('a start that fails closes its database and unlocks its folder', async () => {
  const other = createServer().listen(0);
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { exit, log, isLocked, folder } = await serve({ PORT: String(port) });
  expect(await exit).toEqual([1, null]);
  expect(await log).toMatch(/EADDRINUSE.*could not start/);
  expect(isLocked()).toBe(false);
  // PostgreSQL's pg_control says in what state it was left: 1 is shut down, 6 in production (DBState).
  const control = readFileSync(join(folder, 'postgres', 'global', 'pg_control'));
  expect(control.readInt32LE(16)).toBe(1);
});

/** `deckhand`, on an embedded database of its own. */
async function serve(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-serve-'));
  // What was making its database ends some time after it.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const child = spawn(process.execPath, ['--liftoff-only', MAIN], {
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
  const isLocked = () => existsSync(join(folder, 'lock'));
  return { child, folder, isLocked, exit: once(child, 'exit'), log: text(child.stdout) };
}
