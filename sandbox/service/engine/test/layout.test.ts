import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Deck } from '../deck.ts';
import { composeDeck } from '../engine.ts';
import { layCard, pagesOf } from '../layout/pages.ts';
import type { Scene, TextItem } from '../layout/scene.ts';
import { designs } from '../themes/themes.ts';

const textsOf = (scene: Scene) => scene.items.filter((item): item is TextItem => item.kind === 'text');
const scenesOf = (deck: Deck) => deck.cards.map((_, index) => layCard(deck, index));

const sentence = fc.integer({ min: 1, max: 30 }).map((count) => `${'word '.repeat(count)}12%.`);
const text = fc
  .array(fc.tuple(fc.array(sentence, { minLength: 1, maxLength: 14 }), fc.boolean()), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) =>
    parts
      .map(
        ([all, isList], i) =>
          `## Part ${i}\n\n${all.join(isList ? '\n- ' : ' ').replace(/^/, isList ? '- ' : '')}`,
      )
      .join('\n\n'),
  );

it('text is never cut, is always within its card and is never smaller than the type scale', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('presentation', 'social'), (words, format) => {
      for (const scene of scenesOf(composeDeck({ text: words, format }))) {
        expect(scene.fits).toBe(true);
        for (const { box, laid } of textsOf(scene)) {
          expect(laid.height).toBeLessThanOrEqual(box.height + 0.01);
          expect(box.y + box.height).toBeLessThanOrEqual(scene.height);
        }
      }
    }),
    { numRuns: 40 },
  );
});

it('a deck has one type scale', () => {
  const words = `# Quarter\n\nA short beginning.\n\n## Few\n\n- One\n\n## Many\n\n${'- A point of some length that is said here\n'.repeat(30)}\n\n## Steps\n\n1. One\n2. Two\n\n> Quoted.`;
  const texts = scenesOf(composeDeck({ text: words, format: 'presentation' })).flatMap(textsOf);
  const sizes = new Set(texts.flatMap(({ paragraphs }) => paragraphs.map(({ size }) => size)));
  expect(sizes).toEqual(new Set([13, 18, 24, 34, 48]));
});

/** Returns the relative luminance of a `#rrggbb` colour, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each(designs)(
  'the theme $name has the contrast of WCAG 2 AA: 4.5 for text, 3 for large text',
  ({ look }) => {
    for (const ground of [look.background, look.surface])
      for (const ink of [look.ink, look.muted, look.accent])
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [look.cover.from, look.cover.to]) {
      expect(contrast(look.cover.ink, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(look.cover.accent, ground)).toBeGreaterThanOrEqual(3);
    }
  },
);

it('a short one-pager has larger type, so that it fills more of its page, and a long one has the usual type', () => {
  const bodyOf = (paragraphs: number) => {
    const text = `# Status\n\n${'We ship the boots in May, and the tents follow in June.\n\n'.repeat(paragraphs)}`;
    const pages = pagesOf(composeDeck({ text, format: 'document', numCards: 1 }));
    expect(pages).toHaveLength(1);
    const sizes = pages.flatMap(textsOf).flatMap((item) => item.paragraphs.map(({ size }) => size));
    // The footer has the smallest size, and the body the next.
    return [...new Set(sizes)].sort((one, other) => one - other)[1] ?? 0;
  };
  expect(bodyOf(5)).toBeGreaterThan(bodyOf(26) * 1.4);
});

it('covers of different titles have different art, and a cover has the same art each time', () => {
  const artOf = (title: string) =>
    layCard(composeDeck({ text: `# ${title}\n\nWe ship in May.`, format: 'presentation' }), 0).items.filter(
      ({ kind }) => kind === 'art',
    );
  expect(artOf('Boots')).not.toEqual([]);
  expect(artOf('Boots')).toEqual(artOf('Boots'));
  expect(artOf('Boots')).not.toEqual(artOf('Tents'));
});
