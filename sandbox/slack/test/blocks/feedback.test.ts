import { expect, test } from 'vitest';
import { ANA, startSlack } from '../support.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });

const BLOCKS = [
  {
    type: 'context_actions' as const,
    block_id: 'judge',
    elements: [
      {
        type: 'feedback_buttons' as const,
        action_id: 'feedback',
        positive_button: { text: plain('Good'), value: 'g1:good' },
        negative_button: { text: plain('Bad'), value: 'g1:bad' },
      },
      {
        type: 'icon_button' as const,
        action_id: 'remove',
        icon: 'trash',
        text: plain('Remove'),
        value: 'g1',
        visible_to_user_ids: [ANA],
      },
    ],
  },
  {
    type: 'carousel' as const,
    elements: [
      { type: 'card' as const, title: { type: 'mrkdwn' as const, text: 'One' } },
      {
        type: 'card' as const,
        block_id: 'second',
        title: { type: 'mrkdwn' as const, text: 'Two' },
        actions: [{ type: 'button' as const, action_id: 'open', text: plain('Open'), value: 'two' }],
      },
    ],
  },
];

async function posted() {
  const started = await startSlack();
  const { ts = '' } = await started.client.chat.postMessage({
    channel: 'C0GENERAL',
    text: 'Ready',
    blocks: BLOCKS,
  });
  const sent = () => started.probe.of('block_actions').map((body) => body.actions[0]);
  return { ...started, at: { channel: 'C0GENERAL', ts }, sent };
}

test('a thumb tells which of the two it was, with its text and value', async () => {
  const { ben, at, sent } = await posted();
  await ben.press(at, 'feedback', 'Bad');
  await ben.press(at, 'feedback', { value: 'g1:good' });
  expect(sent()).toEqual([
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

test('an icon is there for those it names, and for nobody else', async () => {
  const { ana, ben, at, sent } = await posted();
  await expect(ben.press(at, 'remove')).rejects.toThrow('action_not_found');
  await ana.press(at, 'remove');
  expect(sent()).toEqual([
    expect.objectContaining({ type: 'icon_button', icon: 'trash', text: plain('Remove'), value: 'g1' }),
  ]);
});

test('a button on a carousel’s card is told with the card’s block', async () => {
  const { ana, at, sent } = await posted();
  await ana.press(at, 'open');
  expect(sent()).toEqual([
    expect.objectContaining({ type: 'button', block_id: 'second', action_id: 'open', value: 'two' }),
  ]);
});
