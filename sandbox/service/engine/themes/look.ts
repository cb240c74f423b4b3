import type { Family } from '../type/fonts.ts';

/** Colours, fonts and shapes of a theme. Colours are `#rrggbb`. */
export interface Look {
  dark: boolean;
  background: string;
  /** Panels, table stripes, code. */
  surface: string;
  /** Text. */
  ink: string;
  /** Text of less weight; still readable on `background` and `surface`. */
  muted: string;
  /** Hairlines. */
  line: string;
  /** Large letters, markers and links, readable on `background` and `surface`. */
  accent: string;
  /** A full card of colour for titles, sections and closings, and the text on it. */
  cover: { from: string; to: string; ink: string; muted: string; accent: string };
  /** Fills of charts and artwork, in the order they are used. */
  palette: [string, string, string, string, string];
  heading: Family;
  body: Family;
  headingBold: boolean;
  /** Corners of panels, points. */
  radius: number;
  motif: Motif;
  /** How a title card is set. */
  opening: 'split' | 'full';
  /** The mark beside the title of an ordinary card. */
  mark: 'rule' | 'bar' | 'underline' | 'none';
}

/** The family of shapes that artwork is made of. */
export type Motif = 'arcs' | 'stripes' | 'waves';
