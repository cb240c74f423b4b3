import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { claimDue } from '../digests/claim.ts';
import { createQueueToFill, queueTables } from '../jobs/backup.ts';
import type { Log } from '../log.ts';
import { BackupError, type Counts, type Head } from '../storage/backup/format.ts';
import { checkBackup, restoreBackup } from '../storage/backup/restore.ts';
import { takeBackup } from '../storage/backup/take.ts';
import { createCipher } from '../storage/cipher.ts';
import type { Database } from '../storage/database.ts';
import { openDatabase, placeOf } from '../storage/open.ts';
import { checkKeys } from './checks/database.ts';

/** Standard output or input in place of a file, for containers. */
const STREAM = '-';

/**
 * `deckhand backup FILE`: the whole database in one file, the same for both databases. The file appears whole or not at
 * all, and for nobody else to read.
 * @returns what to say
 * @throws BackupError in words for operators
 */
export async function backup(file: string | undefined, config: Config, log: Log): Promise<string> {
  if (!file) throw new BackupError('Say where to: deckhand backup FILE (or - for standard output).');
  if (existsSync(file)) throw new BackupError(`${file} is there already.`);
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres', 'PG_VERSION')))
    throw new BackupError(`There is nothing to back up: ${config.DATA_DIR} has no database.`);
  const db = await open(config, log, 1);
  try {
    const what = { version: versionOfThis(), queue: queueTables };
    const counts = await takeBackup(db, what, (lines) => writeTo(file, lines));
    const where = file === STREAM ? 'The backup' : file;
    return `${listed(counts)}\n${where} is complete. It is worth nothing without ENCRYPTION_KEYS: keep those elsewhere.`;
  } finally {
    await db.close();
  }
}

/**
 * `deckhand restore FILE`: into an empty database, of either kind.
 * @param how whether nothing was done on the original since, which the file cannot tell: a Deckhand that was stopped for its
 * backup is mostly started again
 * @returns what to say
 * @throws BackupError in words for operators; the database is as it was then
 */
export async function restore(
  file: string | undefined,
  config: Config,
  log: Log,
  how: { isMove?: boolean } = {},
): Promise<string> {
  if (file === STREAM) return withTemporaryFile(process.stdin, (path) => restore(path, config, log, how));
  if (!file || !existsSync(file))
    throw new BackupError('Say which file: deckhand restore FILE (or - for standard input).');
  const head = await checkBackup(file);
  const db = await open(config, log);
  try {
    const hasGoneOn = head.running || !how.isMove;
    const counts = await restoreBackup(db, file, head, createQueueToFill(db, log), { hasGoneOn });
    // What came due since may have been posted; the next one covers its days in any case.
    if (hasGoneOn) await claimDue({ db, clock: systemClock, log });
    const keys = await checkKeys(db, db.cipher);
    const careful = keys ? `\nCareful: ${keys.says}. ${keys.todo}` : '';
    return `${listed(counts)}\n${told(head, hasGoneOn)}${careful}`;
  } finally {
    await db.close();
  }
}

function told({ at, version }: Head, hasGoneOn: boolean): string {
  const from = `Restored from ${at} (version ${version}).`;
  const next =
    'Start Deckhand with the same ENCRYPTION_KEYS; the one that was backed up must not run any more.';
  const since =
    'What was waiting then may have been done since, so people are asked before credits are spent on it, and digests that came due are left out.';
  return hasGoneOn ? `${from} ${since}\n${next}` : `${from}\n${next}`;
}

async function open(config: Config, log: Log, maxConnections?: number): Promise<Database> {
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  try {
    return await openDatabase({ log, cipher, ...placeOf(config), maxConnections });
  } catch (error) {
    const { message } = error as Error;
    if (/is in use by process/.test(message))
      throw new BackupError(
        `A Deckhand is running on ${config.DATA_DIR}, and an embedded database belongs to one process: stop it first.`,
      );
    throw new BackupError(config.DATABASE_URL ? `The database cannot be opened: ${message}` : message);
  }
}

async function writeTo(file: string, lines: AsyncIterable<string>): Promise<void> {
  if (file === STREAM) return pipeline(lines, createGzip(), process.stdout, { end: false });
  const draft = `${file}.unfinished`;
  // A file that is there already keeps its mode, and a link leads elsewhere.
  await rm(draft, { force: true });
  try {
    await pipeline(lines, createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A file is read twice: it is checked before anything is written. */
async function withTemporaryFile<T>(
  input: NodeJS.ReadableStream,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-restore-'));
  try {
    const path = join(folder, 'backup');
    await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function versionOfThis(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}

function listed(counts: Counts): string {
  const width = Math.max(...Object.keys(counts).map((table) => table.length));
  return Object.entries(counts)
    .map(([table, rows]) => `${table.padEnd(width)}  ${String(rows).padStart(8)}`)
    .join('\n');
}
