import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, SubmitResult } from '../../../sandbox/slack/protocol.ts';
import type { Person } from '../../../sandbox/slack/stand-in.ts';
import {
  actions,
  CHANGE_FORM,
  DECK_FORM,
  DIGEST_FORM,
  IMAGE_FORM,
} from '../../../src/slack/bolt/action-ids.ts';
import { wordsOf } from '../../journeys/story.ts';
import { type Asked, has, type Press, SAID } from './people.ts';
import { MOST_SKEW_MS } from './plan.ts';

/** How people ask: by words and by forms, again and again where a process has just died. */

const TRIES = 60;
const PAUSE_MS = 1_000;
/** A form that does not open within this is asked for anew. */
const FORM_MS = 4_000;
/** A sentence or a press that nothing came of within this is tried again, or given up. */
const ANSWER_MS = 12_000;
const PROPOSAL_MS = 6_000;
/** Times that one form is filled in from the beginning. */
const FORMS = 8;
/** Times that a form is sent which comes back with something that is wrong. */
const REFUSALS = 4;
/** How long somebody waits for a document of theirs, to have it changed. */
const DOCUMENT_MS = 20_000;
const LOOK_MS = 100;
const MINUTE = 60_000;
/** Messages of which the form's own settings make a digest. */
const MESSAGES = 5;

interface Needs {
  cardOf(asked: Asked): Message | undefined;
  documentOf(asked: Asked): { isComing: boolean; card: Message | undefined };
  press: Press;
}

type Way = (asked: Asked, person: Person) => Promise<void>;

interface Form {
  callbackId: string;
  /** Does what opens it. @returns false where Slack says that it did not work */
  open(): Promise<boolean>;
  fill(): Promise<void>;
  /** Whether what was filled in is still right. */
  isStillRight?(): boolean;
}

/** @returns the way in which somebody asks for what is planned */
export function createWays({ cardOf, documentOf, press }: Needs): Way {
  const surfaces: Record<Asked['plan']['surface'], Way> = {
    async form(asked, person) {
      const { word, channel } = asked.plan;
      asked.taken = await send(person, {
        ...deckForm(person, channel),
        fill: () => person.fill({ prompt: `${word} plan` }),
      });
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
      asked.place = { channel: person.appDm() };
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

  const ways: Record<Asked['kind'], Way> = {
    deck: (asked, person) => surfaces[asked.plan.surface](asked, person),
    async thorough(asked, person) {
      const { word, channel } = asked.plan;
      asked.taken = await send(person, {
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
      asked.taken = await send(person, {
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
      asked.taken = await send(person, {
        callbackId: CHANGE_FORM,
        open: () => press(person, card, actions.changeIt),
        fill: () => person.fill({ wish: `Add a slide on ${asked.plan.word} after the budget` }),
      });
    },
    async digest(asked, person) {
      const { word, channel } = asked.plan;
      for (let said = 1; said <= MESSAGES; said += 1)
        await person.say(channel, `${SAID} ${word}: 12,00${said}, and we ship in May.`);
      let due = 0;
      asked.taken = await send(person, {
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

  /** Says yes to what was understood. @returns whether that was shown */
  async function makeProposal(asked: Asked, person: Person): Promise<boolean> {
    const { channel } = asked.place;
    const isProposal = (message: Message) =>
      Boolean(message.bot) &&
      wordsOf(message).includes(asked.plan.word) &&
      has(message, actions.makeProposal);
    const proposal = await until(() => person.history(channel).find(isProposal), PROPOSAL_MS);
    if (!proposal) return false;
    const isThere = () =>
      person.history(channel).some((each) => each.ts === proposal.ts && has(each, actions.makeProposal));
    for (let tries = 0; tries < TRIES && !asked.taken; tries += 1) {
      await press(person, proposal, actions.makeProposal, asked.plan.pressesTwice);
      asked.taken = Boolean(await until(() => !isThere() || cardOf(asked), FORM_MS));
    }
    return true;
  }

  return (asked, person) => ways[asked.kind](asked, person);
}

const deckForm = (person: Person, channel: string) => ({
  callbackId: DECK_FORM,
  open: async () => (await person.command(channel, '/deck')).ok,
});

/** Opens a form, fills it in and sends it. @returns whether it was taken */
async function send(person: Person, form: Form): Promise<boolean> {
  let result: 'taken' | 'not taken' | 'again' = 'again';
  for (let times = 0; result === 'again' && times < FORMS; times += 1) {
    const isReady = (await open(person, form)) && (await succeeds(form.fill()));
    if (isReady) result = await submit(person, form);
    await closeAll(person);
  }
  return result === 'taken';
}

async function open(person: Person, form: Form): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const isOpen = () => person.view()?.view.callback_id === form.callbackId;
    if ((await form.open()) && (await until(isOpen, FORM_MS))) return true;
    await closeAll(person);
    await sleep(PAUSE_MS);
  }
  return false;
}

/** One that got no answer is sent again: it may have been taken, and is known by its form then. */
async function submit(person: Person, form: Form): Promise<'taken' | 'not taken' | 'again'> {
  const isOpen = () => person.view()?.view.callback_id === form.callbackId;
  let refusals = 0;
  for (let tries = 0; tries < TRIES && isOpen(); tries += 1) {
    if (tries === 0 && form.isStillRight?.() === false) return 'again';
    const { ok, errors }: SubmitResult = await person.submit().catch(() => ({ ok: false }));
    // What is taken after its time comes tomorrow: nobody waits for it.
    if (ok && !errors) return form.isStillRight?.() === false ? 'not taken' : 'taken';
    if (errors) refusals += 1;
    if (refusals === REFUSALS) break;
    await sleep(PAUSE_MS);
  }
  return 'not taken';
}

async function closeAll(person: Person): Promise<void> {
  while (person.view()) await person.close();
}

async function sees(person: Person, words: RegExp): Promise<void> {
  const isSeen = await until(() => words.test(JSON.stringify(person.view()?.view)), FORM_MS);
  if (!isSeen) throw new Error(`The form does not say ${words}`);
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

async function until<T>(look: () => T | undefined | false, ms = ANSWER_MS): Promise<T | undefined> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    const found = look();
    if (found) return found;
    await sleep(LOOK_MS);
  }
  return undefined;
}
