import type { Look } from '../themes/look.ts';

/** The colours and the size of text that a stretch of layout is set in. */
export interface Setting {
  look: Look;
  ink: string;
  muted: string;
  accent: string;
  surface: string;
  line: string;
  /** Size of running text at scale 1, points. */
  body: number;
}

/** On the ordinary ground of a card. */
export function onPlain(look: Look, body: number): Setting {
  const { ink, muted, accent, surface, line } = look;
  return { look, ink, muted, accent, surface, line, body };
}

/** On a panel, which has the surface colour itself. */
export function onPanel(setting: Setting): Setting {
  return { ...setting, surface: setting.look.background };
}

/** On the colour of title, section and closing cards. */
export function onCover(look: Look, body: number): Setting {
  const { ink, muted, accent, from } = look.cover;
  return { look, ink, muted, accent, surface: from, line: muted, body };
}
