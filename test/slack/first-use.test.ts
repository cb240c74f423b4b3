import { describe, expect, test } from 'vitest';
import { createHarness, createOnce } from '../support/harness/slack.ts';
import { command, event, press } from '../support/harness/slack-requests.ts';

const newcomers = () => createHarness({ once: createOnce({ areNew: true }) });

describe('somebody who is here for the first time', () => {
  test.each([
    ['types /deck', command(''), 'views.open'],
    ['presses a button', press({ action_id: 'deck_create', value: 'home' }), 'views.open'],
    [
      'writes to Deckhand',
      event({
        type: 'message',
        channel_type: 'im',
        channel: 'D1',
        user: 'UANA',
        text: 'A plan for the quay',
      }),
    ],
    [
      'opens Home',
      event({ type: 'app_home_opened', user: 'UANA', tab: 'home', channel: 'D1' }),
      'views.publish',
    ],
  ])(
    '%s: gets that first, then a word of welcome, and never again',
    async (_, request, first = 'chat.postMessage') => {
      const harness = newcomers();
      await harness.send(request);
      const methods = harness.calls.map(({ method }) => method);
      expect(methods).toContain(first);
      expect(methods.indexOf(first)).toBeLessThan(methods.lastIndexOf('chat.postMessage'));
      const welcomes = () => harness.made('chat.postMessage').filter(({ text = '' }) => /^Hello/.test(text));
      expect(welcomes()).toMatchObject([{ channel: 'UANA' }]);
      await harness.send(command('Another plan', { trigger_id: 'trigger-2' }));
      expect(welcomes()).toHaveLength(1);
    },
  );

  test.each(['Hi', 'what can you do?'])(
    'writes “%s”: gets one introduction, and where texts go',
    async (text) => {
      const harness = newcomers();
      await harness.send(event({ type: 'message', channel_type: 'im', channel: 'D1', user: 'UANA', text }));
      const [answer, more, ...others] = harness.made('chat.postMessage').map((sent) => sent.text);
      expect(answer).toMatch(/^What should I make\?/);
      expect(more).toMatch(/^What you ask for is sent to/);
      expect(others).toEqual([]);
    },
  );

  test('gets what they asked for where the welcome is refused', async () => {
    const harness = newcomers();
    harness.answers['chat.postMessage'] = { ok: false, error: 'ratelimited' };
    expect(await harness.send(command(''))).toMatchObject({ acked: true });
    expect(harness.made('views.open')).toHaveLength(1);
  });

  test('is not an app that mentions Deckhand', async () => {
    const harness = newcomers();
    const mention = { type: 'app_mention', channel: 'C1', ts: '1.1', text: '<@UBOT> make slides' };
    await harness.send(event({ ...mention, user: 'UAPP', bot_id: 'B1' }));
    expect(harness.made('chat.postMessage')).toEqual([]);
  });
});
