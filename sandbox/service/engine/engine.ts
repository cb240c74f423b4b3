import type { Deck } from './deck.ts';
import { artwork } from './layout/art.ts';
import { canvasOf } from './layout/canvas.ts';
import { cardScene, pagesOf } from './layout/pages.ts';
import type { Scene } from './layout/scene.ts';
import { onPlain } from './layout/setting.ts';
import { paintPage } from './paint/page.ts';
import { paintPdf } from './paint/pdf.ts';
import { paintPng } from './paint/png.ts';
import { paintPptx } from './paint/pptx.ts';
import { zipped } from './paint/zip.ts';
import type { Motif } from './themes/look.ts';
import { type Theme as Design, designs, themeOf } from './themes/themes.ts';

export { composeDeck, type DocInput } from './compose/compose.ts';
export { untold } from './compose/fill.ts';

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

const settingOf = (deck: Deck) => onPlain(themeOf(deck.themeId).look, canvasOf(deck).body);

/**
 * Draws the deck as a file; `png` is a zip with one picture a card.
 * @param fineness of pictures; 1: as for people to look at
 */
export async function drawFile(deck: Deck, kind: 'pptx' | 'pdf' | 'png', fineness = 1): Promise<DrawnFile> {
  const setting = settingOf(deck);
  if (kind === 'pdf') {
    const bytes = await paintPdf(pagesOf(deck), deck, setting);
    return { bytes, mimetype: 'application/pdf', extension: 'pdf' };
  }
  if (kind === 'png')
    return { bytes: await pictures(deck, fineness), mimetype: 'application/zip', extension: 'zip' };
  return {
    bytes: await paintPptx(pagesOf(deck), deck, setting, fineness),
    mimetype: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
  };
}

/** Pixels across: social cards at their usual size, slides a little larger. */
const PICTURE_WIDTH = { presentation: 1600, webpage: 1600, document: 1240, social: 1080 };

async function pictures(deck: Deck, fineness: number): Promise<Uint8Array> {
  const drawn = [...drawPages(deck, 'png', PICTURE_WIDTH[deck.format] * fineness)];
  return zipped(Object.fromEntries(drawn.map((png, i) => [`${String(i + 1).padStart(2, '0')}.png`, png])));
}

/** The pages of a file as PNGs, `width` pixels wide, each drawn when it is asked for. */
export function* drawPages(deck: Deck, kind: 'pptx' | 'pdf' | 'png', width: number): Generator<Uint8Array> {
  const setting = settingOf(deck);
  const scenes = kind === 'png' ? deck.cards.map((_, index) => cardScene(deck, index)) : pagesOf(deck);
  for (const scene of scenes) yield paintPng(scene, setting, width);
}

/** One card as a PNG, `width` pixels wide. */
export async function drawCardImage(deck: Deck, index: number, width: number): Promise<Uint8Array> {
  return paintPng(cardScene(deck, index), settingOf(deck), width);
}

export type PictureType = 'illustration' | 'scene' | 'photo' | 'abstract';

/** How each kind of picture is drawn; an illustration in the theme's own way. */
const KINDS: Record<PictureType, { motif?: Motif; on: 'surface' | 'cover' }> = {
  illustration: { on: 'surface' },
  scene: { motif: 'arcs', on: 'cover' },
  photo: { motif: 'waves', on: 'cover' },
  abstract: { motif: 'stripes', on: 'surface' },
};

/** A picture by itself, to the edges, in pixels. The words are its seed: the same ones always give the same picture. */
export function drawPicture(about: {
  words: string;
  type: PictureType;
  themeId: string;
  width: number;
  height: number;
}): Uint8Array {
  const { width, height } = about;
  const { motif, on } = KINDS[about.type];
  const { look } = themeOf(about.themeId);
  const box = { x: 0, y: 0, width, height };
  const shapes = artwork({ ...look, motif: motif ?? look.motif }, about.words, box, on);
  const scene: Scene = {
    width,
    height,
    background: look.background,
    items: [{ kind: 'art', box, radius: 0, shapes }],
  };
  return paintPng(scene, onPlain(look, BODY), width);
}

/** Points; a picture has no text, and the painter asks for a size. */
const BODY = 18;

/** The doc as one HTML page that asks for nothing else. */
export function drawPage(deck: Deck): string {
  return paintPage(deck);
}
