import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '../../../sandbox/slack/protocol.ts';
import type { Person } from '../../../sandbox/slack/stand-in.ts';
import { actions, DECK_FORM } from '../../../src/slack/bolt/action-ids.ts';
import { wordsOf } from '../../journeys/story.ts';
import type { PlannedAsk } from './plan.ts';
import type { Stage } from './stage.ts';

/** An ask as the person who made it knows it. */
export interface Asked {
  plan: PlannedAsk;
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

/** What a person tries again, since a process has just died. */
const TRIES = 60;
const PAUSE_MS = 1_000;
/** A form that does not open within this is asked for anew. */
const FORM_MS = 4_000;
/** A sentence or a press that nothing came of within this is tried again, or given up. */
const ANSWER_MS = 12_000;
const PROPOSAL_MS = 6_000;
/** Nothing is pressed a second time before this. */
const PRESSED_MS = 5_000;
const LOOK_MS = 100;

/** Everybody asks, presses what there is to press, and waits, as patient people do. */
export function createPeople({ slack }: Stage) {
  const personOf = ({ person, team }: PlannedAsk) => slack.person(person, team);

  async function ask(plan: PlannedAsk): Promise<Asked> {
    const person = personOf(plan);
    const place = { channel: plan.surface === 'direct' ? person.appDm() : plan.channel };
    const asked: Asked = {
      plan,
      taken: false,
      place,
      yeses: 0,
      hasSaidYes: false,
      checks: 0,
      exports: 0,
      ended: false,
      waitsUntil: 0,
    };
    await ways[plan.surface](asked, person);
    return asked;
  }

  const ways: Record<PlannedAsk['surface'], (asked: Asked, person: Person) => Promise<void>> = {
    async form(asked, person) {
      const { word, channel } = asked.plan;
      if (!(await openForm(person, channel))) return;
      await person.fill({ prompt: `${word} plan` });
      for (let tries = 0; tries < TRIES && person.view()?.view.callback_id === DECK_FORM; tries += 1) {
        const { ok, errors } = await person.submit().catch(() => ({ ok: false, errors: undefined }));
        if (ok && !errors) {
          asked.taken = true;
          break;
        }
        await sleep(PAUSE_MS);
      }
      while (person.view()) await person.close();
    },

    async command(asked, person) {
      const { word, channel } = asked.plan;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const { ok } = await person.command(channel, `/deck ${word} plan`);
        if (ok && (await makeProposal(asked, person))) return;
        await sleep(PAUSE_MS);
      }
    },

    async direct(asked, person) {
      await person.say(asked.place.channel, `make a deck about ${asked.plan.word} plan`);
      await makeProposal(asked, person);
    },

    async thread(asked, person) {
      const { word, channel } = asked.plan;
      const { ts } = await person.say(channel, `${word} plan`);
      asked.place = { channel, thread: ts };
      await person.say(channel, `${SAID} ${word}: 12,000, and we ship in May.`, { threadTs: ts });
      await person.say(channel, '@Deckhand make a one-pager', { threadTs: ts });
      // An event is acknowledged first and shows nothing: until there is a card it may have been lost with its process.
      asked.taken = Boolean(await until(() => cardOf(asked)));
    },
  };

  /** Says yes to what was understood. @returns whether that was shown */
  async function makeProposal(asked: Asked, person: Person): Promise<boolean> {
    const { channel } = asked.place;
    const proposal = await until(
      () =>
        person
          .history(channel)
          .find((message) => isAbout(message, asked) && has(message, actions.makeProposal)),
      PROPOSAL_MS,
    );
    if (!proposal) return false;
    const isThere = () =>
      person.history(channel).some((each) => each.ts === proposal.ts && has(each, actions.makeProposal));
    for (let tries = 0; tries < TRIES && !asked.taken; tries += 1) {
      await press(person, proposal, actions.makeProposal, asked.plan.pressesTwice);
      asked.taken = Boolean(await until(() => !isThere() || cardOf(asked), 4_000));
    }
    return true;
  }

  async function openForm(person: Person, channel: string): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { ok } = await person.command(channel, '/deck');
      const isFilled = () => person.view()?.view.callback_id === DECK_FORM;
      if (ok && (await until(isFilled, FORM_MS))) return true;
      while (person.view()) await person.close();
      await sleep(PAUSE_MS);
    }
    return false;
  }

  function has(message: Message, action: string): boolean {
    return JSON.stringify(message.blocks ?? []).includes(`"${action}"`);
  }

  function isAbout(message: Message, { plan }: Asked): boolean {
    return Boolean(message.bot) && wordsOf(message).includes(plan.word);
  }

  /** The card of an ask: in its place, or in the conversation with Deckhand where that place did not take it. */
  function cardOf(asked: Asked): Message | undefined {
    return cardsOf(asked).at(-1);
  }

  function cardsOf({ plan, place }: Asked): Message[] {
    const person = personOf(plan);
    const isCard = (message: Message) => Boolean(message.bot) && CARD.test(wordsOf(message));
    const inPlace = place.thread
      ? person.replies(place.channel, place.thread)
      : person.history(place.channel);
    const elsewhere = person.history(person.appDm());
    const isMine = (message: Message) => wordsOf(message).includes(plan.word);
    return [
      ...inPlace.filter((message) => isCard(message) && (place.thread || isMine(message))),
      ...(place.channel === person.appDm()
        ? []
        : elsewhere.filter((message) => isCard(message) && isMine(message))),
    ];
  }

  /** Looks at the card and presses what a person would. */
  async function tend(asked: Asked): Promise<void> {
    if (asked.ended || Date.now() < asked.waitsUntil) return;
    const card = cardOf(asked);
    if (!card) return;
    if (!has(card, actions.stop)) asked.waitsUntil = Date.now() + PRESSED_MS;
    const { plan } = asked;
    const person = personOf(plan);
    if (has(card, actions.tryAgain)) {
      const isAgain = plan.onUnsure === 'again' && !asked.hasSaidYes;
      if (isAgain) asked.yeses += 1;
      const pressed = await press(
        person,
        card,
        isAgain ? actions.tryAgain : actions.leaveIt,
        plan.pressesTwice,
      );
      if (isAgain && pressed) asked.hasSaidYes = true;
    } else if (has(card, actions.checkAgain)) {
      const isAgain = asked.checks < 3;
      asked.checks += 1;
      await press(person, card, isAgain ? actions.checkAgain : actions.stop, false);
    } else if (!has(card, actions.stop)) {
      if (plan.exportsPdf && asked.exports === 0 && has(card, actions.documentMenu)) {
        asked.exports += 1;
        await person.press(card, actions.documentMenu, 'Export as PDF').catch(() => {});
        return;
      }
      asked.ended = true;
    }
  }

  /** @returns whether Slack has passed it on, and the app has taken it */
  async function press(person: Person, card: Message, action: string, twice: boolean): Promise<boolean> {
    const once = () =>
      person
        .press(card, action)
        .then(({ ok }) => ok)
        .catch(() => false);
    const pressed = await Promise.all(twice ? [once(), once()] : [once()]);
    return pressed.some(Boolean);
  }

  return { ask, tend, cardsOf };
}

/** What is said in a thread, and is no title of anything; with the word of the ask behind it. */
export const SAID = 'The budget of';

/** On the card of an ask in all its states, and on no other message. */
export const CARD = /Asked by <@/;

async function until<T>(look: () => T | undefined | false, ms = ANSWER_MS): Promise<T | undefined> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    const found = look();
    if (found) return found;
    await sleep(LOOK_MS);
  }
  return undefined;
}
