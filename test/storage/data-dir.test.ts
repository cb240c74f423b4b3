import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/storage/open.ts';
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
