import type { Look } from '../themes/look.ts';
import type { Sizes } from './canvas.ts';

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
