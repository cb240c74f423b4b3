import type { Queries } from './database.ts';
import { createStore, keysOf } from './keyv-store.ts';

/** Teams whose removal has begun. The mark is one of the team's rows, so it goes with the last of them. */
export function createLeaving(db: Queries) {
  const marks = createStore(db, NAMESPACE);
  return {
    mark: async (team: string): Promise<void> => void (await marks.set(team, true)),
    has: (team: string): Promise<boolean> => marks.has(team),
    all: (): Promise<string[]> => keysOf(db, NAMESPACE),
  };
}

const NAMESPACE = 'leaving';
