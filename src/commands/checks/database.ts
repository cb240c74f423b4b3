import { type Config, databaseOf } from '../../config.ts';
import type { TeamInstallation } from '../../slack/installation/installation.ts';
import { createCipher } from '../../storage/cipher.ts';
import type { Database } from '../../storage/database.ts';
import { isRestoredCopy, RestoredCopyError } from '../../storage/identity.ts';
import { appliedTo, changedMigration, newerThan, readMigrations } from '../../storage/migrate.ts';
import { openDatabase } from '../../storage/open.ts';
import { keysInUse } from '../../storage/reencrypt.ts';
import { createSealedStore } from '../../storage/store.ts';
import type { CheckContext, Finding } from '../doctor.ts';

/** Maximum difference between this machine's clock and the database's clock, in milliseconds. A larger difference is reported. */
const CLOCK_MS = 5_000;
/** Maximum number of installations whose scopes are checked. */
const MOST_INSTALLATIONS = 50;
const OLDEST_POSTGRES = 13;

interface Checked {
  findings: Finding[];
  /** The installations of the app. Empty if they cannot be read. */
  installations: TeamInstallation[];
}

/** Checks the database and changes nothing in it. */
export async function checkDatabase(config: Config, { log, now }: CheckContext): Promise<Checked> {
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  let db: Database | undefined;
  try {
    db = await openDatabase({ log, cipher, ...databaseOf(config), maxConnections: 2 });
    const faults = (await db.query<Server>(SERVER)).flatMap(serverFaults);
    if (faults.length > 0) return { findings: faults, installations: [] };
    const tables = await checkTables(db, config);
    const { fault, installations } = await readInstallations(db);
    return {
      findings: [tables, ...(await checkClock(db, now())), ...(fault ? [fault] : [])],
      installations,
    };
  } catch (error) {
    return { findings: [unopened(config, error as Error)], installations: [] };
  } finally {
    await db?.close();
  }
}

const nameOf = ({ DATABASE_DIRECT_URL }: Config) =>
  DATABASE_DIRECT_URL ? 'PostgreSQL through a pooler, and directly' : 'PostgreSQL';

const fault = (says: string, todo?: string): Finding => ({
  ...{ state: 'fault', about: 'database', says },
  ...(todo && { todo }),
});

function unopened(config: Config, { name, message }: Error): Finding {
  if (name === 'ConfigError') return fault(message);
  if (name === 'PoolerError')
    return fault(message, 'The runbook, “Growing”, has what a pooler in transaction mode needs.');
  const [, database] = /permission denied for database "(.*)"/.exec(message) ?? [];
  if (database)
    return lacks(new URL(config.DATABASE_URL ?? '').username, `CONNECT ON DATABASE "${database}"`);
  const urls = config.DATABASE_DIRECT_URL
    ? 'DATABASE_URL and DATABASE_DIRECT_URL each have'
    : 'DATABASE_URL has';
  return fault(
    `${nameOf(config)} cannot be opened: ${message}`,
    `Check whether it runs, and whether ${urls} the right host, name, user and password; special characters of a password have to be percent-encoded (@ as %40, # as %23, / as %2F).`,
  );
}

export interface Server {
  /** PostgreSQL's version as a number, for example 150004 for 15.4. */
  version: number;
  name: string;
  role: string;
  mayCreateSchema: boolean;
  mayCreateTables: boolean;
  /** True for a replica, and for a server that was set read-only. */
  isReadOnly: boolean;
  /** The other roles that own Deckhand's tables; null if there are none. */
  otherOwners: string | null;
}

/** Returns the reasons why Deckhand cannot work on this server; empty if it can. */
export function serverFaults(server: Server): Finding[] {
  const { version, name, role, mayCreateSchema, mayCreateTables, isReadOnly, otherOwners } = server;
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_POSTGRES)
    return [
      fault(`PostgreSQL ${major} is too old`, `Deckhand needs PostgreSQL ${OLDEST_POSTGRES} or newer.`),
    ];
  if (isReadOnly)
    return [
      fault('the server is read-only', 'Name the primary in DATABASE_URL, or let the server write again.'),
    ];
  if (otherOwners)
    return [
      fault(
        `its tables belong to ${otherOwners}, not to the role ${role}`,
        `As a superuser: REASSIGN OWNED BY "${otherOwners}" TO "${role}"; or restore with pg_restore --no-owner as that role.`,
      ),
    ];
  return [
    ...(mayCreateSchema ? [] : [lacks(role, `CREATE ON DATABASE "${name}"`)]),
    ...(mayCreateTables ? [] : [lacks(role, 'CREATE ON SCHEMA public')]),
  ];
}

const lacks = (role: string, right: string): Finding =>
  fault(
    `the role ${role} lacks the right ${right}`,
    `As the owner of the database: GRANT ${right} TO "${role}"; or use ops/postgres/role.sql.`,
  );

/** Selects the fields of `Server`. `mayCreateSchema` is also true if pg-boss's schema exists, because no schema is created then. */
const SERVER = `
  SELECT current_setting('server_version_num')::int AS version, current_database() AS name, current_user AS role,
    to_regnamespace('pgboss') IS NOT NULL
      OR has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchema",
    has_schema_privilege('public', 'CREATE') AS "mayCreateTables",
    pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    (SELECT string_agg(DISTINCT tableowner::text, ', ') FROM pg_tables
     WHERE (schemaname = 'pgboss' OR schemaname = 'public' AND tablename = 'generations')
       AND NOT pg_has_role(tableowner, 'USAGE')) AS "otherOwners"`;

async function checkTables(db: Database, config: Config): Promise<Finding> {
  const known = readMigrations();
  const applied = (await hasTable(db, 'migrations')) ? await appliedTo(db) : [];
  const changed = changedMigration(known, applied);
  if (changed) return fault(changed);
  if ((await hasTable(db, 'identity')) && (await isRestoredCopy(db)))
    return fault(new RestoredCopyError().message);
  const newer = newerThan(known, applied);
  if (newer.length > 0)
    return {
      ...{ state: 'warning', about: 'database' },
      says: `${nameOf(config)} was used by a newer Deckhand (${newer.join(', ')})`,
      todo: 'This version can run beside it during an upgrade; it ignores what was added.',
    };
  const left = known.length - applied.length;
  const says =
    left === 0
      ? `${nameOf(config)}, tables up to date`
      : `${nameOf(config)}; the next start applies ${left} migration${left === 1 ? '' : 's'}`;
  return { state: 'ok', about: 'database', says };
}

async function checkClock(db: Database, now: number): Promise<Finding[]> {
  const [row] = await db.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const ahead = now - (row?.at.getTime() ?? 0);
  if (Math.abs(ahead) <= CLOCK_MS) return [];
  const says = `this machine's clock and the database's are ${Math.round(Math.abs(ahead) / 1000)} s apart`;
  return [{ state: 'warning', about: 'clock', says, todo: 'Set both by NTP.' }];
}

async function readInstallations(db: Database) {
  if (!(await hasTable(db, 'kv'))) return { installations: [] };
  const fault = await checkKeys(db);
  const store = createSealedStore<TeamInstallation>(db, 'installations', { withoutItsKey: () => undefined });
  const teams = await store.keys();
  const found = await store.getMany(teams.slice(0, MOST_INSTALLATIONS));
  return { fault, installations: found.filter((each) => each !== undefined) };
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const [there] = await db.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [name]);
  return Boolean(there?.found);
}

/** Reports secrets whose key is not in ENCRYPTION_KEYS. Only a warning if other secrets are readable: the key may be missing on purpose. */
async function checkKeys(db: Database): Promise<Finding | undefined> {
  const { lost, opened } = await keysInUse(db, db.cipher.keys);
  if (lost.length === 0) return undefined;
  const many = lost.reduce((sum, { secrets }) => sum + secrets, 0);
  const says = `${many} of ${many + opened} secrets are encrypted with a key that is not set (${lost.map(({ id }) => id).join(', ')})`;
  const todo =
    'Add that key after the first one of ENCRYPTION_KEYS. If it is lost, people connect again, and teams install the app again.';
  return { state: opened > 0 ? 'warning' : 'fault', about: 'ENCRYPTION_KEYS', says, todo };
}
