import type pg from 'pg';

/** Thrown if locks would go through a pooler in transaction mode, or if DATABASE_URL and DATABASE_DIRECT_URL are different databases. */
export class PoolerError extends Error {
  override name = 'PoolerError';
}

type Connect = () => pg.Client;

/** Maximum number of connections that are opened to find one with the same server session as the first connection. */
const PROBES = 4;

/**
 * Throws if the connection for locks and notifications goes through a pooler in transaction mode. Through such a pooler, two callers could
 * hold the same lock. Also throws if the two URLs lead to different databases.
 * @param connect creates a client with the URL that is used for locks and notifications
 * @param pooled creates a client with DATABASE_URL; undefined if DATABASE_DIRECT_URL is not set
 * @throws PoolerError
 */
export async function refusePoolers({
  connect,
  pooled,
}: {
  connect: Connect;
  pooled?: Connect | undefined;
}): Promise<void> {
  const isByTransaction = await sharesSessions(connect).catch((error: Error) => {
    // PgBouncer rejects our session limits as startup parameters (unless configured to ignore them). So this error proves a pooler.
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

/** Returns true if two connections get the same server session. This happens behind a pooler in transaction mode. */
async function sharesSessions(connect: Connect): Promise<boolean> {
  return withClient(connect, async (client) => {
    const session = await sessionOf(client);
    // PostgreSQL sends the session's process id when a client connects. A pooler sends another number, so equal ids mean no pooler.
    if ((client as unknown as { processID: number }).processID === session) return false;
    return someConnectionShares(connect, session, PROBES);
  });
}

/** Opens connections until one has the given server session. Each stays in a transaction, so a pooler cannot reuse its session. */
function someConnectionShares(connect: Connect, session: number, probes: number): Promise<boolean> {
  return withClient(connect, async (client) => {
    await client.query('BEGIN');
    if ((await sessionOf(client)) === session) return true;
    return probes > 1 && someConnectionShares(connect, session, probes - 1);
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
  // Without this listener, a lost connection would crash the process. It does nothing, because the pending statement fails anyway.
  client.on('error', () => {});
  try {
    await client.connect();
    return await fn(client);
  } finally {
    await client.end();
  }
}
