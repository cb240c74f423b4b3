import { inflateSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { composeDeck, drawCardImage, drawFile, themes } from '../engine.ts';
import { pagesOf } from '../layout/pages.ts';
import type { Scene } from '../layout/scene.ts';
import { layLines } from '../type/lines.ts';
import { type Run, runs, shaped } from '../type/runs.ts';

const text = `# Billing move & more

Why, how and what we need.

## Why now

- Costs: $420k a year
- Deals: two customers wait
- Time: the contract ends in April

## Sales

Q1 12, Q2 18, Q3 25

## Status

| Area | Owner |
|---|---|
| Adapters | Ana |
| Migration | Priya |

## Read more

See the [design document](https://example.com/design) for the rest of it.`;

const deck = composeDeck({ text, format: 'presentation', themeId: 'midnight' });

function png(bytes: Uint8Array): { width: number; height: number } {
  const view = Buffer.from(bytes);
  expect(view.subarray(1, 4).toString()).toBe('PNG');
  return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
}

describe('the PPTX', async () => {
  const file = await drawFile(deck, 'pptx');
  const entries = unzipSync(file.bytes);
  const slides = Object.keys(entries)
    .filter((name) => /slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => a.length - b.length || a.localeCompare(b));
  const slide = (index: number) => strFromU8(entries[slides[index] as string] as Uint8Array);

  it('has a slide a card, each with its title as text in the title placeholder', () => {
    expect(slides).toHaveLength(deck.cards.length);
    for (const [i, card] of deck.cards.entries()) {
      if (!card.title) continue;
      const boxes = slide(i).match(/<p:sp>.*?<\/p:sp>/gs) ?? [];
      const placeholders = boxes.filter((box) => box.includes('type="title"'));
      expect(placeholders).toHaveLength(1);
      expect(placeholders[0]).toContain(`<a:t>${card.title.replace('&', '&amp;')}</a:t>`);
    }
  });

  it('has tables and charts that can be edited, and links that work', () => {
    const at = (layout: string) => slide(deck.cards.findIndex((card) => card.layout === layout));
    expect(at('table')).toContain('<a:tbl>');
    expect(at('chart')).toContain('drawingml/2006/chart');
    expect(Object.keys(entries)).toContain('ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx');
    expect(
      Object.entries(entries).some(
        ([name, bytes]) => name.endsWith('.rels') && strFromU8(bytes).includes('https://example.com/design'),
      ),
    ).toBe(true);
  });

  it('has one set of properties a paragraph, so that points with a name in bold keep their bullets', async () => {
    const said = composeDeck({
      text: '# A\n\n## B\n\n1. **Ana:** one\n2. **Ben:** two\n3. **Mei:** `three` and more',
      format: 'presentation',
      textMode: 'preserve',
    });
    const parts = unzipSync((await drawFile(said, 'pptx')).bytes);
    const xml = strFromU8(parts['ppt/slides/slide2.xml'] as Uint8Array);
    for (const [paragraph] of xml.matchAll(/<a:p>.*?<\/a:p>/gs))
      expect(paragraph.match(/<a:pPr\b/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(xml).toContain('<a:buAutoNum');
  });

  it('sets what is read from the right on the right', async () => {
    const arabic = composeDeck({
      text: '# خطة\n\n## الأهداف\n\nزيادة المبيعات بنسبة 18%',
      format: 'presentation',
    });
    const parts = unzipSync((await drawFile(arabic, 'pptx')).bytes);
    expect(strFromU8(parts['ppt/slides/slide2.xml'] as Uint8Array)).toMatch(/<a:pPr\s+rtl="1"\s+algn="r"/);
  });

  it('is the same bytes every time', async () => {
    expect(Buffer.from((await drawFile(deck, 'pptx')).bytes).equals(Buffer.from(file.bytes))).toBe(true);
  });
});

/** The text of a PDF by the maps from glyphs to characters that each of its fonts carries. */
function pdfText(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const characters = new Set(
    streams
      .filter((stream) => stream.includes('beginbfrange'))
      .flatMap((stream) =>
        [...stream.matchAll(/<([0-9a-f]{4,})>/gi)].map(([, code = '']) =>
          Buffer.from(code, 'hex').swap16().toString('utf16le'),
        ),
      ),
  );
  return [...characters].join('');
}

describe('the PDF', async () => {
  const file = await drawFile(deck, 'pdf');
  const raw = Buffer.from(file.bytes).toString('latin1');

  it('has a page a card and carries its fonts', () => {
    expect(raw.startsWith('%PDF-')).toBe(true);
    expect(raw.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(deck.cards.length);
    expect(raw).toContain('/FontFile');
  });

  it('has text that can be copied: every letter of the titles is mapped back', () => {
    const known = pdfText(file.bytes);
    for (const letter of deck.cards
      .map((card) => card.title)
      .join('')
      .replace(/\s/g, ''))
      expect(known).toContain(letter);
  });

  it('has links', () => {
    expect(raw).toContain('https://example.com/design');
  });

  it('is the same bytes every time', async () => {
    expect(Buffer.from((await drawFile(deck, 'pdf')).bytes).equals(Buffer.from(file.bytes))).toBe(true);
  });
});

describe('letters of other scripts', () => {
  const face = { family: 'inter', bold: false, italic: false } as const;
  const line = (text: string) =>
    layLines([{ spans: [{ text }], family: 'inter', size: 20, leading: 1.4, color: '', linkColor: '' }], 600)
      .fragments;

  it.each([
    ['Arabic', 'مرحبا'],
    ['Hebrew', 'שלום'],
    ['Japanese', '四半期の売上'],
    ['Chinese, simplified', '这个季度'],
    ['Korean', '분기 매출'],
  ])('are drawn, none as a box: %s', (_, text) => {
    for (const bold of [false, true])
      for (const run of runs({ ...face, bold }, text))
        expect(shaped(run).glyphs.every((glyph) => glyph.id > 0 && glyph.codePoints[0] !== 0)).toBe(true);
  });

  it('are as heavy as those around them', () => {
    const [[regular], [bold]] = [false, true].map((is) => runs({ ...face, bold: is }, '表')) as [
      Run[],
      Run[],
    ];
    const drawn = (run?: Run) => run && shaped(run).glyphs[0]?.path.toSVG();
    expect(drawn(bold)).not.toBe(drawn(regular));
  });

  it('that run from the right stand in their order, figures and brackets as they are read', () => {
    const placed = line('بنسبة (18%) و25').sort((a, b) => a.x - b.x);
    expect(placed.map(({ text }) => text)).toEqual(['25', '%( و', '18', 'بنسبة )']);
  });

  it('have figures that run from the left, also where a font would turn them', () => {
    const [run] = runs(face, '۱۲۳۴');
    const drawn = run && shaped(run).glyphs.flatMap((glyph) => glyph.codePoints);
    expect(String.fromCodePoint(...(drawn ?? []))).toBe('۱۲۳۴');
  });

  it('stand in a PDF where they were measured: a glyph begins at its bearing', () => {
    const glyphs = runs(face, '日本語「かぎ」').flatMap((run) => shaped(run).glyphs);
    const bearings = glyphs.map((glyph) =>
      (glyph as unknown as { _getMetrics(): { leftBearing: number } })._getMetrics(),
    );
    expect(bearings.map(({ leftBearing }) => leftBearing)).toEqual(glyphs.map((glyph) => glyph.bbox.minX));
  });

  it('are read from the right in a deck of theirs: covers, panels and tables are turned', () => {
    const cardsOf = (words: string) =>
      pagesOf(
        composeDeck({ text: `# ${words}\n\n## ${words}\n\n- ${words}\n- ${words}`, format: 'presentation' }),
      );
    const [left, right] = ['Hello', 'مرحبا'].map(cardsOf) as [Scene[], Scene[]];
    const edges = (scene?: Scene) =>
      scene?.items.flatMap((item) => (item.kind === 'art' ? [Math.round(item.box.x)] : []));
    expect(edges(left[0])).toEqual([576]);
    expect(edges(right[0])).toEqual([0]);
  });

  it('break after any sign where they have no spaces, but never before a full stop', () => {
    const text = '費用は高いです。'.repeat(12);
    const lines = Map.groupBy(line(text), ({ baseline }) => baseline);
    expect(lines.size).toBeGreaterThan(2);
    for (const [first] of lines.values()) expect(first?.text).not.toMatch(/^。/);
  });
});

describe('the pictures', () => {
  it.each(['presentation', 'document', 'webpage', 'social'] as const)(
    'of a %s are one PNG a card',
    async (format) => {
      const drawn = composeDeck({ text, format });
      const file = await drawFile(drawn, 'png');
      const entries = Object.entries(unzipSync(file.bytes));
      expect(file).toMatchObject({ mimetype: 'application/zip', extension: 'zip' });
      expect(entries.map(([name]) => name)).toEqual(
        drawn.cards.map((_, i) => `${String(i + 1).padStart(2, '0')}.png`),
      );
      for (const [, bytes] of entries) expect(png(bytes).width).toBeGreaterThanOrEqual(1080);
    },
  );

  it('of a social post are square', async () => {
    const post = composeDeck({ text, format: 'social' });
    expect(png(await drawCardImage(post, 0, 1080))).toEqual({ width: 1080, height: 1080 });
  });

  it('can be had one by one, in any width', async () => {
    expect(png(await drawCardImage(deck, 1, 320))).toEqual({ width: 320, height: 180 });
  });

  it('of a card that is not there are refused', async () => {
    await expect(drawCardImage(deck, 99, 320)).rejects.toThrow(RangeError);
  });
});

it('draws text that no font knows, in every theme', async () => {
  const kinds = ['pptx', 'pdf', 'png'] as const;
  for (const [index, { id }] of themes.entries()) {
    const odd = composeDeck({
      text: '# 四半期レビュー 🚀\n\nمرحبا بالعالم и Привет\n\n- 👨‍👩‍👧 family\n- \u0000\uD800 broken `Ṿ https://a`',
      format: 'presentation',
      themeId: id,
    });
    // All kinds in the first theme, then one a theme: they share all but the last stroke.
    for (const kind of index === 0 ? kinds : [kinds[index % kinds.length] ?? 'pdf'])
      expect((await drawFile(odd, kind)).bytes.length).toBeGreaterThan(1000);
  }
});
