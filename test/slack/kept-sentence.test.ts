import { expect, it } from 'vitest';
import { NOT_FOR_GUESTS } from '../../src/slack/bolt/permissions/roles.ts';
import { keepSentence, letInMessage, liftedMessage } from '../../src/slack/mention/kept-sentence.ts';
import { refuseSentence } from '../../src/slack/mention/shut-out.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness, playedSettings } from '../support/harness/slack.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

const actor = { team: 'T1', person: 'UGUS' };
const kept = { channel: 'C1', isDirect: false, isAddressed: true, place: { channel: 'C1' }, keptAt: 1000 };

async function renderedFor(text: string, guests: 'yes' | 'no') {
  const harness = createHarness({ roleOf: async () => 'guest' });
  const { slack } = harness;
  const waiting: object[] = [];
  slack.generations.waitAsGuest = async (guest) => void waiting.push(guest);
  await slack.settings.set('T1', { guests });
  await slack.keptSentences.set(actor, { ...kept, text });
  slack.admit = async ({ source }) => ({
    blockers: source.kind === 'channel' ? [{ part: 'source', blocker: 'not_a_member' }] : [],
    unanswered: [],
  });
  const rendered = await letInMessage({ actor, client: {} as never }, slack);
  const message = rendered && 'blocks' in rendered.message ? rendered.message : undefined;
  return { rendered, words: message ? wordsOf(message) : '', waiting, slack };
}

it('waits again if guests are closed again before the message is posted, and keeps the words', async () => {
  const { rendered, waiting, slack } = await renderedFor('ten slides on spring', 'no');
  expect(rendered).toBeNull();
  expect(waiting).toEqual([actor]);
  expect(await slack.keptSentences.of(actor)).toMatchObject({ text: 'ten slides on spring' });
});

it('forgets the words once their card is posted', async () => {
  const { rendered, words, slack } = await renderedFor('ten slides on spring', 'yes');
  expect(words).toMatch(/You can make documents now.*Make this\?.*spring/s);
  await rendered?.onPosted?.({ channel: 'D1', ts: '1.1' });
  expect(await slack.keptSentences.of(actor)).toBeUndefined();
  expect((await slack.openCards.of(actor, { channel: 'D1' })).cards).toHaveLength(1);
});

it.each(['me', undefined] as const)('has the default of who sees it: %s', async (seenBy) => {
  const harness = createHarness({ roleOf: async () => 'guest' });
  const { slack } = harness;
  await slack.settings.set('T1', { guests: 'yes' });
  slack.defaults.forAsk = async () => (seenBy ? { seenBy } : {});
  slack.admit = async () => ({ blockers: [], unanswered: [] });
  await slack.keptSentences.set(actor, { ...kept, text: 'ten slides on spring' });
  const acting = { actor, client: {} as never };
  const { message, onPosted } = (await letInMessage(acting, slack)) ?? {};
  await onPosted?.({ channel: 'D1', ts: '1.1' });
  const [card] = (await slack.openCards.of(actor, { channel: 'D1' })).cards;
  // A "yes" in the direct message makes it as the card says.
  const ask = await slack.proposals.find(actor, card?.proposal ?? '');
  expect(ask?.destination.channel).toBe(seenBy ? 'UGUS' : 'C1');
  expect(wordsOf(message)).toContain(seenBy ? 'Only you will see it' : 'Everyone in <#C1> will see it');
});

it.each(['me', undefined] as const)('the card after a raised limit has it, too: %s', async (seenBy) => {
  const { slack } = createHarness();
  const ana = { team: 'T1', person: 'UANA' };
  slack.defaults.forAsk = async () => (seenBy ? { seenBy } : {});
  await slack.keptAsks.set(ana, {
    ask: anAsk({ ...ana, destination: { channel: 'C1' } }),
    words: '',
    keptAt: 1,
  });
  const { message } = await liftedMessage({ actor: ana, client: {} as never }, slack);
  expect(wordsOf(message)).toContain(seenBy ? 'Only you will see it' : 'Everyone in <#C1> will see it');
  expect(buttonsOf(message)).toContain(seenBy ? 'Make it' : 'Make it there');
});

it('is the welcome: nobody is greeted in the middle of the conversation after it', async () => {
  for (const text of ['ten slides on spring', '']) {
    const { rendered, slack } = await renderedFor(text, 'yes');
    const welcomed: string[] = [];
    slack.once = async (_, key) => welcomed.push(key) > 0;
    await rendered?.onPosted?.({ channel: 'D1', ts: '1.1' });
    expect(welcomed).toEqual(['welcome:UGUS']);
  }
});

it('says what stands in the way, with the words, if the guest has left the channel since', async () => {
  const { words } = await renderedFor('slides of the last week', 'yes');
  expect(words).toMatch(/slides of the last week.*Only somebody who is in a conversation/s);
  expect(words).not.toMatch(/Make this\?|messages by|You can make documents/);
});

it('keeps the last topic: a plea, a question, a bare link or an order without a topic does not replace it', async () => {
  const { slack } = createHarness({ roleOf: async () => 'guest' });
  slack.generations.waitAsGuest = async () => {};
  const say = (text: string) => {
    const { keptAt: _, ...place } = kept;
    const sentence = {
      ...place,
      actor,
      text,
      isDirect: true,
      client: {} as never,
      answer: async () => undefined,
    };
    return keepSentence(sentence, NOT_FOR_GUESTS, slack);
  };
  expect(await say('ten slides on spring')).toMatchObject({ words: 'ten slides on spring' });
  for (const text of [
    'please let me in',
    'I need access, please',
    'why am i out',
    'who pays',
    'https://docs.example.com/x',
    'make slides',
  ])
    expect([text, await say(text)]).toEqual([text, undefined]);
  expect(await slack.keptSentences.of(actor)).toMatchObject({ text: 'ten slides on spring' });
});

it('keeps what a guest asked for credits for beside what they ask for while shut out', async () => {
  const { slack } = createHarness({ roleOf: async () => 'guest' });
  slack.generations.waitAsGuest = async () => {};
  await slack.keptAsks.set(actor, {
    ask: anAsk({ ...actor, prompt: 'autumn prices' }),
    words: '',
    keptAt: 1,
  });
  const { keptAt: _, ...place } = kept;
  const acting = { actor, client: {} as never };
  const sentence = { ...place, ...acting, text: 'ten slides on spring', answer: async () => undefined };
  await keepSentence(sentence, NOT_FOR_GUESTS, slack);
  await slack.settings.set('T1', { guests: 'yes' });
  slack.admit = async () => ({ blockers: [], unanswered: [] });
  const letIn = await letInMessage(acting, slack);
  expect(wordsOf(letIn?.message)).toContain('spring');
  await letIn?.onPosted?.({ channel: 'D1', ts: '1.1' });
  expect(wordsOf((await liftedMessage(acting, slack)).message)).toContain('autumn prices');
});

it('keeps a long text of a guest, of which only the beginning is searched', async () => {
  const { slack } = createHarness({ roleOf: async () => 'guest' });
  slack.generations.waitAsGuest = async () => {};
  const { keptAt: _, ...place } = kept;
  const text = `ten slides on spring: ${'We met at the quay. '.repeat(500)}`.trim();
  const sentence = { ...place, actor, client: {} as never, text, answer: async () => undefined };
  await refuseSentence(sentence, NOT_FOR_GUESTS, slack);
  expect(((await slack.keptSentences.of(actor)) as { text: string }).text === text).toBe(true);
});

/** Ana, a guest who is let in, of whom two requests are kept. */
async function letInWithKept() {
  const settings = playedSettings({ guests: 'yes' });
  const talk = talkTo({ roleOf: async () => 'guest', settings });
  const place = { channel: 'D1', isDirect: true, place: { channel: 'D1' } };
  const keptAt = talk.harness.slack.clock.now();
  const first = { ...place, keptAt, text: 'a document about lofoten' };
  const last = { ...place, keptAt: keptAt + 1, text: 'ten slides on spring', former: [first] };
  await talk.harness.slack.keptSentences.set({ team: 'T1', person: 'UANA' }, last);
  return talk;
}

it.each([
  ['and the thing i asked for before? you said i get a card', 'spring'],
  ['what did i ask for?', 'spring'],
  ['keep the old one', 'lofoten'],
])('a guest who is let in gets the card of what is kept by “%s”', async (words, prompt) => {
  const { say, harness } = await letInWithKept();
  expect(await say(words)).toMatchObject({ kind: 'card', ask: { prompt } });
  expect(await harness.slack.keptSentences.of({ team: 'T1', person: 'UANA' })).toBeUndefined();
  expect(await say('yes')).toMatchObject({ kind: 'made', ask: { prompt } });
});

it('a request of its own is no question about what is kept', async () => {
  const { say } = await letInWithKept();
  expect(await say('slides on tea')).toMatchObject({ kind: 'card', ask: { prompt: 'tea' } });
  expect(await say('keep it short')).toMatchObject({ kind: 'changed' });
});

it('the answer to “what do you keep about me” names it', async () => {
  const { say } = await letInWithKept();
  expect(await say('what do you keep about me')).toMatchObject({
    words: expect.stringContaining('“ten slides on spring”'),
  });
});
