import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createSlackStandIn } from '../stand-in.ts';
import {
  ANA,
  BOT_TOKEN,
  MANIFEST,
  refusalOf,
  SIGNING_SECRET,
  smallSeed,
  startSlack,
  webClient,
} from './support.ts';

describe('after a restart', () => {
  test('messages, files, Home and members are kept, and open forms are closed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'slack-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const first = await startSlack({ dataDir });
    const file = await first.ana.upload('notes.txt', Buffer.from('my notes'), 'text/plain');
    const { ts } = await first.ana.say('#general', 'Before', { files: [file] });
    await first.client.chat.postMessage({
      channel: 'C0GENERAL',
      text: 'Answer',
      thread_ts: ts,
      metadata: { event_type: 'a', event_payload: { id: 1 } },
    });
    await first.client.views.publish({ user_id: ANA, view: { type: 'home', blocks: [{ type: 'divider' }] } });
    await first.ana.command('#random', '/invite @Probe');
    await first.ana.command('#general', '/probe');
    const view = { type: 'modal' as const, title: { type: 'plain_text' as const, text: 'Form' }, blocks: [] };
    await first.client.views.open({ trigger_id: first.probe.of('command')[0].trigger_id, view });
    await first.slack.stop();

    const second = await startSlack({ dataDir });
    expect(second.slack.messages('general', ts).map(({ text }) => text)).toEqual(['Before', 'Answer']);
    expect(Buffer.from(await second.slack.download(file.id)).toString()).toBe('my notes');
    expect(second.ana.home()).toMatchObject({ blocks: [{ type: 'divider' }] });
    expect(second.ana.view()).toBeNull();
    const replies = await second.client.conversations.replies({
      channel: 'C0GENERAL',
      ts,
      include_all_metadata: true,
    });
    expect(replies.messages?.[1]?.metadata?.event_payload).toEqual({ id: 1 });
    expect(await second.client.chat.postMessage({ channel: 'C00RANDOM', text: 'Still in' })).toMatchObject({
      ok: true,
    });
  });
});

describe('the first start', () => {
  test('creates Northwind Outfitters with messages of the last weeks and the app in some channels', async () => {
    const slack = createSlackStandIn({
      clock: systemClock,
      manifest: MANIFEST,
      signingSecret: SIGNING_SECRET,
      botToken: BOT_TOKEN,
    });
    await slack.start();
    onTestFinished(() => slack.stop());
    const client = webClient(slack);
    const talk = slack.messages('product-launch');
    const now = Date.now() / 1000;
    expect(talk.every(({ ts }) => Number(ts) < now)).toBe(true);
    expect(Number(talk.at(-1)?.ts)).toBeGreaterThan(now - 86_400);
    expect(Number(talk[0]?.ts)).toBeLessThan(now - 14 * 86_400);
    expect(new Set(talk.map(({ ts }) => ts)).size).toBe(talk.length);
    expect(talk.some(({ text }) => /<@U0\w+>/.test(text))).toBe(false);
    const threads = talk.flatMap(({ ts, reply_count: replies }) =>
      replies ? slack.messages('product-launch', ts) : [],
    );
    expect(threads.some(({ text }) => text.includes('<@U0HUGO>'))).toBe(true);
    expect(threads.every(({ ts }) => Number(ts) < now)).toBe(true);
    expect(await refusalOf(client.conversations.history({ channel: 'C0RANDOM' }))).toBe('not_in_channel');
    expect(await refusalOf(client.conversations.info({ channel: 'C0LEADERS' }))).toBe('channel_not_found');
    expect(slack.person('ben').history('general').length).toBeGreaterThan(10);
  });
});

describe('installing by OAuth', () => {
  const options = { clientId: 'id.1', clientSecret: 'secret', seed: smallSeed };
  const redirect = 'https://probe.example/slack/oauth_redirect';

  test('Cleo installs the app in her team; the code works once and only with the client’s secret', async () => {
    const { slack } = await startSlack(options);
    const query = new URLSearchParams({
      client_id: 'id.1',
      scope: 'chat:write,commands',
      state: 's1',
      redirect_uri: redirect,
    });
    const page = await fetch(`${slack.authorizeUrl}?${query}`);
    expect(await page.text()).toContain('Two, as Cleo Marsh');
    const decide = async (allow: string) => {
      const answer = await fetch(`${slack.authorizeUrl}/decide?${query}&user=U00000CLEO&allow=${allow}`, {
        redirect: 'manual',
      });
      return new URL(answer.headers.get('location') ?? '');
    };
    expect((await decide('0')).searchParams.get('error')).toBe('access_denied');
    const back = await decide('1');
    expect(back.searchParams.get('state')).toBe('s1');
    const code = back.searchParams.get('code') ?? '';
    const bare = webClient(slack, undefined);
    const exchange = (more = {}) =>
      bare.oauth.v2.access({
        client_id: 'id.1',
        client_secret: 'secret',
        code,
        redirect_uri: redirect,
        ...more,
      });
    expect(await refusalOf(exchange({ client_secret: 'guess!' }))).toBe('bad_client_secret');
    const granted = await exchange();
    expect(granted).toMatchObject({
      team: { id: 'T00000TWO' },
      authed_user: { id: 'U00000CLEO' },
      scope: 'chat:write,commands',
    });
    expect(await refusalOf(exchange())).toBe('invalid_code');
    const client = webClient(slack, granted.access_token ?? '');
    expect(await client.auth.test()).toMatchObject({ team_id: 'T00000TWO' });
    expect(await refusalOf(client.users.list({}))).toBe('missing_scope');
  });

  test('an unknown client, a scope that is not in the manifest and a foreign address are refused', async () => {
    const { slack } = await startSlack(options);
    const ask = async (change: Record<string, string>) => {
      const query = new URLSearchParams({
        client_id: 'id.1',
        scope: 'chat:write',
        redirect_uri: redirect,
        ...change,
      });
      return (await fetch(`${slack.authorizeUrl}?${query}`)).text();
    };
    expect(await ask({ client_id: 'other' })).toBe('invalid_client_id');
    expect(await ask({ scope: 'admin' })).toBe('invalid_scope: admin');
    expect(await ask({ redirect_uri: 'https://evil.example/' })).toBe('bad_redirect_uri');
  });
});
