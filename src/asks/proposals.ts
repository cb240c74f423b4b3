import type { Actor } from '../actor.ts';
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

/**
 * @param idOf gives an id that was given to nothing of another origin, and to nothing at all where none is named
 * @param retentionDays for which texts may be kept at all
 */
export function createProposals(
  store: ProposalStore,
  idOf: (origin?: string) => string,
  retentionDays: number,
): Proposals {
  const keptMs = Math.min(DAYS, retentionDays) * DAY_MS;
  const keyOf = ({ team, person }: Actor, id: string) => `${team}/${person}/${id}`;
  return {
    async save(ask, named = { origin: undefined }) {
      const id = 'id' in named ? named.id : idOf(named.origin);
      await store.set(keyOf(ask, id), ask, keptMs);
      return id;
    },
    find: async (actor, id) => askSchema.safeParse(await store.get(keyOf(actor, id))).data ?? null,
    discard: (actor, id) => store.delete(keyOf(actor, id)),
  };
}
