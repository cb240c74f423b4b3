import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';

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

interface Store {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
}

type Kept = Said & { at: number };

/** @param isOpen returns whether a proposal was neither used nor discarded */
export function createOpenCards(
  store: Store,
  isOpen: (actor: Actor, proposal: string) => Promise<boolean>,
  clock: Pick<Clock, 'now'>,
): OpenCards {
  const keyOf = ({ team, person }: Actor, { channel, threadTs = '' }: CardPlace) =>
    `${team}/${person}/${channel}/${threadTs}`;
  const read = async (key: string): Promise<Said> => {
    const kept = (await store.get(key)) as Kept | undefined;
    return kept && clock.now() - kept.at < OPEN_MS ? kept : { cards: [] };
  };
  const write = (key: string, said: Said) =>
    store.set(key, { ...said, at: clock.now() } satisfies Kept, OPEN_MS);
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
