import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { allowErrors } from '../support/log-errors.ts';
import { sendAs } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { closeForms, moreOptions, untilFormSays, untilIdle, wordsOf } from './story.ts';

/**
 * Steps of stories about digests, and the world that they are told in: the app, with a clock that can be set on to next Monday.
 */

export let harness: Harness;
export let clock: SandboxClock;

/** Makes that world for a test file, and tidies it up after each test. @param env gives changes to the app's configuration */
export function tellOfDigests(env = async (): Promise<Record<string, string>> => ({})): void {
  // A forged click has no address for the answer.
  allowErrors(/Failed to respond to the response_url|Slack refused the answer with status 404/);
  beforeAll(async () => {
    clock = createSandboxClock();
    harness = await createHarness({ clock, env: await env() });
  });
  afterAll(() => harness.close());
  afterEach(async () => {
    await closeForms(harness.ana, harness.ben, harness.chloe);
    await untilIdle(harness);
    await harness.db.query('delete from digests');
  });
}

/** Opens `/deck schedule` and waits until the form is filled in. */
export async function openSchedule(person: Person = harness.ana, channel = 'general'): Promise<void> {
  await person.command(channel, '/deck schedule');
  await person.waitForView(({ view }) => view.callback_id === 'digest_form');
}

type Entries = Parameters<Person['fill']>[0];

export async function schedule(entries: Entries = {}, person: Person = harness.ana, channel = 'general') {
  await openSchedule(person, channel);
  if (Object.keys(entries).length > 0) await moreOptions(person);
  await person.fill(entries);
  const result = await person.submit();
  if (result.errors) throw new Error(JSON.stringify(result.errors));
  await untilFormSays(person, /gets a digest every/);
  await person.close();
}

/** It is a moment after the digest's next run is due. */
export async function nextMonday(): Promise<void> {
  const [digest] = await harness.db.query<{ next_run: Date }>('select next_run from digests');
  if (!digest) throw new Error('nothing is scheduled');
  clock.skip(digest.next_run.getTime() + 1000 - clock.now());
}

/** Bodies of the requests to make something, oldest first. */
export const asked = () =>
  harness.service.calls
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/generations'))
    .map(({ body }) => JSON.stringify(body));

/** How often credits were spent. */
export const creates = () => asked().length;

/** As if Ana had set up as many more of hers. */
export async function copies(count: number): Promise<void> {
  await harness.db.query(
    `insert into digests select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'key', n::text))).*
     from digests d, generate_series(1, $1) n where owner = 'U0ANA'`,
    [count],
  );
}

/** People talk, so that there is something to sum up. */
export async function talk(count: number, channel = 'general'): Promise<void> {
  for (let each = 1; each <= count; each += 1) {
    await harness.ben.say(channel, `Decision ${each}: we ship on day ${each}.`);
  }
}

/** The first message of a digest that was not there before. */
export async function untilDigest(
  before: Set<string>,
  channel = 'general',
  person = harness.ana,
): Promise<Message> {
  return person.waitForMessage(
    (message) => !before.has(message.ts) && /A digest set up by/.test(wordsOf(message)),
    { channel, timeoutMs: 15_000 },
  );
}

/** The first message of what is made by hand, for all to see. */
export const untilFirst = (before: Set<string>) =>
  harness.ana.waitForMessage(
    ({ ts, thread_ts = ts, bot, ephemeralFor }) =>
      !before.has(ts) && thread_ts === ts && Boolean(bot) && !ephemeralFor,
    { channel: 'general' },
  );

export const seen = (channel = 'general') => new Set(harness.slack.messages(channel).map(({ ts }) => ts));

export async function list(person: Person, channel = 'general'): Promise<Message> {
  const before = person.ephemerals(channel).length;
  await person.command(channel, '/deck digests');
  return person
    .waitForMessage(() => person.ephemerals(channel).length > before, { channel })
    .then(() => {
      const last = person.ephemerals(channel).at(-1);
      if (!last) throw new Error('no list');
      return last;
    });
}

/** Waits until the list that somebody was given last reads like this. */
export async function untilListSays(person: Person, words: RegExp): Promise<Message> {
  const last = () => person.ephemerals('general').at(-1);
  await expect.poll(() => wordsOf(last() ?? { text: '' })).toMatch(words);
  return last() as Message;
}

/** The next runs that a form shows, as Lisbon's clocks say them: "Monday 9:00 AM". */
export function runsIn(form: string): string[] {
  return [...form.matchAll(/<!date\^(\d+)\^/g)].map(([, seconds]) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'Europe/Lisbon',
      weekday: 'long',
      hour: 'numeric',
      minute: '2-digit',
    }).format(Number(seconds) * 1000),
  );
}

export function pressAs(person: string, action: string, value: string) {
  return sendAs(
    harness,
    { person },
    {
      type: 'block_actions',
      container: { type: 'message', message_ts: '1.1', channel_id: 'C0GENERAL', is_ephemeral: true },
      channel: { id: 'C0GENERAL', name: 'general' },
      response_url: `${harness.slack.url}/commands/none`,
      actions: [{ type: 'button', block_id: 'b', action_id: action, value, action_ts: '1.1' }],
    },
  );
}

/** All that the open form holds, with changes: what a client sends that does not check anything. */
export function valuesOf(changes: Record<string, object>): Record<string, Record<string, object>> {
  const base = {
    digest_every: { selected_option: { value: 'week' } },
    digest_weekday: { selected_option: { value: '1' } },
    digest_time: { selected_time: '09:00' },
    digest_zone: { selected_option: { value: 'Europe/Lisbon' } },
    digest_topics: { selected_options: [{ value: 'decisions' }] },
    digest_words: { value: '' },
    digest_format: { selected_option: { value: 'presentation' } },
    digest_export: { selected_option: { value: 'pptx' } },
    digest_threshold: { value: '5' },
    digest_quiet: { selected_option: { value: 'say' } },
    digest_deliver: { selected_option: { value: 'channel' } },
    ...changes,
  };
  return Object.fromEntries(Object.entries(base).map(([name, value]) => [name, { [name]: value }]));
}
