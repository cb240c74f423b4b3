import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { sendAs, submitForged } from './forged.ts';
import { untilCardSays, untilThreadHas, wordsOf } from './story.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let clock: SandboxClock;
beforeAll(async () => {
  clock = createSandboxClock();
  world = await createWorld({ clock });
});
afterAll(() => world.close());
afterEach(async () => {
  await world.db.query('delete from digests');
  for (const person of [world.ana, world.ben]) while (person.view()) await person.close();
});

/** Opens `/deck schedule` and waits until the form is filled in. */
async function openSchedule(person: Person = world.ana, channel = 'general'): Promise<void> {
  await person.command(channel, '/deck schedule');
  await person.waitForView(({ view }) => view.callback_id === 'digest_form');
}

type Entries = Parameters<Person['fill']>[0];

async function schedule(entries: Entries = {}, person: Person = world.ana, channel = 'general') {
  await openSchedule(person, channel);
  await person.fill(entries);
  const result = await person.submit();
  if (result.errors) throw new Error(JSON.stringify(result.errors));
  await untilModalSays(person, /is summed up/);
  await person.close();
}

async function untilModalSays(person: Person, words: RegExp): Promise<string> {
  const { view } = await person.waitForView((open) => words.test(JSON.stringify(open.view)));
  return JSON.stringify(view);
}

/** It is a moment after the digest's next run is due. */
async function nextMonday(): Promise<void> {
  const [digest] = await world.db.query<{ next_run: Date }>('select next_run from digests');
  if (!digest) throw new Error('nothing is scheduled');
  clock.skip(digest.next_run.getTime() + 1000 - clock.now());
}

/** What the service was asked to make, oldest first. */
const asked = () =>
  world.service.calls
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/generations'))
    .map(({ body }) => JSON.stringify(body));

/** How often credits were spent. */
const creates = () => asked().length;

/** As if Ana had set up as many more of hers. */
async function copies(count: number): Promise<void> {
  await world.db.query(
    `insert into digests select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'key', n::text))).*
     from digests d, generate_series(1, $1) n where owner = 'U0ANA'`,
    [count],
  );
}

/** People talk, so that there is something to sum up. */
async function talk(count: number, channel = 'general'): Promise<void> {
  for (let each = 1; each <= count; each += 1) {
    await world.ben.say(channel, `Decision ${each}: we ship on day ${each}.`);
  }
}

/** The first message of a digest that was not there before. */
async function untilDigest(before: Set<string>, channel = 'general', person = world.ana): Promise<Message> {
  return person.waitForMessage(
    (message) => !before.has(message.ts) && /A digest set up by/.test(wordsOf(message)),
    { channel, timeoutMs: 15_000 },
  );
}

/** The first message of what is made by hand, for all to see. */
const untilFirst = (before: Set<string>) =>
  world.ana.waitForMessage(
    ({ ts, thread_ts = ts, bot, ephemeralFor }) =>
      !before.has(ts) && thread_ts === ts && Boolean(bot) && !ephemeralFor,
    { channel: 'general' },
  );

const seen = (channel = 'general') => new Set(world.slack.messages(channel).map(({ ts }) => ts));

async function list(person: Person, channel = 'general'): Promise<Message> {
  const before = person.ephemerals(channel).length;
  await person.command(channel, '/deck schedules');
  return person
    .waitForMessage(() => person.ephemerals(channel).length > before, { channel })
    .then(() => {
      const last = person.ephemerals(channel).at(-1);
      if (!last) throw new Error('no list');
      return last;
    });
}

async function untilListSays(person: Person, words: RegExp): Promise<Message> {
  await person.waitForMessage((message) => words.test(wordsOf(message)), { channel: 'general' });
  return person.ephemerals('general').at(-1) as Message;
}

describe('Ana has #general summed up every week', () => {
  test('the form knows her time zone and shows the next three runs, which follow what she chooses', async () => {
    await openSchedule();
    const first = JSON.stringify(world.ana.view()?.view);
    expect(first).toContain('Europe/Lisbon');
    expect(first.match(/Mon \d+ \w+ 20\d\d, 09:00/g)).toHaveLength(3);
    await world.ana.fill({ 'How often': 'Every month' });
    await untilModalSays(world.ana, /"On the"/);
    await world.ana.fill({ 'On the': 'Last day', At: '17:30' });
    expect(await untilModalSays(world.ana, /17:30 · /)).toMatch(/(2[89]|3[01]) \w+ 20\d\d, 17:30/);
    await world.ana.fill({ 'Time zone': 'Asia/Kathmandu (GMT+5:45)' });
    await untilModalSays(world.ana, /Asia\/Kathmandu/);
    await world.ana.fill({ 'How often': 'By a cron line' });
    await untilModalSays(world.ana, /Cron line/);
    await world.ana.fill({ 'Cron line': '*/5 * * * *' });
    const { errors } = await world.ana.submit();
    expect(errors?.digest_line).toMatch(/more than once an hour/);
    await world.ana.close();
  });

  test('a week later the digest stands in the channel, once, with its file and how to stop it', async () => {
    await schedule();
    await talk(6);
    const before = seen();
    await nextMonday();
    const root = await untilDigest(before);
    expect(wordsOf(root)).toContain('<@U0ANA>');
    expect(wordsOf(root)).toContain('/deck schedules');
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    await untilCardSays(world, root, /#general, /);
    const create = world.service.calls.findLast(
      ({ method, path }) => method === 'POST' && path.endsWith('/generations'),
    );
    expect(JSON.stringify(create?.body)).toContain('Decision 6: we ship on day 6.');
    expect(JSON.stringify(create?.body)).toContain('Action items');
    clock.skip(60_000);
    expect(
      world.slack.messages('general').filter((message) => /A digest set up/.test(wordsOf(message))),
    ).toHaveLength(1);
  });

  test('a quiet week is told in one line', async () => {
    await schedule({ 'Only when there are at least so many messages': 100 });
    const before = seen();
    await nextMonday();
    const line = await world.ana.waitForMessage(
      (message) => !before.has(message.ts) && /It has been quiet in <#C0GENERAL>/.test(message.text),
      { channel: 'general' },
    );
    expect(wordsOf(line)).toContain('set up by <@U0ANA>');
  });

  test('one that could not be made is tried again as it was, once, and the next one goes on behind it', async () => {
    await schedule({ 'Only when there are at least so many messages': 1 });
    await world.ben.say('general', 'First week: we ship.');
    const end = world.service.misbehave({
      kind: 'status',
      route: 'POST /generations',
      status: 402,
      message: 'Insufficient credits remaining',
    });
    const before = seen();
    await nextMonday();
    const failed = await untilCardSays(world, await untilDigest(before), /Try again \(spends credits\)/);
    end();
    const seenAgain = seen();
    const paid = creates();
    await world.ana.press(failed, 'generation_change');
    await world.ana.press(failed, 'generation_change');
    const root = await untilDigest(seenAgain);
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    expect(world.ana.view()).toBeNull();
    expect(asked().slice(paid)).toEqual([expect.stringContaining('First week: we ship.')]);

    await world.ben.say('general', 'Second week: we rest.');
    const seenLast = seen();
    await nextMonday();
    await untilThreadHas(world, await untilDigest(seenLast), ({ files }) => (files ?? []).length > 0);
    expect(asked().at(-1)).toContain('Second week: we rest.');
    expect(asked().at(-1)).not.toContain('First week');
  });

  test('she sees one at once, before she schedules it', async () => {
    await talk(2);
    const before = seen();
    await openSchedule();
    await world.ana.press('view', 'digest_try');
    await untilModalSays(world.ana, /A digest is in the making/);
    await world.ana.close();
    expect(JSON.stringify(world.ana.view())).toContain('digest_form');
    await world.ana.close();
    const root = await untilFirst(before);
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    expect(await world.db.query('select * from digests')).toEqual([]);
  });

  test('she clicks twice on “Run once now”: one is made', async () => {
    await talk(2);
    const before = seen();
    const spent = creates();
    await openSchedule();
    await Promise.allSettled([world.ana.press('view', 'digest_try'), world.ana.press('view', 'digest_try')]);
    const root = await untilFirst(before);
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    await world.slack.settle();
    expect(creates()).toBe(spent + 1);
    while (world.ana.view()?.depth !== 1) await world.ana.close();
    await world.ana.press('view', 'digest_try');
    await untilModalSays(world.ana, /This one was made already/);
    expect(creates()).toBe(spent + 1);
  });

  test('it comes to her alone where she wants that', async () => {
    await talk(6);
    await openSchedule();
    await world.ana.fill({ Deliver: 'To a person' });
    await untilModalSays(world.ana, /To whom/);
    expect((await world.ana.submit()).errors).toBeUndefined();
    await untilModalSays(world.ana, /is summed up/);
    await world.ana.close();
    await nextMonday();
    const root = await untilDigest(new Set(), world.ana.appDm());
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
  });
});

describe('who may have what summed up', () => {
  test('a channel that Deckhand is not in says how to get it there', async () => {
    await openSchedule(world.ana, 'random');
    const { errors } = await world.ana.submit();
    expect(errors?.digest_channel).toContain('/invite @Deckhand');
    await world.ana.close();
  });

  test('a channel that she is not in is refused, whatever the form was made to say', async () => {
    await world.chloe.command('general', '/leave');
    await openSchedule(world.ana);
    const answer = await submitForged(
      world,
      valuesOf({ digest_channel: { selected_conversation: 'C0LEADERS' } }),
      'T0SMALL',
      'U0CHLOE',
    );
    expect(JSON.stringify(answer.body)).toMatch(/You are not in this channel/);
    await world.ana.close();
    await world.chloe.command('general', '/join');
    expect(await world.db.query('select * from digests')).toEqual([]);
  });

  test('what is said in private stays there: it goes to nobody else', async () => {
    await openSchedule(world.ana, 'leaders');
    await world.ana.fill({ Deliver: 'To a person' });
    await untilModalSays(world.ana, /To whom/);
    await world.ana.fill({ 'To whom': 'U0CHLOE' });
    const { errors } = await world.ana.submit();
    expect(errors?.digest_person).toMatch(/private channel/);
    await world.ana.close();
  });

  test('a private digest is posted in its channel, and nobody else may open the document', async () => {
    await schedule({}, world.ana, 'leaders');
    await talk(6, 'leaders');
    const before = seen('leaders');
    await nextMonday();
    const root = await untilDigest(before, 'leaders');
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    const create = world.service.calls.findLast(
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
    await world.ana.press(await list(world.ana), 'digest_pause');
    const paused = await untilListSays(world.ana, /is paused/);
    await world.ana.press(paused, 'digest_resume');
    const resumed = await untilListSays(world.ana, /next <!date/);
    await world.ana.press(resumed, 'digest_change');
    await world.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await world.ana.fill({ 'How often': 'Every day' });
    await untilModalSays(world.ana, /Every day/);
    expect((await world.ana.submit()).errors).toBeUndefined();
    await untilModalSays(world.ana, /is summed up: Every day at 09:00/);
    await world.ana.close();
    const before = seen();
    await world.ana.press(await list(world.ana), 'digest_run');
    await untilDigest(before);
    await world.ana.press(await list(world.ana), 'digest_delete');
    await untilListSays(world.ana, /No digests yet/);
  });

  test('a double click on “Run now” makes one, and the second click is told so', async () => {
    await schedule();
    await talk(2);
    const before = seen();
    const spent = creates();
    const listed = await list(world.ana);
    await Promise.all([world.ana.press(listed, 'digest_run'), world.ana.press(listed, 'digest_run')]);
    const root = await untilDigest(before);
    await world.ana.press(listed, 'digest_run');
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    await world.slack.settle();
    expect(creates()).toBe(spent + 1);
  });

  test('on Home, too', async () => {
    await schedule();
    await world.ana.openHome();
    await expect.poll(() => JSON.stringify(world.ana.home())).toContain('<#C0GENERAL>');
    await world.ana.press('home', 'digest_pause');
    await expect.poll(() => JSON.stringify(world.ana.home())).toContain('is paused');
  });

  test('Ben sees Ana’s in the channel, and whom to ask; he cannot stop it himself', async () => {
    await schedule();
    const shown = await list(world.ben);
    expect(wordsOf(shown)).toContain('<@U0ANA> or a Slack admin can change or stop it.');
    expect(JSON.stringify(shown.blocks)).not.toContain('digest_delete');
  });

  test('what Ana sends to Ben, he can stop; she is told, and it does not come any more', async () => {
    await openSchedule();
    await world.ana.fill({ Deliver: 'To a person' });
    await untilModalSays(world.ana, /To whom/);
    await world.ana.fill({ 'To whom': 'U0BEN' });
    expect((await world.ana.submit()).errors).toBeUndefined();
    await untilModalSays(world.ana, /is summed up/);
    await world.ana.close();
    await talk(6);
    await nextMonday();
    const dm = world.ben.appDm();
    const root = await untilDigest(new Set(), dm, world.ben);
    expect(wordsOf(root)).toContain('/deck schedules');
    const listed = await list(world.ben, dm);
    expect(JSON.stringify(listed.blocks)).not.toContain('digest_delete');
    await world.ben.press(listed, 'digest_decline');
    await world.ben.waitForMessage(({ text }) => /no longer comes to you/.test(text), { channel: dm });
    const told = await world.ana.waitForMessage(({ text }) => /wants no more of it/.test(text), {
      channel: world.ana.appDm(),
    });
    expect(wordsOf(told)).toContain('to <@U0BEN>');
    expect(JSON.stringify(told.blocks)).not.toContain('digest_resume');
    await expect.poll(() => wordsOf(world.ben.ephemerals(dm)[0] as Message)).toContain('No digests yet');
    await world.ana.press(told, 'digest_change');
    await world.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
  });

  test('eleven digests: each can be reached, page by page, those of the channel first', async () => {
    await schedule({}, world.ben);
    await schedule({ At: '09:30' }, world.ana, 'leaders');
    await copies(9);
    const first = await list(world.ana);
    const [, ofChannel] = first.blocks as object[];
    expect(JSON.stringify(ofChannel)).toContain('<#C0GENERAL>');
    await world.ana.press(first, 'digest_turn');
    const second = await untilListSays(world.ana, /to 11 of 11/);
    expect(wordsOf(second)).toContain('09:30');
    await world.ana.press(second, 'digest_pause');
    expect(wordsOf(await untilListSays(world.ana, /is paused/))).toContain('to 11 of 11');
    await world.ana.openHome();
    await expect.poll(() => JSON.stringify(world.ana.home())).toContain('of 10"');
    await world.ana.press('home', 'digest_turn');
    await expect.poll(() => JSON.stringify(world.ana.home())).toContain('to 10 of 10"');
  });

  test('he cannot stop hers by a request that his client would not send', async () => {
    await schedule();
    const [digest] = await world.db.query<{ id: string }>('select id from digests');
    for (const action of ['digest_pause', 'digest_delete', 'digest_run', 'digest_decline']) {
      await pressAs('U0BEN', action, digest?.id ?? '');
    }
    await world.slack.settle();
    expect(await world.db.query('select state from digests')).toEqual([{ state: 'active' }]);
  });

  test('Deckhand is removed from the channel: it pauses, tells Ana once, and goes on when she resumes it', async () => {
    await schedule();
    await talk(6);
    await world.ana.command('general', '/remove @Deckhand');
    await nextMonday();
    const told = await world.ana.waitForMessage(
      (message) => /is paused. Deckhand was removed/.test(message.text),
      {
        channel: world.ana.appDm(),
      },
    );
    await world.ana.command('general', '/invite @Deckhand');
    await world.ana.press(told, 'digest_resume');
    await world.ana.waitForMessage((message) => /goes on/.test(message.text), { channel: world.ana.appDm() });
    const before = seen();
    await nextMonday();
    await untilDigest(before);
  });

  test('an archived channel pauses it, too', async () => {
    await world.ben.command('random', '/invite @Deckhand');
    await schedule({}, world.ana, 'random');
    await world.ana.command('random', '/archive');
    await nextMonday();
    await world.ana.waitForMessage((message) => /The channel is archived/.test(message.text), {
      channel: world.ana.appDm(),
    });
  });
});

function pressAs(person: string, action: string, value: string) {
  return sendAs(
    world,
    { person },
    {
      type: 'block_actions',
      container: { type: 'message', message_ts: '1.1', channel_id: 'C0GENERAL', is_ephemeral: true },
      channel: { id: 'C0GENERAL', name: 'general' },
      response_url: `${world.slack.url}/commands/none`,
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
