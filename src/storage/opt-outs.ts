import type { Queries } from './database.ts';
import { createStore } from './store.ts';

/** Stores the people of each team who opted out: their messages must not be used in documents. */
export function createOptOuts(db: Queries) {
  const store = createStore<true>(db, 'opt-outs');
  const keyOf = (team: string, person: string) => `${team}/${person}`;
  return {
    async of(team: string): Promise<Set<string>> {
      const keys = await store.keys(team);
      return new Set(keys.map((key) => key.slice(team.length + 1)));
    },
    has: (team: string, person: string): Promise<boolean> => store.has(keyOf(team, person)),
    async set(team: string, person: string, isOut: boolean): Promise<void> {
      if (isOut) await store.set(keyOf(team, person), true);
      else await store.delete(keyOf(team, person));
    },
  };
}
