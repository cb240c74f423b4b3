import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOr } from '../../sandbox/ports.ts';
import { unprivileged } from './account.ts';
import { serverUrl } from './database.ts';

/** PgBouncer in front of the server of DATABASE_URL. */
export interface PgBouncer {
  /** The address of a database of that server, by way of the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

const INSTALLED = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);
const ACCOUNT = 'nobody';
/** A run's own temporary folder is closed to that account. */
const OPEN_TO_ALL = '/tmp';
/** Few, so that those who share them meet. */
const SERVER_CONNECTIONS = 5;
const LOOK_MS = 20;

/** Why there can be none here; undefined where there can. */
export function whyNoPgBouncer(): string | undefined {
  if (!serverUrl) return 'DATABASE_URL names no PostgreSQL server';
  if (!INSTALLED) return 'PgBouncer is not installed: apt-get install pgbouncer';
  if (!unprivileged(ACCOUNT)) return `PgBouncer does not run as root, and there is no account ${ACCOUNT}`;
  return undefined;
}

/** @param settings more lines of its file */
export async function startPgBouncer(
  mode: 'transaction' | 'session',
  settings: string[] = [],
): Promise<PgBouncer> {
  const why = whyNoPgBouncer();
  if (why || !INSTALLED) throw new Error(why);
  const ids = unprivileged(ACCOUNT);
  const server = new URL(serverUrl ?? '');
  const folder = mkdtempSync(join(OPEN_TO_ALL, 'deckhand-pgbouncer-'));
  const port = await portOr(0);
  const password = server.password && ` password=${decodeURIComponent(server.password)}`;
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port || 5432} user=${server.username}${password}`,
    '[pgbouncer]',
    `listen_port = ${port}`,
    'listen_addr = 127.0.0.1',
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    ...settings,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  if (ids?.uid && ids.gid) for (const path of [folder, file]) chownSync(path, ids.uid, ids.gid);
  const child = spawn(INSTALLED, ['-q', file], { ...ids, stdio: ['ignore', 'ignore', 'ignore'] });
  const ended = once(child, 'exit');
  while (!(await listens(port))) {
    if (child.exitCode !== null) {
      const { stderr } = spawnSync(INSTALLED, [file], { ...ids, timeout: 2_000 });
      throw new Error(`PgBouncer does not start: ${stderr}`);
    }
    await sleep(LOOK_MS);
  }
  return {
    through(databaseUrl) {
      const { username, pathname } = new URL(databaseUrl);
      return `postgres://${username}@127.0.0.1:${port}${pathname}`;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
