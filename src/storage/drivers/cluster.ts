import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataDirError } from './data-dir-error.ts';
import { syncPath, syncTree } from './sync.ts';

const SCRIPT = fileURLToPath(new URL('./create-cluster.ts', import.meta.url));

/**
 * Sees to an empty database in `folder`, where there is none. PostgreSQL's initdb leaves some 400 MB behind that V8 keeps, so it
 * runs in a process of its own, or not at all where `template` is a database to copy. The folder appears whole or not at all:
 * a kill or a power cut in between leaves an unfinished one, which the next start removes. Each start has one of its own, since the
 * other process outlives a killed one by seconds, in which it goes on writing. The other process is started before this returns.
 */
export async function ensureCluster(folder: string, template?: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  removeUnfinished(folder);
  const unfinished = `${folder}${UNFINISHED}-${randomUUID()}`;
  try {
    if (template) copy(template, unfinished);
    else await create(unfinished);
    await syncTree(unfinished);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  renameSync(unfinished, folder);
  await syncPath(dirname(folder));
}

const UNFINISHED = '.unfinished';

/** Those of starts that were killed. One that is still written to may not go in the first attempt. */
function removeUnfinished(folder: string): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(basename(folder) + UNFINISHED)) continue;
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  }
}

function copy(template: string, folder: string): void {
  if (!existsSync(join(template, 'PG_VERSION')))
    throw new DataDirError(
      `DATABASE_TEMPLATE ${template} is no folder with an empty database, or cannot be read. Leave it out, and one is made.`,
    );
  // In one go: file by file its thousand files take three times the processor time, and nobody is served yet.
  try {
    cpSync(template, folder, { recursive: true });
  } catch (error) {
    // The lock has just been written where it goes to.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new DataDirError(`DATABASE_TEMPLATE ${template} cannot be read: let all do so (chmod -R a+rX).`);
  }
  // Modes come along, and an image may have taken from all what allows to write. These are initdb's.
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
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
  throw new Error(`what makes it ended with ${signal ?? `exit code ${code}`}: ${said.trim()}`);
}
