import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { testKey } from '../support/test-key.ts';

/** An operator starts it, and thinks better of it. */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

test('a SIGTERM in the middle of the start ends it well, with its folder unlocked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-serve-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
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
    },
  });
  const exit = once(child, 'exit');
  const log = text(child.stdout);
  const lock = join(folder, 'lock');
  // The database is being made, which takes a second at least.
  await expect.poll(() => existsSync(lock)).toBe(true);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await log).toMatch(/"stopping".*"stopped"/s);
  expect(existsSync(lock)).toBe(false);
});
