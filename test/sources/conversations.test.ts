import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askSchema } from '../../src/asks/schema.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { createHarness, threadAsk } from '../support/harness/sources.ts';

let db: Database;
let harness: Awaited<ReturnType<typeof createHarness>>;
beforeAll(async () => {
  db = await testDatabase();
  harness = await createHarness(db);
});
afterAll(async () => {
  await harness.slack.stop();
  await db.close();
});

const HOUR = 3_600_000;

describe('what is left out of a thread', () => {
  test('marked messages, messages of people who opted out and of Deckhand, which the note counts', async () => {
    const { ana, ben, chloe, createProcess, read } = harness;
    const { ts } = await ben.say('general', 'Launch on 14 April?');
    await ana.say('general', 'Off the record, I doubt it. !NoDeck', { threadTs: ts });
    const { ts: regretted } = await ana.say('general', 'Please forget this', { threadTs: ts });
    await ben.react('general', regretted, 'speak_no_evil');
    await chloe.say('general', 'I would rather not be quoted', { threadTs: ts });
    await ana.say('general', '@Deckhand make slides', { threadTs: ts });
    await ana.say('general', 'It is on', { threadTs: ts });
    const { text, note } = await read(createProcess({ optedOut: ['U0CHLOE'] }), threadAsk('C0GENERAL', ts));
    expect(text).toContain('Launch on 14 April?');
    expect(text).toContain('It is on');
    expect(text).not.toMatch(/Off the record|forget this|rather not|make slides/);
    expect(note).toBe(
      'Left out as marked not to be used: 2 messages. Left out since their authors opted out: 1 message.',
    );
    expect(text).toContain(note);
  });

  test('the name of another private channel', async () => {
    const { ben, createProcess, read } = harness;
    const { ts } = await ben.say('general', 'More in <#C0LEADERS|leaders> and <#C0RANDOM|random>');
    const { text } = await read(createProcess(), threadAsk('C0GENERAL', ts));
    expect(text).toContain('More in a private channel and #random');
  });

  test('if nothing is left, the source is empty', async () => {
    const { ben, createProcess, read } = harness;
    const { ts } = await ben.say('general', 'secret !nodeck');
    await expect(read(createProcess(), threadAsk('C0GENERAL', ts))).rejects.toMatchObject({
      reason: 'thread_empty',
    });
  });
});

describe('a private conversation', () => {
  test('is read for a result in the same conversation, with its name, and marked as private', async () => {
    const { ben, createProcess, read } = harness;
    const { ts } = await ben.say('leaders', 'We in <#C0LEADERS> decide');
    const { text, isPrivate } = await read(createProcess(), threadAsk('C0LEADERS', ts));
    expect(isPrivate).toBe(true);
    expect(text).toContain('Thread in #leaders');
    expect(text).toContain('We in #leaders decide');
  });

  test('is refused for another destination', async () => {
    const { ben, createProcess, read } = harness;
    const { ts } = await ben.say('leaders', 'Only for us');
    const elsewhere = threadAsk('C0LEADERS', ts, { destination: { channel: 'C0GENERAL' } });
    await expect(read(createProcess(), elsewhere)).rejects.toMatchObject({ reason: 'private_elsewhere' });
  });

  test('is refused for a person who is not a member', async () => {
    const { ben, createProcess, read, history } = harness;
    const { ts } = await ben.say('leaders', 'Only for us');
    const before = history('conversations.replies').length;
    const byChloe = threadAsk('C0LEADERS', ts, { person: 'U0CHLOE' });
    await expect(read(createProcess(), byChloe)).rejects.toMatchObject({ reason: 'not_a_member' });
    expect(history('conversations.replies')).toHaveLength(before);
  });
});

describe('what cannot be read', () => {
  test.each([
    ['a channel without Deckhand', 'C0RANDOM', 'not_in_channel'],
    ['a conversation that nobody knows', 'C0NOWHERE', 'not_in_channel'],
    ['a thread that is gone', 'C0GENERAL', 'thread_gone'],
  ])('%s', async (_, channel, reason) => {
    const { createProcess, read } = harness;
    const asked = threadAsk(channel, '1700000000.000100');
    await expect(read(createProcess(), asked)).rejects.toMatchObject({ reason });
  });

  test('an outage of Slack is not a SourceProblem', async () => {
    const { ben, createProcess, read, slack } = harness;
    const { ts } = await ben.say('general', 'Hello');
    const end = slack.misbehave({ method: 'conversations.replies', error: 'internal_error', times: 0 });
    await expect(read(createProcess(), threadAsk('C0GENERAL', ts))).rejects.not.toHaveProperty('reason');
    end();
  });
});

describe('the history of a channel since a time', () => {
  function channelAsk(since: number, until?: number) {
    return askSchema.parse({
      team: 'T0SMALL',
      person: 'U0ANA',
      source: {
        kind: 'channel',
        channel: 'C0GENERAL',
        since: new Date(since).toISOString(),
        ...(until && { until: new Date(until).toISOString() }),
      },
      prompt: '',
      destination: { channel: 'C0GENERAL' },
    });
  }

  test('is written by days and threads, with replies to earlier threads', async () => {
    const { ana, ben, chloe, clock, createProcess, read } = harness;
    const { ts: old } = await ben.say('general', 'Which hotel?');
    await ana.say('general', 'An answer of yesterday', { threadTs: old });
    await clock.sleep(24 * HOUR);
    const since = clock.now();
    await clock.sleep(1000);
    const { ts: topic } = await ben.say('general', 'Budget for spring');
    await clock.sleep(1000);
    await chloe.say('general', 'Lunch anyone?');
    await chloe.say('general', 'The Lisboa, booked', { threadTs: old });
    await ana.say('general', 'It is:\n• $4.2M\n• by June', { threadTs: topic });
    await clock.sleep(1000);
    const until = clock.now();
    await clock.sleep(1000);
    await ben.say('general', 'Too late for this one');

    const { text } = await read(createProcess({ pageSize: 100 }), channelAsk(since, until));
    expect(text).not.toMatch(/An answer of yesterday|Too late/);
    const order = ['Which hotel?', 'The Lisboa, booked', 'Budget for spring', 'It is:', 'Lunch anyone?'];
    const places = order.map((words) => text.indexOf(words));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
    expect(text).toMatch(/^# #general, \d+ .+ 2026$/m);
    expect(text).toMatch(/^## \w+day, \d+ March 2026$/m);
    expect(text).toMatch(/^- \*\*Ana Reyes\*\* \(\[[^\]]+\]\([^)]+\)\): It is:$/m);
    expect(text).toContain('threads begun up to 7 days earlier');
  });

  test('an old thread is left out if its new messages are only from apps or asks to Deckhand', async () => {
    const { ana, ben, clock, createProcess, read } = harness;
    const begin = async (words: string) => (await ben.say('general', words)).ts;
    const [carded, asked, wentOn] = [
      await begin('Kids’ line: decision needed by Friday'),
      await begin('Which logo?'),
      await begin('Which van?'),
    ];
    await clock.sleep(24 * HOUR);
    const since = clock.now();
    await clock.sleep(1000);
    const client = await harness.clients.posts('T0SMALL');
    await client.chat.postMessage({ channel: 'C0GENERAL', thread_ts: carded, text: 'Working on it' });
    await ana.say('general', '@Deckhand make a one-pager', { threadTs: asked });
    await client.chat.postMessage({ channel: 'C0GENERAL', thread_ts: asked, text: 'Working on it' });
    await ana.say('general', 'The blue one', { threadTs: wentOn });
    const { text } = await read(createProcess({ pageSize: 100 }), channelAsk(since));
    expect(text).not.toMatch(/Kids|logo|Working/);
    expect(text).toMatch(/Which van\?/);
    expect(text).toMatch(/The blue one/);
  });

  test('is the same if it is read in small pages', async () => {
    const { ben, clock, createProcess, read } = harness;
    const since = clock.now();
    await clock.sleep(1000);
    for (let count = 1; count <= 7; count += 1) {
      const { ts } = await ben.say('general', `Topic ${count}`);
      for (let reply = 1; reply <= 4; reply += 1)
        await ben.say('general', `Reply ${count}.${reply}`, { threadTs: ts });
    }
    await clock.sleep(1000);
    const whole = await read(createProcess({ pageSize: 200 }), channelAsk(since));
    const parts = await read(createProcess({ pageSize: 3 }), channelAsk(since));
    const said = (text: string) => text.match(/(Topic|Reply) [\d.]+/g);
    expect(said(whole.text)).toHaveLength(35);
    expect(said(parts.text)).toEqual(said(whole.text));
  });
});

describe('names', () => {
  test('are cached for an hour', async () => {
    const { ben, clock, createProcess, read, history } = harness;
    const process = createProcess();
    const { ts } = await ben.say('leaders', 'Hello @Chloe');
    const asked = () => history('users.info').length;
    const before = asked();
    await read(process, threadAsk('C0LEADERS', ts));
    const first = asked() - before;
    expect(first).toBe(3);
    await read(process, threadAsk('C0LEADERS', ts));
    expect(asked() - before).toBe(first);
    await clock.sleep(HOUR + 1);
    await read(process, threadAsk('C0LEADERS', ts));
    expect(asked() - before).toBe(2 * first);
  });
});
