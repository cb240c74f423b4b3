import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOr } from '../../../sandbox/ports.ts';
import { unprivileged } from '../../support/account.ts';
import { createServerDatabase, serverUrl } from '../../support/database.ts';

/** The database of a run. */
export interface RunDatabase {
  url: string;
  /** Stops the server as a power cut would, and starts it again. Missing if the server is not the run's own. */
  crash?: () => void;
  stop(): Promise<void> | void;
}

const INSTALLED = '/usr/lib/postgresql';
/** The server refuses to run as root, so a run by root starts it as this account. */
const ACCOUNT = 'postgres';

/**
 * Starts a PostgreSQL server for the run, or uses the one that DATABASE_URL names if that is not possible on this machine.
 * @throws if there is neither
 */
export async function startDatabase(): Promise<RunDatabase> {
  const own = await startOwnPostgres();
  if (typeof own !== 'string') return own;
  if (!serverUrl) throw new Error(`${own}, and DATABASE_URL is not set`);
  console.log(`The server of DATABASE_URL is used, and not crashed: ${own}.`);
  const { url, drop } = await createServerDatabase();
  return { url, stop: drop };
}

/** @returns the reason if it cannot be started */
async function startOwnPostgres(): Promise<RunDatabase | string> {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : [];
  const bin = versions
    .map((version) => join(INSTALLED, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')));
  if (!bin) return `no PostgreSQL is installed in ${INSTALLED}`;
  const ids = unprivileged(ACCOUNT);
  if (!ids) return `a server of PostgreSQL does not run as root, and there is no account ${ACCOUNT}`;

  const folder = mkdtempSync(join(tmpdir(), 'deckhand-postgres-'));
  if (ids.uid && ids.gid) chownSync(folder, ids.uid, ids.gid);
  const data = join(folder, 'data');
  const run = (tool: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(bin, tool), args, {
      ...ids,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${tool} failed: ${stderr}`);
  };
  const port = await portOr(0);
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=60`;
  // Without a log file the server would keep this process's output open.
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres');
  start();
  const stop = () => {
    process.off('exit', stop);
    run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  };
  // The server is stopped if the run is interrupted.
  process.once('exit', stop);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash() {
      run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
      start();
    },
    stop,
  };
}
