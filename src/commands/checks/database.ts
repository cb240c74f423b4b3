import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import type { TeamInstallation } from '../../slack/installation/installation.ts';
import { type Cipher, createCipher } from '../../storage/cipher.ts';
import type { Database } from '../../storage/database.ts';
import { keysOf } from '../../storage/keyv-store.ts';
import { appliedTo, newerThan, readMigrations } from '../../storage/migrate.ts';
import { openDatabase, placeOf } from '../../storage/open.ts';
import { createSealedStore, keysInUse } from '../../storage/sealed-store.ts';
import type { CheckContext, Finding } from '../doctor.ts';

/** Milliseconds that the clocks may differ. */
const CLOCK_MS = 5_000;
/** Installations whose scopes are looked at. */
const LOOKED_AT = 50;

interface Looked {
  findings: Finding[];
  /** Teams that Deckhand is in, as far as the database can be read. */
  installations: TeamInstallation[];
}

/** Opens the database as it is: no table is made, and an embedded one that is not there yet is not, either. */
export async function checkDatabase(config: Config, context: CheckContext): Promise<Looked> {
  const where = placeInWords(config);
  const nothingToOpen = config.DATABASE_URL ? undefined : beforeFirstStart(where);
  if (nothingToOpen) return { findings: [nothingToOpen], installations: [] };
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  let db: Database | undefined;
  try {
    db = await open(config, cipher, context);
    const tables = await checkTables(db, where);
    if (tables.state === 'fault') return { findings: [tables], installations: [] };
    const { fault, installations } = await readInstallations(db, cipher);
    return {
      findings: [tables, ...(await checkClock(db, context)), ...(fault ? [fault] : [])],
      installations,
    };
  } catch (error) {
    return { findings: [unopened(config, error as Error)], installations: [] };
  } finally {
    await db?.close();
  }
}

function placeInWords(config: Config): string {
  if (!config.DATABASE_URL) return resolve(config.DATA_DIR);
  return config.DATABASE_DIRECT_URL ? 'PostgreSQL through a pooler, and directly' : 'PostgreSQL';
}

function open(config: Config, cipher: Cipher, { log }: CheckContext): Promise<Database> {
  const { template: _, ...place } = placeOf(config);
  return openDatabase({ log, cipher, ...place, maxConnections: 2 });
}

function beforeFirstStart(folder: string): Finding | undefined {
  if (existsSync(join(folder, 'postgres', 'PG_VERSION'))) return undefined;
  let parent = folder;
  while (!existsSync(parent)) parent = dirname(parent);
  try {
    accessSync(parent, constants.W_OK);
  } catch {
    const todo = 'Make the folder, and give it to the user that Deckhand runs as.';
    return { state: 'fault', about: 'database', says: `${parent} cannot be written`, todo };
  }
  return { state: 'ok', about: 'database', says: `the first start makes one in ${folder}` };
}

function unopened(config: Config, error: Error): Finding {
  const where = placeInWords(config);
  if (/is in use by process/.test(error.message))
    return { state: 'ok', about: 'database', says: `a Deckhand is running on ${where}: not looked into` };
  if (error.name === 'PoolerError') {
    const todo = 'The runbook, “Growing”, has what a pooler in transaction mode needs.';
    return { state: 'fault', about: 'database', says: error.message, todo };
  }
  if (!config.DATABASE_URL) return { state: 'fault', about: 'database', says: error.message };
  const urls = config.DATABASE_DIRECT_URL
    ? 'DATABASE_URL and DATABASE_DIRECT_URL each have'
    : 'DATABASE_URL has';
  const todo = `See whether it runs, and whether ${urls} the right host, name, user and password.`;
  return { state: 'fault', about: 'database', says: `${where} cannot be opened: ${error.message}`, todo };
}

async function checkTables(db: Database, where: string): Promise<Finding> {
  const known = readMigrations();
  const [there] = await db.query<{ found: string | null }>(`select to_regclass('migrations')::text as found`);
  const applied = there?.found ? await appliedTo(db) : [];
  const newer = newerThan(known, applied);
  if (newer.length > 0) {
    const isRefused = newer.some(({ needsStop }) => needsStop);
    const says = `${where} was used by a newer Deckhand (${newer.map(({ name }) => name).join(', ')})`;
    const todo = isRefused
      ? 'Start that version or a later one.'
      : 'This one goes on with it for the time of an upgrade; it does not know what was added.';
    return { state: isRefused ? 'fault' : 'warning', about: 'database', says, todo };
  }
  const names = new Set(applied.map(({ name }) => name));
  const left = known.filter(({ name }) => !names.has(name));
  const waits = applied.length > 0 && left.some(({ needsStop }) => needsStop);
  const says =
    left.length === 0
      ? `${where}, tables up to date`
      : `${where}; the next start brings ${left.length} change${left.length === 1 ? '' : 's'} of tables${waits ? ', and waits until all other processes are stopped' : ''}`;
  return { state: 'ok', about: 'database', says };
}

async function checkClock(db: Database, { now }: CheckContext): Promise<Finding[]> {
  if (db.kind === 'pglite') return [];
  const [row] = await db.query<{ at: Date }>('select clock_timestamp() as at');
  const ahead = now() - (row?.at.getTime() ?? 0);
  if (Math.abs(ahead) <= CLOCK_MS) return [];
  const says = `this machine's clock and the database's are ${Math.round(Math.abs(ahead) / 1000)} s apart`;
  return [{ state: 'warning', about: 'clock', says, todo: 'Set both by NTP.' }];
}

async function readInstallations(db: Database, cipher: Cipher) {
  const [there] = await db.query<{ found: string | null }>(`select to_regclass('kv')::text as found`);
  if (!there?.found) return { installations: [] };
  const fault = await checkKeys(db, cipher);
  const teams = await keysOf(db, 'installations');
  const store = createSealedStore<TeamInstallation>(db, 'installations', cipher, {
    withoutItsKey: () => undefined,
  });
  const found = await store.getMany(teams.slice(0, LOOKED_AT));
  return { fault, installations: found.filter((each) => each !== undefined) };
}

/** Whether what was sealed can be opened. What a key sealed that was given up on purpose stays, and is no fault. */
export async function checkKeys(db: Database, cipher: Cipher): Promise<Finding | undefined> {
  const { lost, opened } = await keysInUse(db, cipher);
  if (lost.length === 0) return undefined;
  const many = lost.reduce((sum, { secrets }) => sum + secrets, 0);
  const says = `${many} of ${many + opened} secrets are sealed with a key that is not there (${lost.map(({ id }) => id).join(', ')})`;
  const todo =
    'Put it behind the first one of ENCRYPTION_KEYS. Where it is lost, people connect again, and teams let Deckhand in again.';
  return { state: opened > 0 ? 'warning' : 'fault', about: 'ENCRYPTION_KEYS', says, todo };
}
