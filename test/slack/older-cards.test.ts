import { describe, expect, it } from 'vitest';
import type { Generation } from '../../src/generations/generation.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { press } from '../support/harness/slack-requests.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** Which card a sentence is about, if several cards are open or a result is newer, and what becomes of a card that was replaced. */

const NOW = Date.parse('2026-03-02T10:00:00Z');

function talkAt(given: object = {}) {
  const clock = createSkippingClock(NOW);
  const talk = talkTo({ clock, settings: playedSettings({ changes: 'everyone' }), ...given });
  /** A result of Ana that is delivered in her direct messages now. */
  const deliver = async (more: Partial<Generation> = {}) => {
    await clock.sleep(60_000);
    const at = new Date(clock.now());
    talk.harness.generations.put(
      aGeneration({ createdAt: new Date(NOW), updatedAt: at, channel: 'D1', rootTs: '5.5', ...more }),
    );
    await clock.sleep(60_000);
  };
  const last = () =>
    talk.harness.calls.findLast(({ method }) => /postMessage|postEphemeral|respond/.test(method))?.args;
  return { ...talk, deliver, last };
}

describe('after a result that is newer than the card', () => {
  it('“the same in English” is about the result, and leaves the card as it is', async () => {
    const { say, deliver, proposals } = talkAt();
    await say('slides about our renewals');
    await deliver();
    const outcome = await say('the same in English please');
    expect(outcome).toMatchObject({ kind: 'card', ask: { prompt: 'Spring launch', language: 'en' } });
    expect(await proposals.find({ team: 'T1', person: 'UANA' }, 'p1')).toMatchObject({
      prompt: 'our renewals',
    });
  });

  it('a bare yes asks first, and the second yes makes the card', async () => {
    const { say, deliver, harness, last } = talkAt();
    await say('slides about our renewals');
    await deliver();
    await say('yes please!');
    expect(harness.generations.all()).toHaveLength(1);
    expect(wordsOf(last())).toContain('Something was made since I showed you this card.');
    expect(await say('yes')).toMatchObject({ kind: 'made', ask: { prompt: 'our renewals' } });
  });

  it('a sentence that names the card changes it', async () => {
    const { say, deliver } = talkAt();
    await say('slides about our renewals');
    await deliver();
    expect(await say('change that card to German')).toMatchObject({
      kind: 'changed',
      ask: { language: 'de', prompt: expect.stringContaining('our renewals') },
    });
  });

  it('a result in another conversation changes nothing', async () => {
    const { say, deliver } = talkAt();
    await say('slides about our renewals');
    await deliver({ channel: 'C2' });
    expect(await say('yes')).toMatchObject({ kind: 'made', ask: { prompt: 'our renewals' } });
  });
});

describe('the list of open cards', () => {
  it('says of each what it is, what it costs and who sees it', async () => {
    const { say, deliver, harness, last } = talkAt();
    await deliver();
    harness.generations.expectedCredits = async () => ({
      shown: { from: 6, to: 15, each: 'ask' },
      usual: 9,
      reserve: 15,
    });
    await say('make it shorter');
    await say('create ten slides about tea');
    await say('yes');
    const words = wordsOf(last());
    expect(words).toMatch(
      /1\. Change “Spring launch in Lisbon”: “make it shorter”\s+About 6 to 15 credits\. Everyone with the link sees the change\./,
    );
    expect(words).toMatch(/2\. “tea”\s+About 6 to 15 credits\. Only you will see it/);
    expect(buttonsOf(last())).toEqual(['Change it (spends credits)', 'Not now', 'Make it', 'Not now']);
  });

  it('goes once it is answered, and “and the second” works after “the first one”', async () => {
    const { say, harness } = talkAt();
    const deleted = () => harness.made('chat.delete').map(({ ts }: { ts: string }) => ts);
    await say('slides on tea');
    await say('a web page about coffee');
    await say('yes');
    await say('yes');
    expect(deleted()).toEqual(['9.3']);
    await say('the first one');
    expect(deleted()).toEqual(['9.3', '9.4', '9.1']);
    expect(await say('and the second')).toMatchObject({ kind: 'made', ask: { format: 'webpage' } });
    expect(harness.generations.all()).toHaveLength(2);
  });

  it('is not repeated by a press on its button after it was answered', async () => {
    const { say, harness, last } = talkAt();
    await say('slides on tea', 'channel');
    await say('a web page about coffee', 'channel');
    await say('yes', 'channel');
    const list = last();
    await say('the first one', 'channel');
    const message = { type: 'message', ts: '1.1', text: list.text };
    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }, { message }));
    expect(wordsOf(last())).toContain('no longer good');
    expect(wordsOf(last())).not.toContain('none');
  });
});

describe('a card after /deck, which Slack lets nobody delete', () => {
  it('says that it replaces the one above, and a press on the old one says so, too', async () => {
    const { say, harness, last } = talkAt();
    await say('slides on tea', 'command');
    await say('8 slides', 'command');
    expect(wordsOf(last())).toContain('Changed: 8 slides. This replaces the card above.');
    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
    expect(last().text).toMatch(
      /^You changed this card, so its buttons do nothing\. The newest card is below/,
    );
    await harness.send(press({ action_id: 'proposal_change', value: 'p1' }));
    expect(last().text).toMatch(/^You changed this card/);
    expect(harness.generations.all()).toEqual([]);
  });

  it('goes if a press has told Deckhand how to delete it', async () => {
    const { say, harness } = talkAt();
    await say('slides on tea', 'command');
    await harness.send(press({ action_id: 'proposal_change', value: 'p1' }));
    await say('8 slides', 'command');
    expect(harness.made('respond')).toContainEqual(expect.objectContaining({ delete_original: true }));
  });
});

it('a card for another channel names it on its button', async () => {
  const { say, last } = talkAt();
  await say('slides on tea, post it in <#C7|revenue>');
  expect(buttonsOf(last())[0]).toBe('Make it in #revenue');
  await say('slides on coffee, post it in <#C7>');
  expect(buttonsOf(last())[0]).toBe('Make it there');
});

it.each([
  ['the same in German', 'dm'],
  ['das Ganze bitte auf Deutsch', 'dm'],
  ['the same in German', 'dmThread'],
  ['das Ganze bitte auf Deutsch', 'dmThread'],
  ['the whole thing in German', 'thread'],
  ['das Ganze bitte auf Deutsch', 'thread'],
  ['das gleiche auf deutsch bitte', 'dm'],
] as const)('after a result, “%s” (%s) is a new document, and the original stays', async (words, where) => {
  const { say, deliver } = talkAt();
  await deliver(where === 'thread' ? { channel: 'C1', threadTs: '1.1' } : {});
  const outcome = await say(words, where);
  expect(outcome).toMatchObject({ kind: 'card', ask: { work: { kind: 'document' }, language: 'de' } });
});
