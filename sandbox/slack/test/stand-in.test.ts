import { describe, expect, test } from 'vitest';
import { ANA, startSlack } from './support.ts';

describe('a person and the app', () => {
  test('Ana mentions the app and reads its reply in the thread', async () => {
    const { slack, probe, client, ana } = await startSlack();
    const { ts } = await ana.say('#general', 'Hello @Probe, are you there?');
    await slack.settle();
    const [mention] = probe.of('app_mention');
    expect(mention).toMatchObject({ type: 'event_callback', team_id: 'T00000ONE', event: { user: ANA, ts } });
    expect(mention.event.text).toMatch(/^Hello <@U\w+>, are you there\?$/);

    await client.chat.postMessage({ channel: 'C0GENERAL', thread_ts: ts, text: 'I am.' });
    const answer = await ana.waitForMessage((message) => message.text === 'I am.', { channel: '#general' });
    expect(answer).toMatchObject({ thread_ts: ts, bot: true });
    expect(slack.messages('general')[0]).toMatchObject({ ts, reply_count: 1 });
  });

  test('Ana fills in and sends a form that a command opened', async () => {
    const { probe, client, ana } = await startSlack();
    probe.answers(async ({ body }) => {
      if (body.command) await client.views.open({ trigger_id: body.trigger_id, view: form });
      return {};
    });
    expect(await ana.command('#general', '/probe some words')).toEqual({ ok: true });
    const opened = await ana.waitForView();
    expect(opened.view).toMatchObject({ callback_id: 'ask' });
    expect(await ana.submit()).toEqual({
      ok: false,
      errors: { words: 'Please complete this required field.' },
    });
    await ana.fill({ 'Your words': 'Make it so', Size: 'Large' });
    expect(await ana.submit()).toEqual({ ok: true });
    expect(ana.view()).toBeNull();
    const [submission] = probe.of('view_submission');
    expect(submission.view.state.values).toEqual({
      words: { value: { type: 'plain_text_input', value: 'Make it so' } },
      size: {
        size: {
          type: 'static_select',
          selected_option: { text: { type: 'plain_text', text: 'Large' }, value: 'l' },
        },
      },
    });
  });
});

const plain = (text: string) => ({ type: 'plain_text' as const, text });

const form = {
  type: 'modal' as const,
  callback_id: 'ask',
  title: plain('Ask'),
  submit: plain('Send'),
  blocks: [
    {
      type: 'input' as const,
      block_id: 'words',
      label: plain('Your words'),
      element: { type: 'plain_text_input' as const, action_id: 'value' },
    },
    {
      type: 'input' as const,
      block_id: 'size',
      optional: true,
      label: plain('Size'),
      element: {
        type: 'static_select' as const,
        action_id: 'size',
        options: [
          { text: plain('Small'), value: 's' },
          { text: plain('Large'), value: 'l' },
        ],
      },
    },
  ],
};
