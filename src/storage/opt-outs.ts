import type { Queries } from './database.ts';
import { createStore, keysOf } from './keyv-store.ts';

/** People of a team who want none of their words used. */
export function createOptOuts(db: Queries) {
  const store = createStore(db, NAMESPACE);
  const keyOf = (team: string, person: string) => `${team}/${person}`;
  return {
    async of(team: string): Promise<Set<string>> {
      const keys = await keysOf(db, NAMESPACE, team);
      return new Set(keys.map((key) => key.slice(team.length + 1)));
    },
    has: (team: string, person: string): Promise<boolean> => store.has(keyOf(team, person)),
    async set(team: string, person: string, isOut: boolean): Promise<void> {
      if (isOut) await store.set(keyOf(team, person), true);
      else await store.delete(keyOf(team, person));
    },
  };
}

const NAMESPACE = 'opt-outs';
