import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ensureCluster } from './cluster.ts';
import { dataDirError } from './data-dir-error.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { syncPath } from './sync.ts';

/** A data folder that is this process's alone, with a database in it. */
export interface DataDir {
  /** `DATA_DIR` itself. */
  path: string;
  /** PostgreSQL's own folder. */
  folder: string;
  unlock(): void;
}

/**
 * Takes the data folder for this process. Where no database is in it, one is being made, or copied, once this resolves.
 * @param template a folder with an empty database, to be copied
 */
export async function takeDataDir(dataDir: string, template?: string): Promise<{ ready: Promise<DataDir> }> {
  const unlock = await lockFolder(dataDir);
  return { ready: withCluster({ path: dataDir, folder: join(dataDir, 'postgres'), unlock }, template) };
}

async function lockFolder(dataDir: string): Promise<() => void> {
  try {
    await makeFolder(dataDir);
    closeToOthers(dataDir);
    return await lockDataDir(dataDir);
  } catch (error) {
    throw dataDirError('The data folder cannot be used', dataDir, error);
  }
}

async function withCluster(dataDir: DataDir, template?: string): Promise<DataDir> {
  try {
    await ensureCluster(dataDir.folder, template);
    return dataDir;
  } catch (error) {
    dataDir.unlock();
    throw dataDirError('The embedded database could not be made', dataDir.path, error);
  }
}

/** Its name is on disk before there is anything in it to lose. */
async function makeFolder(dataDir: string): Promise<void> {
  const first = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let made = resolve(dataDir); made !== dirname(resolve(first)); made = dirname(made))
    await syncPath(dirname(made));
}

/** PGlite's own files can be read and written by all who may enter the folder. */
function closeToOthers(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700);
  } catch (error) {
    // A volume that belongs to somebody else has the mode that they gave it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
