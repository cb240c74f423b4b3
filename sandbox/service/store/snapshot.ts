import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'service.json';

/** The state as it was last saved; empty where nothing was saved yet. */
export async function readSnapshot<T extends object>(dataDir: string): Promise<T> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text);
}

/** Replaces the saved state in one step: whoever reads sees the old one or the new one, never half. */
export async function writeSnapshot(dataDir: string, state: object): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const beside = join(dataDir, `${FILE}.new`);
  const file = await open(beside, 'w');
  try {
    await file.writeFile(JSON.stringify(state));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, join(dataDir, FILE));
}
