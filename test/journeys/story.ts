import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { serverUrl } from '../support/database.ts';
import { until } from '../support/until.ts';
import type { Harness } from './harness.ts';
import type { StandIns } from './stand-ins.ts';

/** On a shared database a killed process is declared dead only after 20 s; an embedded one has no other process. */
export const PATIENCE_MS = serverUrl ? 60_000 : 30_000;

/**
 * How long a generation takes that is to be under way while something happens, in milliseconds; the test skips it on the
 * service's clock.
 */
export const A_WHILE = 60_000;

/** The steps of a story: people act, and see something. */

/** Ana (or whoever) types the command, fills the form and submits it. */
export async function submitDeck(
  harness: StandIns,
  prompt: string,
  entries: Parameters<Person['fill']>[0] = {},
  { person = harness.ana, channel = 'general' } = {},
): Promise<void> {
  const opened = await person.command(channel, '/deck');
  if (!opened.ok) throw new Error(`The command failed: ${opened.error}`);
  await person.waitForView();
  if (Object.keys(entries).some((field) => !THREE_FIELDS.includes(field))) await moreOptions(person);
  await person.fill({ prompt, ...entries });
  const submitted = await person.submit();
  if (!submitted.ok || submitted.errors) throw new Error(`Refused: ${JSON.stringify(submitted)}`);
}

/** Those that `/deck` shows at once. */
const THREE_FIELDS = ['prompt', 'format', 'theme'];

/** Presses "More options" in the open form, and waits until it is unfolded. */
export async function moreOptions(person: Person): Promise<void> {
  const { view } = await person.waitForView();
  await person.press(
    'view',
    view.callback_id === 'digest_form' ? 'digest_more_options' : 'deck_more_options',
  );
  await untilFormSays(person, /Fewer options/);
}

/** As above. @returns the app's first message */
export async function askForDeck(
  harness: StandIns,
  prompt: string,
  entries: Parameters<Person['fill']>[0] = {},
  { person = harness.ana, channel = 'general' } = {},
): Promise<Message> {
  const before = new Set(harness.slack.messages(channel).map(({ ts }) => ts));
  await submitDeck(harness, prompt, entries, { person, channel });
  return person.waitForMessage((message) => isFirst(message) && !before.has(message.ts), { channel });
}

function isFirst(message: Message): boolean {
  return Boolean(message.bot) && !message.thread_ts && !message.ephemeralFor;
}

/** The words of a message: its text and all texts of its blocks. */
export function wordsOf(message: Pick<Message, 'text' | 'blocks'>): string {
  const texts: string[] = [];
  JSON.stringify([message.text, message.blocks ?? []], (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.join('\n');
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

/** Waits until the app has nothing more to do, so that what it did twice would be there by now. */
export async function untilIdle({ db, slack }: Harness): Promise<void> {
  await slack.settle();
  const jobs = () => db.query(`select name, state, data from pgboss.job where state < 'completed'`);
  await until(async () => (await jobs()).length === 0, {
    otherwise: async () => `There is still something to do: ${JSON.stringify(await jobs())}`,
  });
}

/** How often the service was asked to make something with these words in it. */
export function createsOf({ service }: StandIns, words: string): number {
  return service.calls.filter(
    ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/generations') && JSON.stringify(body).includes(words),
  ).length;
}

/** The app's messages in #general with these words in them, threads aside. */
export function firstMessagesOf({ slack }: StandIns, words: string): Message[] {
  return slack.messages('general').filter((message) => message.bot && wordsOf(message).includes(words));
}

/** Closes every form that somebody still has open, so that no test begins behind another's. */
export async function closeForms(...people: Person[]): Promise<void> {
  for (const person of people) while (person.view()) await person.close();
}

/**
 * Opens Home, waits until the app has drawn it for that, and until it reads like this.
 * @returns the view as JSON
 */
export async function untilHomeSays({ slack }: StandIns, person: Person, words: RegExp): Promise<string> {
  const drawn = () =>
    slack.calls.filter(
      ({ method, args, answer }) => method === 'views.publish' && args.user_id === person.id && answer,
    ).length;
  const before = drawn();
  await person.openHome();
  const home = () => JSON.stringify(person.home());
  await until(() => drawn() > before && words.test(home()), {
    otherwise: () => `Home was drawn ${drawn() - before} times, and does not say ${words}: ${home()}`,
  });
  return home();
}

/** Waits until the form on top reads like this. @returns the view as JSON */
export async function untilFormSays(person: Person, words: RegExp): Promise<string> {
  const { view } = await person.waitForView((open) => words.test(JSON.stringify(open.view)));
  return JSON.stringify(view);
}
