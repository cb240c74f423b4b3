import type pg from 'pg';

/** An address that leads to a pooler which cannot carry what is sent there, or two that lead to different servers. */
export class PoolerError extends Error {
  override name = 'PoolerError';
}

type Connect = () => pg.Client;

/** Connections that look for the server connection which another one has just used. */
const LOOKS = 4;

/**
 * Locks and notifications belong to a session of the server. Through a pooler in transaction mode they seem to work, and
 * are lost: so the address for them is looked at before it is used.
 * @param connect to the server, for what needs a session
 * @param pooled to its pooler, where one was named
 * @throws PoolerError where that is not so
 */
export async function refusePoolers({
  connect,
  pooled,
}: {
  connect: Connect;
  pooled?: Connect | undefined;
}): Promise<void> {
  const isByTransaction = await sharesSessions(connect).catch((error: Error) => {
    // PgBouncer does not take limits of a session unless it is told to ignore them.
    if (/unsupported startup parameter/.test(error.message)) return true;
    throw error;
  });
  if (isByTransaction) throw new PoolerError(pooled ? DIRECT_IS_POOLED : POOLED_ALONE);
  if (pooled && (await serverOf(connect)) !== (await serverOf(pooled))) throw new PoolerError(TWO_SERVERS);
}

const POOLED_ALONE =
  'DATABASE_URL leads to a pooler (PgBouncer), which does not carry locks and notifications: set DATABASE_DIRECT_URL beside it, to the address of the server itself';
const DIRECT_IS_POOLED =
  'DATABASE_DIRECT_URL leads to a pooler (PgBouncer): it has to be the address of the server itself, or of a pooler in session mode';
const TWO_SERVERS =
  'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: both have to be the same one, with and without its pooler';

/** Whether another connection gets the server's session that this one has used: a pooler in transaction mode. */
async function sharesSessions(connect: Connect): Promise<boolean> {
  return withClient(connect, async (client) => {
    const session = await sessionOf(client);
    // The server names its own session to whoever connects; poolers make one up.
    if ((client as unknown as { processID: number }).processID === session) return false;
    return isMet(connect, session, LOOKS);
  });
}

/** Each keeps what it got while the next one looks. */
function isMet(connect: Connect, session: number, looks: number): Promise<boolean> {
  return withClient(connect, async (client) => {
    await client.query('BEGIN');
    if ((await sessionOf(client)) === session) return true;
    return looks > 1 && isMet(connect, session, looks - 1);
  });
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

function serverOf(connect: Connect): Promise<string | undefined> {
  return withClient(connect, async (client) => {
    const { rows } = await client.query<{ server: string }>(
      `SELECT current_database() || ' since ' || pg_postmaster_start_time()::text AS server`,
    );
    return rows[0]?.server;
  });
}

async function withClient<T>(connect: Connect, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = connect();
  // What is lost meanwhile fails the statement that waits for it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await fn(client);
  } finally {
    await client.end();
  }
}
