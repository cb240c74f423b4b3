import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTeamSettings } from '../../src/settings/team-settings.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openPlace } from '../support/database.ts';
import { testKey } from '../support/test-key.ts';

/** A backup from a container into another one: through standard output and input, as the runbook has it. */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
let folder: string;
let whole: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deckhand-streams-'));
  await mkdir(join(folder, 'tmp'));
  const db = await openPlace({ dataDir: join(folder, 'here') });
  await migrate(db);
  await createTeamSettings(db).set('T1', { pictures: 'off' });
  await db.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function deckhand(args: string[], dataDir: string, input: Buffer = Buffer.alloc(0)) {
  const child = spawn(process.execPath, ['--liftoff-only', MAIN, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: join(folder, dataDir),
      TMPDIR: join(folder, 'tmp'),
      SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
      SLACK_BOT_TOKEN: 'xoxb-nobody',
      SERVICE_BASE_URL: 'http://127.0.0.1:1',
      ENCRYPTION_KEYS: testKey(7),
    },
  });
  const printed = Promise.all([buffer(child.stdout), text(child.stderr)]);
  // It may have given up before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = (await once(child, 'exit')) as [number];
  const [output, said] = await printed;
  return { code, output, said };
}

/** What a restore has put down by the side of its input. */
const leftOver = () =>
  readdir(join(folder, 'tmp')).then((all) => all.filter((one) => one.includes('restore')));

test('the backup comes out whole, with nothing said in between', async () => {
  const { code, output, said } = await deckhand(['backup', '-'], 'here');
  expect(said).toMatch(/The backup is complete/);
  expect(code).toBe(0);
  whole = output;
});

test.each([
  ['cut off', () => whole.subarray(0, whole.length - 20)],
  ['empty', () => Buffer.alloc(0)],
])('one that is %s is refused, and nothing is made of it', async (_, input) => {
  const { code, said } = await deckhand(['restore', '-'], 'nowhere', input());
  expect(code).toBe(1);
  expect(said).toMatch(/backup/i);
  expect(said).not.toMatch(/\bat .*\.ts/);
  expect(existsSync(join(folder, 'nowhere', 'postgres', 'PG_VERSION'))).toBe(false);
  expect(await leftOver()).toEqual([]);
});

test('it goes in at the other end, and leaves nothing beside the database', async () => {
  const { code, said } = await deckhand(['restore', '-', '--moved'], 'there', whole);
  expect(said).toMatch(/Restored from/);
  expect(code).toBe(0);
  expect(await leftOver()).toEqual([]);
  const db = await openPlace({ dataDir: join(folder, 'there') });
  expect((await createTeamSettings(db).of('T1')).pictures).toBe('off');
  await db.close();
});
