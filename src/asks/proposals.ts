import type { Actor } from '../actor.ts';
import { addToLogContext } from '../log-context.ts';
import { type Ask, askSchema } from './schema.ts';

/**
 * Asks that were understood and shown, and wait for a person's yes. A button names one by its id, which proves nothing:
 * only the person who asked gets it.
 */
export interface Proposals {
  /**
   * @param named its id, or what it was understood from: from the same, saved again, it has the same id
   * @returns its id
   */
  save(ask: Ask, named?: { id: string } | { origin: string | undefined }): Promise<string>;
  /** null where it was used or discarded, is too old, or is somebody else's. */
  find(actor: Actor, id: string): Promise<Ask | null>;
  /**
   * Has it made, unless it was used or discarded meanwhile, which nobody does while `make` runs.
   * @returns what `make` gives, after which it is used; undefined where `find` would have been null
   */
  use<Made>(
    actor: Actor,
    id: string,
    make: (ask: Ask) => Promise<Made | null>,
  ): Promise<Made | null | undefined>;
  /** False where `find` would have been null. */
  discard(actor: Actor, id: string): Promise<boolean>;
}

/** The store that they are in, which seals what people wrote. Keys of a team begin with it. */
interface ProposalStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
  delete(key: string): Promise<boolean>;
}

/** What was asked on a Friday can still be made on Monday. */
const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Runs `fn` while nobody else, in any process, runs one under the same name. */
type Alone = <T>(name: string, fn: () => Promise<T>) => Promise<T>;

/**
 * @param idOf gives an id that was given to nothing of another origin, and to nothing at all where none is named
 * @param retentionDays for which texts may be kept at all
 */
export function createProposals(
  store: ProposalStore,
  idOf: (origin?: string) => string,
  retentionDays: number,
  alone: Alone,
): Proposals {
  const keptMs = Math.min(DAYS, retentionDays) * DAY_MS;
  const keyOf = ({ team, person }: Actor, id: string) => `${team}/${person}/${id}`;
  const find = async (actor: Actor, id: string) =>
    askSchema.safeParse(await store.get(keyOf(actor, id))).data ?? null;
  const aloneWith = <T>(actor: Actor, id: string, fn: () => Promise<T>) =>
    alone(`proposal ${keyOf(actor, id)}`, fn);
  return {
    async save(ask, named = { origin: undefined }) {
      const id = 'id' in named ? named.id : idOf(named.origin);
      addToLogContext({ proposal: id });
      await store.set(keyOf(ask, id), ask, keptMs);
      return id;
    },
    find,
    use: (actor, id, make) =>
      aloneWith(actor, id, async () => {
        const ask = await find(actor, id);
        if (!ask) return undefined;
        addToLogContext({ proposal: id });
        const made = await make(ask);
        if (made) await store.delete(keyOf(actor, id));
        return made;
      }),
    discard: (actor, id) => aloneWith(actor, id, () => store.delete(keyOf(actor, id))),
  };
}
