import type { Queries } from '../storage/database.ts';
import { createStore } from '../storage/keyv-store.ts';
import { type Asking, type Defaults, defaultsSchema, firstOf, type Scope } from './defaults.ts';

export interface DefaultsStore {
  of(scope: Scope): Promise<Defaults>;
  /** Replaces all that was set there; empty ones are deleted. */
  set(scope: Scope, defaults: Defaults): Promise<void>;
  /**
   * The defaults of an ask: the person's, then the channel's, then the team's. People who took the trouble to set their
   * own expect them everywhere.
   */
  forAsk(asking: Asking): Promise<Defaults>;
}

export function createDefaultsStore(db: Queries): DefaultsStore {
  const store = createStore(db, 'defaults');
  const read = (kept: unknown): Defaults => defaultsSchema.safeParse(kept).data ?? {};

  return {
    of: async (scope) => read(await store.get(keyOf(scope))),
    async set(scope, defaults) {
      const isEmpty = Object.values(defaults).every((value) => value === undefined);
      if (isEmpty) await store.delete(keyOf(scope));
      else await store.set(keyOf(scope), defaults);
    },
    async forAsk({ team, person, channel }) {
      const scopes: Scope[] = [
        { team, kind: 'person', id: person },
        ...(channel ? [{ team, kind: 'channel' as const, id: channel }] : []),
        { team, kind: 'team' },
      ];
      const kept = await store.getMany<unknown>(scopes.map(keyOf));
      return firstOf(...kept.map(read));
    },
  };
}

/** Begins with the team, so that its rows can be found when it leaves. */
function keyOf(scope: Scope): string {
  return scope.kind === 'team' ? scope.team : `${scope.team}/${scope.kind}/${scope.id}`;
}
