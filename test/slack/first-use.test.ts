import { describe, expect, test } from 'vitest';
import { command, createHouse, createOnce, event, press } from './house.ts';

const newcomers = () => createHouse({ once: createOnce({ areNew: true }) });

describe('somebody who is here for the first time', () => {
  test.each([
    ['types /deck', command('A plan'), 'views.open'],
    ['presses a button', press({ action_id: 'deck_create', value: 'home' }), 'views.open'],
    [
      'writes to Deckhand',
      event({ type: 'message', channel_type: 'im', channel: 'D1', user: 'UANA', text: 'Hi' }),
    ],
    [
      'opens Home',
      event({ type: 'app_home_opened', user: 'UANA', tab: 'home', channel: 'D1' }),
      'views.publish',
    ],
  ])(
    '%s: gets that first, then a word of welcome, and never again',
    async (_, request, first = 'chat.postMessage') => {
      const house = newcomers();
      await house.send(request);
      const methods = house.calls.map(({ method }) => method);
      expect(methods).toContain(first);
      expect(methods.indexOf(first)).toBeLessThan(methods.lastIndexOf('chat.postMessage'));
      const welcomes = () => house.made('chat.postMessage').filter(({ text = '' }) => /^Hello/.test(text));
      expect(welcomes()).toMatchObject([{ channel: 'UANA' }]);
      await house.send(command('Another plan', { trigger_id: 'trigger-2' }));
      expect(welcomes()).toHaveLength(1);
    },
  );

  test('gets what they asked for where the welcome is refused', async () => {
    const house = newcomers();
    house.answers['chat.postMessage'] = { ok: false, error: 'ratelimited' };
    expect(await house.send(command('A plan'))).toMatchObject({ acked: true });
    expect(house.made('views.open')).toHaveLength(1);
  });

  test('is not an app that mentions Deckhand', async () => {
    const house = newcomers();
    const mention = { type: 'app_mention', channel: 'C1', ts: '1.1', text: '<@UBOT> make slides' };
    await house.send(event({ ...mention, user: 'UAPP', bot_id: 'B1' }));
    expect(house.made('chat.postMessage')).toEqual([]);
  });
});
