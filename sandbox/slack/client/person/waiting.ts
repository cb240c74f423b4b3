import type { Workspace } from '../../workspace/workspace.ts';

/** Milliseconds of real time after which a wait fails. Long, because machines can be slow. */
export const PATIENCE = 20_000;

export interface Waiting {
  /** Resolves when `look` returns a value, now or after a change. Rejects after `patience` ms of real time. */
  until<T>(look: () => T | undefined, patience: number, complaint: () => string): Promise<T>;
}

export function createWaiting(workspace: Workspace): Waiting {
  return {
    until(look, patience, complaint) {
      const found = look();
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          unsubscribe();
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(complaint()));
        }, patience);
        const unsubscribe = workspace.onChange(() => {
          const later = look();
          if (later === undefined) return;
          stop();
          resolve(later);
        });
      });
    },
  };
}
