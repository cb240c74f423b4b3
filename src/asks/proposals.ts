import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { addToLogContext } from '../log-context.ts';
import type { Store } from '../storage/store.ts';
import { type Ask, askSchema } from './schema.ts';

/**
 * Asks that wait for confirmation. The id in a button can be forged, so a proposal is found only for the person who made the ask. The ids of
 * proposals that a workflow or Slackbot has made begin with `step:` or `slackbot:`.
 */
export interface Proposals {
  /**
   * Saves a proposal. If the proposals of the same person and the same maker exceed `MOST_OF_PERSON`, the oldest are deleted.
   * @param named the proposal's id, or its `origin`: Slack's id of the event with the person's sentence. The same origin gives the same id,
   * so an event that is handled twice makes one proposal. Without an origin, the id is random
   * @returns the id of the proposal
   */
  save(ask: Ask, named?: { id: string } | { origin: string | undefined }): Promise<string>;
  /**
   * Saves a proposal that Slackbot has made for the person. As long as it is open, the same `hash` gives the same proposal.
   * @param hash keyed hash of the words that Slackbot has passed on
   * @returns the id and the ask of the proposal
   */
  saveOnce(ask: Ask, hash: string): Promise<{ id: string; ask: Ask }>;
  /** Finds a proposal. Returns null if it was used or discarded, has expired, or belongs to another person. */
  find(actor: Actor, id: string): Promise<Ask | null>;
  /**
   * Locks a proposal and calls `make` with its ask. Deletes the proposal if the result of `make` is not null.
   * @returns the result of `make`; undefined if `find` would return null
   */
  use<Made>(
    actor: Actor,
    id: string,
    make: (ask: Ask) => Promise<Made | null>,
  ): Promise<Made | null | undefined>;
  /** Replaces the ask of a proposal with the result of `change`, and returns the changed ask. Returns null if `find` would return null. */
  amend(actor: Actor, id: string, change: (ask: Ask) => Ask): Promise<Ask | null>;
  /** Deletes a proposal. Returns false if `find` would return null. */
  discard(actor: Actor, id: string): Promise<boolean>;
}

type ProposalStore = Pick<Store<unknown>, 'get' | 'set' | 'delete' | 'keepNewest'>;

/** Number of days for which a proposal is kept, unless the retention time is shorter. */
const DAYS = 1;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Maximum number of proposals of one person, and of their characters as they are stored (encrypted). Every sentence in a direct message
 * makes a proposal, and one proposal has up to 400,000 characters. The newest proposal is kept even if it alone has more characters. Proposals
 * that workflows and Slackbot have made are counted separately, so that they remove no card of the person.
 */
export const MOST_OF_PERSON = { values: 50, characters: 1_000_000 };

/** Matches the ids of proposals that are stored apart from the person's own. Each proposal has only one id, because the idempotency key has it. */
const OF_OTHERS = /^(?:step|slackbot|same):/;

/** Runs `fn` while holding the lock with this name. All processes share the locks. */
type WithLock = <T>(name: string, fn: () => Promise<T>) => Promise<T>;

/**
 * Creates the store of proposals.
 * @param idOf returns the proposal's id for the `origin` that `save` got; a random id without an origin
 * @param retentionDays number of days for which people's texts may be kept
 */
export function createProposals(
  store: ProposalStore,
  idOf: (origin?: string) => string,
  retentionDays: number,
  withLock: WithLock,
): Proposals {
  const keptMs = Math.min(DAYS, retentionDays) * DAY_MS;
  const keyOf = ({ team, person }: Actor, id: string) =>
    `${team}/${person}/${OF_OTHERS.test(id) ? id.replace(':', '/') : `own/${id}`}`;
  const find = async (actor: Actor, id: string) =>
    askSchema.safeParse(await store.get(keyOf(actor, id))).data ?? null;
  const locked = <T>(actor: Actor, id: string, fn: () => Promise<T>) =>
    withLock(`proposal ${keyOf(actor, id)}`, fn);
  async function write(actor: Actor, id: string, value: Ask | string): Promise<void> {
    const key = keyOf(actor, id);
    await store.set(key, value, keptMs);
    await store.keepNewest(key.slice(0, key.lastIndexOf('/') + 1), MOST_OF_PERSON);
  }
  return {
    async save(ask, named = { origin: undefined }) {
      const id = 'id' in named ? named.id : idOf(named.origin);
      addToLogContext({ proposal: id });
      await write(ask, id, ask);
      return id;
    },
    saveOnce: (ask, hash) =>
      locked(ask, `same:${hash}`, async () => {
        const before = await store.get(keyOf(ask, `same:${hash}`));
        const open = typeof before === 'string' ? await find(ask, before) : null;
        if (open) return { id: String(before), ask: open };
        const id = `slackbot:${idOf()}`;
        await write(ask, id, ask);
        await write(ask, `same:${hash}`, id);
        return { id, ask };
      }),
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
        if (amended) await write(actor, id, amended);
        return amended;
      }),
    discard: (actor, id) => locked(actor, id, () => store.delete(keyOf(actor, id))),
  };
}

/** Open cards: proposal cards that can still be answered in words. A "yes" counts only from the same person, in the card's conversation. */

/** Where a card is: the conversation, and the thread unless the conversation is a direct message. */
export interface CardPlace {
  channel: string;
  threadTs?: string | undefined;
}

export interface OpenCard {
  /** Id of the proposal. */
  proposal: string;
  /** Timestamp of the card's message; undefined for an ephemeral message, which cannot be updated. */
  ts?: string | undefined;
  /** The ask before the last change of the card, unless it is long. "Undo" restores it. */
  former?: Ask | undefined;
}

/** The open cards of a person in a conversation, and the person's last sentence if it had no topic. */
interface Said {
  cards: OpenCard[];
  /** A sentence without a topic. The person's next sentence adds the topic. */
  unfinished?: string | undefined;
  /** The proposals in the list from which the person was last asked to choose. Set until there is another card. */
  asked?: string[] | undefined;
}

/** What a sentence does with open cards. */
export interface Decision {
  does: 'accept' | 'discard' | 'forget';
  proposals: string[];
}

export interface OpenCards {
  /** Returns the open cards, newest last, and the unfinished sentence. Both expire ten minutes after the last `add` or `addUnfinished`. */
  of(actor: Actor, place: CardPlace): Promise<Said>;
  /** Stores a card. It replaces a card of the same proposal. */
  add(actor: Actor, place: CardPlace, card: OpenCard): Promise<void>;
  /** Stores a sentence that requests a document without naming a topic. */
  addUnfinished(actor: Actor, place: CardPlace, words: string): Promise<void>;
  /** Stores that the person was asked which card they mean. @param proposals in the order of the list */
  markAsked(actor: Actor, place: CardPlace, proposals: string[]): Promise<void>;
  /**
   * Stores what a sentence does with cards. If the sentence is handled again after a crash, other cards may be open, and a "yes" must not
   * accept them. @param id Slack's id of the event
   */
  decide(actor: Actor, id: string, decision: Decision): Promise<void>;
  /** Returns the decision that was stored for a sentence. */
  decisionOf(actor: Actor, id: string): Promise<Decision | undefined>;
}

/** Milliseconds for which a card can be answered in words. Its buttons work longer, as long as the proposal is kept. */
const OPEN_MS = 10 * 60_000;
/** Maximum number of open cards that are stored for one person in one conversation or thread. */
const CARDS = 5;

type KeptWords = Said & { at: number };

/** Creates the store of open cards. @param isOpen returns whether a proposal was neither used nor discarded */
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
  const decisionKey = ({ team, person }: Actor, id: string) => `${team}/${person}/decision/${id}`;
  const write = (key: string, said: Said) =>
    store.set(key, { ...said, at: clock.now() } satisfies KeptWords, OPEN_MS);
  return {
    async of(actor, place) {
      const { cards, ...said } = await read(keyOf(actor, place));
      const open = await Promise.all(cards.map(({ proposal }) => isOpen(actor, proposal)));
      return { ...said, cards: cards.filter((_, index) => open[index]) };
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
    async markAsked(actor, place, asked) {
      const key = keyOf(actor, place);
      await write(key, { cards: (await read(key)).cards, asked });
    },
    decide: (actor, id, decision) => store.set(decisionKey(actor, id), decision, DAY_MS),
    decisionOf: async (actor, id) => (await store.get(decisionKey(actor, id))) as Decision | undefined,
  };
}
