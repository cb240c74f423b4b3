import type { WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { ANA, BEN, refusalOf, startSlack, webClient } from './support.ts';

const NOWHERE = '1700000000.000001';
const section = (text: string) => ({ type: 'section' as const, text: { type: 'mrkdwn' as const, text } });

/** A call that Slack refuses, after Slack's error code. The app is a member of `C0GENERAL`, but not of `C00RANDOM`. */
const REFUSALS: [error: string, call: (client: WebClient) => Promise<unknown>][] = [
  ['channel_not_found', (c) => c.chat.postMessage({ channel: 'C0NOWHERE', text: 'a' })],
  ['channel_not_found', (c) => c.chat.postMessage({ channel: 'C0PRIVATE', text: 'a' })],
  ['channel_not_found', (c) => c.conversations.info({ channel: 'C0PRIVATE' })],
  ['channel_not_found', (c) => c.conversations.history({ channel: 'C0PRIVATE' })],
  ['not_in_channel', (c) => c.chat.postMessage({ channel: 'C00RANDOM', text: 'a' })],
  ['not_in_channel', (c) => c.conversations.history({ channel: 'C00RANDOM' })],
  ['not_in_channel', (c) => c.chat.postEphemeral({ channel: 'C00RANDOM', user: ANA, text: 'a' })],
  ['user_not_in_channel', (c) => c.chat.postEphemeral({ channel: 'C00SECRET', user: BEN, text: 'a' })],
  ['no_text', (c) => c.chat.postMessage({ channel: 'C0GENERAL', text: '' })],
  ['invalid_arguments', (c) => c.apiCall('chat.postMessage', { text: 'a' })],
  [
    'invalid_blocks_format',
    (c) => c.apiCall('chat.postMessage', { channel: 'C0GENERAL', blocks: 'no json' }),
  ],
  [
    'invalid_blocks',
    (c) => c.chat.postMessage({ channel: 'C0GENERAL', blocks: [section('x'.repeat(3001))] }),
  ],
  [
    'msg_blocks_too_long',
    (c) =>
      c.chat.postMessage({
        channel: 'C0GENERAL',
        blocks: Array.from({ length: 5 }, () => section('x'.repeat(2700))),
      }),
  ],
  ['thread_not_found', (c) => c.chat.postMessage({ channel: 'C0GENERAL', text: 'a', thread_ts: NOWHERE })],
  ['thread_not_found', (c) => c.conversations.replies({ channel: 'C0GENERAL', ts: NOWHERE })],
  ['message_not_found', (c) => c.chat.update({ channel: 'C0GENERAL', ts: NOWHERE, text: 'a' })],
  ['message_not_found', (c) => c.chat.delete({ channel: 'C0GENERAL', ts: NOWHERE })],
  ['message_not_found', (c) => c.chat.getPermalink({ channel: 'C0GENERAL', message_ts: NOWHERE })],
  ['user_not_found', (c) => c.users.info({ user: 'U0NOBODY' })],
  ['user_not_found', (c) => c.conversations.open({ users: 'U0NOBODY' })],
  ['users_list_not_supplied', (c) => c.apiCall('conversations.open', {})],
  ['method_not_supported_for_channel_type', (c) => c.conversations.join({ channel: 'C00SECRET' })],
  ['invalid_types', (c) => c.users.conversations({ types: 'everything' })],
  ['invalid_cursor', (c) => c.conversations.members({ channel: 'C0GENERAL', cursor: 'not ours' })],
  ['invalid_limit', (c) => c.conversations.history({ channel: 'C0GENERAL', limit: 1000 })],
  ['invalid_trigger_id', (c) => c.views.open({ trigger_id: '1.2.abc', view: modal() })],
  ['not_found', (c) => c.views.update({ view_id: 'V0NOWHERE', view: modal() })],
  [
    'view_too_large',
    (c) =>
      c.views.open({ trigger_id: '1.2.abc', view: { ...modal(), private_metadata: 'x'.repeat(250_001) } }),
  ],
  [
    'invalid_arguments',
    (c) =>
      c.views.open({
        trigger_id: '1.2.abc',
        view: { ...modal(), title: { type: 'plain_text', text: 'x'.repeat(25) } },
      }),
  ],
  ['user_not_found', (c) => c.views.publish({ user_id: 'U0NOBODY', view: { type: 'home', blocks: [] } })],
  ['file_not_found', (c) => c.files.info({ file: 'F0NOWHERE' })],
  ['file_not_found', (c) => c.files.completeUploadExternal({ files: [{ id: 'F0NOWHERE' }] })],
  ['invalid_arguments', (c) => c.apiCall('files.getUploadURLExternal', { filename: 'a.txt' })],
  ['bot_not_found', (c) => c.bots.info({ bot: 'B0NOBODY' })],
  ['unknown_method', (c) => c.apiCall('chat.sing', {})],
];

const modal = () => ({
  type: 'modal' as const,
  title: { type: 'plain_text' as const, text: 'A form' },
  blocks: [],
});

describe('refusals', () => {
  test('each has Slack’s error code', async () => {
    const { client } = await startSlack();
    const codes = await Promise.all(REFUSALS.map(([, call]) => refusalOf(call(client))));
    expect(codes).toEqual(REFUSALS.map(([error]) => error));
  });

  test('a call needs a token, which is valid until the app is uninstalled', async () => {
    const { slack, client } = await startSlack();
    const bare = await fetch(`${slack.apiUrl}auth.test`, { method: 'POST' });
    expect(await bare.json()).toEqual({ ok: false, error: 'not_authed' });
    expect(await refusalOf(webClient(slack, 'xoxb-wrong').auth.test())).toBe('invalid_auth');
    expect(await client.auth.test()).toMatchObject({ ok: true, team_id: 'T00000ONE' });
    await slack.uninstall();
    expect(await refusalOf(client.auth.test())).toBe('account_inactive');
  });

  test('the error for a missing scope names the scope and those that the token has', async () => {
    const { client } = await startSlack();
    const failure = await client.users.conversations({ types: 'mpim' }).catch((error) => error.data);
    expect(failure).toMatchObject({ error: 'missing_scope', needed: 'mpim:read' });
    expect(failure.provided).toContain('chat:write');
  });

  test('the app can neither update nor delete messages and files of others', async () => {
    const { client, ana, slack } = await startSlack();
    const { ts } = await ana.say('#general', 'Mine');
    expect(await refusalOf(client.chat.update({ channel: 'C0GENERAL', ts, text: 'a' }))).toBe(
      'cant_update_message',
    );
    expect(await refusalOf(client.chat.delete({ channel: 'C0GENERAL', ts }))).toBe('cant_delete_message');
    const file = await ana.upload('notes.txt', Buffer.from('notes'), 'text/plain');
    await ana.say('#general', '', { files: [file] });
    expect(await refusalOf(client.files.delete({ file: file.id }))).toBe('cant_delete_file');
    expect(slack.messages('general')).toHaveLength(2);
  });

  test('a post is cut after 40,000 characters, and an update of more than 4,000 is refused', async () => {
    const { client, slack } = await startSlack();
    const { ts } = await client.chat.postMessage({ channel: 'C0GENERAL', text: 'x'.repeat(40_001) });
    expect(slack.messages('general')[0]?.text).toHaveLength(40_000);
    const update = (text: string) => client.chat.update({ channel: 'C0GENERAL', ts: ts ?? '', text });
    expect(await refusalOf(update('x'.repeat(4_001)))).toBe('msg_too_long');
    expect(await update('x'.repeat(4_000))).toMatchObject({ ok: true });
  });

  test('an update with text only removes the blocks', async () => {
    const { client, slack } = await startSlack();
    const { ts } = await client.chat.postMessage({ channel: 'C0GENERAL', text: 'a', blocks: [section('a')] });
    expect(slack.messages('general')[0]?.blocks).toHaveLength(1);
    await client.chat.update({ channel: 'C0GENERAL', ts: ts ?? '', text: 'b' });
    expect(slack.messages('general')[0]).toMatchObject({ text: 'b' });
    expect(slack.messages('general')[0]?.blocks).toBeUndefined();
  });

  test('the error for invalid blocks has the reasons', async () => {
    const { client } = await startSlack();
    const failure = await client.chat
      .postMessage({ channel: 'C0GENERAL', blocks: [{ type: 'divider', colour: 'red' } as never] })
      .catch((error) => error.data);
    expect(failure.response_metadata.messages).toEqual([
      '[ERROR] additional property: colour [json-pointer:/blocks/0]',
    ]);
  });
});
