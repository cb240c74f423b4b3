import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { atWeight, unpacked } from './instance.ts';

/**
 * The fonts of PDF and PNG files. Each family has one file per script, so a character is drawn by the first file of
 * its face that has a glyph for it.
 */
export type Family = 'inter' | 'poppins' | 'fraunces' | 'jetbrains-mono';

export interface Face {
  family: Family;
  bold: boolean;
  italic: boolean;
}

/** One font file, read once. */
export interface FontFile {
  key: string;
  font: Font;
  /** A TrueType file, for the PDF writer. */
  bytes: Uint8Array;
}

/** Addresses of the font packages. Full names let knip see that they are used; they are resolved on first use. */
const packages = {
  inter: () => import.meta.resolve('@fontsource/inter/package.json'),
  poppins: () => import.meta.resolve('@fontsource/poppins/package.json'),
  fraunces: () => import.meta.resolve('@fontsource/fraunces/package.json'),
  'jetbrains-mono': () => import.meta.resolve('@fontsource/jetbrains-mono/package.json'),
  'noto-sans-arabic': () => import.meta.resolve('@fontsource/noto-sans-arabic/package.json'),
  'noto-sans-hebrew': () => import.meta.resolve('@fontsource/noto-sans-hebrew/package.json'),
  'noto-sans-jp': () => import.meta.resolve('@fontsource-variable/noto-sans-jp/package.json'),
  'noto-sans-kr': () => import.meta.resolve('@fontsource-variable/noto-sans-kr/package.json'),
  'noto-sans-sc': () => import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json'),
  'noto-emoji': () => import.meta.resolve('@fontsource/noto-emoji/package.json'),
};

const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'];
/** CSS weights. Bold is 600 because 700 looks too heavy in large sizes. */
const weights = { regular: 400, bold: 600 };

const files = new Map<string, FontFile | null>();

type Style = Omit<Face, 'family'>;

/** Reads a font file once; null if the family has no file for this script and style. */
function load(family: keyof typeof packages, script: string, { bold, italic }: Style): FontFile | null {
  const name = `${family}-${script}-${bold ? weights.bold : weights.regular}-${italic ? 'italic' : 'normal'}.woff`;
  return cached(name, () => {
    const path = fileURLToPath(new URL(`files/${name}`, packages[family]()));
    return existsSync(path) ? unpacked(readFileSync(path)) : null;
  });
}

/** Returns the font file that was kept under a key, or reads and keeps it. */
function cached(key: string, read: () => Uint8Array | null): FontFile | null {
  const known = files.get(key);
  if (known !== undefined) return known;
  const bytes = read();
  const file = bytes && { key, bytes, font: create(Buffer.from(bytes)) as Font };
  files.set(key, file);
  return file;
}

type CjkFamily = 'noto-sans-jp' | 'noto-sans-kr' | 'noto-sans-sc';

/** A CJK font is split into about a hundred files. Maps each code point to the name of its file, by family. */
const slices = new Map<CjkFamily, Map<number, string>>();

/** Reads from a CJK package which of its files has which code points ("U+4e00-4e0f,U+4e12"). */
function slicesOf(family: CjkFamily): Map<number, string> {
  const known = slices.get(family);
  if (known) return known;
  const read = new Map<number, string>();
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(new URL('unicode.json', packages[family]()), 'utf8'),
  );
  for (const [name, list] of Object.entries(ranges))
    for (const range of list.split(',')) {
      const [from = 0, to = from] = range
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      for (let code = from; code <= to; code++) read.set(code, name.replace(/[[\]]/g, ''));
    }
  slices.set(family, read);
  return read;
}

/** Reads the file of a CJK font that has a code point; null if the font does not have it. */
function loadCjk(family: CjkFamily, codePoint: number, { bold }: Style): FontFile | null {
  const slice = slicesOf(family).get(codePoint);
  if (slice === undefined) return null;
  const file = new URL(`files/${family}-${slice}-wght-normal.woff2`, packages[family]());
  const weight = bold ? weights.bold : weights.regular;
  return cached(`${family}/${slice}/${weight}`, () => atWeight(readFileSync(file), weight));
}

/**
 * Returns the CJK fonts in the order in which to try them. Chinese, Japanese and Korean share code points that each
 * language draws differently, so kana select the Japanese font and Hangul the Korean one.
 */
function cjkFamilies(text: string): [CjkFamily, CjkFamily, CjkFamily] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'];
  if (/\p{Script=Hangul}/u.test(text)) return ['noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc'];
  return ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
}

/** The first code point of Hangul, the lowest of all CJK characters. */
const FIRST_CJK = 0x1100;

/** Yields the files that may draw a character, in order. Emoji come last because that font has its own digits. */
function* chain(face: Face, codePoint: number, cjk: CjkFamily[]): Generator<FontFile | null> {
  const upright = { ...face, italic: false };
  for (const script of scripts) yield load(face.family, script, face);
  if (face.italic) for (const script of scripts) yield load(face.family, script, upright);
  if (face.family !== 'inter') for (const script of scripts) yield load('inter', script, face);
  for (const script of ['arabic', 'hebrew'] as const) yield load(`noto-sans-${script}`, script, upright);
  if (codePoint >= FIRST_CJK) for (const family of cjk) yield loadCjk(family, codePoint, face);
  yield load('noto-emoji', 'emoji', { bold: false, italic: false });
}

/** Returns the file for characters that no font has. They are drawn as an empty box. */
function lastResort(face: Face): FontFile {
  const file = load(face.family, 'latin', face) ?? load(face.family, 'latin', { ...face, italic: false });
  if (file === null) throw new Error(`The font package of ${face.family} has no Latin file`);
  return file;
}

const choices = new Map<string, Map<number, FontFile>>();

/** Returns the font file that draws a character of a text. The text decides between Chinese, Japanese and Korean fonts. */
export function fileFor(face: Face, codePoint: number, text: string): FontFile {
  const cjk = cjkFamilies(text);
  const key = `${face.family}/${face.bold}/${face.italic}/${cjk[0]}`;
  const chosen = choices.get(key) ?? new Map<number, FontFile>();
  choices.set(key, chosen);
  const known = chosen.get(codePoint);
  if (known) return known;
  const has = (file: FontFile | null) => file?.font.hasGlyphForCodePoint(codePoint);
  const found = chain(face, codePoint, cjk).find(has) ?? lastResort(face);
  chosen.set(codePoint, found);
  return found;
}
