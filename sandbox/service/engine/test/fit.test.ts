import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Deck, DeckFormat } from '../deck.ts';
import { composeDeck } from '../engine.ts';
import { parts } from '../layout/card.ts';
import { cardScene, pagesOf } from '../layout/pages.ts';
import type { Scene } from '../layout/scene.ts';
import { onPlain } from '../layout/setting.ts';
import { designs, themeOf } from '../themes/themes.ts';

/** Points that sums of widths may be off by. */
const GRACE = 0.6;

/** Every line of text that leaves its box or its page. */
function overflows(scene: Scene, deck: Deck): string[] {
  const setting = onPlain(themeOf(deck.themeId).look, 18);
  return parts(scene.items, setting).flatMap((item) => {
    if (item.kind !== 'text') return [];
    const { box, laid } = item;
    const wide = laid.fragments.filter(
      (fragment) => fragment.x < -GRACE || fragment.x + fragment.width > box.width + GRACE,
    );
    const outside =
      box.x < -GRACE ||
      box.x + box.width > scene.width + GRACE ||
      box.y < -GRACE ||
      box.y + laid.height > scene.height + GRACE;
    const high = laid.height > box.height + GRACE;
    const said = laid.fragments
      .map((fragment) => fragment.text)
      .join(' ')
      .slice(0, 60);
    return wide.length > 0 || outside || high
      ? [`${said} (${wide.length > 0 ? 'wide' : outside ? 'outside' : 'high'})`]
      : [];
  });
}

function overflowing(deck: Deck): string[] {
  return pagesOf(deck).flatMap((scene) => overflows(scene, deck));
}

const word = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-zA-Z]{1,14}$/) },
  fc.constantFrom(
    '18%',
    '$4.2M',
    '**bold**',
    '`code`',
    '[link](https://example.com/a)',
    '🚀',
    '日本語の文章',
    'مرحبا',
    '👨‍👩‍👧',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.stringMatching(/^[a-z]{60,160}$/),
);
const line = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '));
const markdown = fc
  .array(
    fc.oneof(
      line,
      line.map((text) => `## ${text}`),
      fc
        .array(line, { minLength: 1, maxLength: 12 })
        .map((lines) => lines.map((text) => `- ${text}`).join('\n')),
      fc
        .array(line, { minLength: 1, maxLength: 9 })
        .map((lines) => lines.map((text, i) => `${i + 1}. ${text}`).join('\n')),
      line.map((text) => `> ${text}\n> — Someone`),
      line.map((text) => `\`\`\`\n${text}\n\`\`\``),
      fc
        .array(fc.tuple(word, word, word), { minLength: 1, maxLength: 14 })
        .map((rows) =>
          [
            '| A | B | C |',
            '|---|---|---|',
            ...rows.map((row) => `| ${row.map((cell) => cell.replace(/[|\n]/g, ' ')).join(' | ')} |`),
          ].join('\n'),
        ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.join('\n\n'));

const formats: DeckFormat[] = ['presentation', 'document', 'webpage', 'social'];

describe('whatever the text is', () => {
  it('nothing overflows its box or its page, in any format and theme', () => {
    fc.assert(
      fc.property(
        fc.oneof(markdown, fc.string({ unit: 'binary', maxLength: 400 })),
        fc.constantFrom(...formats),
        fc.constantFrom(...designs.map((theme) => theme.id)),
        fc.constantFrom('generate', 'condense', 'preserve'),
        (text, format, themeId, textMode) => {
          const deck = composeDeck({ text: text || ' ', format, themeId, textMode: textMode as 'generate' });
          expect(overflowing(deck)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('a word whose letters take more room side by side than each by itself is broken in time', () => {
    const word = 'agfiaabaafinrrbaawragriwnaaaaababarawgbamwaiamibaridgaiadaod';
    const items = ['A', 'a', 'a', 'A', word, 'a', `${'a'.repeat(60)} A`];
    const text = items.map((item, at) => `${at + 1}. ${item}`).join('\n');
    const deck = composeDeck({ text, format: 'presentation', themeId: 'daybreak', textMode: 'generate' });
    expect(overflowing(deck)).toEqual([]);
  });

  it('a card by itself is no exception', () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 1, max: 12 }), (text, numCards) => {
        const deck = composeDeck({ text, format: 'document', numCards });
        expect(deck.cards.flatMap((_, i) => overflows(cardScene(deck, i), deck))).toEqual([]);
      }),
      { numRuns: 5 },
    );
  }, 60_000);
});

it('text is not made smaller than can be read: a long text goes on to further cards', () => {
  const text = `# Long\n\n${'A sentence that says a little about the matter at hand, and then some more. '.repeat(80)}`;
  const deck = composeDeck({ text, format: 'presentation', textMode: 'preserve' });
  expect(deck.cards.length).toBeGreaterThan(3);
  const sizes = pagesOf(deck).flatMap((scene) =>
    scene.items.flatMap((item) =>
      item.kind === 'text' && item.laid.height > 60 ? item.paragraphs.map((paragraph) => paragraph.size) : [],
    ),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
});
