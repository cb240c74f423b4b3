import { afterEach } from 'vitest';
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { allowErrors } from '../support/log-errors.ts';
import { hasButton, stringsIn, wordsOf } from '../support/reading.ts';
import { until } from '../support/until.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness, type Harness } from './harness.ts';
import {
  answerTo,
  closeForms,
  type Entries,
  moreOptions,
  openForm,
  textsSent,
  untilFormSays,
  untilIdle,
  untilPosted,
} from './story.ts';

/** Steps of stories about digests, and an app for them whose clock can be moved to next Monday. */

export let harness: Harness;
export let clock: SandboxClock;

/** Starts the app for a test file. After each test, everybody deletes their digests. @param env changes to the configuration */
export async function tellOfDigests(env: Record<string, string> = {}): Promise<void> {
  // Slack does not know the address of the answer to a forged click.
  allowErrors(/Failed to respond to the response_url|Slack refused the answer with status 404/);
  clock = createSandboxClock();
  harness = await forThisFile(createHarness({ clock, env }));
  afterEach(async () => {
    await untilIdle(harness);
    for (const person of [harness.ana, harness.ben]) {
      for (let listed = await list(person); hasButton(listed, 'digest_delete'); listed = await list(person))
        await person.press(listed, 'digest_delete').then(() => harness.slack.settle());
    }
  });
}

/** Opens `/deck schedule` and waits until the form is filled in. */
export const openSchedule = (person: Person = harness.ana, channel = 'general') =>
  openForm(person, '/deck schedule', 'digest_form', channel);

/** Submits the form for a digest, and closes it once Deckhand has confirmed it. */
export async function submitSchedule(person: Person = harness.ana): Promise<void> {
  const { errors } = await person.submit();
  if (errors) throw new Error(`Refused: ${stringsIn(errors)}`);
  await untilFormSays(person, /gets a digest every/);
  await closeForms(person);
}

export async function schedule(entries: Entries = {}, person: Person = harness.ana, channel = 'general') {
  await openSchedule(person, channel);
  if (Object.keys(entries).length > 0) await moreOptions(person);
  await person.fill(entries);
  await submitSchedule(person);
}

/** Moves the clock to a second after the next run of a weekly digest. */
export function nextMonday(): void {
  const hour = 60 * 60_000;
  let due = Math.ceil(clock.now() / hour) * hour;
  while (dayAndTime(due) !== 'Monday 9:00 AM') due += hour;
  clock.skip(due + 1000 - clock.now());
}

/** Returns how often credits were spent. */
export const creates = () => textsSent(harness).length;

/** Ben writes messages, so that there is something to summarize. */
export async function talk(count: number, channel = 'general'): Promise<void> {
  for (let each = 1; each <= count; each += 1) {
    await harness.ben.say(channel, `Decision ${each}: we ship on day ${each}.`);
  }
}

/** Returns the ts of the last message, so that a test can wait for a later one. */
export const lastTs = (channel = 'general') => harness.slack.messages(channel).at(-1)?.ts ?? '';

/** Waits for the first message of a digest. @param after its ts is later than this */
export const untilDigest = (after: string, channel = 'general', person = harness.ana): Promise<Message> =>
  untilPosted(person, /A digest set up by/, { channel, after, thread: null });

export const list = (person: Person, channel = 'general') => answerTo(person, '/deck digests', channel);

/** Waits until the list that this person got last reads like this. */
export async function untilListSays(person: Person, words: RegExp): Promise<Message> {
  const last = () => person.ephemerals('general').at(-1);
  await until(() => words.test(wordsOf(last())), { otherwise: () => `The list says: ${wordsOf(last())}` });
  return last() as Message;
}

/** Returns the next runs that a form shows, in Lisbon's time: "Monday 9:00 AM". */
export function runsIn(form: string): string[] {
  return [...form.matchAll(/<!date\^(\d+)\^/g)].map(([, seconds]) => dayAndTime(Number(seconds) * 1000));
}

/** @param at milliseconds since the epoch */
function dayAndTime(at: number): string {
  const shown = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Lisbon', ...shown }).format(at);
}
