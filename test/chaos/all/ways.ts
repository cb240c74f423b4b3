import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '../../../sandbox/slack/protocol.ts';
import type { Person } from '../../../sandbox/slack/stand-in.ts';
import {
  actions,
  CHANGE_FORM,
  DECK_FORM,
  DIGEST_FORM,
  IMAGE_FORM,
} from '../../../src/slack/bolt/routes/action-ids.ts';
import { wordsOf } from '../../support/reading.ts';

import { type Form, sees, sendForm, tellsUnconnected, until } from './forms.ts';
import { type Asked, has, type Press, SAID } from './people.ts';
import { MOST_SKEW_MS } from './plan.ts';

/** How people ask: by words and by forms, again and again where a process has just died. */

const TRIES = 60;
const PAUSE_MS = 1_000;
/** A button that does nothing within this is pressed anew. */
const PRESS_MS = 4_000;
/** A command that nothing came of within this is typed again. */
const PROPOSAL_MS = 6_000;
/** The stage's Slack delivers an event anew for half a minute; after this its sentence is given up. */
const EVENT_MS = 40_000;
/** How long somebody waits for a document of theirs, to have it changed. */
const DOCUMENT_MS = 20_000;
const MINUTE = 60_000;
/** Messages at the end of a conversation, among which an answer is. */
const FEW = 8;
/** Messages of which the form's own settings make a digest. */
const MESSAGES = 5;

interface Needs {
  cardOf(asked: Asked): Message | undefined;
  documentOf(asked: Asked): { isComing: boolean; card: Message | undefined };
  press: Press;
  /** Somebody was told that nothing can be made until the team is connected again. */
  onUnconnected(team: string): void;
}

type Way = (asked: Asked, person: Person) => Promise<void>;

/** @returns the way in which somebody asks for what is planned */
export function createWays({ cardOf, documentOf, press, onUnconnected }: Needs): Way {
  const surfaces: Record<Asked['plan']['surface'], Way> = {
    async form(asked, person) {
      const { word, channel } = asked.plan;
      await send(asked, person, {
        ...deckForm(person, channel),
        fill: () => person.fill({ prompt: `${word} plan` }),
      });
    },
    async command(asked, person) {
      const { word, channel } = asked.plan;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const { ok } = await person.command(channel, `/deck ${word} plan`);
        if (ok && (await makeProposal(asked, person, PROPOSAL_MS))) return;
        await sleep(PAUSE_MS);
      }
    },
    async direct(asked, person) {
      asked.place = { channel: person.appDm() };
      await person.say(asked.place.channel, `make a deck about ${asked.plan.word} plan`);
      await makeProposal(asked, person, EVENT_MS);
    },
    async thread(asked, person) {
      const { word, channel } = asked.plan;
      const { ts } = await person.say(channel, `${word} plan`);
      asked.place = { channel, thread: ts };
      await person.say(channel, `${SAID} ${word}: 12,000, and we ship in May.`, { threadTs: ts });
      await person.say(channel, '@Deckhand make a one-pager', { threadTs: ts });
      // An event is acknowledged first and shows nothing: until there is a card it may have been lost with its process.
      asked.taken = Boolean(await until(() => cardOf(asked), EVENT_MS));
    },
  };

  const ways: Record<Asked['kind'], Way> = {
    deck: (asked, person) => surfaces[asked.plan.surface](asked, person),
    async thorough(asked, person) {
      const { word, channel } = asked.plan;
      await send(asked, person, {
        ...deckForm(person, channel),
        async fill() {
          await person.fill({ prompt: `${word} plan` });
          await person.press('view', actions.moreOptions);
          await sees(person, /Fewer options/);
          await person.fill({ making: 'thorough' });
        },
      });
    },
    async image(asked, person) {
      const { word, channel } = asked.plan;
      await send(asked, person, {
        callbackId: IMAGE_FORM,
        open: async () => (await person.command(channel, `/deck image ${word} lighthouse`)).ok,
        fill: async () => {},
      });
    },
    async edit(asked, person) {
      await until(() => documentOf(asked).card ?? !documentOf(asked).isComing, DOCUMENT_MS);
      const { card } = documentOf(asked);
      if (!card) {
        asked.kind = 'deck';
        return surfaces.command(asked, person);
      }
      asked.place = { channel: card.channel, thread: card.thread_ts ?? card.ts };
      await send(asked, person, {
        callbackId: CHANGE_FORM,
        open: () => press(person, card, actions.changeDocument),
        fill: () => person.fill({ wish: `Add a slide on ${asked.plan.word} after the budget` }),
      });
    },
    async digest(asked, person) {
      const { word, channel } = asked.plan;
      for (let said = 1; said <= MESSAGES; said += 1)
        await person.say(channel, `${SAID} ${word}: 12,00${said}, and we ship in May.`);
      let due = 0;
      await send(asked, person, {
        callbackId: DIGEST_FORM,
        open: async () => (await person.command(channel, '/deck schedule')).ok,
        async fill() {
          // Far enough for the process whose clock is most ahead.
          due = Math.ceil((Date.now() + MOST_SKEW_MS + MINUTE / 2) / MINUTE) * MINUTE;
          await person.fill({ digest_every: 'day', digest_time: new Date(due).toISOString().slice(11, 16) });
        },
        isStillRight: () => Date.now() < due - MOST_SKEW_MS,
      });
    },
  };

  async function send(asked: Asked, person: Person, form: Form): Promise<void> {
    asked.taken = await sendForm(person, form, () => onUnconnected(asked.plan.team));
  }

  /** Says yes to what was understood. @returns whether that was shown */
  async function makeProposal(asked: Asked, person: Person, withinMs: number): Promise<boolean> {
    const { channel } = asked.place;
    const isProposal = (message: Message) =>
      Boolean(message.bot) &&
      wordsOf(message).includes(asked.plan.word) &&
      has(message, actions.makeProposal);
    const proposal = await until(() => person.history(channel).find(isProposal), withinMs);
    if (!proposal) {
      if (person.history(channel).slice(-FEW).some(tellsUnconnected)) onUnconnected(asked.plan.team);
      return false;
    }
    const shown = () => person.history(channel).find(({ ts }) => ts === proposal.ts);
    const isThere = () => {
      const card = shown();
      return card !== undefined && has(card, actions.makeProposal);
    };
    // Where its process died as it was posted, and the connection was lost meanwhile, the next one turns it into the way to connect.
    const isTurned = () => {
      const card = shown();
      return card !== undefined && (tellsUnconnected(card) || has(card, actions.createHere));
    };
    for (let tries = 0; tries < TRIES && !asked.taken; tries += 1) {
      await press(person, proposal, actions.makeProposal, asked.plan.pressesTwice);
      const isDone = Boolean(await until(() => !isThere() || cardOf(asked), PRESS_MS));
      if (isTurned()) {
        onUnconnected(asked.plan.team);
        return false;
      }
      asked.taken = isDone;
    }
    return true;
  }

  return (asked, person) => ways[asked.kind](asked, person);
}

const deckForm = (person: Person, channel: string) => ({
  callbackId: DECK_FORM,
  open: async () => (await person.command(channel, '/deck')).ok,
});
