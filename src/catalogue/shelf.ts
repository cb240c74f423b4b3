import type { Clock } from '../clock.ts';

/**
 * A short memory for lists of a team: answers while they are fresh, and while they are stale where nothing
 * better is to be had.
 */
export interface Shelf {
  /** The list if it is fresh; else loads it, once for all who ask meanwhile. */
  fetch<Item>(team: string, key: string, load: () => Promise<Item[]>): Promise<Item[]>;
  /** The list as it was, however old. */
  older<Item>(team: string, key: string): Item[] | undefined;
}

/**
 * A person who types a name asks several times a second; one who has just made a theme expects to see it
 * soon.
 */
const FRESH_MS = 45_000;
/** Lists kept at most for one team, so that no team's typing pushes out another's. */
const LISTS_PER_TEAM = 50;
const TEAMS = 500;

interface Entry {
  items?: unknown[];
  at: number;
  loading?: Promise<unknown[]>;
}

export function createShelf(clock: Clock): Shelf {
  const teams = new Map<string, Map<string, Entry>>();

  function entryOf(team: string, key: string): Entry {
    const lists = touch(teams, team, TEAMS, () => new Map<string, Entry>());
    return touch(lists, key, LISTS_PER_TEAM, () => ({ at: Number.NEGATIVE_INFINITY }));
  }

  async function load(entry: Entry, from: () => Promise<unknown[]>): Promise<unknown[]> {
    try {
      entry.items = await from();
      entry.at = clock.now();
      return entry.items;
    } finally {
      delete entry.loading;
    }
  }

  return {
    async fetch<Item>(team: string, key: string, from: () => Promise<Item[]>) {
      const entry = entryOf(team, key);
      if (entry.items && clock.now() - entry.at < FRESH_MS) return entry.items as Item[];
      entry.loading ??= load(entry, from);
      return (await entry.loading) as Item[];
    },
    older: <Item>(team: string, key: string) => teams.get(team)?.get(key)?.items as Item[] | undefined,
  };
}

/** The value of a key, which becomes the youngest; the oldest goes where there are too many. */
function touch<Value>(map: Map<string, Value>, key: string, limit: number, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  if (map.size > limit) map.delete(map.keys().next().value as string);
  return value;
}
