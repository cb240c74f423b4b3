import type { Deck } from '../deck.ts';
import type { Look } from '../themes/themes.ts';

/** The type scale of a deck, in points. Other sizes are used only if a word or row does not fit otherwise. */
export interface Sizes {
  /** Footer, kicker, chart labels. */
  small: number;
  body: number;
  /** Text of cards with little text, and subtitles. */
  large: number;
  title: number;
  cover: number;
}

/** The sheet that a card is drawn on, in points. */
export interface Canvas {
  width: number;
  height: number;
  margin: number;
  sizes: Sizes;
  /** Whether two columns fit. */
  wide: boolean;
}

const USUAL: Sizes = { small: 13, body: 18, large: 24, title: 34, cover: 48 };
const DENSE: Sizes = { small: 12, body: 14, large: 18, title: 28, cover: 40 };

/** Returns the sheet of a social post. Its width is half of the usual 1080 pixels. */
const post = (height: number, sizes: Sizes): Canvas => ({
  width: 540,
  height,
  margin: 40,
  sizes,
  wide: false,
});

/** Size of the running text of a document, in points. */
const BODY = 12;

export function sheetOf({ dimensions }: Pick<Deck, 'dimensions'>): Canvas {
  const [width, height] = dimensions === 'letter' ? [612, 792] : [595.28, 841.89];
  const sizes = { small: 9, body: BODY, large: BODY * 1.2, title: BODY * 1.55, cover: BODY + 18 };
  return { width, height, margin: 62, sizes, wide: false };
}

/** Returns the sheet of a format. Without dimensions it is the service's default for the format. */
export function canvasOf(deck: Pick<Deck, 'format' | 'dimensions' | 'dense'>): Canvas {
  const sizes = deck.dense ? DENSE : USUAL;
  if (deck.format === 'social')
    return { '4x5': post(675, sizes), '9x16': post(960, sizes) }[deck.dimensions ?? ''] ?? post(540, sizes);
  if (deck.format === 'document') return sheetOf(deck);
  const slide: Canvas = { width: 960, height: 540, margin: 60, sizes, wide: true };
  return deck.dimensions === '4x3' ? { ...slide, width: 720, margin: 48 } : slide;
}

/** Colours and sizes of text. */
export interface Setting {
  look: Look;
  sizes: Sizes;
  ink: string;
  muted: string;
  accent: string;
  surface: string;
  line: string;
}

/** Returns the setting for ordinary cards. */
export function onPlain(look: Look, sizes: Sizes): Setting {
  const { ink, muted, accent, surface, line } = look;
  return { look, sizes, ink, muted, accent, surface, line };
}

/** Returns the setting for the cover colour. */
export function onCover(look: Look, sizes: Sizes): Setting {
  const { ink, muted, accent, from } = look.cover;
  return { look, sizes, ink, muted, accent, surface: from, line: muted };
}
