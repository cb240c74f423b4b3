import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { addToLogContext } from '../log-context.ts';
import type { Store } from '../storage/store.ts';
import { type Ask, askSchema } from './schema.ts';

/** Stores proposals, which are asks that wait for confirmation. Only the asker can find a proposal, because a button's id can be forged. */
export interface Proposals {
  /**
   * Saves a proposal, and deletes the person's oldest proposals above `MOST_OF_PERSON`.
   * @param named the proposal's id, or Slack's id of the event (`origin`). A repeated event replaces its proposal. Default: a random id
   * @returns the id of the proposal
   */
  save(ask: Ask, named?: { id: string } | { origin: string | undefined }): Promise<string>;
  /** Returns the person's open Slackbot proposal with this `hash` (keyed hash of Slackbot's arguments). If there is none, saves a new one. */
  saveOnce(ask: Ask, hash: string): Promise<{ id: string; ask: Ask }>;
  /** Finds a proposal. Returns null if it was used or discarded, has expired, or belongs to another person. */
  find(actor: Actor, id: string): Promise<Ask | null>;
  /** Finds the proposal that was saved for an event. @param origin Slack's id of the event */
  ofOrigin(actor: Actor, origin: string): Promise<{ id: string; ask: Ask } | undefined>;
  /** Locks a proposal, calls `make`, and deletes the proposal unless the result is null. Returns undefined if no proposal is found. */
  use<Made>(
    actor: Actor,
    id: string,
    make: (ask: Ask) => Promise<Made | null>,
  ): Promise<Made | null | undefined>;
  /** Replaces the ask of a proposal with the result of `change`, and returns it. Returns null if there is no such proposal (see `find`). */
  amend(actor: Actor, id: string, change: (ask: Ask) => Ask): Promise<Ask | null>;
  /** Deletes a proposal. Returns false if there is no such proposal (see `find`). */
  discard(actor: Actor, id: string): Promise<boolean>;
}

type ProposalStore = Pick<Store<unknown>, 'get' | 'set' | 'delete' | 'keepNewest'>;

/** Number of days for which a proposal is kept, unless the retention time is shorter. */
const DAYS = 1;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Maximum number of a person's proposals, and of their encrypted characters. Proposals by workflows and Slackbot are counted separately. */
export const MOST_OF_PERSON = { values: 50, characters: 1_000_000 };

/** Matches what is counted separately: proposals by workflows (`step:`), by Slackbot (`slackbot:`), and hashes of `saveOnce` (`same:`). */
const OF_OTHERS = /^(?:step|slackbot|same):/;

/** Runs `fn` while holding the lock with this name. All processes share the locks. */
type WithLock = <T>(name: string, fn: () => Promise<T>) => Promise<T>;

/**
 * Creates the store of proposals.
 * @param idOf returns the id for an `origin` (Slack's id of an event), or a random id
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
    async ofOrigin(actor, origin) {
      const id = idOf(origin);
      const ask = await find(actor, id);
      return ask ? { id, ask } : undefined;
    },
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

/** Open cards: proposal cards that the person can still answer with a sentence such as "yes" in the card's conversation or thread. */

/** Where a proposal card was posted. `threadTs` is undefined if the card is not in a thread. */
export interface CardPlace {
  channel: string;
  threadTs?: string | undefined;
}

export interface OpenCard {
  /** Id of the proposal. */
  proposal: string;
  /** Timestamp of the card's message; undefined for an ephemeral message, which cannot be updated. */
  ts?: string | undefined;
  /** The asks before each of the person's last changes on this card, newest last, for "undo". Long ones are left out, to save space. */
  former?: Ask[] | undefined;
  /** When the card was shown, in milliseconds since 1970. Set by `add`. */
  at?: number | undefined;
  /** When it was first shown. A change of the card keeps this, so that "the first one" stays the same card. Set by `add` if omitted. */
  since?: number | undefined;
}

/** What is stored about one person in one conversation or thread. */
interface Said {
  cards: OpenCard[];
  /** The person's last sentence, if it requested a document without a topic. The next sentence should add the topic. */
  unfinished?: string | undefined;
  /** Ids of the proposals that Deckhand listed when it asked which one the person means. A new card deletes this list. */
  asked?: string[] | undefined;
  /** Slack's id of the event to which this list is the answer. If the event is handled again, it answers no list of its own. */
  askedBy?: string | undefined;
  /** Timestamp of the message with this list. Undefined if it is ephemeral, or was deleted. */
  askedTs?: string | undefined;
  /** Id of the generation for which Deckhand last showed a share button. "No, in #random" then means the same document. */
  offered?: string | undefined;
  /** True if something else was answered since the newest card was shown. */
  isAnswered?: boolean;
  /** True if this was an order, such as "delete the price list". A yes may then mean the order. */
  isOrderAnswered?: boolean;
}

/** The effect of a sentence on open cards. `forget`: the proposal is discarded, and the rest of the sentence is a new ask. */
export interface Decision {
  does: 'accept' | 'discard' | 'forget' | 'change';
  proposals: string[];
  /** Only for `change`: the ask before and after. So a sentence such as "half as many" is applied once, even if it is handled twice. */
  changed?: { before: Ask; after: Ask; notes: string[] };
}

export interface OpenCards {
  /** Returns what is stored for a person in a conversation, newest card last. Everything expires ten minutes after the last change. */
  of(actor: Actor, place: CardPlace): Promise<Said>;
  /** Stores a card. It replaces a card of the same proposal. */
  add(actor: Actor, place: CardPlace, card: OpenCard): Promise<void>;
  /** Stores a sentence that requests a document without naming a topic. */
  addUnfinished(actor: Actor, place: CardPlace, words: string): Promise<void>;
  /**
   * Stores that the person was asked which card they mean.
   * @param proposals in the order in which Deckhand listed them
   * @param by Slack's id of the event to which the list is the answer
   * @param ts timestamp of the list, if it can be deleted
   */
  markAsked(actor: Actor, place: CardPlace, proposals: string[], by?: string, ts?: string): Promise<void>;
  /** Stores which document was offered to be shared. @param generation its id */
  markOffered(actor: Actor, place: CardPlace, generation: string): Promise<void>;
  /** Stores that something else was answered since the newest card, so that a mere "ok" may mean the answer. */
  markAnswered(actor: Actor, place: CardPlace, isOrder?: boolean): Promise<void>;
  /** Stores that a newer card replaces the card of this proposal. The old card may still be visible, because it is ephemeral. */
  markReplaced(actor: Actor, proposal: string): Promise<void>;
  wasReplaced(actor: Actor, proposal: string): Promise<boolean>;
  /**
   * Stores the effect of a sentence on cards. If the sentence ("yes") is handled again after a crash, it has the same effect, and does not
   * accept a newer card.
   * @param id Slack's id of the event
   */
  decide(actor: Actor, id: string, decision: Decision): Promise<void>;
  decisionOf(actor: Actor, id: string): Promise<Decision | undefined>;
}

/** Milliseconds for which a proposal card can be answered with a sentence. The card's buttons work until the proposal expires. */
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
  const replacedKey = ({ team, person }: Actor, proposal: string) => `${team}/${person}/replaced/${proposal}`;
  const write = (key: string, said: Said) =>
    store.set(key, { ...said, at: clock.now() } satisfies KeptWords, OPEN_MS);
  /** Writes what `read` returned, with changes. Its time stays, so the ten minutes of the cards are not extended. */
  const rewrite = (key: string, said: Said & Partial<KeptWords>) =>
    store.set(key, { ...said, at: said.at ?? clock.now() } satisfies KeptWords, OPEN_MS);
  return {
    async of(actor, place) {
      const { cards, ...said } = await read(keyOf(actor, place));
      const open = await Promise.all(cards.map(({ proposal }) => isOpen(actor, proposal)));
      return { ...said, cards: cards.filter((_, index) => open[index]) };
    },
    async add(actor, place, card) {
      const key = keyOf(actor, place);
      const { cards } = await read(key);
      const others = cards.filter(({ proposal }) => proposal !== card.proposal);
      const before = cards.find(({ proposal }) => proposal === card.proposal);
      const at = clock.now();
      // Two cards of the same millisecond keep their order.
      const later = Math.max(at, ...cards.map(({ since = 0 }) => since + 1));
      const shown = { ...card, at, since: card.since ?? before?.since ?? later };
      await write(key, { cards: [...others, shown].slice(-CARDS) });
    },
    async addUnfinished(actor, place, words) {
      const key = keyOf(actor, place);
      await write(key, { cards: (await read(key)).cards, unfinished: words });
    },
    async markAsked(actor, place, asked, askedBy, askedTs) {
      const key = keyOf(actor, place);
      await write(key, { cards: (await read(key)).cards, asked, askedBy, askedTs });
    },
    async markOffered(actor, place, offered) {
      const key = keyOf(actor, place);
      await rewrite(key, { ...(await read(key)), offered });
    },
    async markAnswered(actor, place, isOrder = false) {
      const key = keyOf(actor, place);
      const said = await read(key);
      const isOrderAnswered = isOrder || said.isOrderAnswered === true;
      if (said.cards.length > 0 && !(said.isAnswered && said.isOrderAnswered === isOrderAnswered))
        await rewrite(key, { ...said, isAnswered: true, isOrderAnswered });
    },
    markReplaced: (actor, proposal) => store.set(replacedKey(actor, proposal), true, DAY_MS),
    wasReplaced: async (actor, proposal) => (await store.get(replacedKey(actor, proposal))) === true,
    decide: (actor, id, decision) => store.set(decisionKey(actor, id), decision, DAY_MS),
    decisionOf: async (actor, id) => (await store.get(decisionKey(actor, id))) as Decision | undefined,
  };
}
