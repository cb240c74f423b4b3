import type { Deck } from '../deck.ts';

/** The sheet a card is drawn on, in points. */
export interface Canvas {
  width: number;
  height: number;
  margin: number;
  /** Size of running text, points. */
  body: number;
  /** Wide enough for two columns. */
  wide: boolean;
}

const slide: Canvas = { width: 960, height: 540, margin: 60, body: 18, wide: true };
/** Social cards are half of their usual 1080 pixels across. */
const post = (height: number): Canvas => ({ width: 540, height, margin: 42, body: 18, wide: false });
const sheet = (width: number, height: number): Canvas => ({
  width,
  height,
  margin: 62,
  body: 11,
  wide: false,
});

/** The sizes the service names (card options, dimensions); the first of each format is its default. */
export function canvasOf(deck: Pick<Deck, 'format' | 'dimensions'>): Canvas {
  if (deck.format === 'social')
    return { '4x5': post(675), '9x16': post(960) }[deck.dimensions ?? ''] ?? post(540);
  if (deck.format === 'document')
    return deck.dimensions === 'letter' ? sheet(612, 792) : sheet(595.28, 841.89);
  if (deck.dimensions === '4x3') return { ...slide, width: 720, margin: 48, body: 17 };
  return slide;
}
