import { describe, expect, it } from 'vitest';
import type { Deck } from '../deck.ts';
import { composeDeck, drawPages } from '../engine.ts';
import { layCard } from '../layout/card.ts';
import { layDocument } from '../layout/document.ts';
import { SLACK } from '../layout/items.ts';
import type { Item, Scene } from '../layout/scene.ts';
import { designs } from '../themes/themes.ts';
import { layLines } from '../type/lines.ts';

/** What reaches down to where, in points; the foot and the ground of the card left out. */
function lowest(scene: Scene): number {
  const edges = scene.items.flatMap((item) => {
    const box = item.kind === 'shape' ? ('width' in item.shape ? item.shape : undefined) : item.box;
    return box && box.y < scene.height * 0.9
      ? [box.y + (item.kind === 'text' ? item.laid.height : box.height)]
      : [];
  });
  return Math.max(...edges);
}

const texts = (items: Item[]) => items.flatMap((item) => (item.kind === 'text' ? [item] : []));
const scenes = (deck: Deck) => deck.cards.map((_, at) => layCard(deck, at));

const prompts = [
  'Board update: revenue up 18% to £4.2M, churn down to 2.1%, hiring plan for Q4 (6 engineers, 2 sales), risks',
  '# Season\n\n## Went well\n\n- Online grew 14%\n- Jackets after the frost\n\n## Next\n\n1. Chloe: forecast\n2. Liam: works\n3. Dev: fix\n\n## Table\n\n| A | B |\n|---|---|\n| one | 1 kg |\n| two | 2 h |',
];

describe.each(designs)('in the theme $name', ({ id }) => {
  it.each(prompts)('no card is empty below: %s', (text) => {
    const deck = composeDeck({ text, format: 'presentation', themeId: id });
    for (const [at, scene] of scenes(deck).entries())
      expect(lowest(scene), `card ${at + 1} of "${deck.cards[at]?.title}"`).toBeGreaterThan(
        scene.height * 0.62,
      );
  });

  it('numbers beside each other stand on one line, in one size', () => {
    const deck = composeDeck({ text: prompts[0] ?? '', format: 'presentation', themeId: id });
    const at = deck.cards.findIndex((card) => card.layout === 'stats');
    const numbers = texts(layCard(deck, at).items).filter((item) =>
      /^(£4.2M|2.1%)$/.test(item.paragraphs[0]?.spans[0]?.text ?? ''),
    );
    expect(numbers).toHaveLength(2);
    expect(new Set(numbers.map((item) => item.box.y)).size).toBe(1);
    expect(new Set(numbers.map((item) => item.paragraphs[0]?.size)).size).toBe(1);
  });

  it('numbers and titles have room for the wider letters of another font', () => {
    const deck = composeDeck({
      text: 'Waterproofing internationalisation: net revenue £541,780, jackets +64%, margin 46.3%',
      format: 'presentation',
      themeId: id,
    });
    for (const scene of scenes(deck))
      for (const item of texts(scene.items).filter(
        (one) => one.role === 'title' || /\d/.test(one.paragraphs[0]?.spans[0]?.text ?? ''),
      )) {
        const [first] = item.paragraphs;
        if (!first) continue;
        const words = first.spans[0]?.text.split(' ') ?? [];
        for (const word of words)
          expect(
            layLines([{ ...first, align: 'left', spans: [{ text: word }] }], 9999).width,
          ).toBeLessThanOrEqual(item.box.width * SLACK + 0.1);
      }
  });
});

describe('a document', () => {
  const section = (name: string, points: number) =>
    `## ${name}\n\n${Array.from({ length: points }, (_, i) => `- ${name} ${i}: a point of some length that is said in this part`).join('\n')}`;
  const deck = composeDeck({
    text: `# Season\n\nA short beginning.\n\n${[section('One', 9), section('Two', 9), section('Three', 9), section('Four', 9)].join('\n\n')}`,
    format: 'document',
    textMode: 'preserve',
  });

  it('does not tear a section over the end of a page where it fits on one', () => {
    const pages = layDocument(deck).map((page) =>
      texts(page.items).flatMap((item) =>
        item.paragraphs.map((paragraph) => paragraph.spans.map((span) => span.text).join('')),
      ),
    );
    for (const name of ['One', 'Two', 'Three', 'Four'])
      expect(pages.filter((page) => page.some((text) => text.startsWith(`${name} `)))).toHaveLength(1);
  });

  it('brings a few lines that would stand alone on a page back to the one before', () => {
    const of = (points: number) =>
      layDocument(
        composeDeck({
          text: `# Season\n\n${section('One', points)}`,
          format: 'document',
          textMode: 'preserve',
        }),
      );
    const counts = Array.from({ length: 16 }, (_, i) => of(20 + i));
    for (const pages of counts.filter((all) => all.length > 1))
      expect(lowest(pages.at(-1) as Scene)).toBeGreaterThan((pages[0]?.height ?? 0) * 0.12);
    expect(counts.some((pages) => pages.length > 1)).toBe(true);
  });

  it('has no pictures but its own', () => {
    expect(deck.cards.flatMap((card) => card.blocks).filter((block) => block.kind === 'picture')).toEqual([]);
  });

  it('is shown by the pages of its file, not by its cards', () => {
    expect([...drawPages(deck, 'pdf', 120)]).toHaveLength(layDocument(deck).length);
    expect([...drawPages(deck, 'png', 120)]).toHaveLength(deck.cards.length);
  });
});
