import { describe, expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { event } from '../support/harness/slack-requests.ts';
import { wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** A direct message that is handled again after a crash means what it meant before, although its own card is open now. */

/** Deckhand, with Ana's offer, which was posted in a channel, and her older board pack. */
function talk() {
  const { harness, say, proposals } = talkTo({ settings: playedSettings({ changes: 'everyone' }) });
  const posted: object[] = [];
  const post = harness.answers['chat.postMessage'] as (args: unknown) => { ts: string };
  harness.answers['chat.postMessage'] = (args: { metadata?: string }) => {
    const { ts } = post(args);
    posted.push({ ts, bot_id: 'B1', metadata: args.metadata && JSON.parse(args.metadata) });
    return { ts };
  };
  harness.answers['auth.test'] = { user_id: 'UBOT', bot_id: 'B1' };
  harness.answers['conversations.history'] = () => ({ messages: posted });
  const documents = [
    ['Offer for Svalbard', 1, 'C1'],
    ['Board pack May', 20, 'D1'],
    ['Price list 2026', 30, 'D1'],
  ] as const;
  for (const [index, [title, minutes, channel]] of documents.entries()) {
    const at = new Date(harness.slack.clock.now() - minutes * 60_000);
    const ask = anAsk({ person: 'UANA', prompt: title, destination: { channel } });
    const place = { channel: 'D1', rootTs: `7.${index}`, createdAt: at, updatedAt: at };
    harness.generations.put(aGeneration({ id: `g${index}`, docId: `d${index}`, title, ask, ...place }));
  }
  /** Sends a message, and sends it again as after a crash. Returns the ask of its card. */
  async function sayTwice(text: string) {
    const said = event(
      { user: 'UANA', text, type: 'message', channel_type: 'im', channel: 'D1', ts: '4.1' },
      'EvX',
    );
    await harness.send(said, { isAgain: false });
    const first = await proposals.ofOrigin({ team: 'T1', person: 'UANA' }, 'EvX');
    await harness.send(said, { isAgain: true });
    const second = await proposals.ofOrigin({ team: 'T1', person: 'UANA' }, 'EvX');
    return {
      first: first?.ask,
      second: second?.ask,
      made: harness.generations.all().length - documents.length,
    };
  }
  return { harness, say, sayTwice };
}

describe('a message that is handled again after a crash', () => {
  it.each(['yes. The same in German', 'yes. slides on tea', 'yes. slides from the price list'])(
    '“%s” does not accept its own card',
    async (text) => {
      const { first, second, made } = await talk().sayTwice(text);
      expect(first).toBeDefined();
      expect(second).toEqual(first);
      expect(made).toBe(0);
    },
  );

  it.each(['no, a German copy', 'make it new', 'no, the price list', 'and the price list too'])(
    '“%s” for an open change keeps its card as it is',
    async (text) => {
      const { say, sayTwice } = talk();
      await say('make the board pack shorter');
      const { first, second, made } = await sayTwice(text);
      expect(first).toBeDefined();
      expect(second).toEqual(first);
      expect(made).toBe(0);
    },
  );

  it.each([
    ['2', ['slides on tea', 'slides on coffee']],
    ['and the price list too', ['slides on tea', 'make the price list shorter']],
  ])('“%s” does not answer the list of cards that it got', async (text, before) => {
    const { harness, say, sayTwice } = talk();
    for (const sentence of before) await say(sentence);
    const { made } = await sayTwice(text);
    expect(made).toBe(0);
    expect(wordsOf(harness.made('chat.postMessage').at(-1))).toMatch(/^Several cards are open/);
  });
});
