import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** How often the holder touches the file, and when another host may take it over, in milliseconds. */
const TOUCH_EVERY = 5_000;
const ABANDONED_AFTER = 20_000;

interface Holder {
  pid: number;
  host: string;
  /** Tells a process from a later one with the same pid, as after a restart in a container. */
  born: string;
}

/**
 * Makes this process the only one that opens `dataDir`: the embedded database has no guard of its own, and two
 * processes in one folder destroy it. The lock of a killed process is taken over.
 *
 * @returns the call that unlocks
 * @throws where a living process holds it, naming it
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    born: bornOf(process.pid),
  } satisfies Holder);
  while (!created(path, mine)) removeStale(path, dataDir);
  const touching = setInterval(() => touch(path), TOUCH_EVERY);
  touching.unref();
  return () => {
    clearInterval(touching);
    if (read(path) === mine) rmSync(path, { force: true });
  };
}

/** Linked into place, so that nobody reads half of it. */
function created(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeStale(path: string, dataDir: string): void {
  const content = read(path);
  if (content === undefined) return;
  const holder = parse(content);
  if (holder && isAlive(holder, path)) {
    throw new Error(
      `DATA_DIR ${dataDir} is in use by process ${holder.pid} on ${holder.host}. Stop that one, give this one ` +
        'another DATA_DIR, or use a PostgreSQL server (DATABASE_URL) to run several.',
    );
  }
  // Moved away first: should another process have replaced it just now, its lock is put back.
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== content) linkSync(aside, path);
  rmSync(aside, { force: true });
}

/** Another host's processes cannot be asked for, so there the file's age decides. */
function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return ageOf(path) < ABANDONED_AFTER;
  return isRunning(holder.pid) && bornOf(holder.pid) === holder.born;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start time of a process in clock ticks since boot, where there is /proc; else the same for all. */
function bornOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  // Field 22; the second field, the name in brackets, may hold spaces.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function parse(content: string): Holder | undefined {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    // Not ours, or cut short by a crash of the machine.
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder is gone; the database will say so.
  }
}
