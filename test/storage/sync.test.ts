import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { syncPath } from '../../src/storage/drivers/sync.ts';

const { fsync } = fs;

function give(fake: typeof fsync): void {
  fs.fsync = fake;
  syncBuiltinESMExports();
}

/** As of a disk of the network, or one that a machine lends to its containers. */
beforeEach(() =>
  give(((_file, done) => done(Object.assign(new Error('EINVAL'), { code: 'EINVAL' }))) as typeof fsync),
);
afterAll(() => give(fsync));

test('a file system that knows no fsync of folders will do', async () => {
  await syncPath(import.meta.dirname);
});

test('one that knows none of files will not', async () => {
  await expect(syncPath(import.meta.filename)).rejects.toThrow('EINVAL');
});
