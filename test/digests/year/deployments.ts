import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../../src/log.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { startChild } from '../../support/child.ts';
import { createServerDatabase, testDatabase } from '../../support/database.ts';
import { killable } from '../../support/killable-database.ts';
import { shortenLeases } from '../../support/short-leases.ts';
import { testCipher } from '../../support/test-key.ts';
import { createSetClock, LEASE_SECONDS, startMember } from './member.ts';
import type { Deployment } from './simulate.ts';

type Closing = Deployment & { close(): Promise<void> };

const PROCESS = new URL('process.ts', import.meta.url).pathname;

/** Runs real processes on the PostgreSQL server of DATABASE_URL, and kills them with SIGKILL. */
export async function onServer(): Promise<Closing> {
  const server = await createServerDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-year-'));
  const clockFile = join(folder, 'now');
  const db = await openDatabase({ cipher: testCipher, databaseUrl: server.url, log: createLog('silent') });
  await migrate(db);
  await shortenLeases(db, LEASE_SECONDS);
  return {
    db,
    setClock(now) {
      // The rename is atomic, so that processes never read half a number.
      writeFileSync(`${clockFile}.new`, String(now));
      renameSync(`${clockFile}.new`, clockFile);
    },
    async startProcess() {
      const child = startChild(PROCESS, [server.url, clockFile]);
      await child.line((line) => line === 'ready');
      return { kill: child.kill, stop: child.kill };
    },
    async close() {
      await db.close();
      await server.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs simulated processes on one database in this process. All statements of a killed one fail. */
export async function inOneProcess(): Promise<Closing> {
  const db = await testDatabase();
  await shortenLeases(db, LEASE_SECONDS);
  let now = 0;
  const clock = createSetClock(() => now);
  const dying: Promise<void>[] = [];
  return {
    db,
    setClock: (to) => {
      now = to;
    },
    async startProcess() {
      const life = killable(db);
      const member = await startMember(life.db, clock);
      return {
        ...member,
        async kill() {
          life.kill();
          // Stopping clears its timers. Its last statements fail after 5 s.
          dying.push(member.stop().catch(() => {}));
        },
      };
    },
    async close() {
      await Promise.all(dying);
      await db.close();
    },
  };
}
