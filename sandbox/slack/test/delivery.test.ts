import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ANA, SIGNING_SECRET, startSlack } from './support.ts';

/** Checks Slack's signature. Written from Slack's documentation, not from the stand-in's code. */
function isSigned(headers: Record<string, unknown>, raw: string): boolean {
  const base = ['v0', headers['x-slack-request-timestamp'], raw].join(':');
  const hmac = createHmac('sha256', SIGNING_SECRET);
  hmac.update(base, 'utf8');
  return headers['x-slack-signature'] === `v0=${hmac.digest('hex')}`;
}

describe('requests to the app', () => {
  test('are signed, each for its own body and time', async () => {
    const began = Date.now();
    const { ana, probe, slack } = await startSlack();
    await ana.say('#general', 'Grüße, @Probe');
    await ana.command('#general', '/probe ünïcode & more');
    await ana.shortcut('probe_anything');
    await slack.settle();
    expect(probe.received).toHaveLength(4);
    for (const { headers, raw } of probe.received) {
      expect(isSigned(headers, raw)).toBe(true);
      expect(isSigned(headers, `${raw} `)).toBe(false);
      // The timestamp is real time in whole seconds, whatever the stand-in's clock says.
      const sentAt = Number(headers['x-slack-request-timestamp']) * 1000;
      expect(sentAt).toBeGreaterThan(began - 1000);
      expect(sentAt).toBeLessThanOrEqual(Date.now());
    }
  });

  test('a command has the fields that Slack sends, and no thread', async () => {
    const { ana, probe } = await startSlack();
    await ana.command('#general', '/probe  two  words ');
    expect(probe.of('command')[0]).toMatchObject({
      team_id: 'T00000ONE',
      channel_id: 'C0GENERAL',
      channel_name: 'general',
      user_id: ANA,
      command: '/probe',
      text: 'two  words',
      response_url: expect.stringMatching(/^http/),
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[0-9a-z]+$/),
    });
    expect(probe.of('command')[0]).not.toHaveProperty('thread_ts');
    await ana.command(ana.appDm(), '/probe');
    expect(probe.of('command')[1].channel_name).toBe('directmessage');
  });

  test('a message shortcut has the message, also in a channel without the app', async () => {
    const { ana, probe } = await startSlack();
    const { ts } = await ana.say('#random', 'Look at this');
    expect(await ana.shortcut('probe_thread', { channel: '#random', ts })).toEqual({ ok: true });
    expect(probe.of('message_action')[0]).toMatchObject({
      callback_id: 'probe_thread',
      channel: { id: 'C00RANDOM' },
      message: { ts, text: 'Look at this', user: ANA },
      message_ts: ts,
    });
    await expect(ana.shortcut('probe_thread')).rejects.toThrow('unknown_shortcut');
  });
});

describe('when the app does not answer', () => {
  test('Ana reads that her command got no answer in time', async () => {
    const { ana, probe } = await startSlack({ pace: { rates: 'off', answerWithin: 50 } });
    probe.answers(() => ({ silent: true }));
    expect(await ana.command('#general', '/probe')).toEqual({
      ok: false,
      error: '/probe failed because the app did not respond (operation_timeout)',
    });
  });

  test('Ana reads that her command failed', async () => {
    const { ana, probe, slack } = await startSlack();
    probe.answers(() => ({ status: 500 }));
    expect((await ana.command('#general', '/probe')).error).toContain('http_status_500');
    slack.connectApp('http://127.0.0.1:1');
    expect((await ana.command('#general', '/probe')).error).toContain('dispatch_failed');
    expect(await ana.command('#general', '/nothing')).toMatchObject({ ok: false });
  });

  test('an event that failed is sent again at once, after a minute and after five, with the same id', async () => {
    const { ana, probe, slack, clock } = await startSlack();
    probe.answers(() => ({ status: 503 }));
    await ana.say('#general', 'Hello');
    await slack.settle();
    expect(probe.received).toHaveLength(2);
    await clock.advance(59_999);
    await slack.settle();
    expect(probe.received).toHaveLength(2);
    await clock.advance(1);
    await expect.poll(() => probe.received).toHaveLength(3);
    await slack.settle();
    await clock.advance(300_000);
    await expect.poll(() => probe.received).toHaveLength(4);
    expect(new Set(probe.received.map(({ body }) => body.event_id)).size).toBe(1);
    expect(
      probe.received.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']]),
    ).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_error'],
      ['3', 'http_error'],
    ]);
    await slack.settle();
    await clock.advance(3_600_000);
    await slack.settle();
    expect(probe.received).toHaveLength(4);
  });

  test('an event without an answer in time is sent again', async () => {
    const { ana, probe, slack } = await startSlack({ pace: { rates: 'off', answerWithin: 250 } });
    let first = true;
    probe.answers(() => {
      const silent = first;
      first = false;
      return silent ? { silent } : {};
    });
    await ana.say('#general', 'Hello');
    await slack.settle();
    expect(probe.received.map(({ headers }) => headers['x-slack-retry-reason'])).toEqual([
      undefined,
      'http_timeout',
    ]);
  });

  test('an event is not sent again after an answer of 200 or with x-slack-no-retry', async () => {
    const { ana, probe, slack } = await startSlack();
    await ana.say('#general', 'Hello');
    await slack.settle();
    probe.answers(() => ({ status: 500, headers: { 'x-slack-no-retry': '1' } }));
    await ana.say('#general', 'Again');
    await slack.settle();
    expect(probe.received).toHaveLength(2);
  });
});

describe('events', () => {
  test('are sent only if the manifest subscribes to them, and only from channels with the app', async () => {
    const { ana, probe, slack, client } = await startSlack();
    await ana.say('#random', 'Not for @Probe');
    await ana.say('#board', 'Private channels are not subscribed to');
    const { ts } = await ana.say('#general', 'Plain');
    await ana.edit('#general', ts, 'Plainer');
    await ana.say(ana.appDm(), 'In private');
    await client.chat.postMessage({ channel: 'C0GENERAL', text: 'From the app itself' });
    await slack.settle();
    const seen = probe.received.map(({ body: { event } }) => [event.type, event.subtype, event.channel_type]);
    expect(seen).toHaveLength(4);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['message', undefined, 'channel'],
        ['message', 'message_changed', 'channel'],
        ['message', undefined, 'im'],
      ]),
    );
    const own = probe.of('message').find(({ event }) => event.text === 'From the app itself');
    expect(own.event.bot_id).toMatch(/^B/);
  });

  test('app_mention is not sent for the app’s own posts, nor in the app’s own conversation', async () => {
    const { ana, probe, slack, client } = await startSlack();
    const { user_id: bot } = await client.auth.test();
    await ana.say(ana.appDm(), 'Hello <@PROBE> and @Probe');
    await client.chat.postMessage({ channel: 'C0GENERAL', text: `I am <@${bot}>` });
    await slack.settle();
    expect(probe.of('app_mention')).toEqual([]);
    expect(probe.of('message')).toHaveLength(2);
  });

  test('are sent from a channel after Ana invited the app', async () => {
    const { ana, probe, slack } = await startSlack();
    expect(await ana.command('#random', '/invite @Probe')).toEqual({ ok: true });
    await ana.say('#random', '@Probe hello');
    await slack.settle();
    expect(probe.of('app_mention')).toHaveLength(1);
  });

  test('an uninstalled app is sent both app_uninstalled and tokens_revoked', async () => {
    const { probe, slack } = await startSlack();
    await slack.uninstall();
    expect(probe.received.map(({ body }) => body.event.type).sort()).toEqual([
      'app_uninstalled',
      'tokens_revoked',
    ]);
  });
});
