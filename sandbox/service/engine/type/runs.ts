import type { GlyphRun } from 'fontkit';
import { type Face, type FontFile, fileFor } from './fonts.ts';

/** A stretch of text that one font file draws. Width in em: times the size gives points. */
export interface Run {
  file: FontFile;
  text: string;
  em: number;
  /** OpenType features, switched on or off. */
  features: Features;
}

type Features = Record<string, boolean>;

/** Joiners and variation selectors: they belong to the character before them and draw nothing. */
const joins = /[\u200B-\u200F\u2060]|\p{Variation_Selector}|[\u{E0020}-\u{E007F}]/u;
/** Control characters and lone surrogates have no place in a drawn text (and none in XML). */
const unprintable = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** As it is drawn: a figure keeps its unit on its line. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\n\t\r\v\f\u2028\u2029]/g, ' ')
    .replace(unprintable, '')
    .replace(/(?<=\d) (?=[%€£$°])/g, '\u00A0');
}

/** Letters that run from the right. Figures do not, also those that a font counts among its letters. */
export const fromRight = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const turnedByFont = /(?=\p{Nd})\p{Script=Arabic}/u;

/** Splits a text where the font changes; what stands on the left comes first. The text runs one way (`lines.ts`). */
export function runs(face: Face, text: string): Run[] {
  const found: Run[] = [];
  for (const character of text) {
    const last = found.at(-1);
    const file =
      last && joins.test(character) ? last.file : fileFor(face, character.codePointAt(0) ?? 0, text);
    if (last && last.file === file) last.text += character;
    else found.push({ file, text: character, em: 0, features: usual });
  }
  const isTurned = fromRight.test(text);
  if (isTurned) found.reverse();
  return (isTurned || turnedByFont.test(text) ? found.map(turned) : found).map(settle);
}

/** A font turns its own letters around, and no others. */
const turned = (run: Run): Run =>
  fromRight.test(run.text) ? run : { ...run, text: [...run.text].reverse().join('') };

/**
 * Contextual forms are left out: a monospaced face would turn "://" into one sign, with empty glyphs beside it, and
 * reading an empty glyph at the end of a font throws in fontkit. So does, in some fonts, placing a combining mark
 * on a letter without an anchor: such text is set plainly.
 */
const usual: Features = { calt: false };
const none: Features = {
  ...usual,
  mark: false,
  mkmk: false,
  ccmp: false,
  locl: false,
  liga: false,
  kern: false,
};

/** Settles how a run is shaped, and with that its width. */
function settle(run: Run): Run {
  for (const features of [usual, none]) {
    try {
      const laid = run.file.font.layout(run.text, features);
      return { ...run, features, em: laid.advanceWidth / run.file.font.unitsPerEm };
    } catch {
      // Tried again with less.
    }
  }
  const text = [...run.text].map(() => '?').join('');
  return {
    ...run,
    text,
    features: none,
    em: run.file.font.layout(text, none).advanceWidth / run.file.font.unitsPerEm,
  };
}

/** The glyphs of a run. */
export function shaped(run: Run): GlyphRun {
  return run.file.font.layout(run.text, run.features);
}

/** Widths already measured, by face and text. Words repeat; measuring them dominates the time of a layout. */
const widths = new Map<string, number>();
const WIDTHS_KEPT = 50_000;

/** Width of a text in em. */
export function widthOf(face: Face, text: string): number {
  const key = `${face.family}${face.bold ? 'b' : ''}${face.italic ? 'i' : ''} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= WIDTHS_KEPT) widths.clear();
  const em = runs(face, text).reduce((sum, run) => sum + run.em, 0);
  widths.set(key, em);
  return em;
}
