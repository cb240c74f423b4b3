import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemNamed } from '../../src/asks/mention/names.ts';
import { withoutPhrase } from '../../src/asks/mention/prompt.ts';
import { type Understood, understand, understandCommand } from '../../src/asks/mention/understand.ts';
import { growsInProportion } from '../support/processor-time.ts';
import { behindCommand, direct, inChannel, talk, themes, withCatalogue } from './sentences.ts';

const setting = { now: new Date('2026-03-18T15:00:00Z'), zone: 'Europe/Lisbon' };

const understood = (words: string, hasChannel: boolean) =>
  inWords(understand(words, { ...setting, hasChannel }));

/** On one line, as in the table. */
function inWords(understood: Understood): string {
  if (understood.kind !== 'make') return understood.kind;
  const { choices, days, isForPerson, named, prompt } = understood;
  const { format, cards, exportAs, audience, tone, language, work } = choices;
  const date = (at: Date) => at.toISOString().replace(/T00:00:00.000Z$|:00.000Z$/, '');
  const parts = [
    format ?? 'any format',
    cards && `${cards} cards`,
    exportAs,
    audience && `for ${audience}`,
    tone && `${tone} tone`,
    language,
    work && (work.kind === 'agent' ? 'thorough' : 'quick'),
    days && `since ${date(days.since)}${days.until ? ` until ${date(days.until)}` : ''}`,
    isForPerson && 'to the person',
    ...named.map(({ part, name }) => `${part} ${name}`),
  ];
  return `${parts.filter(Boolean).join(', ')}: ${prompt || '(open)'}`;
}

describe('a sentence to Deckhand', () => {
  it.each(direct)('%s', (words, expected) => {
    expect(understood(words, false)).toBe(expected);
  });

  it.each(inChannel)('in a channel: %s', (words, expected) => {
    expect(understood(words, true)).toBe(expected);
  });

  it.each(talk)('“%s” asks for nothing', (words) => {
    expect(understood(words, true)).toBe('talk');
    expect(understood(words, false)).toBe('talk');
  });

  it.each(behindCommand)('behind the command: %s', (words, expected) => {
    expect(inWords(understandCommand(words, { ...setting, hasChannel: true }))).toBe(expected);
  });

  it('behind the command names days of a channel only where there is one', () => {
    const said = understandCommand('last two weeks', { ...setting, hasChannel: false });
    expect(inWords(said)).toBe('any format: (open)');
  });

  it('that is long is the content, and no choice is read out of it', () => {
    const long = `${'Notes on pricing. '.repeat(30)}in German, 8 slides`;
    expect(inWords(understandCommand(long, { ...setting, hasChannel: true }))).toBe(`any format: ${long}`);
  });

  it('is one of at least 200, 60 of which ask for nothing', () => {
    const all = new Set([...direct, ...inChannel].map(([words]) => words));
    expect(all.size + talk.length).toBeGreaterThanOrEqual(200);
    expect(new Set(talk).size).toBeGreaterThanOrEqual(60);
  });

  it('goes by the days of whoever wrote it', () => {
    const at = (zone: string) => understand('slides since today', { ...setting, zone, hasChannel: true });
    expect(at('America/Los_Angeles')).toMatchObject({ days: { since: new Date('2026-03-18T07:00:00Z') } });
    expect(at('Asia/Kolkata')).toMatchObject({ days: { since: new Date('2026-03-17T18:30:00Z') } });
    // The clocks there went forward on 8 March.
    const march = { ...setting, zone: 'America/Los_Angeles', hasChannel: true };
    expect(understand('slides since 2 March', march)).toMatchObject({
      days: { since: new Date('2026-03-02T08:00:00Z') },
    });
  });

  it('names no days to come, and no more than a year', () => {
    for (const words of [
      'slides since 2027-01-01',
      'slides since 2020-01-01',
      'slides of the last 400 days',
    ]) {
      expect(understand(words, { ...setting, hasChannel: true })).not.toHaveProperty('days');
    }
  });

  it('loses a name from its prompt once that is known', () => {
    expect(withoutPhrase('in Midnight', 'in Midnight')).toBe('');
    expect(withoutPhrase('pricing, in Midnight, and tea\nin Midnight', 'in Midnight')).toBe(
      'pricing, and tea\nin Midnight',
    );
  });

  it.each(withCatalogue)('of a team with a catalogue: %s', (words, expected, left) => {
    const request = understand(words, { ...setting, hasChannel: false });
    if (request.kind !== 'make') throw new Error('it asks for something');
    const items = { theme: themes.map((name) => ({ name })), template: [{ name: 'Board update' }] };
    const [found] = request.named.flatMap((named) => itemNamed(named, items[named.part]) ?? []);
    expect(found?.item.name ?? 'none').toBe(expected);
    expect(found ? withoutPhrase(request.prompt, found.phrase) : request.prompt).toBe(left);
  });

  it.each([
    'for the ',
    'in A',
    'in a ',
    ', in tea ',
    'since ',
    'last two ',
    'theme ',
    'tone: ',
    ', ',
    '.',
    '—',
    ' - ',
    'one-',
    'from March ',
    ' ',
  ])('takes words without end in no more than their share of time: %j', async (words) => {
    const read = (size: number) => {
      understand(words.repeat(size), { ...setting, hasChannel: true });
      understandCommand(words.repeat(size), { ...setting, hasChannel: true });
      understand(`make a deck ${words.repeat(size)}x`, { ...setting, hasChannel: true });
    };
    expect(await growsInProportion(read, 4_000)).toBe(true);
  });

  it('takes any words, and keeps what it does not understand', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{12,40}$/), (word) => {
        const found = understand(`make a deck about ${word}, as PDF`, { ...setting, hasChannel: true });
        expect(found).toMatchObject({ kind: 'make', prompt: word, choices: { exportAs: 'pdf' } });
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (words) => {
        understand(`make slides ${words}`, { ...setting, hasChannel: true });
      }),
    );
  });
});
