import { type Config, databaseOf } from '../config.ts';
import { COUNT_JOBS, HAS_JOBS } from '../jobs/pgboss-sql.ts';
import type { Log } from '../log.ts';
import { createCipher } from '../storage/cipher.ts';
import { appliedTo, readMigrations } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open.ts';

/** The number of rows of one kind in one state. `oldest` and `newest` are ages of rows as PostgreSQL intervals (null for jobs). */
interface Counted {
  what: string;
  count: number;
  oldest: string | null;
  newest: string | null;
}

/** `deckhand status`: counts rows of the database, and changes nothing. @returns the state of the tables as one line, and the counts */
export async function status(config: Config, log: Log): Promise<{ tables: string; counted: Counted[] }> {
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  const db = await openDatabase({ log, cipher, ...databaseOf(config), maxConnections: 1 });
  try {
    const [server] = await db.query<{ version: string; isStarted: boolean }>(SERVER);
    const applied = server?.isStarted ? (await appliedTo(db)).map(({ name }) => name) : [];
    const pending = readMigrations().filter(({ name }) => !applied.includes(name)).length;
    return {
      tables: `PostgreSQL ${server?.version}; last migration: ${applied.at(-1) ?? 'none'}; to apply at the next start: ${pending}`,
      counted: server?.isStarted ? await db.query<Counted>(COUNTED) : [],
    };
  } finally {
    await db.close();
  }
}

const SERVER = `
  SELECT current_setting('server_version') AS version,
    ${HAS_JOBS} AND to_regclass('public.generations') IS NOT NULL AS "isStarted"`;

const count = (what: string, table: string, at: string, where = 'true') => `
  SELECT '${what} ' || state AS what, count(*)::int AS count, date_trunc('second', now() - min(${at}))::text AS oldest,
    date_trunc('second', now() - max(${at}))::text AS newest
  FROM ${table} WHERE ${where} GROUP BY state`;

const COUNTED = `
  ${count('asks', 'generations', 'updated_at')} UNION ALL
  ${count('posts', 'deliveries', 'created_at', "state IN ('pending', 'sending') AND kind <> 'step'")} UNION ALL
  ${count('digests', 'digests', 'updated_at')} UNION ALL
  ${count('digest runs', 'digest_runs', 'due')} UNION ALL
  SELECT 'jobs ' || name || ', ' || stage, amount, NULL, NULL FROM (${COUNT_JOBS}) AS jobs
  ORDER BY what`;
