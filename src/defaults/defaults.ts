import { z } from 'zod';
import type { Actor } from '../actor.ts';
import { firstOf } from '../asks/new-ask.ts';
import { styleSchema } from '../asks/schema.ts';
import { exportFormats } from '../service/options.ts';
import type { SealingQueries } from '../storage/database.ts';
import { createSealedStore } from '../storage/sealed-store.ts';

/** Defaults of a person, a channel or a team, filled into every form; each part may be left out. */
export const defaultsSchema = styleSchema.extend({
  format: styleSchema.shape.format.unwrap().optional(),
  /** `none`: only the document. Left out: no opinion. */
  exportAs: z.enum([...exportFormats, 'none']).optional(),
});
export type Defaults = z.output<typeof defaultsSchema>;

/** The owner of defaults. */
export type Scope = { team: string } & (
  | { kind: 'team' }
  | { kind: 'channel'; id: string }
  | { kind: 'person'; id: string }
);

export type DefaultsStore = ReturnType<typeof createDefaultsStore>;

export function createDefaultsStore(db: SealingQueries) {
  const store = createSealedStore<unknown>(db, 'defaults', db.cipher, { withoutItsKey: () => undefined });
  const read = (stored: unknown): Defaults => defaultsSchema.safeParse(stored).data ?? {};
  const of = async (scope: Scope): Promise<Defaults> => read(await store.get(keyOf(scope)));

  return {
    of,
    /** Replaces all that was set there; empty ones are deleted. */
    async set(scope: Scope, defaults: Defaults): Promise<void> {
      const isEmpty = Object.values(defaults).every((value) => value === undefined);
      if (isEmpty) await store.delete(keyOf(scope));
      else await store.set(keyOf(scope), defaults);
    },
    /**
     * The defaults of an ask: the person's, then the channel's, then the team's. People who took the trouble to set their
     * own expect them everywhere. There is no channel in a direct message or on Home.
     */
    async forAsk({ team, person, channel }: Actor & { channel?: string }): Promise<Defaults> {
      const scopes: Scope[] = [
        { team, kind: 'person', id: person },
        ...(channel ? [{ team, kind: 'channel' as const, id: channel }] : []),
        { team, kind: 'team' },
      ];
      return firstOf(...(await store.getMany(scopes.map(keyOf))).map(read));
    },
  };
}

/** Begins with the team, so that its rows can be found when it leaves. */
function keyOf(scope: Scope): string {
  return scope.kind === 'team' ? scope.team : `${scope.team}/${scope.kind}/${scope.id}`;
}
