import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from './log.ts';

/** Milliseconds between a change and the write to disk. Further changes in this time join the same write. */
const WRITE_AFTER_MS = 300;

/** A file that stores a state as JSON. */
export interface JsonFile {
  /** Schedules a write. Call it after every change of the state. */
  changed(): void;
  /** Writes pending changes. */
  close(): Promise<void>;
}

/** Reads a JSON file. Returns undefined if there is none. */
export async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Stores what `state` returns in a JSON file after each change. After a crash the file has the old state or the new one. */
export function storeIn(path: string, state: () => unknown, log?: Log): JsonFile {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing
      .then(() => replace(path, JSON.stringify(state())))
      .catch((err) => log?.error({ err, path }, 'a stand-in could not store its state'));
    return writing;
  }

  return {
    changed: () => {
      timer ??= setTimeout(write, WRITE_AFTER_MS);
    },
    close: () => (timer ? write() : writing),
  };
}

/** Writes a file beside the old one and renames it. Only this user can read it, because it has tokens and keys. */
async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
