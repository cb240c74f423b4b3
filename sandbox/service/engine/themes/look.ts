import type { Family } from '../type/fonts.ts';

/** Colours, fonts and shapes of a theme. Colours are `#rrggbb`. */
export interface Look {
  dark: boolean;
  background: string;
  /** Panels, table stripes, code. */
  surface: string;
  /** Text. */
  ink: string;
  /** Less prominent text. Readable on `background` and `surface`. */
  muted: string;
  /** Hairlines. */
  line: string;
  /** Small headings, markers and links. Readable on `background` and `surface`. */
  accent: string;
  /** Section cards and the title band of documents, and the text on them. */
  cover: { from: string; to: string; ink: string; muted: string; accent: string };
  /** Fills of charts and artwork, in the order they are used. */
  palette: [string, string, string, string, string];
  heading: Family;
  body: Family;
}
