import { expect, it } from 'vitest';
import { talkTo } from './talk-to.ts';

/** Channels that are named without "#". */

const CHANNELS: Record<string, string> = { 'product-launch': 'C7', 'product launch': 'C7', revenue: 'C8' };
const talk = () => talkTo({ channelNamed: async (_, name) => CHANNELS[name.toLowerCase()] });

it.each([
  ['summarise product-launch since monday in 3 slides', 'C7', ''],
  ['slides about the boots from the last two weeks in product-launch', 'C7', 'the boots'],
  ['recap revenue', 'C8', ''],
  ['summary of the product launch channel', 'C7', ''],
  ['what happened in revenue this week, as slides', 'C8', ''],
])('“%s” reads the channel', async (words, channel, prompt) => {
  const { say } = talk();
  expect(await say(words)).toMatchObject({
    kind: 'card',
    ask: { source: { kind: 'channel', channel }, prompt },
  });
});

it.each([
  ['slides on our revenue', 'our revenue'],
  ['a deck about a follow-up in well-known shops', 'a follow-up in well-known shops'],
  ['summarise tea since monday', 'tea since monday'],
])('“%s” names no channel', async (words, prompt) => {
  const { say } = talk();
  expect(await say(words)).toMatchObject({ kind: 'card', ask: { source: { kind: 'text' }, prompt } });
});

it('the card’s own channel is not read for a name of another one', async () => {
  const { harness, say } = talk();
  await say('digest of product-launch every friday');
  expect(JSON.stringify(harness.made('chat.postMessage').at(-1))).toContain('channel=C7');
});

it('an order to stop a digest in other words drops no card, and a yes after it makes none', async () => {
  const { harness, say } = talk();
  await say('a picture of a boat');
  await say('digest of product-launch every friday');
  for (const words of ['stop that friday thing again', 'yes'])
    expect(await say(words)).toMatchObject({ words: expect.stringContaining('I find no digest of yours') });
  expect(harness.generations.all()).toEqual([]);
  const { cards } = await harness.slack.openCards.of({ team: 'T1', person: 'UANA' }, { channel: 'D1' });
  expect(cards).toHaveLength(1);
});

it('“yes” to a digest means its form, and makes no older card', async () => {
  const { harness, say } = talk();
  await say('slides on tea');
  await say('digest of product-launch every friday');
  expect(await say('ok yes')).toMatchObject({
    words: 'Press *New digest* above: its form sets it up once you save it.',
  });
  expect(harness.generations.all()).toEqual([]);
  await say('none');
  await say('slides on coffee');
  await say('yes');
  expect(harness.generations.all().map(({ ask }) => ask?.prompt)).toEqual(['coffee']);
});
