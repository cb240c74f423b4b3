import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { instance, unpacked } from './instance.ts';

/**
 * The open fonts that PDF and PNG files carry with them. Each family comes as one file per script, so a face is a
 * chain of files: the first that knows a character draws it.
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

/** Where the packages lie, each named in full so that tools see what is used, and looked for when it is needed. */
const homes = {
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
/** Weights of the families; 600 looks better in large sizes than 700 in all four. */
const weights = { regular: 400, bold: 600 };

const files = new Map<string, FontFile | null>();

/** Where a file of the font packages lies on this machine, or null where the family has no such file. */
export function fontPath(
  family: keyof typeof homes,
  script: string,
  face: { bold: boolean; italic: boolean },
  ending: string,
): string | null {
  const weight = face.bold ? weights.bold : weights.regular;
  const name = `${family}-${script}-${weight}-${face.italic ? 'italic' : 'normal'}.${ending}`;
  const path = fileURLToPath(new URL(`files/${name}`, homes[family]()));
  return existsSync(path) ? path : null;
}

type Weight = { bold: boolean; italic: boolean };

function load(family: keyof typeof homes, script: string, face: Weight): FontFile | null {
  return kept(`${family}/${script}/${face.bold}/${face.italic}`, () => {
    const path = fontPath(family, script, face, 'woff');
    return path === null ? null : unpacked(readFileSync(path));
  });
}

function kept(key: string, read: () => Uint8Array | null): FontFile | null {
  const known = files.get(key);
  if (known !== undefined) return known;
  const bytes = read();
  const file = bytes === null ? null : { key, bytes, font: create(Buffer.from(bytes)) as Font };
  files.set(key, file);
  return file;
}

type Han = 'noto-sans-jp' | 'noto-sans-kr' | 'noto-sans-sc';
/** The font's many files, by the characters that they hold. */
const slices = new Map<Han, Map<number, string>>();

function slicesOf(family: Han): Map<number, string> {
  const known = slices.get(family) ?? new Map<number, string>();
  if (known.size > 0) return known;
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(new URL('unicode.json', homes[family]()), 'utf8'),
  );
  for (const [name, all] of Object.entries(ranges))
    for (const range of all.split(',')) {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      for (let code = from; code <= to; code++) known.set(code, name.replace(/[[\]]/g, ''));
    }
  slices.set(family, known);
  return known;
}

function loadHan(family: Han, codePoint: number, { bold }: Weight): FontFile | null {
  const slice = slicesOf(family).get(codePoint);
  if (slice === undefined) return null;
  const file = new URL(`files/${family}-${slice}-wght-normal.woff2`, homes[family]());
  const weight = bold ? weights.bold : weights.regular;
  return kept(`${family}/${slice}/${weight}`, () => instance(readFileSync(file), weight));
}

/** Chinese, Japanese and Korean share characters that each writes in its own way: the letters beside them tell. */
function hansFor(text: string): [Han, Han, Han] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'];
  return /\p{Script=Hangul}/u.test(text)
    ? ['noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc']
    : ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
}

const upright = { bold: false, italic: false };

/** Emoji come last: that font has digits too, and they are not the ones wanted in a sentence. */
function* chain(face: Face, codePoint: number, hans: Han[]): Generator<FontFile | null> {
  for (const script of scripts) yield load(face.family, script, face);
  if (face.italic) for (const script of scripts) yield load(face.family, script, { ...face, italic: false });
  if (face.family !== 'inter') for (const script of scripts) yield load('inter', script, face);
  for (const script of ['arabic', 'hebrew'] as const)
    yield load(`noto-sans-${script}`, script, { ...face, italic: false });
  if (codePoint >= 0x1100) for (const family of hans) yield loadHan(family, codePoint, face);
  yield load('noto-emoji', 'emoji', upright);
}

/** The file that draws what no font knows: the first of the chain, with its empty box. */
function lastResort(face: Face): FontFile {
  const file = load(face.family, 'latin', face) ?? load(face.family, 'latin', { ...face, italic: false });
  if (file === null) throw new Error(`The font package of ${face.family} has no Latin file`);
  return file;
}

const choices = new Map<string, Map<number, FontFile>>();

/** The font file that draws a character of a text in a face. */
export function fileFor(face: Face, codePoint: number, text: string): FontFile {
  const hans = hansFor(text);
  const key = `${face.family}/${face.bold}/${face.italic}/${hans[0]}`;
  let chosen = choices.get(key);
  if (!chosen) {
    chosen = new Map();
    choices.set(key, chosen);
  }
  const known = chosen.get(codePoint);
  if (known) return known;
  const has = (file: FontFile | null) => file?.font.hasGlyphForCodePoint(codePoint);
  const found = chain(face, codePoint, hans).find(has) ?? lastResort(face);
  chosen.set(codePoint, found);
  return found;
}
