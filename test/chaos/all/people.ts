import type { Message } from '../../../sandbox/slack/protocol.ts';
import type { Person } from '../../../sandbox/slack/stand-in.ts';
import { actions } from '../../../src/slack/bolt/routes/action-ids.ts';
import { wordsOf } from '../../support/reading.ts';

import { type Kind, subjectOf, wordsIn } from './kinds.ts';
import type { PlannedAsk } from './plan.ts';
import { createSentOf } from './sent.ts';
import type { Stage } from './stage.ts';
import { createWays } from './ways.ts';

/** An ask as the person who made it knows it. */
export interface Asked {
  plan: PlannedAsk;
  /** Who has no document yet to be changed has a deck made instead. */
  kind: Kind;
  /** Slack has shown the person that it was taken. */
  taken: boolean;
  /** Where the card comes: a conversation, and a thread of it. */
  place: { channel: string; thread?: string };
  /**
   * Presses of "Try again (may spend credits again)". One that failed counts as well: the app may have taken it, and
   * died before it answered.
   */
  yeses: number;
  /** One of them was answered. */
  hasSaidYes: boolean;
  /** Other presses that may bring a further line. */
  checks: number;
  exports: number;
  ended: boolean;
  /** Milliseconds since the epoch until which the person waits for what a press will do. */
  waitsUntil: number;
}

/** A card, and the word of the ask that it is about. */
interface Card {
  message: Message;
  subject: string | undefined;
}

/** Milliseconds between two looks at a conversation. */
const LOOK_MS = 250;
/** Nothing is pressed a second time before this. */
const PRESSED_MS = 5_000;
/** Presses of "Check again" after which a person has had enough, and presses Stop. */
const MOST_CHECKS = 2;

/** Everybody asks, presses what there is to press, and waits, as patient people do. */
export function createPeople({ slack }: Stage) {
  const all: Asked[] = [];
  const unconnected = new Set<string>();
  const looked = new Map<string, { at: number; cards: Card[] }>();
  const sentOf = createSentOf(slack.calls);
  const personOf = ({ person, team }: PlannedAsk) => slack.person(person, team);
  const ways = createWays({ cardOf, documentOf, press, onUnconnected: (team) => void unconnected.add(team) });

  async function ask(plan: PlannedAsk): Promise<void> {
    const asked: Asked = {
      plan,
      kind: plan.kind,
      taken: false,
      place: { channel: plan.channel },
      ...{ yeses: 0, hasSaidYes: false, checks: 0, exports: 0, ended: false, waitsUntil: 0 },
    };
    await ways(asked, personOf(plan));
    all.push(asked);
  }

  /** A deck of the same person that was delivered and can be changed. */
  function documentOf({ plan }: Asked): { isComing: boolean; card: Message | undefined } {
    const own = all.filter((each) => each.plan.person === plan.person && isDocument(each.plan.kind));
    const ready = own.filter(({ ended }) => ended).map(cardOf);
    const cards = ready.filter((card) => card !== undefined && has(card, actions.changeDocument));
    const isComing = own.some(({ taken, ended }) => taken && !ended);
    return { isComing, card: cards[plan.word.charCodeAt(plan.word.length - 1) % cards.length] };
  }

  /** The card of an ask: in its place, or in the conversation with Deckhand where that place did not take it. */
  function cardOf(asked: Asked): Message | undefined {
    return cardsOf(asked).at(-1);
  }

  function cardsOf({ plan, kind, place }: Asked): Message[] {
    const person = personOf(plan);
    const dm = person.appDm();
    // A thread has its card by whatever title, and so does the channel of a digest.
    const isOwnPlace = kind === 'digest' || (kind !== 'edit' && place.thread !== undefined);
    const isHere = ({ subject }: Card) => subject === plan.word || (isOwnPlace && subject === undefined);
    const here = cardsIn(person, place.channel, place.thread).filter(isHere);
    const isDm = place.channel === dm && place.thread === undefined;
    const elsewhere = isDm ? [] : cardsIn(person, dm).filter(({ subject }) => subject === plan.word);
    return [...here, ...elsewhere].map(({ message }) => message);
  }

  /** Cards are for all who are there: they are looked for once, and not for each ask. */
  function cardsIn(person: Person, channel: string, thread?: string): Card[] {
    const key = `${channel} ${thread ?? ''}`;
    const before = looked.get(key);
    if (before && Date.now() - before.at < LOOK_MS) return before.cards;
    const messages = thread ? person.replies(channel, thread) : person.history(channel);
    const cards = messages.filter(isCard).map((message) => {
      const words = [...wordsIn(wordsOf(message)), ...sentOf(message).words];
      return { message, subject: subjectOf(words) };
    });
    looked.set(key, { at: Date.now(), cards });
    return cards;
  }

  /** A digest that is not made says so: it was quiet, or it is paused. */
  function hasNote({ plan, kind, place }: Asked): boolean {
    if (kind !== 'digest') return false;
    const person = personOf(plan);
    const messages = [...person.history(place.channel), ...person.history(person.appDm())];
    return messages.some((message) => message.bot && isDigestNote(wordsOf(message), place.channel));
  }

  /** Looks at the card and presses what a person would. */
  async function tend(asked: Asked): Promise<void> {
    if (asked.ended || Date.now() < asked.waitsUntil) return;
    const card = cardOf(asked);
    if (!card) {
      asked.ended = hasNote(asked);
      return;
    }
    const { plan } = asked;
    const person = personOf(plan);
    if (has(card, actions.tryAgain)) {
      pause(asked);
      const isAgain = plan.onUnsure === 'again' && !asked.hasSaidYes;
      if (isAgain) asked.yeses += 1;
      const action = isAgain ? actions.tryAgain : actions.leaveIt;
      const pressed = await press(person, card, action, plan.pressesTwice);
      if (isAgain && pressed) asked.hasSaidYes = true;
    } else if (has(card, actions.stop)) {
      const isLate = has(card, actions.checkAgain);
      const hasEnough = asked.checks >= MOST_CHECKS;
      if (!isLate && !hasEnough) return;
      pause(asked);
      asked.checks += 1;
      await press(person, card, hasEnough ? actions.stop : actions.checkAgain);
    } else if (plan.exportsPdf && asked.exports === 0 && has(card, actions.documentMenu)) {
      asked.exports += 1;
      pause(asked);
      await person.press(card, actions.documentMenu, 'Export as PDF').catch(() => {});
    } else {
      asked.ended = true;
    }
  }

  /** Somebody's ask in a line, with what they see of it. */
  function said(asked: Asked): string {
    const { plan, kind, taken, checks, yeses } = asked;
    const seen = cardOf(asked)?.text ?? 'no card';
    return `${plan.word} (${kind}, ${plan.surface}${taken ? '' : ', not taken'}, ${checks + yeses} presses): ${seen}`;
  }

  return {
    all,
    /** Teams whose people were told that the connection has to be renewed. */
    unconnected,
    ask,
    tend,
    cardsOf,
    said,
  };
}

export type People = ReturnType<typeof createPeople>;

function pause(asked: Asked): void {
  asked.waitsUntil = Date.now() + PRESSED_MS;
}

export const isDocument = (kind: Kind): boolean => kind === 'deck' || kind === 'thorough';

/** What is said in a thread, and is no title of anything; with the word of the ask behind it. */
export const SAID = 'The budget of';

/** On the message that shows an ask: its card, the direct message about a failure, or the reply that a finished change leaves. */
export const CARD =
  /Asked by <@|A digest set up by <@|could not be (?:made|changed|drawn)|^<@\w+> I changed “/;
const isCard = (message: Message) => Boolean(message.bot) && CARD.test(wordsOf(message));

/** On the lines that stand in for a digest. */
export function isDigestNote(words: string, channel: string): boolean {
  return words.includes(`<#${channel}`) && /It has been quiet in|Your digest of|was skipped/.test(words);
}

export function has(message: Message, action: string): boolean {
  return JSON.stringify(message.blocks ?? []).includes(`"${action}"`);
}

export type Press = (person: Person, card: Message, action: string, twice?: boolean) => Promise<boolean>;

/** @returns whether Slack has passed it on, and the app has taken it */
const press: Press = async (person, card, action, twice = false) => {
  const once = () =>
    person
      .press(card, action)
      .then(({ ok }) => ok)
      .catch(() => false);
  const pressed = await Promise.all(twice ? [once(), once()] : [once()]);
  return pressed.some(Boolean);
};
