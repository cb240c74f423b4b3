import type { Actor } from '../actor.ts';
import { addToLogContext } from '../log-context.ts';
import type { Store } from '../storage/store.ts';
import { type Ask, askSchema } from './schema.ts';

/**
 * Asks that wait for confirmation. The id in a button can be forged, so a proposal is found only for the person who asked.
 */
export interface Proposals {
  /**
   * Saves a proposal. If the person has too many, the oldest are deleted.
   * @param named the id of the proposal, or its origin. The same origin gives the same id; without an origin, the id is random
   * @returns the id
   */
  save(ask: Ask, named?: { id: string } | { origin: string | undefined }): Promise<string>;
  /** Finds a proposal. Returns null if it was used or discarded, is too old, or belongs to another person. */
  find(actor: Actor, id: string): Promise<Ask | null>;
  /**
   * Locks the proposal and calls `make`, unless the proposal was used or discarded. Deletes the proposal if the result is not
   * null.
   * @returns the result of `make`; undefined if `find` would return null
   */
  use<Made>(
    actor: Actor,
    id: string,
    make: (ask: Ask) => Promise<Made | null>,
  ): Promise<Made | null | undefined>;
  /** Replaces the ask of a proposal with the result of `change`, and returns the new ask. Returns null if `find` would return null. */
  amend(actor: Actor, id: string, change: (ask: Ask) => Ask): Promise<Ask | null>;
  /** Deletes a proposal. Returns false if `find` would return null. */
  discard(actor: Actor, id: string): Promise<boolean>;
}

type ProposalStore = Pick<Store<unknown>, 'get' | 'set' | 'delete' | 'keepNewest'>;

/** Time for which a proposal is kept, in days, unless the retention time is shorter. */
const DAYS = 1;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Proposals kept for one person. A proposal has up to 400,000 characters, and every sentence in a direct message makes one. */
export const MOST_PROPOSALS = 50;

/** Runs `fn` while it holds the lock of this name. All processes share the locks. */
type WithLock = <T>(name: string, fn: () => Promise<T>) => Promise<T>;

/**
 * @param idOf returns an id. The same origin gives the same id; without an origin, the id is random
 * @param retentionDays days that texts of people may be kept
 */
export function createProposals(
  store: ProposalStore,
  idOf: (origin?: string) => string,
  retentionDays: number,
  withLock: WithLock,
): Proposals {
  const keptMs = Math.min(DAYS, retentionDays) * DAY_MS;
  const keyOf = ({ team, person }: Actor, id: string) => `${team}/${person}/${id}`;
  const find = async (actor: Actor, id: string) =>
    askSchema.safeParse(await store.get(keyOf(actor, id))).data ?? null;
  const locked = <T>(actor: Actor, id: string, fn: () => Promise<T>) =>
    withLock(`proposal ${keyOf(actor, id)}`, fn);
  return {
    async save(ask, named = { origin: undefined }) {
      const id = 'id' in named ? named.id : idOf(named.origin);
      addToLogContext({ proposal: id });
      await store.set(keyOf(ask, id), ask, keptMs);
      await store.keepNewest(keyOf(ask, ''), MOST_PROPOSALS);
      return id;
    },
    find,
    use: (actor, id, make) =>
      locked(actor, id, async () => {
        const ask = await find(actor, id);
        if (!ask) return undefined;
        addToLogContext({ proposal: id });
        const made = await make(ask);
        if (made) await store.delete(keyOf(actor, id));
        return made;
      }),
    amend: (actor, id, change) =>
      locked(actor, id, async () => {
        const ask = await find(actor, id);
        const amended = ask && change(ask);
        if (amended) await store.set(keyOf(actor, id), amended, keptMs);
        return amended;
      }),
    discard: (actor, id) => locked(actor, id, () => store.delete(keyOf(actor, id))),
  };
}
