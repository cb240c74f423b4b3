import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { press } from '../support/harness/slack-requests.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { type Conversation, conversations } from './conversations.ts';
import { talkTo as talkToDeckhand } from './talk-to.ts';

/** Deckhand, whose answers are read as one line each. */
function talkTo() {
  const { harness, say, proposals } = talkToDeckhand();
  return {
    harness,
    proposals,
    async say(...said: Parameters<typeof say>): Promise<string> {
      const outcome = await say(...said);
      return outcome.kind === 'says' ? `says ${outcome.words}` : `${outcome.kind} ${inWords(outcome.ask)}`;
    },
  };
}

/** An ask on one line: "presentation, 10 slides, for the board, de, pptx: our spring launch". */
function inWords({
  format,
  cards,
  audience,
  tone,
  language,
  theme,
  template,
  exportAs,
  images,
  sharing,
  folder,
  source,
  textMode,
  destination,
  prompt,
  work,
}: Ask): string {
  const parts = [
    work.kind === 'document' ? format : work.kind,
    cards && `${cards} slides`,
    audience && `for ${audience}`,
    tone && `${tone} tone`,
    language,
    textMode,
    theme && `theme ${theme.name}`,
    template && `template ${template.name}`,
    folder && `in folder ${folder.name}`,
    images?.source,
    images?.style && `${images.style} images`,
    sharing && JSON.stringify(sharing).replaceAll('"', ''),
    exportAs ?? 'no file',
    source.kind === 'text' ? undefined : `of the ${source.kind}`,
    destination.channel === 'UANA' ? 'to her alone' : undefined,
  ];
  return `${parts.filter(Boolean).join(', ')}: ${prompt.replaceAll('\n', ' / ') || '(all)'}`;
}

describe('a conversation with Deckhand', () => {
  it.each(conversations.map((turns) => [turns[0]?.[0], turns] as [string, Conversation]))(
    '%s',
    async (_, turns) => {
      const { say } = talkTo();
      const heard: string[] = [];
      for (const [said, , where] of turns) heard.push(await say(said, where));
      const expected = turns.map(([, answer]) => answer);
      expect(
        heard.map((answer, turn) =>
          expected[turn]?.endsWith('…') ? `${answer.slice(0, (expected[turn]?.length ?? 1) - 1)}…` : answer,
        ),
      ).toEqual(expected);
    },
  );

  it('another person cannot answer for Ana, and neither can she after ten minutes', async () => {
    const { harness, say } = talkTo();
    await say('we could use slides', 'thread');
    expect(await say('yes', 'thread', 'UBEN')).toMatch(/^says Nothing is waiting/);
    await harness.slack.clock.sleep(10 * 60_000);
    expect(await say('yes', 'thread')).toMatch(/^says Nothing is waiting/);
    expect(harness.generations.all()).toEqual([]);
  });

  it('“stop” stops the only document under way, and shows buttons if there are several', async () => {
    const { harness, say } = talkTo();
    harness.generations.put(aGeneration({ state: 'delivered' }));
    expect(await say('stop')).toBe('says Nothing is under way.');
    harness.generations.put(aGeneration({ id: 'g2', state: 'following' }));
    harness.generations.put(aGeneration({ id: 'g3', state: 'following' }));
    expect(await say('stop')).toBe('says Your last 3 documents.');
    await harness.generations.stop('T1', 'g3');
    expect(await say('stop')).toMatch(/^says Stopped: “/);
    expect(await say('stop')).toBe('says Nothing is under way.');
  });

  it('after the text was deleted, the same in another language starts from the document, and as a one-pager from its title', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await say('yes');
    const [made] = harness.generations.all();
    const done = { state: 'delivered', docId: 'g_1', title: 'Tea' } as const;
    harness.generations.put(aGeneration({ ...made, ...done }));
    harness.generations.askOf = async () => ({ ...made?.ask, prompt: '' }) as Ask;
    expect(await say('now in French')).toBe(
      'card presentation, fr, template Tea, pptx: The same content as “Tea”',
    );
    await say('no');
    expect(await say('the same as a one-pager')).toBe('card document, 1 slides, pdf: Tea');
  });

  it('a reply below a finished document is about this document, also while a card is open', async () => {
    const { harness, say } = talkTo();
    harness.generations.put(aGeneration({ state: 'delivered', channel: 'D1', rootTs: '5.5', docId: 'g_1' }));
    await say('slides on tea');
    expect(await say('make the title shorter', 'dmThread')).toMatch(/^says Change “/);
    expect(await say('yes')).toBe('made presentation, pptx: tea');
  });

  it('two answers at once make one document', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await Promise.all([say('yes'), say('go ahead'), say('make it')]);
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('the buttons of a card that was replaced do nothing any more', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea', 'channel');
    await say('in German', 'channel');
    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
    expect(harness.generations.all()).toEqual([]);
    await harness.send(press({ action_id: 'proposal_make', value: 'p2' }));
    expect(harness.generations.all()).toMatchObject([{ ask: { prompt: 'tea', language: 'de' } }]);
  });

  it('a changed card in direct messages stands below the sentence, and goes away once it was answered', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await say('in German');
    await say('yes');
    expect(harness.made('chat.postMessage')).toHaveLength(2);
    expect(harness.made('chat.delete')).toMatchObject([
      { channel: 'D1', ts: '9.1' },
      { channel: 'D1', ts: '9.2' },
    ]);
  });

  it('a card says what it did not understand, what it will cost and who will see it', async () => {
    const { harness, say } = talkTo();
    harness.slack.generations.expectedCredits = async () => ({ from: 8, to: 12, usual: 10 });
    await say('slides on tea as Word', 'channel');
    const [card] = harness.made('chat.postEphemeral');
    expect(wordsOf(card)).toMatch(/Didn't understand: as Word. I make PowerPoint, PDF and pictures./);
    expect(wordsOf(card)).toMatch(/About 8 to 12 credits. Everyone in <#C1> will see it/);
    harness.slack.generations.expectedCredits = async () => ({ from: 3, to: 30, usual: 11 });
    await say('slides on coffee', 'channel');
    expect(wordsOf(harness.made('chat.postEphemeral').at(-1))).toContain('About 11 credits.');
    expect(buttonsOf(card)).toEqual(['Make it here', 'Just for me', 'Details…', 'Not now']);
    await harness.send(press({ action_id: 'proposal_make_for_person', value: 'p1' }));
    expect(harness.generations.all()).toMatchObject([{ ask: { destination: { channel: 'UANA' } } }]);
  });

  it('there are at least 80 in the table, and 25 sentences that ask for nothing', () => {
    expect(conversations.length).toBeGreaterThanOrEqual(80);
    expect(
      conversations.flat().filter(([, answer]) => answer.startsWith('says')).length,
    ).toBeGreaterThanOrEqual(25);
  });
});
