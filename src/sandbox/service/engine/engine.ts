import { Resvg } from '@resvg/resvg-js';
import { zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import pptxgen from 'pptxgenjs';
import type { Deck, DeckFormat } from './deck.ts';

export interface DocInput {
  text: string;
  format: DeckFormat;
  numCards?: number;
  cardSplit?: 'auto' | 'inputTextBreaks';
  title?: string;
  themeId?: string;
  /** Keeps its layouts, card count and structure; filled with the new content. */
  template?: Deck;
  imageSource?: string;
  imageStyle?: string;
  dimensions?: string;
  language?: string;
  textMode?: 'generate' | 'condense' | 'preserve';
}

export interface DrawnFile {
  bytes: Uint8Array;
  mimetype: string;
  extension: 'pptx' | 'pdf' | 'zip';
}

export interface Theme {
  id: string;
  name: string;
  type: 'standard' | 'custom';
  colorKeywords: string[];
  toneKeywords: string[];
}

export const themes: Theme[] = [
  {
    id: 'daybreak',
    name: 'Daybreak',
    type: 'standard',
    colorKeywords: ['white', 'blue'],
    toneKeywords: ['clear'],
  },
];

export const builtInTemplates: { id: string; title: string; description: string; deck: Deck }[] = [];

/** Turns a text into cards. The same input always gives the same deck. */
export function composeDeck(input: DocInput): Deck {
  const title = input.title ?? input.text.split('\n')[0]?.slice(0, 80) ?? 'Untitled';
  return {
    title,
    format: input.format,
    themeId: input.themeId ?? 'daybreak',
    cards: [
      {
        layout: 'title',
        title,
        blocks: [{ kind: 'paragraph', spans: [{ text: input.text.slice(0, 400) }] }],
      },
    ],
  };
}

/** Draws the deck as a file; `png` is a zip with one picture a card. */
export async function drawFile(deck: Deck, kind: 'pptx' | 'pdf' | 'png'): Promise<DrawnFile> {
  if (kind === 'png') {
    const pages: Record<string, Uint8Array> = {};
    for (const index of deck.cards.keys())
      pages[`card-${index + 1}.png`] = await drawCardImage(deck, index, 1600);
    return { bytes: zipSync(pages), mimetype: 'application/zip', extension: 'zip' };
  }
  if (kind === 'pdf') {
    const pdf = new PDFDocument({ size: [960, 540] });
    for (const card of deck.cards) pdf.fontSize(30).text(card.title);
    pdf.end();
    return {
      bytes: Buffer.concat(await Array.fromAsync(pdf as unknown as AsyncIterable<Buffer>)),
      mimetype: 'application/pdf',
      extension: 'pdf',
    };
  }
  const pptx = new (pptxgen as unknown as new () => pptxgen.default)();
  for (const card of deck.cards) pptx.addSlide().addText(card.title, { x: 1, y: 1, w: 8, h: 1 });
  return {
    bytes: (await pptx.write({ outputType: 'uint8array' })) as Uint8Array,
    mimetype: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
  };
}

/** The doc as one HTML page that asks for nothing else. */
export function drawPage(deck: Deck): string {
  return `<!doctype html><title>${deck.title}</title>${deck.cards.map((card) => `<h2>${card.title}</h2>`).join('')}`;
}

/** One card as a PNG, `width` pixels wide. */
export async function drawCardImage(deck: Deck, index: number, width: number): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540"><rect width="960" height="540" fill="#${index % 2 ? 'eef' : 'fff'}"/><text x="60" y="100">${deck.title}</text></svg>`;
  return new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
}
