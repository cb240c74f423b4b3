import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import type { Team } from './model.ts';
import type { Workspace } from './workspace.ts';

/** Milliseconds from the first change to the writing of it. */
const DEBOUNCE = 500;
const VERSION = 1;

export interface Snapshots {
  /** Puts back what was written last; false where there is nothing. */
  restore(): Promise<boolean>;
  /** Writes now, and no more after that. */
  stop(): Promise<void>;
}

/** Keeps the workspace in one JSON file, written beside it and renamed, so that a crash leaves the old or the new. */
export function createSnapshots(workspace: Workspace, folder: string, log: Log | undefined): Snapshots {
  const path = join(folder, 'workspace.json');
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const write = () => {
    timer = undefined;
    writing = writing
      .then(() => save(workspace, folder, path))
      .catch((err) => log?.error({ err }, 'snapshot failed'));
    return writing;
  };
  const unsubscribe = workspace.onChange(() => {
    timer ??= setTimeout(write, DEBOUNCE);
  });

  return {
    async restore() {
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) return false;
      const { version, teams, revokedTokens } = JSON.parse(text) as Saved;
      if (version !== VERSION) return false;
      workspace.teams.push(...teams);
      for (const token of revokedTokens) workspace.revokedTokens.add(token);
      return true;
    },
    async stop() {
      unsubscribe();
      clearTimeout(timer);
      await write();
    },
  };
}

interface Saved {
  version: number;
  teams: Team[];
  revokedTokens: string[];
}

async function save(workspace: Workspace, folder: string, path: string): Promise<void> {
  const saved: Saved = {
    version: VERSION,
    teams: workspace.teams,
    revokedTokens: [...workspace.revokedTokens],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.part`, JSON.stringify(saved));
  await rename(`${path}.part`, path);
}
