import { describe, expect, test } from 'vitest';
import { ANA, BEN, refusalOf, startSlack } from './support.ts';

const button = (text: string) => ({
  type: 'actions' as const,
  block_id: 'bar',
  elements: [
    { type: 'button' as const, action_id: 'go', text: { type: 'plain_text' as const, text }, value: 'v' },
  ],
});

describe('messages', () => {
  test('typed text reaches the app in Slack’s format', async () => {
    const { ana, client } = await startSlack();
    await ana.say('#general', '@Ben see #general: https://example.com/a?b=1&c=2. 2 < 3 & `@Ben <b>` :tada:');
    const { messages } = await client.conversations.history({ channel: 'C0GENERAL' });
    expect(messages?.[0]?.text).toBe(
      `<@${BEN}> see <#C0GENERAL|general>: <https://example.com/a?b=1&amp;c=2>. 2 &lt; 3 &amp; \`@Ben &lt;b&gt;\` :tada:`,
    );
    expect(messages?.[0]?.blocks?.[0]).toMatchObject({
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: expect.arrayContaining([
            { type: 'user', user_id: BEN },
            { type: 'link', url: 'https://example.com/a?b=1&c=2' },
            { type: 'emoji', name: 'tada' },
          ]),
        },
      ],
    });
  });

  test('metadata is kept, and returned only with include_all_metadata', async () => {
    const { client } = await startSlack();
    const metadata = { event_type: 'delivered', event_payload: { id: 'd1' } };
    const { ts } = await client.chat.postMessage({ channel: 'C0GENERAL', text: 'a', metadata });
    const plain = await client.conversations.history({ channel: 'C0GENERAL' });
    expect(plain.messages?.[0]).not.toHaveProperty('metadata');
    const whole = await client.conversations.replies({
      channel: 'C0GENERAL',
      ts: ts ?? '',
      include_all_metadata: true,
    });
    expect(whole.messages?.[0]?.metadata).toEqual(metadata);
    await client.chat.update({ channel: 'C0GENERAL', ts: ts ?? '', text: 'b' });
    const after = await client.conversations.history({ channel: 'C0GENERAL', include_all_metadata: true });
    expect(after.messages?.[0]?.metadata).toEqual(metadata);
  });

  test('a thread has a count of its replies, and a deleted parent becomes a tombstone', async () => {
    const { ana, ben, slack } = await startSlack();
    const { ts } = await ana.say('#general', 'Parent');
    await ben.say('#general', 'One', { threadTs: ts });
    await ana.say('#general', 'Two', { threadTs: ts });
    expect(slack.messages('general')).toHaveLength(1);
    expect(slack.messages('general')[0]).toMatchObject({ reply_count: 2, reply_users: [BEN, ANA] });
    expect(slack.messages('general', ts).map((message) => message.text)).toEqual(['Parent', 'One', 'Two']);
    await ana.remove('#general', ts);
    expect(slack.messages('general')[0]).toMatchObject({ subtype: 'tombstone', reply_count: 2 });
  });

  test('an action has a response_url, and the message unless this is ephemeral', async () => {
    const { ana, client, probe } = await startSlack();
    const { ts = '' } = await client.chat.postMessage({
      channel: 'C0GENERAL',
      text: 'a',
      blocks: [button('Go')],
    });
    await ana.press({ channel: 'C0GENERAL', ts }, 'go');
    await client.chat.postEphemeral({ channel: 'C0GENERAL', user: ANA, text: 'b', blocks: [button('Psst')] });
    const [ephemeral] = ana.ephemerals('#general');
    if (!ephemeral) throw new Error('Ana sees no ephemeral message.');
    await ana.press(ephemeral, 'go');
    const [open, hidden] = probe.of('block_actions');
    expect(open).toMatchObject({
      message: { ts },
      response_url: expect.any(String),
      actions: [{ value: 'v' }],
    });
    expect(hidden).toMatchObject({ container: { is_ephemeral: true } });
    expect(hidden).not.toHaveProperty('message');
    await expect(ana.press({ channel: 'C0GENERAL', ts }, 'nothing')).rejects.toThrow('Action ids: go');
  });
});

describe('history', () => {
  test('has the newest first and replies oldest first, and each message on one page only', async () => {
    const { ana, client } = await startSlack();
    const said: string[] = [];
    for (let at = 0; at < 7; at += 1) said.push((await ana.say('#general', `Message ${at}`)).ts);
    const seen: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.conversations.history({
        channel: 'C0GENERAL',
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...(page.messages ?? []).map((message) => message.ts));
      cursor = page.response_metadata?.next_cursor;
      await ana.say('#general', 'Meanwhile');
    } while (cursor);
    expect(seen).toEqual([...said].reverse());

    const [parent = ''] = said;
    for (let at = 0; at < 5; at += 1) await ana.say('#general', `Reply ${at}`, { threadTs: parent });
    const first = await client.conversations.replies({ channel: 'C0GENERAL', ts: parent, limit: 3 });
    expect(first.messages?.map(({ text }) => text)).toEqual(['Message 0', 'Reply 0', 'Reply 1', 'Reply 2']);
    expect(first.has_more).toBe(true);
  });

  test('excludes the messages at oldest and latest unless inclusive is set', async () => {
    const { ana, client } = await startSlack();
    const all = [
      await ana.say('#general', '1'),
      await ana.say('#general', '2'),
      await ana.say('#general', '3'),
    ];
    const [oldest = '', , latest = ''] = all.map(({ ts }) => ts);
    const texts = async (inclusive: boolean) =>
      (await client.conversations.history({ channel: 'C0GENERAL', oldest, latest, inclusive })).messages?.map(
        ({ text }) => text,
      );
    expect(await texts(false)).toEqual(['2']);
    expect(await texts(true)).toEqual(['3', '2', '1']);
  });

  test('of an app outside the Marketplace has 15 messages, once a minute', async () => {
    const { ana, client, clock } = await startSlack({ pace: { history: { perMinute: 1, items: 15 } } });
    for (let at = 0; at < 20; at += 1) await ana.say('#general', `Message ${at}`);
    const page = await client.conversations.history({ channel: 'C0GENERAL', limit: 100 });
    expect(page.messages).toHaveLength(15);
    const early = client.conversations.history({ channel: 'C0GENERAL' });
    expect(await early.catch((error) => error.retryAfter)).toBe(60);
    await clock.advance(60_000);
    expect(await client.conversations.history({ channel: 'C0GENERAL' })).toMatchObject({ ok: true });
  });
});

describe('rates', () => {
  test('limit each method per minute, and posts per channel', async () => {
    const { client, clock } = await startSlack({ pace: {} });
    const lists = await Promise.all(
      Array.from({ length: 21 }, () =>
        client.users.conversations({}).then(
          () => 1,
          () => 0,
        ),
      ),
    );
    expect(lists.filter(Boolean)).toHaveLength(20);
    const post = (channel: string) => client.chat.postMessage({ channel, text: 'a' });
    const posts = await Promise.all(
      Array.from({ length: 8 }, () =>
        post('C0GENERAL').then(
          () => 1,
          () => 0,
        ),
      ),
    );
    expect(posts.filter(Boolean)).toHaveLength(5);
    const refused = await post('C0GENERAL').catch((error) => error);
    expect(refused).toMatchObject({ retryAfter: 1 });
    expect(await post('C00SECRET')).toMatchObject({ ok: true });
    await clock.advance(1_000);
    expect(await post('C0GENERAL')).toMatchObject({ ok: true });
  });
});

describe('private stays private', () => {
  test('Ben sees neither channels nor ephemeral messages of others', async () => {
    const { ana, ben, client } = await startSlack();
    await ana.say('#leadership', 'Between us');
    expect(() => ben.history('C0PRIVATE')).toThrow('channel_not_found');
    await expect(ben.say('C0PRIVATE', 'Hello?')).rejects.toThrow('channel_not_found');
    await client.chat.postEphemeral({ channel: 'C0GENERAL', user: ANA, text: 'For Ana' });
    expect(ana.ephemerals('#general')).toHaveLength(1);
    expect(ben.ephemerals('#general')).toEqual([]);
    expect(ben.history('#general')).toEqual([]);
    const history = await client.conversations.history({ channel: 'C0GENERAL' });
    expect(history.messages).toEqual([]);
  });

  test('a file in a channel without the app does not exist for the app', async () => {
    const { ana, client } = await startSlack();
    const file = await ana.upload('plan.txt', Buffer.from('x'), 'text/plain');
    await ana.say('#leadership', '', { files: [file] });
    expect(await refusalOf(client.files.info({ file: file.id }))).toBe('file_not_found');
    await ana.say('#board', '', { files: [file] });
    expect(await client.files.info({ file: file.id })).toMatchObject({ ok: true });
  });

  test('another team’s channels, people and files do not exist for the app', async () => {
    const { slack, client } = await startSlack();
    const cleo = slack.person('U00000CLEO');
    const file = await cleo.upload('secret.txt', Buffer.from('x'), 'text/plain');
    await cleo.say('#elsewhere', 'Hi', { files: [file] });
    expect(await refusalOf(client.conversations.info({ channel: 'C000OTHER' }))).toBe('channel_not_found');
    expect(await refusalOf(client.users.info({ user: 'U00000CLEO' }))).toBe('user_not_found');
    expect(await refusalOf(client.files.info({ file: file.id }))).toBe('file_not_found');
  });
});
