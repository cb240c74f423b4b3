import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/storage/open.ts';
import { createTestLog } from '../support/log.ts';

test.each([
  ['that is made', 'new'],
  ['that was open to all', '.'],
])('a data folder %s is closed to other users of the machine', async (_, name) => {
  const parent = mkdtempSync(join(tmpdir(), 'deckhand-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  chmodSync(parent, 0o755);
  const dataDir = join(parent, name);
  const db = await openDatabase({ dataDir, log: createTestLog().log });
  await db.close();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});
