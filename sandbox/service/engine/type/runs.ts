import type { GlyphRun } from 'fontkit';
import { plain, type Span } from '../deck.ts';
import { type Face, type Family, type FontFile, fileFor } from './fonts.ts';

/** A part of a text that one font file draws. Its width is in em: multiplied by the size it is in points. */
export interface Run {
  file: FontFile;
  text: string;
  em: number;
  /** OpenType features, turned on or off. */
  features: Features;
}

type Features = Record<string, boolean>;

/** Joiners and variation selectors. They draw nothing and belong to the character before them. */
const joins = /[\u200B-\u200F\u2060]|\p{Variation_Selector}|[\u{E0020}-\u{E007F}]/u;
/** Control characters and lone surrogates, which cannot be drawn and are not allowed in XML. */
const unprintable = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Prepares a text for drawing. No-break spaces keep numbers on one line with their unit. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\n\t\r\v\f\u2028\u2029]/g, ' ')
    .replace(unprintable, '')
    .replace(/(?<=\d) (?=[%€£$°])/g, '\u00A0');
}

/** Letters of right-to-left scripts. Digits of these scripts read from left to right. */
export const fromRight = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const turnedByFont = /(?=\p{Nd})\p{Script=Arabic}/u;

/** Splits a text of one direction where the font changes, from left to right. */
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

/** Reverses characters of other scripts in a right-to-left run, because fontkit reverses only right-to-left letters. */
const turned = (run: Run): Run =>
  fromRight.test(run.text) ? run : { ...run, text: [...run.text].reverse().join('') };

/**
 * Contextual alternates are off, because a monospaced face would turn "://" into one glyph and empty ones, and fontkit throws
 * when it reads an empty glyph at the end of a font. In some fonts it also throws for a combining mark on a letter without an
 * anchor. Such a text is drawn without any features.
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

/** Chooses the features of a run and measures it. */
function settle(run: Run): Run {
  for (const features of [usual, none]) {
    try {
      const laid = run.file.font.layout(run.text, features);
      return { ...run, features, em: laid.advanceWidth / run.file.font.unitsPerEm };
    } catch {
      // The next features, or question marks, are tried.
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

/** Returns the glyphs of a run. */
export function shaped(run: Run): GlyphRun {
  return run.file.font.layout(run.text, run.features);
}

/** Measured widths by face and text. Words repeat, and measuring takes most of the time of a layout. */
const widths = new Map<string, number>();
const WIDTHS_KEPT = 50_000;

/** Returns the width of a text in em. */
export function widthOf(face: Face, text: string): number {
  const key = `${face.family}${face.bold ? 'b' : ''}${face.italic ? 'i' : ''} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= WIDTHS_KEPT) widths.clear();
  const em = runs(face, text).reduce((sum, run) => sum + run.em, 0);
  widths.set(key, em);
  return em;
}

/** A paragraph with its style, sizes in points. */
export interface Paragraph {
  spans: Span[];
  family: Family;
  size: number;
  /** Distance of baselines, as a multiple of the size. */
  leading: number;
  color: string;
  /** Colour of links. */
  linkColor: string;
  bold?: boolean;
  italic?: boolean;
  align?: 'left' | 'center' | 'right';
  /** Space above it, unless it is the first in its box. */
  before?: number;
  /** Left edge of its text. The marker is to the left of it. */
  indent?: number;
  /** Depth in a list; 0 is the outermost. */
  level?: number;
  marker?: { text: string; color: string };
}

/** Returns whether a text reads from right to left: its first letter or most letters are Arabic, Hebrew or similar. */
export function isFromRight(text: string): boolean {
  if (!fromRight.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const [first = ''] = letters;
  return fromRight.test(first) || letters.filter((one) => fromRight.test(one)).length * 2 >= letters.length;
}

export const isRightToLeft = (paragraph: Paragraph): boolean => isFromRight(plain(paragraph.spans));

/** Returns the alignment of a paragraph. By default it is at the side where the text starts. */
export const alignOf = (paragraph: Paragraph): NonNullable<Paragraph['align']> =>
  paragraph.align ?? (isRightToLeft(paragraph) ? 'right' : 'left');

/** Returns the font face of a span. */
export function faceOf(paragraph: Paragraph, span: Span): Face {
  return {
    family: span.code ? 'jetbrains-mono' : paragraph.family,
    bold: Boolean(paragraph.bold) || Boolean(span.bold),
    italic: (Boolean(paragraph.italic) || Boolean(span.italic)) && !span.code,
  };
}

/** Returns the size of a span. Code is a little smaller, because monospaced letters look larger than others. */
export function sizeOf(paragraph: Paragraph, span: Span): number {
  return span.code && paragraph.family !== 'jetbrains-mono' ? paragraph.size * 0.9 : paragraph.size;
}
