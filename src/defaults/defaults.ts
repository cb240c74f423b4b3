import { z } from 'zod';
import type { Actor } from '../actor.ts';
import { firstOf } from '../asks/new-ask.ts';
import { accessSchema, styleSchema } from '../asks/schema.ts';
import { exportFormats } from '../service/options.ts';
import type { SealingQueries } from '../storage/database.ts';
import { createSealedStore } from '../storage/store.ts';

/** Default choices for the new asks of a person, a channel or a team. Each part is optional. */
export const defaultsSchema = styleSchema.extend({
  ...accessSchema.shape,
  format: styleSchema.shape.format.unwrap().optional(),
  /** The value `none` means that no file is exported. If undefined, there is no default. */
  exportAs: z.enum([...exportFormats, 'none']).optional(),
  /** Who sees the result: everybody in the conversation (`here`), or the asker alone (`me`), in a direct message. */
  seenBy: z.enum(['here', 'me']).optional(),
});
export type Defaults = z.output<typeof defaultsSchema>;

/** The team, channel or person that the defaults belong to. */
export type Scope = { team: string } & (
  | { kind: 'team' }
  | { kind: 'channel'; id: string }
  | { kind: 'person'; id: string }
);

export type DefaultsStore = ReturnType<typeof createDefaultsStore>;

export function createDefaultsStore(db: SealingQueries) {
  const store = createSealedStore<unknown>(db, 'defaults', { withoutItsKey: () => undefined });
  const read = (stored: unknown): Defaults => defaultsSchema.safeParse(stored).data ?? {};
  const of = async (scope: Scope): Promise<Defaults> => read(await store.get(keyOf(scope)));

  return {
    of,
    /** Replaces the defaults of a scope. Deletes them if no part is set. */
    async set(scope: Scope, defaults: Defaults): Promise<void> {
      const isEmpty = Object.values(defaults).every((value) => value === undefined);
      if (isEmpty) await store.delete(keyOf(scope));
      else await store.set(keyOf(scope), defaults);
    },
    /** Returns the defaults for an ask. The person's defaults override the channel's, and the channel's override the team's. */
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

/** Returns the key of a scope. Keys begin with the team, so that they can be deleted when the team uninstalls the app. */
function keyOf(scope: Scope): string {
  return scope.kind === 'team' ? scope.team : `${scope.team}/${scope.kind}/${scope.id}`;
}
