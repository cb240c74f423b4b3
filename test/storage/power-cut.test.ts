import fs, { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlace } from '../support/database.ts';

/** Files and folders, by their numbers on the disk, that were written through to it. */
const synced = new Set<number>();
/** Whatever was not there yet of a folder when it got its name. */
const missedByRename: string[] = [];

const { fsync, fsyncSync, renameSync } = fs;

/** Gives these to all modules, those too that another file of tests has imported before. */
function give(functions: object): void {
  Object.assign(fs, functions);
  syncBuiltinESMExports();
}

beforeAll(() =>
  give({
    fsync: ((file, done) =>
      fsync(file, (error) => {
        synced.add(fs.fstatSync(file).ino);
        done(error);
      })) as typeof fsync,
    fsyncSync(file: number) {
      fsyncSync(file);
      synced.add(fs.fstatSync(file).ino);
    },
    renameSync(from: string, to: string) {
      // PostgreSQL renames files.
      if (statSync(from).isDirectory()) {
        missedByRename.push(...treeOf(from).filter((path) => !isSynced(path)));
        synced.delete(statSync(dirname(to)).ino);
      }
      renameSync(from, to);
    },
  }),
);
afterAll(() => give({ fsync, fsyncSync, renameSync }));

const isSynced = (path: string) => synced.has(statSync(path).ino);
const treeOf = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
];

const parent = mkdtempSync(join(tmpdir(), 'deckhand-'));
const dataDir = join(parent, 'var', 'deckhand');
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a first database is on disk before it gets its name, and so is that, before anybody writes to it', async () => {
  const db = await openPlace({ dataDir });
  await db.close();
  expect(missedByRename).toEqual([]);
  expect([parent, dirname(dataDir), dataDir].filter((path) => !isSynced(path))).toEqual([]);
  expect(treeOf(join(dataDir, 'postgres')).length).toBeGreaterThan(900);
});

test('a checkpoint has on disk what it takes for written', async () => {
  const db = await openPlace({ dataDir });
  await db.query('create table birds (name text)');
  await db.query("insert into birds values ('heron')");
  const [table] = await db.query<{ file: string }>("select pg_relation_filepath('birds') as file");
  const files = [table?.file ?? '', 'global/pg_control'].map((name) => join(dataDir, 'postgres', name));
  for (const path of files) synced.delete(statSync(path).ino);
  await db.query('checkpoint');
  expect(files.filter((path) => !isSynced(path))).toEqual([]);
  await db.close();
});
