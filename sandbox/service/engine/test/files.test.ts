import { inflateSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { composeDeck, drawCardImage, drawFile, drawPage, drawPages, themes } from '../engine.ts';
import { pagesOf } from '../layout/pages.ts';
import { layLines } from '../type/lines.ts';
import { runs, shaped } from '../type/runs.ts';

const text = `# Abrechnung & mehr

Warum und wie.

## Umsatz

| Monat | Umsatz |
|---|---|
| Juli | 980 € |
| August | –1.250,5 € |

## Mehr

See the [design](https://example.com/?a=1&b=2) <script>alert(1)</script> and \`<b>code</b>\`.

1. **Ana:** one
2. **Ben:** two`;

const deck = composeDeck({ text, format: 'presentation', themeId: 'midnight', language: 'de' });

const widthOf = (png: Uint8Array) => {
  expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
  return Buffer.from(png).readUInt32BE(16);
};

describe('the PPTX', async () => {
  const file = await drawFile(deck, 'pptx');
  const entries = unzipSync(file.bytes);
  const xmlOf = (name: RegExp) =>
    Object.entries(entries).flatMap(([path, bytes]) => (name.test(path) ? [strFromU8(bytes)] : []));
  const slides = xmlOf(/slides\/slide\d+\.xml$/);

  it('has a slide for each card with its title in the placeholder, and the language of the text', () => {
    expect(slides).toHaveLength(deck.cards.length);
    for (const slide of slides) expect(slide.match(/type="title"/g)).toHaveLength(1);
    expect(slides.join('')).toContain('<a:t>Abrechnung &amp; mehr</a:t>');
    expect(new Set(slides.join('').match(/<a:rPr lang="[^"]*"/g))).toEqual(new Set(['<a:rPr lang="de-DE"']));
  });

  it('has native tables, native charts with the values of the table, and links', () => {
    expect(slides.join('')).toContain('<a:tbl>');
    const [chart = ''] = xmlOf(/charts\/chart\d+\.xml$/);
    expect(chart).toMatch(/<c:v>980<\/c:v>.*<c:v>-1250\.5<\/c:v>/s);
    expect(chart).toContain('<c:barDir val="bar"/>');
    expect(xmlOf(/\.rels$/).join('')).toContain('https://example.com/?a=1&amp;b=2');
  });

  it('has at most one set of properties for each paragraph, so that items with bold words keep their numbers', () => {
    for (const [paragraph] of slides.join('').matchAll(/<a:p>.*?<\/a:p>/gs))
      expect(paragraph.match(/<a:pPr\b/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(slides.join('')).toContain('<a:buAutoNum');
  });
});

describe('the PDF', () => {
  const rawOf = async (drawn: typeof deck) =>
    Buffer.from((await drawFile(drawn, 'pdf')).bytes).toString('latin1');
  const streamsOf = (raw: string) =>
    [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) => {
      try {
        return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    });
  /** Returns the tables that map the glyphs of the fonts to the characters that a reader copies. */
  const characterMaps = (raw: string) =>
    streamsOf(raw)
      .filter((stream) => stream.includes('beginbfrange'))
      .join('');
  const hex = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0');

  it('has a page for each card, embedded fonts, links, and text that can be copied', async () => {
    const raw = await rawOf(deck);
    expect(raw.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(deck.cards.length);
    expect(raw).toContain('/FontFile');
    expect(raw).toContain('https://example.com/?a=1&b=2');
    const maps = characterMaps(raw);
    for (const letter of 'Abrechnung') expect(maps).toContain(`<${hex(letter)}>`);
  });

  it.each([
    ['Arabic', 'زيادة المبيعات بنسبة فبراير'],
    ['Hebrew', 'עלייה במכירות'],
    ['Chinese', '这个季度的销售额'],
    ['Japanese', '四半期の売上'],
    ['Korean', '분기 매출'],
  ])('has the letters of %s as text that can be copied', async (_, words) => {
    const drawn = composeDeck({ text: `# Plan\n\n## Goals\n\n${words}`, format: 'presentation' });
    const maps = characterMaps(await rawOf(drawn));
    for (const letter of words.replace(/ /g, '')) expect(maps).toContain(`<${hex(letter)}>`);
  });

  it('has each Arabic word in one piece, so that it is copied without spaces', async () => {
    const drawn = composeDeck({ text: '# Plan\n\n## Goals\n\nفي فبراير إستراتيجية', format: 'presentation' });
    const blocks = streamsOf(await rawOf(drawn)).flatMap(
      (stream) => stream.match(/\bBT\n[\s\S]*?\nET\b/g) ?? [],
    );
    expect(blocks.filter((block) => block.includes(' Tz'))).toHaveLength(3);
    for (const block of blocks) expect(block.match(/ Tm$/gm)).toHaveLength(1);
  });
});

describe('letters of other scripts', () => {
  const face = { family: 'inter', bold: false, italic: false } as const;
  const line = (words: string) =>
    layLines(
      [{ spans: [{ text: words }], family: 'inter', size: 20, leading: 1.4, color: '', linkColor: '' }],
      600,
    ).fragments;

  it.each(['مرحبا', 'שלום', 'Привет', 'Ελλάδα', '四半期の売上', '这个季度', '분기 매출'])(
    'are drawn by a font that has them: %s',
    (words) => {
      for (const bold of [false, true])
        for (const run of runs({ ...face, bold }, words))
          expect(shaped(run).glyphs.every((glyph) => glyph.id > 0 && glyph.codePoints[0] !== 0)).toBe(true);
    },
  );

  it.each(['四半期', '这个季度', '분기'])(
    'of Chinese, Japanese and Korean have different outlines in bold: %s',
    (words) => {
      const outlines = [false, true].map((bold) =>
        runs({ ...face, bold }, words).flatMap((run) =>
          shaped(run).glyphs.map((glyph) => glyph.path.toSVG()),
        ),
      );
      expect(outlines[0]).not.toEqual(outlines[1]);
    },
  );

  it('of right-to-left scripts are in visual order, with numbers and brackets as they are read', () => {
    const placed = line('بنسبة (18%) و25').sort((a, b) => a.x - b.x);
    expect(placed.map((fragment) => fragment.text)).toEqual(['25', '%( و', '18', 'بنسبة )']);
  });

  it('of scripts without spaces break after any character, but never before a full stop', () => {
    const lines = Map.groupBy(line('費用は高いです。'.repeat(12)), ({ baseline }) => baseline);
    expect(lines.size).toBeGreaterThan(2);
    for (const [first] of lines.values()) expect(first?.text).not.toMatch(/^。/);
  });

  it('of right-to-left scripts mirror the slides', () => {
    const decorationIsRight = (words: string) => {
      const [first] = pagesOf(
        composeDeck({ text: `# ${words}\n\n## ${words}\n\n- ${words}`, format: 'presentation' }),
      );
      return first?.items.flatMap((item) => (item.kind === 'art' ? [Math.round(item.box.x) > 0] : []));
    };
    expect(decorationIsRight('Hello')).toEqual([true]);
    expect(decorationIsRight('مرحبا')).toEqual([false]);
  });
});

describe('the pictures', () => {
  it.each(['presentation', 'document', 'webpage', 'social'] as const)(
    'of a %s are a PNG for each card',
    async (format) => {
      const drawn = composeDeck({ text, format });
      const entries = unzipSync((await drawFile(drawn, 'png')).bytes);
      expect(Object.keys(entries)).toEqual(
        drawn.cards.map((_, i) => `${String(i + 1).padStart(2, '0')}.png`),
      );
      for (const bytes of Object.values(entries)) expect(widthOf(bytes)).toBeGreaterThanOrEqual(1080);
      expect([...drawPages(drawn, 'pdf', 60)]).toHaveLength(pagesOf(drawn).length);
    },
  );

  it('of one card have the requested width', () => {
    expect(widthOf(drawCardImage(deck, 1, 320))).toBe(320);
  });
});

it('draws characters that no font has, in every theme', async () => {
  const odd = '# 四半期 🚀\n\nمرحبا и Привет\n\n- 👨‍👩‍👧\n- \u0000\uD800 broken `Ṿ https://a`';
  for (const [i, { id: themeId }] of themes.entries()) {
    const kind = (['pptx', 'pdf', 'png', 'pdf'] as const)[i] ?? 'pdf';
    const drawn = composeDeck({ text: odd, format: 'presentation', themeId });
    expect((await drawFile(drawn, kind)).bytes.length).toBeGreaterThan(1_000);
  }
});

describe('the page', () => {
  const page = drawPage(deck);

  it('loads nothing and has no script', () => {
    expect(page.match(/\b(?:src|href)="(?!#|data:)[^"]*"/g)).toEqual([
      'href="https://example.com/?a=1&#38;b=2"',
    ]);
    expect(page.match(/url\((?!#|data:)[^)]*\)/g)).toBeNull();
    expect(page).not.toContain('<script');
    expect(page).toContain('&#60;script&#62;alert(1)');
  });

  it('has one main heading, a section for each card, its language and theme, and charts with a text for screen readers', () => {
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page.match(/<section /g)).toHaveLength(deck.cards.length);
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('color-scheme:dark');
    expect(page).toContain('aria-label="Chart. Juli: 980 €; August: –1.250,5 €"');
    expect(page.match(/no language model/g)).toHaveLength(1);
  });
});
