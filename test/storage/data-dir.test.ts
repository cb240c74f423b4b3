import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureCluster } from '../../src/storage/drivers/cluster.ts';
import { beginToOpen, openDatabase } from '../../src/storage/open.ts';
import { openPlace } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { testCipher } from '../support/test-key.ts';

test.each([
  ['that is made', 'new'],
  ['that was open to all', '.'],
])('a data folder %s is closed to other users of the machine', async (_, name) => {
  const parent = mkdtempSync(join(tmpdir(), 'deckhand-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  chmodSync(parent, 0o755);
  const dataDir = join(parent, name);
  const db = await openPlace({ dataDir });
  await db.close();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('a first start copies the database that it is given, also after a start that was killed in between', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'deckhand-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const { log } = createTestLog();
  const given = await openPlace({ dataDir: join(parent, 'given') });
  await given.query('create table birds (name text)');
  await given.close();

  const dataDir = join(parent, 'data');
  const unfinished = join(dataDir, 'postgres.unfinished');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'PG_VERSION'), 'half of it');
  const copy = await openDatabase({
    cipher: testCipher,
    dataDir,
    template: join(parent, 'given', 'postgres'),
    log,
  });
  await copy.query('insert into birds values ($1)', ['heron']);
  await copy.close();

  // What stands there is never copied over.
  const again = await openDatabase({
    cipher: testCipher,
    dataDir,
    template: join(parent, 'given', 'postgres'),
    log,
  });
  expect(await again.query('select name from birds')).toEqual([{ name: 'heron' }]);
  await again.close();
});

test('a database to copy that nobody may write, as in an image, becomes one for its owner alone', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'deckhand-'));
  const template = join(parent, 'template');
  onTestFinished(() => {
    setModes(template, { folders: 0o700, files: 0o600 });
    rmSync(parent, { recursive: true, force: true });
  });
  await ensureCluster(template, process.env.DATABASE_TEMPLATE);
  setModes(template, { folders: 0o555, files: 0o444 });

  const dataDir = join(parent, 'data');
  const db = await openDatabase({ cipher: testCipher, dataDir, template, log: createTestLog().log });
  await db.query('create table birds (name text)');
  await db.close();
  const modes = ['.', 'base', 'PG_VERSION'].map((name) => statSync(join(dataDir, 'postgres', name)).mode);
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
});

test('a folder to copy that has no database is named, and nothing is left of the attempt', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'deckhand-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const dataDir = join(parent, 'data');
  const template = join(parent, 'elsewhere');
  mkdirSync(template);
  const opening = openDatabase({ cipher: testCipher, dataDir, template, log: createTestLog().log });
  await expect(opening).rejects.toThrow(`DATABASE_TEMPLATE ${template} is no folder with an empty database`);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a database that cannot be opened says why in PostgreSQL's own words", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckhand-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await (await openPlace({ dataDir })).close();
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '99\n');
  await expect(openPlace({ dataDir })).rejects.toThrow(
    /could not be opened: FATAL: .* DETAIL: .*initialized by PostgreSQL version 99/,
  );
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

test('a first start with none to copy has its database made while it is busy with something else', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'deckhand-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const { log } = createTestLog();
  const { opened } = await beginToOpen({ cipher: testCipher, dataDir: parent, log });

  // Nothing else of this process runs meanwhile, as when it imports modules.
  const isBegun = () => unfinishedIn(parent).length > 0;
  for (const end = performance.now() + 30_000; !isBegun() && performance.now() < end; );
  expect(isBegun()).toBe(true);

  await (await opened).close();
}, 60_000);

test('the process that makes a database for a start that was killed does not get in the way of the next start', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'deckhand-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'postgres');
  // It hears of the kill once it is done with the work in hand, up to three seconds later.
  const killed = ensureCluster(folder).then(
    () => 'made',
    () => 'given up',
  );
  const isWriting = () => unfinishedIn(parent).some((name) => existsSync(join(parent, name, 'base')));
  await expect.poll(isWriting, { timeout: 30_000, interval: 5 }).toBe(true);
  const [left = ''] = unfinishedIn(parent);

  const next = ensureCluster(folder);
  await expect.poll(isWriting, { timeout: 30_000, interval: 5 }).toBe(true);
  expect(unfinishedIn(parent)).not.toContain(left);
  await next;
  expect(await killed).toBe('given up');
  expect(readdirSync(parent)).toEqual(['postgres']);
}, 60_000);

function setModes(folder: string, { folders, files }: { folders: number; files: number }): void {
  for (const path of pathsIn(folder)) chmodSync(path, statSync(path).isDirectory() ? folders : files);
}

const pathsIn = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
];

const unfinishedIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('postgres.unfinished'));
