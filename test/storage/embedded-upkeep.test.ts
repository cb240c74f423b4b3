import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createMaintenance } from '../../src/storage/maintenance.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openPlace } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { testCipher } from '../support/test-key.ts';

/** A process that runs for months on the embedded database. */

const dataDir = mkdtempSync(join(tmpdir(), 'deckhand-'));
const db = await openPlace({ dataDir });
await migrate(db);
afterAll(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Everything that is done each hour, once. */
async function hour(): Promise<void> {
  const { log, lines } = createTestLog();
  const maintenance = createMaintenance({
    ...{ db, clock: systemClock, log, cipher: testCipher, retentionDays: 30 },
    finishRemovals: async () => {},
    deleteLeftFiles: async () => {},
  });
  maintenance.start();
  await maintenance.stop();
  expect(lines).toEqual([]);
}

test('rows that come and go leave their room to the next', async () => {
  const sizes: number[] = [];
  for (let day = 0; day < 3; day += 1) {
    await db.query(
      `INSERT INTO seen (team, key, expires_at) SELECT 'T1', 'key ' || i, now() FROM generate_series(1, 2000) i`,
    );
    const [table] = await db.query<{ bytes: number }>(`SELECT pg_relation_size('seen') AS bytes`);
    sizes.push(table?.bytes ?? 0);
    await hour();
  }
  const [first = 0, , last] = sizes;
  expect(first).toBeGreaterThan(0);
  expect(last).toBe(first);
});

test('the log is cut once it has grown by 32 MB, which a start after a crash would read again', async () => {
  const sinceCheckpoint = async () => {
    const [log] = await db.query<{ bytes: number }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint AS bytes FROM pg_control_checkpoint()`,
    );
    return log?.bytes ?? 0;
  };
  // A file of the log has 16 MB.
  for (let file = 0; file < 3; file += 1) {
    await db.query(`SELECT pg_switch_wal()`);
    await db.query(`INSERT INTO seen (team, key, expires_at) VALUES ('T1', $1, now())`, [`file ${file}`]);
  }
  expect(await sinceCheckpoint()).toBeGreaterThan(32 * 1024 * 1024);
  await hour();
  expect(await sinceCheckpoint()).toBeLessThan(1024 * 1024);
});
