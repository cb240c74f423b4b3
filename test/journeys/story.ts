import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { serverUrl } from '../support/database.ts';
import { fieldsOf, stringsIn, wordsOf } from '../support/reading.ts';
import { until } from '../support/until.ts';
import type { Harness } from './harness.ts';
import type { StandIns } from './stand-ins.ts';

/** Steps of a story: people do something, and see something. */

/** Longest wait for a message. On a server, another process takes over the work of a killed one after 20 s. */
export const PATIENCE_MS = serverUrl ? 60_000 : 30_000;

/** Duration in milliseconds of a generation that something else happens during; the test skips it on the service's clock. */
export const A_WHILE = 60_000;

export type Entries = Parameters<Person['fill']>[0];

/** Somebody types the command, fills the form and submits it. */
export async function submitDeck(
  harness: StandIns,
  prompt: string,
  entries: Entries = {},
  { person = harness.ana, channel = 'general' } = {},
): Promise<void> {
  // The form of an earlier ask may still say where its result appears.
  await closeForms(person);
  const opened = await person.command(channel, '/deck');
  if (!opened.ok) throw new Error(`The command failed: ${opened.error}`);
  await person.waitForView();
  if (Object.keys(entries).some((field) => !THREE_FIELDS.includes(field))) await moreOptions(person);
  await person.fill({ prompt, ...entries });
  const submitted = await person.submit();
  if (!submitted.ok || submitted.errors) throw new Error(`Refused: ${stringsIn(submitted)}`);
}

/** The fields that `/deck` shows at once. */
const THREE_FIELDS = ['prompt', 'format', 'theme'];

/** Presses "More options" in the open form, and waits until they are shown. */
export async function moreOptions(person: Person): Promise<void> {
  const { view } = await person.waitForView();
  const form = view.callback_id === 'digest_form' ? 'digest' : 'deck';
  await person.press('view', `${form}_more_options`);
  await untilFormSays(person, /Fewer options/);
}

/** As above. @returns the app's first message */
export async function askForDeck(
  harness: StandIns,
  prompt: string,
  entries: Entries = {},
  { person = harness.ana, channel = 'general' } = {},
): Promise<Message> {
  const before = new Set(harness.slack.messages(channel).map(({ ts }) => ts));
  await submitDeck(harness, prompt, entries, { person, channel });
  return person.waitForMessage((message) => isFirst(message) && !before.has(message.ts), { channel });
}

function isFirst(message: Message): boolean {
  return Boolean(message.bot) && !message.thread_ts && !message.ephemeralFor;
}

/** Waits until the first message reads like this. */
export function untilCardSays(
  harness: StandIns,
  root: Message,
  words: RegExp,
  person = harness.ana,
): Promise<Message> {
  return person.waitForMessage((message) => message.ts === root.ts && words.test(wordsOf(message)), {
    channel: root.channel,
    timeoutMs: PATIENCE_MS,
  });
}

/** Waits for a message below the first one. */
export function untilThreadHas(
  harness: StandIns,
  root: Message,
  predicate: (message: Message) => boolean,
  { person = harness.ana, timeoutMs = PATIENCE_MS } = {},
): Promise<Message> {
  return person.waitForMessage(
    (message) => message.thread_ts === root.ts && message.ts !== root.ts && predicate(message),
    { channel: root.channel, timeoutMs },
  );
}

export const hasFile = ({ files }: Message): boolean => (files ?? []).length > 0;

interface Where {
  /** #general by default. */
  channel?: string;
  /** Only messages in this thread; null for none that are in a thread. */
  thread?: string | null;
  /** Only messages after this ts. */
  after?: string;
  /** Only messages that nobody else sees. */
  isPrivate?: boolean;
}

/** Waits for a message of the app that this person sees and that reads like this. */
export function untilPosted(
  person: Person,
  words: RegExp,
  { channel = 'general', thread, after = '', isPrivate = false }: Where = {},
): Promise<Message> {
  const isThere = ({ thread_ts, ts, bot, ephemeralFor }: Message) =>
    Boolean(bot) &&
    ts > after &&
    (thread === undefined || (thread_ts ?? null) === thread) &&
    (!isPrivate || ephemeralFor);
  return person.waitForMessage((message) => Boolean(isThere(message)) && words.test(wordsOf(message)), {
    channel,
    timeoutMs: PATIENCE_MS,
  });
}

/**
 * Returns the `ts` of the newest message that a person sees in a conversation. Slack's `ts` can be some milliseconds ahead of the clock,
 * if several messages are posted at once, so the time is no substitute.
 */
export function newestTs(person: Person, channel: string): string {
  const seen = [...person.history(channel), ...person.ephemerals(channel)];
  return (
    seen
      .map(({ ts }) => ts)
      .toSorted()
      .at(-1) ?? '0'
  );
}

/** Types a command. @returns its answer, which only this person sees */
export async function answerTo(person: Person, line: string, channel = 'general'): Promise<Message> {
  const before = person.ephemerals(channel).length;
  await person.command(channel, line);
  await person.waitForMessage(() => person.ephemerals(channel).length > before, { channel });
  return person.ephemerals(channel).at(-1) as Message;
}

/** Returns the words that only this person sees in a channel. */
export const privateWords = (person: Person, channel = 'general'): string =>
  person.ephemerals(channel).map(wordsOf).join('\n');

/** Returns the app's direct messages to a person that read like this. */
export const directMessages = (person: Person, words: RegExp): Message[] =>
  person.history(person.appDm()).filter((message) => words.test(wordsOf(message)));

/** Waits until the app has nothing more to do. If it did something twice, that is there then. */
export async function untilIdle({ slack, unfinishedJobs }: Harness): Promise<void> {
  await slack.settle();
  await until(async () => (await unfinishedJobs()).length === 0, {
    otherwise: async () => `There are unfinished jobs: ${(await unfinishedJobs()).join()}`,
  });
}

/** Returns the requests to a route of the service, oldest first. @param words text in the request's body */
export const requestsTo = ({ service }: StandIns, route: string, words = '') =>
  service.calls.filter((call) => call.route === route && stringsIn(call.body).includes(words));

/** Returns the texts of the requests for documents, oldest first. */
export const textsSent = (harness: StandIns): string[] =>
  requestsTo(harness, 'POST /generations').map(({ body }) => stringsIn(body));

/** Returns how often the service was asked for a document with these words. */
export const createsOf = (harness: StandIns, words: string): number =>
  requestsTo(harness, 'POST /generations', words).length;

/** Returns the app's messages in #general with these words, without those in threads. */
export function firstMessagesOf({ slack }: StandIns, words: string): Message[] {
  return slack.messages('general').filter((message) => message.bot && wordsOf(message).includes(words));
}

/** Closes every form that these people have open. */
export async function closeForms(...people: Person[]): Promise<void> {
  for (const person of people) while (person.view()) await person.close();
}

/** Opens Home and waits until the app has drawn it again and it reads like this. @returns its words */
export async function untilHomeSays({ slack }: StandIns, person: Person, words: RegExp): Promise<string> {
  const drawn = () =>
    slack.calls.filter(
      ({ method, args, answer }) => method === 'views.publish' && args.user_id === person.id && answer,
    ).length;
  const before = drawn();
  await person.openHome();
  const home = () => wordsOf(person.home());
  await until(() => drawn() > before && words.test(home()), {
    otherwise: () => `Home was drawn ${drawn() - before} times, and does not say ${words}: ${home()}`,
  });
  return home();
}

/** Types a command that opens a form, and waits for it. */
export async function openForm(person: Person, line: string, callbackId: string, channel = 'general') {
  await person.command(channel, line);
  return person.waitForView(({ view }) => view.callback_id === callbackId);
}

/** Waits until the form on top has this field. */
export async function untilFormHas(person: Person, field: string): Promise<void> {
  await person.waitForView(({ view }) => fieldsOf(view).includes(field));
}

/** Waits until the form on top reads like this. @returns its words */
export async function untilFormSays(person: Person, words: RegExp): Promise<string> {
  const { view } = await person.waitForView((open) => words.test(wordsOf(open.view)));
  return wordsOf(view);
}

/** An admin makes a choice for the whole team in `/deck settings`. */
export async function setForTeam(admin: Person, field: string, choice: string): Promise<void> {
  await openForm(admin, '/deck settings', 'settings_form');
  await admin.fill({ settings_scope: 'team' });
  await untilFormHas(admin, field);
  await admin.fill({ [field]: choice });
  await admin.submit();
  await untilFormSays(admin, /Saved/);
  await closeForms(admin);
}

/** Somebody ends their team's connection with `/deck disconnect`. */
export async function disconnect(person: Person): Promise<void> {
  await openForm(person, '/deck disconnect', 'disconnect_form');
  await person.submit();
  await untilFormSays(person, /is disconnected|has taken its place/);
  await closeForms(person);
}

/** Somebody puts a text file into Slack. */
export const uploadText = (person: Person, name: string, text: string, type = 'text/markdown') =>
  person.upload(name, new TextEncoder().encode(text), type);
