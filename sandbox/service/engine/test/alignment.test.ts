import { describe, expect, it } from 'vitest';
import { composeDeck } from '../engine.ts';
import { layCard } from '../layout/card.ts';
import { cellPadding, type TextItem } from '../layout/scene.ts';
import { anchored } from '../paint/anchored.ts';
import { widthOf } from '../type/runs.ts';

const deckOf = (text: string, more: object = {}) => composeDeck({ text, format: 'presentation', ...more });

const textsOn = (text: string, more: object = {}): TextItem[] =>
  layCard(deckOf(text, more), 1).items.filter((item): item is TextItem => item.kind === 'text');

const wordsOf = (item: TextItem) => item.laid.fragments.map((fragment) => fragment.text);

describe('words on a slide', () => {
  it('in panels beside each other have their heads on one line', () => {
    const heads = ['Venue', 'Speakers', 'Catering'];
    const found = textsOn(
      '# T\n\n## Panels\n\n- Venue: Harbour Hall, 240 seats, and the terrace where the weather allows it\n- Speakers: nine of twelve\n- Catering: two quotes',
    ).filter((item) => heads.includes(wordsOf(item)[0] ?? ''));
    expect(found).toHaveLength(3);
    expect(new Set(found.map((item) => Math.round(anchored(item)))).size).toBe(1);
  });

  it('that are a line by themselves stand in the middle of their slide', () => {
    const said = textsOn('# T\n\n## Rule\n\nRetry what is safe to repeat.').find((item) =>
      wordsOf(item).join('').startsWith('Retry'),
    );
    expect(said?.box.y).toBeGreaterThan(200);
  });

  it('keep a figure and its unit on one line, and no word torn', () => {
    const words = textsOn(
      '# T\n\n## Zeitplan\n\n1. Juni: Regale aufbauen und Bestandsübertragung\n2. Juli: Wareneingangsqualitätssicherung läuft\n3. August: Retouren liegen unter 7,4 %',
    ).flatMap((item) => item.laid.fragments);
    const lines = words.map(({ text }) => text);
    expect(lines.join('|')).toContain('Wareneingangsqualitätssicherung');
    expect(lines.join('|')).toContain('Bestandsübertragung');
    expect(lines.join('|')).toMatch(/7,4\u00A0%/);
    expect(
      Math.min(...words.filter(({ text }) => /sicherung|Regale/.test(text)).map(({ size }) => size)),
    ).toBeGreaterThan(22);
  });

  it('that say when have room in a table for the widest of other fonts', () => {
    const said = (minute: number) =>
      `**Ana Reyes** (17 November 2026, 15:${minute}): Ben, please look at this one again before the end of the week and tell the accounts that carry it, all of them, what will happen with the second batch and when.`;
    const deck = deckOf(
      [said(10), '**Ben Okafor** (17 November 2026, 15:11): OK.', said(12), said(13), said(14)].join('\n\n'),
      { textMode: 'condense', themeId: 'northwind-night' },
    );
    const index = deck.cards.findIndex(({ title }) => title === 'Who does what');
    const table = layCard(deck, index).items.find((item) => item.kind === 'table');
    const [paragraph] = table?.rows[1]?.cells[2] ?? [];
    const text = paragraph?.spans[0]?.text ?? '';
    const width = widthOf({ family: 'poppins', bold: false, italic: false }, text) * (paragraph?.size ?? 0);
    expect(text).toContain('15:10');
    expect(((table?.columns[2] ?? 0) - 2 * cellPadding.x) / width).toBeGreaterThan(1.18);
  });
});
