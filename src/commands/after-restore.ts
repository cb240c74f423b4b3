import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { type Config, databaseOf } from '../config.ts';
import { claimDue } from '../digests/claim.ts';
import { settleQueue } from '../jobs/pgboss-sql.ts';
import { createJobs } from '../jobs/queue.ts';
import type { Log } from '../log.ts';
import { settleRestored } from '../storage/after-restore.ts';
import { createCipher } from '../storage/cipher.ts';
import type { Database } from '../storage/database.ts';
import { recordIdentity } from '../storage/identity.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open.ts';

/** Thrown if a process of Deckhand is still connected to the database. */
class StillRunningError extends Error {
  override name = 'StillRunningError';
}

/** Maximum seconds to wait until all processes have disconnected. PostgreSQL takes a moment to notice that a process has stopped. */
const TRIES = 5;

/**
 * Runs `deckhand after-restore`: changes unfinished work in a restored database, so that nothing is spent or posted twice.
 * @returns the text to print
 * @throws StillRunningError if a process of Deckhand is connected
 */
export async function afterRestore(config: Config, log: Log): Promise<string> {
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  const { databaseUrl, directUrl } = databaseOf(config);
  const db = await openDatabase({ log, cipher, databaseUrl: directUrl ?? databaseUrl, maxConnections: 2 });
  try {
    await waitUntilStopped(db);
    await migrate(db);
    const asked = await settle(db, log);
    return `${asked} unfinished ask${asked === 1 ? '' : 's'}: each person is asked before anything is made or posted.\nDeckhand can be started now, with the same ENCRYPTION_KEYS. The one that was backed up must not run any more.`;
  } finally {
    await db.close();
  }
}

/** Ends or pauses unfinished work. Returns the number of generations about which Deckhand asks a person how to continue. */
async function settle(db: Database, log: Log): Promise<number> {
  const jobs = createJobs({ database: db, clock: systemClock, log });
  await jobs.open();
  try {
    // Skips due runs, because they may have been done after the backup. The next runs cover the skipped days.
    await claimDue({ db, clock: systemClock, log });
    return await db.transaction(async (tx) => {
      const withJob = await settleQueue(tx);
      const asked = await settleRestored(tx);
      for (const { team, id } of asked)
        await jobs.send('generation', { team, generation: id }, { tx, key: id });
      // Generations that had a job and are not in `asked` are not in progress. Their cards may still show progress, so redraw them.
      const ended = withJob.filter((id) => asked.every((each) => each.id !== id));
      for (const { team, id } of await tx.query<{ team: string; id: string }>(
        'SELECT team, id FROM generations WHERE id = any($1::uuid[])',
        [ended],
      ))
        await jobs.send('card', { team, generation: id }, { tx, key: id });
      await recordIdentity(tx);
      return asked.length;
    });
  } finally {
    await jobs.stop();
  }
}

async function waitUntilStopped(db: Database): Promise<void> {
  for (let tries = 0; (await db.query(OTHERS)).length > 0; tries += 1) {
    if (tries === TRIES)
      throw new StillRunningError(
        'Deckhand is connected to this database: stop every process of it (and close idle connections of a pooler), then run this again.',
      );
    await sleep(1_000);
  }
}

/** Finds connections of other processes of Deckhand by their application name. Excludes this process, which has one connection so far. */
const OTHERS = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'deckhand' AND pid <> pg_backend_pid()`;
