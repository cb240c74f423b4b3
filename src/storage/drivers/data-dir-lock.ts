import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirError } from './data-dir-error.ts';

/** How often the holder touches the file, and when another host or container may take it over, in milliseconds. */
const TOUCH_EVERY = 5_000;
const ABANDONED_AFTER = 20_000;
/** How often somebody who waits looks whether the file was touched, in milliseconds. */
const LOOK_EVERY = 100;

interface Holder {
  pid: number;
  host: string;
  /** Its process ids mean nothing in another one: containers have one each, also where they share the host's name. */
  pidNamespace: string;
  /** Tells a process from a later one with the same pid, as after a restart in a container. */
  born: string;
}

/**
 * Makes this process the only one that opens `dataDir`: the embedded database has no guard of its own, and two
 * processes in one folder destroy it. The lock of a killed process is taken over: at once where that can be seen, and
 * after 20 s where it ran on another host or in another container.
 *
 * @returns the call that unlocks
 * @throws where a living process holds it, naming it
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'lock');
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    pidNamespace: pidNamespace(),
    born: bornOf(process.pid),
  } satisfies Holder);
  while (!created(path, mine)) await removeStale(path, dataDir);
  const touching = setInterval(() => touch(path), TOUCH_EVERY);
  touching.unref();
  function unlock(): void {
    clearInterval(touching);
    process.off('exit', unlock);
    if (read(path) === mine) rmSync(path, { force: true });
  }
  // A process that gives up in the middle of something closes nothing; the next container would wait for it.
  process.on('exit', unlock);
  return unlock;
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

async function removeStale(path: string, dataDir: string): Promise<void> {
  const content = read(path);
  if (content === undefined) return;
  const holder = parse(content);
  if (holder && (await isAlive(holder, path))) {
    throw new DataDirError(
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

/** Processes of another host or container cannot be asked for: there, who lives touches the file. */
async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.host !== hostname() || holder.pidNamespace !== pidNamespace()) return isTouched(path);
  return isRunning(holder.pid) && bornOf(holder.pid) === holder.born;
}

/** Waits until the file is touched, is gone, or is old enough to be abandoned. */
async function isTouched(path: string): Promise<boolean> {
  const before = touchedAt(path);
  for (let waited = 0; waited < ABANDONED_AFTER; waited += LOOK_EVERY) {
    const at = touchedAt(path);
    if (at === undefined || Date.now() - at >= ABANDONED_AFTER) return false;
    if (at !== before) return true;
    await sleep(LOOK_EVERY);
  }
  return false;
}

/** Empty where there is no /proc, and so no containers. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
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

/** In milliseconds since the epoch; undefined where the file is gone. */
function touchedAt(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder is gone; the database will say so.
  }
}
