import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { allowErrors } from '../support/log.ts';
import { sendAs, submitForged } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import {
  closeForms,
  hasFile,
  moreOptions,
  untilCardSays,
  untilFormSays,
  untilHomeSays,
  untilIdle,
  untilThreadHas,
  wordsOf,
} from './story.ts';

// A forged click has no address for the answer.
allowErrors(/Failed to respond to the response_url|Slack refused the answer with status 404/);

let harness: Harness;
let clock: SandboxClock;
beforeAll(async () => {
  clock = createSandboxClock();
  harness = await createHarness({ clock });
});
afterAll(() => harness.close());
afterEach(async () => {
  await closeForms(harness.ana, harness.ben, harness.chloe);
  await untilIdle(harness);
  await harness.db.query('delete from digests');
});

/** Opens `/deck schedule` and waits until the form is filled in. */
async function openSchedule(person: Person = harness.ana, channel = 'general'): Promise<void> {
  await person.command(channel, '/deck schedule');
  await person.waitForView(({ view }) => view.callback_id === 'digest_form');
}

type Entries = Parameters<Person['fill']>[0];

async function schedule(entries: Entries = {}, person: Person = harness.ana, channel = 'general') {
  await openSchedule(person, channel);
  if (Object.keys(entries).length > 0) await moreOptions(person);
  await person.fill(entries);
  const result = await person.submit();
  if (result.errors) throw new Error(JSON.stringify(result.errors));
  await untilFormSays(person, /gets a digest every/);
  await person.close();
}

/** It is a moment after the digest's next run is due. */
async function nextMonday(): Promise<void> {
  const [digest] = await harness.db.query<{ next_run: Date }>('select next_run from digests');
  if (!digest) throw new Error('nothing is scheduled');
  clock.skip(digest.next_run.getTime() + 1000 - clock.now());
}

/** Bodies of the requests to make something, oldest first. */
const asked = () =>
  harness.service.calls
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/generations'))
    .map(({ body }) => JSON.stringify(body));

/** How often credits were spent. */
const creates = () => asked().length;

/** As if Ana had set up as many more of hers. */
async function copies(count: number): Promise<void> {
  await harness.db.query(
    `insert into digests select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'key', n::text))).*
     from digests d, generate_series(1, $1) n where owner = 'U0ANA'`,
    [count],
  );
}

/** People talk, so that there is something to sum up. */
async function talk(count: number, channel = 'general'): Promise<void> {
  for (let each = 1; each <= count; each += 1) {
    await harness.ben.say(channel, `Decision ${each}: we ship on day ${each}.`);
  }
}

/** The first message of a digest that was not there before. */
async function untilDigest(before: Set<string>, channel = 'general', person = harness.ana): Promise<Message> {
  return person.waitForMessage(
    (message) => !before.has(message.ts) && /A digest set up by/.test(wordsOf(message)),
    { channel, timeoutMs: 15_000 },
  );
}

/** The first message of what is made by hand, for all to see. */
const untilFirst = (before: Set<string>) =>
  harness.ana.waitForMessage(
    ({ ts, thread_ts = ts, bot, ephemeralFor }) =>
      !before.has(ts) && thread_ts === ts && Boolean(bot) && !ephemeralFor,
    { channel: 'general' },
  );

const seen = (channel = 'general') => new Set(harness.slack.messages(channel).map(({ ts }) => ts));

async function list(person: Person, channel = 'general'): Promise<Message> {
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
async function untilListSays(person: Person, words: RegExp): Promise<Message> {
  const last = () => person.ephemerals('general').at(-1);
  await expect.poll(() => wordsOf(last() ?? { text: '' })).toMatch(words);
  return last() as Message;
}

/** The next runs that a form shows, as Lisbon's clocks say them: "Monday 9:00 AM". */
function runsIn(form: string): string[] {
  return [...form.matchAll(/<!date\^(\d+)\^/g)].map(([, seconds]) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'Europe/Lisbon',
      weekday: 'long',
      hour: 'numeric',
      minute: '2-digit',
    }).format(Number(seconds) * 1000),
  );
}

describe('Ana has #general summed up every week', () => {
  test('the form knows her time zone and shows the next three runs, which follow what she chooses', async () => {
    await openSchedule();
    const first = JSON.stringify(harness.ana.view()?.view);
    expect(runsIn(first)).toEqual(Array(3).fill('Monday 9:00 AM'));
    await moreOptions(harness.ana);
    expect(JSON.stringify(harness.ana.view()?.view)).toContain('Europe/Lisbon');
    await harness.ana.fill({ 'How often': 'Every month' });
    await untilFormSays(harness.ana, /"On the"/);
    await harness.ana.fill({ 'On the': 'Last day', At: '17:30' });
    await expect
      .poll(() => runsIn(JSON.stringify(harness.ana.view()?.view)))
      .toEqual(expect.arrayContaining([expect.stringMatching(/ 5:30 PM$/)]));
    await harness.ana.fill({ 'Time zone': 'Asia/Kathmandu (GMT+5:45)' });
    await untilFormSays(harness.ana, /Asia\/Kathmandu/);
    await harness.ana.fill({ 'How often': 'Custom (cron)' });
    await untilFormSays(harness.ana, /Cron expression/);
    await harness.ana.fill({ 'Cron expression': '*/5 * * * *' });
    const { errors } = await harness.ana.submit();
    expect(errors?.digest_line).toMatch(/more than once an hour/);
    await harness.ana.close();
  });

  test('a week later the digest stands in the channel, once, with its file and how to stop it', async () => {
    await schedule();
    await talk(6);
    const before = seen();
    await nextMonday();
    const root = await untilDigest(before);
    expect(wordsOf(root)).toContain('<@U0ANA>');
    expect(wordsOf(root)).toContain('/deck digests');
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /#general, /);
    const create = harness.service.calls.findLast(
      ({ method, path }) => method === 'POST' && path.endsWith('/generations'),
    );
    expect(JSON.stringify(create?.body)).toContain('Decision 6: we ship on day 6.');
    expect(JSON.stringify(create?.body)).toContain('Action items');
    clock.skip(60_000);
    await untilIdle(harness);
    const there = harness.slack.messages('general').filter(({ ts }) => !before.has(ts));
    expect(there.filter((message) => /A digest set up/.test(wordsOf(message)))).toHaveLength(1);
  });

  test('a quiet week is told in one line', async () => {
    await schedule({ 'Minimum number of messages': 100 });
    const before = seen();
    await nextMonday();
    const line = await harness.ana.waitForMessage(
      (message) => !before.has(message.ts) && /It has been quiet in <#C0GENERAL>/.test(message.text),
      { channel: 'general' },
    );
    expect(wordsOf(line)).toContain('set up by <@U0ANA>');
  });

  test('one that could not be made is tried again as it was, once, and the next one goes on behind it', async () => {
    await schedule({ 'Minimum number of messages': 1 });
    await harness.ben.say('general', 'First week: we ship.');
    const end = harness.service.misbehave({
      kind: 'status',
      route: 'POST /generations',
      status: 402,
      message: 'Insufficient credits remaining',
    });
    const before = seen();
    await nextMonday();
    const failed = await untilCardSays(harness, await untilDigest(before), /Try again \(spends credits\)/);
    end();
    const seenAgain = seen();
    const paid = creates();
    await harness.ana.press(failed, 'generation_change');
    await harness.ana.press(failed, 'generation_change');
    const root = await untilDigest(seenAgain);
    await untilThreadHas(harness, root, hasFile);
    expect(harness.ana.view()).toBeNull();
    expect(asked().slice(paid)).toEqual([expect.stringContaining('First week: we ship.')]);

    await harness.ben.say('general', 'Second week: we rest.');
    const seenLast = seen();
    await nextMonday();
    await untilThreadHas(harness, await untilDigest(seenLast), hasFile);
    expect(asked().at(-1)).toContain('Second week: we rest.');
    expect(asked().at(-1)).not.toContain('First week');
  });

  test('she sees one at once, before she schedules it', async () => {
    await talk(2);
    const before = seen();
    await openSchedule();
    await harness.ana.press('view', 'digest_try');
    await untilFormSays(harness.ana, /The digest is being made/);
    await harness.ana.close();
    expect(JSON.stringify(harness.ana.view())).toContain('digest_form');
    await harness.ana.close();
    const root = await untilFirst(before);
    await untilThreadHas(harness, root, hasFile);
    expect(await harness.db.query('select * from digests')).toEqual([]);
  });

  test('she clicks twice on “Run once now”: one is made', async () => {
    await talk(2);
    const before = seen();
    const spent = creates();
    await openSchedule();
    await Promise.allSettled([
      harness.ana.press('view', 'digest_try'),
      harness.ana.press('view', 'digest_try'),
    ]);
    const root = await untilFirst(before);
    await untilThreadHas(harness, root, hasFile);
    await harness.slack.settle();
    expect(creates()).toBe(spent + 1);
    while (harness.ana.view()?.depth !== 1) await harness.ana.close();
    await harness.ana.press('view', 'digest_try');
    await untilFormSays(harness.ana, /This digest was made already/);
    expect(creates()).toBe(spent + 1);
  });

  test('it comes to her alone where she wants that', async () => {
    await talk(6);
    await openSchedule();
    await moreOptions(harness.ana);
    await harness.ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(harness.ana, /Send to/);
    expect((await harness.ana.submit()).errors).toBeUndefined();
    await untilFormSays(harness.ana, /gets a digest every/);
    await harness.ana.close();
    const before = seen(harness.ana.appDm());
    await nextMonday();
    const root = await untilDigest(before, harness.ana.appDm());
    await untilThreadHas(harness, root, hasFile);
  });
});

describe('who may have what summed up', () => {
  test('a private channel that Deckhand is not in says how to get it there', async () => {
    await openSchedule(harness.ana, 'board');
    const { errors } = await harness.ana.submit();
    expect(errors?.digest_channel).toContain('/invite @Deckhand');
    await harness.ana.close();
  });

  test('a public channel that Deckhand is not in is joined by itself', async () => {
    await schedule({}, harness.ana, 'random');
    expect(harness.slack.calls.filter(({ method }) => method === 'conversations.join')).toHaveLength(1);
  });

  test('a channel that she is not in is refused, whatever the form was made to say', async () => {
    await harness.chloe.command('general', '/leave');
    await openSchedule(harness.ana);
    const answer = await submitForged(
      harness,
      valuesOf({ digest_channel: { selected_conversation: 'C0LEADERS' } }),
      'T0SMALL',
      'U0CHLOE',
    );
    expect(JSON.stringify(answer.body)).toMatch(/You are not in this channel/);
    await harness.ana.close();
    await harness.chloe.command('general', '/join');
    expect(await harness.db.query('select * from digests')).toEqual([]);
  });

  test('what is said in private stays there: it goes to nobody else', async () => {
    await openSchedule(harness.ana, 'leaders');
    await moreOptions(harness.ana);
    await harness.ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(harness.ana, /Send to/);
    await harness.ana.fill({ 'Send to': 'U0CHLOE' });
    const { errors } = await harness.ana.submit();
    expect(errors?.digest_person).toMatch(/private channel/);
    await harness.ana.close();
  });

  test('a private digest is posted in its channel, and nobody else may open the document', async () => {
    await schedule({}, harness.ana, 'leaders');
    await talk(6, 'leaders');
    const before = seen('leaders');
    await nextMonday();
    const root = await untilDigest(before, 'leaders');
    await untilThreadHas(harness, root, hasFile);
    const create = harness.service.calls.findLast(
      ({ method, path }) => method === 'POST' && path.endsWith('/generations'),
    );
    expect(create?.body).toMatchObject({
      sharingOptions: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' },
    });
  });
});

describe('what there is can be managed', () => {
  test('paused, resumed, run, changed and deleted from the list', async () => {
    await schedule();
    await talk(2);
    await harness.ana.press(await list(harness.ana), 'digest_pause');
    const paused = await untilListSays(harness.ana, /is paused/);
    await harness.ana.press(paused, 'digest_resume');
    const resumed = await untilListSays(harness.ana, /<!date[^>]*next /);
    await harness.ana.press(resumed, 'digest_change');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await harness.ana.fill({ 'How often': 'Every day' });
    await untilFormSays(harness.ana, /Every day/);
    expect((await harness.ana.submit()).errors).toBeUndefined();
    await untilFormSays(harness.ana, /gets a digest every day at 9:00 AM/);
    await harness.ana.close();
    const before = seen();
    await harness.ana.press(await list(harness.ana), 'digest_run');
    await untilDigest(before);
    await harness.ana.press(await list(harness.ana), 'digest_delete');
    await untilListSays(harness.ana, /The digest of <#\w+> is deleted/);
  });

  test('a double click on “Run now” makes one, and the second click is told so', async () => {
    await schedule();
    await talk(2);
    const before = seen();
    const spent = creates();
    const listed = await list(harness.ana);
    await Promise.all([harness.ana.press(listed, 'digest_run'), harness.ana.press(listed, 'digest_run')]);
    const root = await untilDigest(before);
    await harness.ana.press(listed, 'digest_run');
    await untilThreadHas(harness, root, hasFile);
    await harness.slack.settle();
    expect(creates()).toBe(spent + 1);
  });

  test('on Home, too', async () => {
    await schedule();
    const [digest] = await harness.db.query<{ id: string }>('select id from digests');
    await untilHomeSays(harness, harness.ana, new RegExp(digest?.id ?? ''));
    await harness.ana.press('home', 'digest_pause');
    await expect.poll(() => JSON.stringify(harness.ana.home())).toContain('is paused');
  });

  test('Ben sees Ana’s in the channel, and whom to ask; he cannot stop it himself', async () => {
    await schedule();
    const shown = await list(harness.ben);
    expect(wordsOf(shown)).toContain('<@U0ANA> or a Slack admin can change or stop it.');
    expect(JSON.stringify(shown.blocks)).not.toContain('digest_delete');
  });

  test('what Ana sends to Ben, he can stop; she is told, and it does not come any more', async () => {
    await openSchedule();
    await moreOptions(harness.ana);
    await harness.ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(harness.ana, /Send to/);
    await harness.ana.fill({ 'Send to': 'U0BEN' });
    expect((await harness.ana.submit()).errors).toBeUndefined();
    await untilFormSays(harness.ana, /gets a digest every/);
    await harness.ana.close();
    await talk(6);
    const dm = harness.ben.appDm();
    const before = seen(dm);
    await nextMonday();
    const root = await untilDigest(before, dm, harness.ben);
    expect(wordsOf(root)).toContain('/deck digests');
    const listed = await list(harness.ben, dm);
    expect(JSON.stringify(listed.blocks)).not.toContain('digest_delete');
    await harness.ben.press(listed, 'digest_decline');
    await harness.ben.waitForMessage(({ text }) => /no longer comes to you/.test(text), { channel: dm });
    const told = await harness.ana.waitForMessage(({ text }) => /stopped it/.test(text), {
      channel: harness.ana.appDm(),
    });
    expect(wordsOf(told)).toContain('in a direct message to <@U0BEN>');
    expect(JSON.stringify(told.blocks)).not.toContain('digest_resume');
    await expect.poll(() => harness.ben.ephemerals(dm).map(wordsOf).join()).toContain('No digests yet');
    await harness.ana.press(told, 'digest_change');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
  });

  test('the list from which a digest was set up or changed shows it', async () => {
    const empty = await list(harness.ana);
    expect(wordsOf(empty)).toContain('No digests yet');
    await harness.ana.press(empty, 'digest_schedule');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await harness.ana.submit();
    const listed = await untilListSays(harness.ana, /Every Monday/);
    expect(listed.ts).toBe(empty.ts);
    await closeForms(harness.ana);
    await harness.ana.press(listed, 'digest_change');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await harness.ana.fill({ 'How often': 'Every day' });
    await harness.ana.submit();
    expect((await untilListSays(harness.ana, /Every day/)).ts).toBe(empty.ts);
  });

  test('eleven digests: each can be reached, page by page, those of the channel first', async () => {
    await schedule({}, harness.ben);
    await schedule({ At: '09:30' }, harness.ana, 'leaders');
    await copies(9);
    const first = await list(harness.ana);
    const [, ofChannel] = first.blocks as object[];
    expect(JSON.stringify(ofChannel)).toContain('<#C0GENERAL>');
    await harness.ana.press(first, 'digest_turn');
    const second = await untilListSays(harness.ana, /to 11 of 11/);
    expect(wordsOf(second)).toContain('09:30');
    await harness.ana.press(second, 'digest_pause');
    expect(wordsOf(await untilListSays(harness.ana, /is paused/))).toContain('to 11 of 11');
    await untilHomeSays(harness, harness.ana, /of 10"/);
    await harness.ana.press('home', 'digest_turn');
    await expect.poll(() => JSON.stringify(harness.ana.home())).toContain('to 10 of 10"');
  });

  test('he cannot stop hers by a request that his client would not send', async () => {
    await schedule();
    const [digest] = await harness.db.query<{ id: string }>('select id from digests');
    for (const action of ['digest_pause', 'digest_delete', 'digest_run', 'digest_decline']) {
      await pressAs('U0BEN', action, digest?.id ?? '');
    }
    await harness.slack.settle();
    expect(await harness.db.query('select state from digests')).toEqual([{ state: 'active' }]);
  });

  test('Deckhand is removed from the channel: it pauses, tells Ana once, and goes on when she resumes it', async () => {
    await schedule();
    await talk(6);
    await harness.ana.command('general', '/remove @Deckhand');
    await nextMonday();
    const told = await harness.ana.waitForMessage(
      (message) => /is paused. Deckhand was removed/.test(message.text),
      {
        channel: harness.ana.appDm(),
      },
    );
    await harness.ana.command('general', '/invite @Deckhand');
    await harness.ana.press(told, 'digest_resume');
    await harness.ana.waitForMessage((message) => /is running again/.test(message.text), {
      channel: harness.ana.appDm(),
    });
    const before = seen();
    await nextMonday();
    await untilDigest(before);
  });

  test('an archived channel pauses it, too', async () => {
    await schedule({}, harness.ana, 'attic');
    await harness.ana.command('attic', '/archive');
    await nextMonday();
    await harness.ana.waitForMessage((message) => /The channel is archived/.test(message.text), {
      channel: harness.ana.appDm(),
    });
  });
});

function pressAs(person: string, action: string, value: string) {
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
function valuesOf(changes: Record<string, object>): Record<string, Record<string, object>> {
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
