import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openPlace } from '../support/database.ts';

/** Files and folders, by their numbers on the disk, that were written through to it. */
const synced = vi.hoisted(() => new Set<number>());
/** Whatever was not there yet of a folder when it got its name. */
const missedByRename = vi.hoisted(() => [] as string[]);

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    fsync: Object.assign((...[file, done]: Parameters<typeof fs.fsync>) => {
      fs.fsync(file, (error) => {
        synced.add(fs.fstatSync(file).ino);
        done(error);
      });
    }, fs.fsync),
    fsyncSync(file: number) {
      fs.fsyncSync(file);
      synced.add(fs.fstatSync(file).ino);
    },
    renameSync(from: string, to: string) {
      missedByRename.push(...treeOf(from).filter((path) => !isSynced(path)));
      synced.delete(statSync(dirname(to)).ino);
      fs.renameSync(from, to);
    },
  };
});

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
