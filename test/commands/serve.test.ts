import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createServerDatabase, openOnServer, serverUrl } from '../support/database.ts';
import { testKey } from '../support/test-key.ts';

/** Starts of the app: normal, stopped early, and with a wrong configuration. */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const WITHOUT_DEADLINES = new URL('../support/without-deadlines.ts', import.meta.url).pathname;
const withServer = test.runIf(serverUrl);
/** A start takes far longer on a machine that is busy with other tests. */
const START = { timeout: 50_000 };

test('without DATABASE_URL it exits and prints what to set and how to try the app', async () => {
  const { exit, said, complained } = await serve({ DATABASE_URL: '', SLACK_BOT_TOKEN: '' });
  expect(await exit).toEqual([1, null]);
  expect(said()).toBe('');
  expect(complained()).toMatch(/^Set DATABASE_URL to a PostgreSQL database[^\n]*npm run sandbox[^\n]*\n$/);
});

test('it reads .env, but prefers variables that are already set', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const url = 'DATABASE_URL=postgres://deckhand@127.0.0.1:1/deckhand';
  writeFileSync(join(folder, '.env'), `${url}\nPORT=of-the-file\nRETENTION_DAYS=of-the-file\n`);
  const { exit, complained } = await serve({ PORT: 'of-the-environment', DATABASE_URL: undefined }, folder);
  expect(await exit).toEqual([1, null]);
  expect(complained()).toMatch(/PORT: must be a whole number.*\n.*RETENTION_DAYS: must be/);
  const { exit: second, complained: left } = await serve({ PORT: '0', DATABASE_URL: undefined }, folder);
  expect(await second).toEqual([1, null]);
  expect(left()).not.toContain('PORT:');
});

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** Copies the program into a folder of its own, as a clone or an image has it. @returns what `deckhand version` prints there */
function versionIn(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of ['src', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, '.git/refs/heads'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}\n`);
  return execFileSync(process.execPath, [join(folder, 'src/main.ts'), 'version'], { encoding: 'utf8' });
}

test.each([
  ['a branch', { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': COMMIT }, COMMIT],
  [
    'a packed branch',
    { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': `${COMMIT} refs/heads/main` },
    COMMIT,
  ],
  ['a commit without a branch', { '.git/HEAD': COMMIT }, COMMIT],
  ['the file of the image', { commit: COMMIT }, COMMIT],
  ['nothing', { commit: '' }, 'unknown'],
])('`deckhand version` prints the commit from %s', (_, files: Record<string, string>, commit) => {
  expect(versionIn(files)).toBe(`deckhand ${version} (commit ${commit}), Node ${process.versions.node}\n`);
});

withServer(
  'the line “serving” has the version and the commit, and unknown variables are named before',
  async () => {
    const env = { NODE_OPTIONS: `--import=${WITHOUT_DEADLINES}`, ...(await database()) };
    const { child, exit, said } = await serve({ SLACK_TOKEN: 'xoxb-mistyped', ...env });
    await expect.poll(said, START).toContain('"serving"');
    child.kill('SIGTERM');
    await exit;
    const lines = said()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find(({ msg }) => msg === 'serving')).toMatchObject({
      version,
      commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
    });
    expect(lines[0]).toMatchObject({ level: 40, unknown: ['SLACK_TOKEN'] });
    expect(said()).not.toContain('mistyped');
  },
);

withServer('a SIGTERM during the start ends it in good order', async () => {
  const env = await database();
  const { child, exit, said } = await serve({ NODE_OPTIONS: `--import=${WITHOUT_DEADLINES}`, ...env });
  const observer = await openOnServer(serverUrl ?? '');
  onTestFinished(() => observer.close());
  // The client connects while the program is still being imported, which takes a second.
  const connections = `select 1 from pg_stat_activity where datname = $1`;
  const name = new URL(env.DATABASE_URL).pathname.slice(1);
  await expect.poll(() => observer.query(connections, [name]), START).not.toEqual([]);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(said()).toMatch(/"stopping".*"stopped"/s);
});

withServer('a start that fails says why with one error, and exits', async () => {
  const other = createServer().listen(0);
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { NODE_OPTIONS: `--import=${WITHOUT_DEADLINES}`, ...(await database()) };
  const { exit, said } = await serve({ PORT: String(port), ...env });
  expect(await exit).toEqual([1, null]);
  const errors = said()
    .split('\n')
    .filter((line) => line.includes('"level":50') || line.includes('"level":60'));
  expect(errors).toEqual([expect.stringMatching(/EADDRINUSE.*could not start/)]);
});

async function database(): Promise<{ DATABASE_URL: string }> {
  const { url, drop } = await createServerDatabase();
  onTestFinished(drop);
  return { DATABASE_URL: url };
}

/** Starts `deckhand` with a complete configuration except for the database. */
async function serve(env: Record<string, string | undefined>, cwd?: string) {
  const child = spawn(process.execPath, [MAIN], {
    stdio: 'pipe',
    cwd,
    env: {
      ...process.env,
      PORT: '0',
      SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
      SLACK_BOT_TOKEN: 'xoxb-nobody',
      SERVICE_BASE_URL: 'http://127.0.0.1:1',
      ENCRYPTION_KEYS: testKey(7),
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
    });
  return { child, said: () => text.stdout, complained: () => text.stderr, exit: once(child, 'close') };
}
