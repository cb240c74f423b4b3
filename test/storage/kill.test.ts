import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startChild } from '../support/child.ts';
import { openPlace } from '../support/database.ts';

const writer = join(import.meta.dirname, 'writing-child.ts');
const breaker = join(import.meta.dirname, 'breaking-child.ts');
/** One for all: making a new one takes seconds. */
let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'deckhand-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('keeps every acknowledged row of a process that is killed, again and again', {
  timeout: 90_000,
}, async () => {
  let acknowledged = -1;
  for (const rows of [20, 75, 40]) {
    const child = startChild(writer, [dataDir]);
    await child.line((line) => Number(line) >= acknowledged + rows);
    await child.kill();
    acknowledged = Number(child.lines.at(-1));
  }

  const db = await openPlace({ dataDir });
  const found = await db.query<{ key: string }>('SELECT key FROM seen');
  await db.close();
  const keys = new Set(found.map(({ key }) => key));
  const lost = Array.from({ length: acknowledged + 1 }, (_, number) => String(number)).filter(
    (key) => !keys.has(key),
  );
  expect(lost).toEqual([]);
});

it('writes through to the disk: fsync is on, with a method that does so on commit', async () => {
  const db = await openPlace({ dataDir });
  const settings = await db.query(`SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'wal_sync_method', 'shared_buffers') ORDER BY name`);
  await db.close();
  expect(settings).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'shared_buffers', setting: '1024' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'wal_sync_method', setting: 'open_datasync' },
  ]);
});

it('refuses a folder that a living process has open, and names that process', async () => {
  const child = startChild(writer, [dataDir]);
  await child.line(() => true);
  await expect(openPlace({ dataDir })).rejects.toThrow(/in use by process \d+ on .*DATABASE_URL/);
  await child.kill();
  await (await openPlace({ dataDir })).close();
});

/** Writes the lock of a process in another container, which has this host's name and last touched it so long ago. */
function lockedElsewhere(touchedAgoMs: number): string {
  const lock = join(dataDir, 'lock');
  const holder = { pid: 1, host: hostname(), pidNamespace: 'pid:[1]', born: '1' };
  writeFileSync(lock, JSON.stringify(holder));
  const at = new Date(Date.now() - touchedAgoMs);
  utimesSync(lock, at, at);
  return lock;
}

it('refuses a folder that another container of this host has open, whose process ids mean nothing here', async () => {
  const lock = lockedElsewhere(1_000);
  const touching = setInterval(() => utimesSync(lock, new Date(), new Date()), 200);
  onTestFinished(() => {
    clearInterval(touching);
    rmSync(lock, { force: true });
  });
  await expect(openPlace({ dataDir })).rejects.toThrow(/in use by process 1 on /);
});

it('takes over from a container that was killed, once it touched its lock for 20 s no more', async () => {
  lockedElsewhere(19_500);
  await (await openPlace({ dataDir })).close();
});

it.each(['statement', 'transaction'])(
  'says that it has broken off, in a %s, and takes no more, where it would take the processor for ever',
  async (where) => {
    const own = mkdtempSync(join(tmpdir(), 'deckhand-'));
    const child = startChild(breaker, [own, where]);
    onTestFinished(async () => {
      await child.kill();
      rmSync(own, { recursive: true, force: true });
    });
    await child.line((line) => line === 'closed');
    const [said, ...rest] = child.lines;
    expect(said).toMatch(/^The embedded database has broken off: /);
    expect(rest).toEqual(['failed', 'refused', 'refused', 'closed']);
    expect(existsSync(join(own, 'lock'))).toBe(false);
  },
);

it('refuses to open one folder twice in one process', async () => {
  const db = await openPlace({ dataDir });
  await expect(openPlace({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
  await db.close();
  await (await openPlace({ dataDir })).close();
});
