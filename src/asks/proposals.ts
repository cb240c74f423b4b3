import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
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

/** Proposal cards that a person can still answer in words. A "yes" counts only if the same person says it where the card is. */

/** Where a card is: the conversation, and its thread if it is not in a direct message. */
export interface CardPlace {
  channel: string;
  threadTs?: string | undefined;
}

export interface OpenCard {
  /** Id of the proposal. */
  proposal: string;
  /** The card's message; undefined for an ephemeral message, which cannot be updated. */
  ts?: string | undefined;
}

/** The open cards of a person in a conversation, and the words of an ask that had no topic. */
interface Said {
  cards: OpenCard[];
  /** A sentence without a topic, to which the next one adds the topic. */
  unfinished?: string | undefined;
}

export interface OpenCards {
  /** Returns the open cards, newest first, and the unfinished sentence. Both are forgotten ten minutes after the last was added. */
  of(actor: Actor, place: CardPlace): Promise<Said>;
  /** Remembers a card. A card of the same proposal is replaced. */
  add(actor: Actor, place: CardPlace, card: OpenCard): Promise<void>;
  /** Remembers a sentence that asks for something without saying what it is about. */
  addUnfinished(actor: Actor, place: CardPlace, words: string): Promise<void>;
}

/** Time in which a card can be answered in words, in milliseconds. Its buttons work longer. */
const OPEN_MS = 10 * 60_000;
/** Maximum number of cards that are remembered in one conversation. */
const CARDS = 5;

type KeptWords = Said & { at: number };

/** @param isOpen returns whether a proposal was neither used nor discarded */
export function createOpenCards(
  store: Pick<Store<unknown>, 'get' | 'set'>,
  isOpen: (actor: Actor, proposal: string) => Promise<boolean>,
  clock: Pick<Clock, 'now'>,
): OpenCards {
  const keyOf = ({ team, person }: Actor, { channel, threadTs = '' }: CardPlace) =>
    `${team}/${person}/${channel}/${threadTs}`;
  const read = async (key: string): Promise<Said> => {
    const kept = (await store.get(key)) as KeptWords | undefined;
    return kept && clock.now() - kept.at < OPEN_MS ? kept : { cards: [] };
  };
  const write = (key: string, said: Said) =>
    store.set(key, { ...said, at: clock.now() } satisfies KeptWords, OPEN_MS);
  return {
    async of(actor, place) {
      const { cards, unfinished } = await read(keyOf(actor, place));
      const open = await Promise.all(cards.map(({ proposal }) => isOpen(actor, proposal)));
      return { cards: cards.filter((_, index) => open[index]).toReversed(), unfinished };
    },
    async add(actor, place, card) {
      const key = keyOf(actor, place);
      const others = (await read(key)).cards.filter(({ proposal }) => proposal !== card.proposal);
      await write(key, { cards: [...others, card].slice(-CARDS) });
    },
    async addUnfinished(actor, place, words) {
      const key = keyOf(actor, place);
      await write(key, { cards: (await read(key)).cards, unfinished: words });
    },
  };
}
