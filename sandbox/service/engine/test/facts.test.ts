import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textsOf } from '../deck.ts';
import { composeDeck, type DocInput } from '../engine.ts';

/** Properties of arbitrary texts: a deck shows what is given, as written, and nothing else. */

const oneOf = (...all: string[]) => fc.constantFrom(...all);
const digits = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map(String),
  fc.integer({ min: 1_000, max: 9_999_999 }).map((value) => value.toLocaleString('en')),
  fc.integer({ min: 1_000, max: 9_999_999 }).map((value) => value.toLocaleString('de')),
  fc.tuple(fc.nat(999), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`),
  fc.tuple(fc.nat(9_999), fc.nat(99)).map(([whole, part]) => `${whole.toLocaleString('de')},${part}`),
);
/** A number in any notation, with its sign, currency and unit. */
const number = fc.oneof(
  fc
    .tuple(
      oneOf('', '-', '–', '−', '+', '~'),
      oneOf('', '£', '$', '€', 'EUR '),
      digits,
      oneOf('', '%', ' %', 'k', 'm', ' kg', ' €', ' Mio. €'),
    )
    .map((parts) => parts.join('')),
  fc.tuple(digits, digits, oneOf('', '%', 'm')).map(([from, to, unit]) => `$${from}–${to}${unit}`),
  digits.map((value) => `(${value})`),
);
const word = oneOf(
  ...'revenue churn not under Umsatz is and fell plan, risks; but Decision: Approved.'.split(' '),
  'https://a.example/x?b=1,2&c=3#4',
);
const phrase = fc
  .array(fc.oneof({ arbitrary: word, weight: 3 }, { arbitrary: number, weight: 1 }), {
    minLength: 1,
    maxLength: 14,
  })
  .map((words) => `Then ${words.join(' ')}`);
const cell = fc.oneof(number, number, oneOf('n/a', '—', 'May', '12 May', '12–15%'));
const table = fc
  .tuple(
    fc.array(fc.tuple(oneOf('North', 'South', 'May'), cell, cell), { minLength: 1, maxLength: 14 }),
    fc.boolean(),
  )
  .map(([rows, both]) => {
    const shown = rows.map((row) => `| ${(both ? row : row.slice(0, 2)).join(' | ')} |`).join('\n');
    return both ? `| Name | A | B |\n|---|---|---|\n${shown}` : `| Name | A |\n|---|---|\n${shown}`;
  });
const list = fc.array(phrase, { minLength: 1, maxLength: 12 });
const message = fc
  .tuple(oneOf('Ana Reyes', 'Ben Okafor'), phrase, fc.nat(59))
  .map(
    ([who, said, at]) => `**${who}** ([13 November 2026, 09:${at}](https://slack.example/p${at})): ${said}`,
  );
const part = fc.oneof(
  fc.array(phrase, { minLength: 1, maxLength: 6 }).map((all) => `${all.join('. ')}.`),
  list.map((all) => all.map((one) => `- ${one}`).join('\n')),
  list.map((all) => all.map((one, i) => `${i + 1}. ${one}`).join('\n')),
  list.map((all) => all.map((one) => `- ${one}\n  - ${one}`).join('\n')),
  list.map((all) => all.join('\n')),
  fc.array(message, { minLength: 1, maxLength: 12 }).map((all) => all.join('\n\n')),
  table,
  phrase.map((one) => `> ${one}`),
  phrase.map((one) => `## ${one}`),
  phrase.map((one) => `# ${one}`),
  phrase.map((one) => `\`\`\`\n${one}\n\`\`\``),
);
const input: fc.Arbitrary<DocInput> = fc.record(
  {
    text: fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('\n\n')),
    format: fc.constantFrom('presentation', 'document', 'social', 'webpage'),
    numCards: fc.integer({ min: 1, max: 12 }),
    textMode: fc.constantFrom('generate', 'condense', 'preserve'),
    title: oneOf('Given'),
    language: oneOf('de', 'en'),
  },
  { requiredKeys: ['text', 'format'] },
);

/** Numbers as written, with their sign, currency and unit. */
const NUMBERS =
  /[-–−+~(]?(?:[£$€]|EUR )?\d(?:[\d.,]*\d)?(?:–\d(?:[\d.,]*\d)?)?(?:\s?(?:%|€|kg\b|Mio\. €)|[km]\b)?\)?/g;
const numbersIn = (text: string) => text.replace(/\s+/g, ' ').match(NUMBERS) ?? [];

it('every number of a text is on a card with its sign and unit, unless the deck says that something is missing, and none is added', () => {
  fc.assert(
    fc.property(input, (given) => {
      const deck = composeDeck(given);
      const texts = textsOf(deck);
      const isCut = texts.some((text) => /^\d+ of \d+ shown$/.test(text));
      expect(isCut).toBe(deck.notes !== undefined);
      // The numbers of a numbered list are its markers.
      const source = given.text.replace(/^\d+\. /gm, '').replace(/\s+/g, ' ');
      const shown = texts.join('\n').replace(/[^\S\n]+/g, ' ');
      const missing = numbersIn(source).filter((one) => !shown.includes(one));
      if (!isCut) expect(missing).toEqual([]);
      const own = texts.map((text) => text.replace(/\d+ of \d+(?: shown)?/g, '')).flatMap(numbersIn);
      expect(own.filter((one) => !source.includes(one.replace(/^\(|\)$/g, '')))).toEqual([]);
    }),
    { numRuns: 300 },
  );
}, 120_000);

it('every value of a chart stands in its table, digit by digit and with its sign', () => {
  fc.assert(
    fc.property(fc.tuple(table, oneOf('de', 'en')), ([text, language]) => {
      const { cards } = composeDeck({ text, format: 'presentation', language });
      const cells = text.split('|').map((one) => one.trim());
      const charts = cards.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'chart'));
      for (const { values, written } of charts.flatMap(({ chart }) => chart.series))
        for (const [i, value] of values.entries()) {
          const source = written[i] ?? '';
          expect(cells).toContain(source);
          expect(value < 0).toBe(/[-–−(]/.test(source) && value !== 0);
          const bare = (of: string) => of.replace(/\D/g, '').replace(/^0+|0+$/g, '');
          expect(bare(String(Math.abs(value)))).toBe(bare(source));
        }
    }),
    { numRuns: 500 },
  );
});
