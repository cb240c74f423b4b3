import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOr } from '../../../sandbox/ports.ts';
import { unprivileged } from '../../support/account.ts';

/** A PostgreSQL server of the run's own, which it may crash. */
export interface OwnPostgres {
  url: string;
  /** Ends it as a power cut would, and starts it again. */
  crash(): void;
  stop(): void;
}

const INSTALLED = '/usr/lib/postgresql';
/** Whom the server runs as where the run is root's: it refuses to be root's. */
const ACCOUNT = 'postgres';

/** @returns why there is none, where it cannot be started on this machine */
export async function startOwnPostgres(): Promise<OwnPostgres | string> {
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
  // Its own log: whoever holds this process's output would wait for the server's end.
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres');
  start();
  const stop = () => {
    process.off('exit', stop);
    run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  };
  // A run that is cut short leaves no server behind.
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
