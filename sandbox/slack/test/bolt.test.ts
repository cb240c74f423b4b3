import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, LogLevel } from '@slack/bolt';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BOT_TOKEN, SIGNING_SECRET, startSlack } from './support.ts';

/** Starts a stand-in and a Bolt app connected to it. */
async function startBolt(signingSecret = SIGNING_SECRET) {
  const started = await startSlack();
  const app = new App({
    token: BOT_TOKEN,
    signingSecret,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: started.slack.apiUrl, retryConfig: { retries: 0 } },
  });
  const server = (await app.start(0)) as Server;
  onTestFinished(() => app.stop().then(() => {}));
  started.slack.connectApp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { ...started, app };
}

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });

describe('a Bolt app', () => {
  test('handles a command, opens a form, offers options, checks the input and posts in the channel', async () => {
    const { app, ana, slack } = await startBolt();
    app.command('/probe', async ({ ack, client, body }) => {
      await ack();
      await client.views.open({
        trigger_id: body.trigger_id,
        view: {
          type: 'modal',
          callback_id: 'ask',
          private_metadata: body.channel_id,
          title: plain('Ask'),
          submit: plain('Send'),
          blocks: [
            {
              type: 'input',
              block_id: 'theme',
              label: plain('Theme'),
              element: { type: 'external_select', action_id: 'theme', min_query_length: 0 },
            },
          ],
        },
      });
    });
    app.options('theme', ({ ack }) => ack({ options: [option('Ocean'), option('Taken')] }));
    app.view('ask', async ({ ack, view, client, body }) => {
      const chosen = view.state.values.theme?.theme?.selected_option?.value;
      if (chosen === 'taken') return ack({ response_action: 'errors', errors: { theme: 'Taken' } });
      await ack();
      await client.chat.postMessage({
        channel: view.private_metadata,
        text: `<@${body.user.id}> chose ${chosen}`,
      });
    });

    expect(await ana.command('#general', '/probe')).toEqual({ ok: true });
    await ana.waitForView();
    await ana.fill({ Theme: 'Taken' });
    expect(await ana.submit()).toEqual({ ok: false, errors: { theme: 'Taken' } });
    await ana.fill({ Theme: 'Ocean' });
    expect(await ana.submit()).toEqual({ ok: true });
    await ana.waitForMessage(({ text }) => text === `<@${ana.id}> chose ocean`, { channel: '#general' });
    expect(slack.calls.map(({ method }) => method)).toEqual(
      expect.arrayContaining(['auth.test', 'views.open', 'chat.postMessage']),
    );
  });

  test('answers a mention, a button by its response_url and a shortcut, and publishes Home', async () => {
    const { app, ana } = await startBolt();
    app.event('app_mention', async ({ event, say }) => {
      await say({
        text: 'Sure?',
        thread_ts: event.thread_ts ?? event.ts,
        blocks: [{ type: 'actions', elements: [{ type: 'button', action_id: 'yes', text: plain('Yes') }] }],
      });
    });
    app.action('yes', async ({ ack, respond }) => {
      await ack();
      await respond({ text: 'Done', replace_original: true });
    });
    app.event('app_home_opened', async ({ event, client }) => {
      const blocks = [{ type: 'section' as const, text: plain('Welcome') }];
      await client.views.publish({ user_id: event.user, view: { type: 'home', blocks } });
    });
    app.shortcut('probe_thread', async ({ ack, respond }) => {
      await ack();
      await respond('Seen');
    });

    const { ts } = await ana.say('#general', '@Probe please');
    const question = await ana.waitForMessage(({ text }) => text === 'Sure?', { channel: '#general' });
    expect(question.thread_ts).toBe(ts);
    expect(await ana.press(question, 'yes')).toEqual({ ok: true });
    await ana.waitForMessage((message) => message.ts === question.ts && message.text === 'Done', {
      channel: '#general',
    });
    await ana.shortcut('probe_thread', { channel: '#general', ts });
    await ana.waitForMessage(({ text, ephemeralFor }) => text === 'Seen' && ephemeralFor === ana.id, {
      channel: '#general',
    });
    await ana.openHome();
    await expect.poll(() => ana.home()).toMatchObject({ blocks: [{ text: { text: 'Welcome' } }] });
  });

  test('with another signing secret refuses a command, and Ana reads that the command failed', async () => {
    const { ana } = await startBolt('another secret');
    expect(await ana.command('#general', '/probe')).toMatchObject({
      ok: false,
      error: expect.stringContaining('401'),
    });
  });
});
