import { expect, test } from 'vitest';
import { startSlack } from '../support.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });

const BLOCK = {
  type: 'context_actions' as const,
  block_id: 'judge',
  elements: [
    {
      type: 'feedback_buttons' as const,
      action_id: 'feedback',
      positive_button: { text: plain('Good'), value: 'g1:good' },
      negative_button: { text: plain('Bad'), value: 'g1:bad' },
    },
  ],
};

test('a clicked feedback button reaches the app with its text and value', async () => {
  const { ben, client, probe } = await startSlack();
  const channel = 'C0GENERAL';
  const { ts = '' } = await client.chat.postMessage({ channel, text: 'Ready', blocks: [BLOCK] });
  const at = { channel, ts };
  await ben.press(at, 'feedback', 'Bad');
  await ben.press(at, 'feedback', { value: 'g1:good' });
  expect(probe.of('block_actions').map((body) => body.actions[0])).toEqual([
    expect.objectContaining({
      type: 'feedback_buttons',
      action_id: 'feedback',
      block_id: 'judge',
      value: 'g1:bad',
      text: plain('Bad'),
    }),
    expect.objectContaining({ value: 'g1:good', text: plain('Good') }),
  ]);
  await expect(ben.press(at, 'feedback', { value: 'g2:good' })).rejects.toThrow('option_not_offered');
});
