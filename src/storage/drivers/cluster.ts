import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./create-cluster.ts', import.meta.url));

/**
 * Sees to an empty database in `folder`, where there is none. PostgreSQL's initdb leaves some 400 MB behind that V8 keeps, so it
 * runs in a process of its own, or not at all where `template` is a database to copy. The folder appears whole or not at all:
 * a kill in between leaves an unfinished one, which the next start removes.
 */
export async function ensureCluster(folder: string, template?: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  if (template) await cp(template, unfinished, { recursive: true });
  else await create(unfinished);
  await rename(unfinished, folder);
}

async function create(folder: string): Promise<void> {
  // V8's baseline compiler alone: optimising PostgreSQL for the seconds that this takes would cost another 500 MB. And a small
  // heap, of which 25 MB are needed: V8 then frees the buffers behind it, 140 MB of them, as soon as they are done with.
  const child = fork(SCRIPT, [folder], {
    execArgv: ['--liftoff-only', '--max-old-space-size=64', '--max-semi-space-size=1'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0) return;
  throw new Error(`The embedded database could not be created (${signal ?? `exit ${code}`}): ${said.trim()}`);
}
