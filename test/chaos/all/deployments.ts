import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../../src/log.ts';
import type { Database } from '../../../src/storage/database.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { createServerDatabase, serverUrl } from '../../support/database.ts';
import { startPgBouncer, whyNoPgBouncer } from '../../support/pgbouncer.ts';
import { testCipher } from '../../support/test-key.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { FIRST_REPLICAS } from './plan.ts';

/** Where the app keeps everything, and how many processes of it there are. */
export interface Deployment {
  name: string;
  processes: number;
  env: Record<string, string>;
  /** Ends the database server as a power cut would; left out where it is not the run's own. */
  crashDatabase?: () => void;
  open(): Promise<Database>;
  /** The database's files as they lie on the disk; none where they are not to be had. */
  files(): string;
  close(): Promise<void>;
}

const log = createLog('silent');

export async function embedded(folder: string): Promise<Deployment> {
  const dataDir = join(folder, 'data');
  return {
    name: 'embedded database, one process',
    processes: 1,
    // This machine's own, should it have one, is not what is tried.
    env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    open: () => openDatabase({ dataDir, log, cipher: testCipher }),
    files: () => filesIn(dataDir),
    close: async () => {},
  };
}

/** @returns why there is none */
export async function onPostgres(): Promise<Deployment | string> {
  const own = await startOwnPostgres();
  if (typeof own !== 'string') return deploymentOn(own);
  if (!serverUrl) return `${own}, and DATABASE_URL names none`;
  console.log(`PostgreSQL of DATABASE_URL is used, and not restarted: ${own}.`);
  const { url, drop } = await createServerDatabase();
  return { ...two(url), files: () => '', close: drop };
}

/** On the server of DATABASE_URL, with a PgBouncer in transaction mode before it. @returns why there is none */
export async function behindPgBouncer(): Promise<Deployment | string> {
  const why = whyNoPgBouncer();
  if (why) return why;
  const [{ url, drop }, pooler] = await Promise.all([createServerDatabase(), startPgBouncer('transaction')]);
  return {
    ...two(url),
    env: { DATABASE_URL: pooler.through(url), DATABASE_DIRECT_URL: url },
    files: () => '',
    async close() {
      await pooler.stop();
      await drop();
    },
  };
}

function deploymentOn(own: OwnPostgres): Deployment {
  return {
    ...two(own.url),
    crashDatabase: own.crash,
    files: () => '',
    close: async () => own.stop(),
  };
}

const two = (url: string) => ({
  name: 'PostgreSQL, two processes',
  processes: FIRST_REPLICAS,
  env: { DATABASE_URL: url },
  open: () => openDatabase({ databaseUrl: url, log, cipher: testCipher }),
});

function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
