import type { Deck } from './deck.ts';
import { artwork } from './layout/art.ts';
import { canvasOf, onPlain } from './layout/canvas.ts';
import { cardScene, pagesOf } from './layout/pages.ts';
import { paintPdf } from './paint/pdf.ts';
import { paintPng, pngOf, zipped } from './paint/png.ts';
import { paintPptx } from './paint/pptx.ts';
import { artSvg } from './paint/svg.ts';
import { type Theme as Design, designs, themeOf } from './themes/themes.ts';

export { composeDeck, type DocInput, unfilledHeadings } from './compose/compose.ts';
export { paintPage as drawPage } from './paint/page.ts';

/**
 * The engine of the stand-in service. It turns a text into a deck by its structure, without adding any words, and a deck into
 * files. It knows no HTTP, accounts or clock.
 */

export interface DrawnFile {
  bytes: Uint8Array;
  mimetype: string;
  extension: 'pptx' | 'pdf' | 'zip';
}

export type Theme = Omit<Design, 'look'>;

export const themes: Theme[] = designs.map(({ look: _, ...theme }) => theme);

const settingOf = (deck: Deck) => onPlain(themeOf(deck.themeId).look, canvasOf(deck).sizes);

/**
 * Draws a deck as a file. `png` is a zip with a picture of each card.
 * @param fineness resolution of pictures; 1 is the normal one, tests use less
 */
export async function drawFile(deck: Deck, kind: 'pptx' | 'pdf' | 'png', fineness = 1): Promise<DrawnFile> {
  const setting = settingOf(deck);
  if (kind === 'pdf') {
    const bytes = await paintPdf(pagesOf(deck), deck, setting);
    return { bytes, mimetype: 'application/pdf', extension: 'pdf' };
  }
  if (kind === 'png')
    return { bytes: pictures(deck, fineness), mimetype: 'application/zip', extension: 'zip' };
  return {
    bytes: await paintPptx(pagesOf(deck), deck, setting, fineness),
    mimetype: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
  };
}

/** Width of pictures in pixels. */
const PICTURE_WIDTH = { presentation: 1600, webpage: 1600, document: 1240, social: 1080 };

function pictures(deck: Deck, fineness: number): Uint8Array {
  const drawn = [...drawPages(deck, 'png', PICTURE_WIDTH[deck.format] * fineness)];
  return zipped(Object.fromEntries(drawn.map((png, i) => [`${String(i + 1).padStart(2, '0')}.png`, png])));
}

/** Yields the pages of a file as PNGs, `width` pixels wide. Each is drawn when it is needed. */
export function* drawPages(deck: Deck, kind: 'pptx' | 'pdf' | 'png', width: number): Generator<Uint8Array> {
  const setting = settingOf(deck);
  const scenes = kind === 'png' ? deck.cards.map((_, index) => cardScene(deck, index)) : pagesOf(deck);
  for (const scene of scenes) yield paintPng(scene, setting, width);
}

/** Draws a card as a PNG, `width` pixels wide. */
export function drawCardImage(deck: Deck, index: number, width: number): Uint8Array {
  return paintPng(cardScene(deck, index), settingOf(deck), width);
}

export type PictureType = 'illustration' | 'scene' | 'photo' | 'abstract';

/** Draws a picture as a PNG. The same words, type and theme always give the same picture. Width and height are in pixels. */
export function drawPicture(
  words: string,
  { type, themeId, width, height }: { type: PictureType; themeId: string; width: number; height: number },
): Uint8Array {
  const box = { x: 0, y: 0, width, height };
  const shapes = artwork(themeOf(themeId).look, `${type} ${words}`, box);
  return pngOf(artSvg({ kind: 'art', box, shapes }), width);
}
