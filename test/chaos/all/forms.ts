import { setTimeout as sleep } from 'node:timers/promises';
import type { SubmitResult } from '../../../sandbox/slack/protocol.ts';
import type { Person } from '../../../sandbox/slack/stand-in.ts';
import { actions } from '../../../src/slack/bolt/routes/action-ids.ts';

/** How people fill in forms while processes die: what does not open is opened anew, and what got no answer is sent again. */
export interface Form {
  callbackId: string;
  /** Does what opens it. @returns false where Slack says that it did not work */
  open(): Promise<boolean>;
  fill(): Promise<void>;
  /** Whether what was filled in is still right. */
  isStillRight?(): boolean;
}

const TRIES = 60;
const PAUSE_MS = 1_000;
/** A form that does not open within this is asked for anew. */
const FORM_MS = 4_000;
/** Times that one form is filled in from the beginning. */
const FORMS = 8;
/** Times that a form is sent which comes back with something that is wrong. */
const REFUSALS = 4;
const LOOK_MS = 100;

/**
 * Opens a form, fills it in and sends it. @returns whether it was taken
 * @param onUnconnected the person was told that the team is not connected
 */
export async function sendForm(person: Person, form: Form, onUnconnected: () => void): Promise<boolean> {
  let result: 'taken' | 'not taken' | 'again' = 'again';
  for (let times = 0; result === 'again' && times < FORMS; times += 1) {
    const isReady = (await open(person, form, onUnconnected)) && (await succeeds(form.fill()));
    if (isReady) result = await submit(person, form);
    await closeAll(person);
  }
  return result === 'taken';
}

async function open(person: Person, form: Form, onUnconnected: () => void): Promise<boolean> {
  const isOpen = () => person.view()?.view.callback_id === form.callbackId;
  const isInstead = () => tellsUnconnected(person.view()?.view ?? {});
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await form.open()) await until(() => isOpen() || isInstead(), FORM_MS);
    if (isOpen()) return true;
    if (isInstead()) onUnconnected();
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
    // The form stays open if it says where the result appears.
    if (ok && !errors) await closeAll(person);
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

/** Where people are told that the team is not connected: its buttons lead to the connection. */
export function tellsUnconnected({ blocks = [] }: { blocks?: unknown }): boolean {
  return [actions.connect, actions.connectLink, actions.askAdmin].some((action) =>
    JSON.stringify(blocks).includes(`"${action}"`),
  );
}

export async function sees(person: Person, words: RegExp): Promise<void> {
  const isSeen = await until(() => words.test(JSON.stringify(person.view()?.view)), FORM_MS);
  if (!isSeen) throw new Error(`The form does not say ${words}`);
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

export async function until<T>(look: () => T | undefined | false, ms: number): Promise<T | undefined> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    const found = look();
    if (found) return found;
    await sleep(LOOK_MS);
  }
  return undefined;
}
