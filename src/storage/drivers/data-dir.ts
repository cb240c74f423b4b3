import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureCluster } from './cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';

/** A data folder that is this process's alone, with a database in it. */
export interface DataDir {
  /** PostgreSQL's own folder. */
  folder: string;
  unlock(): void;
}

/**
 * Takes the data folder for this process. Where no database is in it, one is being made, or copied, once this resolves.
 * @param template a folder with an empty database, to be copied
 */
export async function takeDataDir(dataDir: string, template?: string): Promise<{ ready: Promise<DataDir> }> {
  closeToOthers(dataDir);
  const unlock = await lockDataDir(dataDir);
  return { ready: withCluster({ folder: join(dataDir, 'postgres'), unlock }, template) };
}

async function withCluster(dataDir: DataDir, template?: string): Promise<DataDir> {
  try {
    await ensureCluster(dataDir.folder, template);
    return dataDir;
  } catch (error) {
    dataDir.unlock();
    throw error;
  }
}

/** The folder, there and for nobody else: PGlite's own files can be read and written by all who may enter it. */
function closeToOthers(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    chmodSync(dataDir, 0o700);
  } catch (error) {
    // A volume that belongs to somebody else has the mode that they gave it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
