import type { Deck } from './deck.ts';
import { canvasOf } from './layout/canvas.ts';
import { cardScene, pagesOf } from './layout/pages.ts';
import { onPlain } from './layout/setting.ts';
import { paintPage } from './paint/page.ts';
import { paintPdf } from './paint/pdf.ts';
import { paintPng } from './paint/png.ts';
import { paintPptx } from './paint/pptx.ts';
import { zipped } from './paint/zip.ts';
import { type Theme as Design, designs, themeOf } from './themes/themes.ts';

export { composeDeck, type DocInput } from './compose/compose.ts';
export { builtInTemplates } from './templates/templates.ts';

/**
 * The engine of the stand-in service: a text becomes a deck, a deck becomes files. It knows nothing of HTTP,
 * accounts or time, and the same input always gives the same bytes.
 */

export interface DrawnFile {
  bytes: Uint8Array;
  mimetype: string;
  extension: 'pptx' | 'pdf' | 'zip';
}

export type Theme = Omit<Design, 'look'>;

export const themes: Theme[] = designs.map(({ look: _, ...theme }) => theme);

/** Draws the deck as a file; `png` is a zip with one picture a card. */
export async function drawFile(deck: Deck, kind: 'pptx' | 'pdf' | 'png'): Promise<DrawnFile> {
  const { look } = themeOf(deck.themeId);
  const setting = onPlain(look, canvasOf(deck).body);
  if (kind === 'pdf')
    return {
      bytes: await paintPdf(pagesOf(deck), deck, setting),
      mimetype: 'application/pdf',
      extension: 'pdf',
    };
  if (kind === 'png') return { bytes: await pictures(deck), mimetype: 'application/zip', extension: 'zip' };
  return {
    bytes: await paintPptx(pagesOf(deck), deck, look, setting),
    mimetype: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
  };
}

/** Pixels across: social cards at their usual size, slides a little larger. */
const PICTURE_WIDTH = { presentation: 1600, webpage: 1600, document: 1240, social: 1080 };

async function pictures(deck: Deck): Promise<Uint8Array> {
  const drawn = [...drawPages(deck, 'png', PICTURE_WIDTH[deck.format])];
  return zipped(Object.fromEntries(drawn.map((png, i) => [`${String(i + 1).padStart(2, '0')}.png`, png])));
}

/** The pages of a file as PNGs, `width` pixels wide, each drawn when it is asked for. */
export function* drawPages(deck: Deck, kind: 'pptx' | 'pdf' | 'png', width: number): Generator<Uint8Array> {
  const setting = onPlain(themeOf(deck.themeId).look, canvasOf(deck).body);
  const scenes = kind === 'png' ? deck.cards.map((_, index) => cardScene(deck, index)) : pagesOf(deck);
  for (const scene of scenes) yield paintPng(scene, setting, width);
}

/** One card as a PNG, `width` pixels wide. */
export async function drawCardImage(deck: Deck, index: number, width: number): Promise<Uint8Array> {
  const { look } = themeOf(deck.themeId);
  return paintPng(cardScene(deck, index), onPlain(look, canvasOf(deck).body), width);
}

/** The doc as one HTML page that asks for nothing else. */
export function drawPage(deck: Deck): string {
  return paintPage(deck);
}
