import { join } from 'node:path';
import { readJson, storeIn } from '../../json-file.ts';
import type { Log } from '../../log.ts';
import type { Team } from './model.ts';
import type { Workspace } from './workspace.ts';

const VERSION = 1;

export interface Snapshots {
  /** Restores the stored workspace. Returns false if there is none. */
  restore(): Promise<boolean>;
  /** Stores the workspace for the last time. */
  stop(): Promise<void>;
}

interface Saved {
  version: number;
  teams: Team[];
  revokedTokens: string[];
}

/** Stores the workspace in a JSON file after each change. */
export function createSnapshots(workspace: Workspace, folder: string, log: Log | undefined): Snapshots {
  const path = join(folder, 'workspace.json');
  const state = (): Saved => ({
    version: VERSION,
    teams: workspace.teams,
    revokedTokens: [...workspace.revokedTokens],
  });
  const file = storeIn(path, state, log);
  const unsubscribe = workspace.onChange(() => file.changed());

  return {
    async restore() {
      const saved = await readJson<Saved>(path);
      if (saved?.version !== VERSION) return false;
      workspace.teams.push(...saved.teams);
      for (const token of saved.revokedTokens) workspace.revokedTokens.add(token);
      return true;
    },
    async stop() {
      unsubscribe();
      file.changed();
      await file.close();
    },
  };
}
