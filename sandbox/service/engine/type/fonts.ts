import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

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
  /** As it came from the package (WOFF), for the PDF writer. */
  bytes: Uint8Array;
}

/** Where the packages lie, each named in full so that tools see what is used. */
const homes: Record<Family | 'noto-emoji', string> = {
  inter: import.meta.resolve('@fontsource/inter/package.json'),
  poppins: import.meta.resolve('@fontsource/poppins/package.json'),
  fraunces: import.meta.resolve('@fontsource/fraunces/package.json'),
  'jetbrains-mono': import.meta.resolve('@fontsource/jetbrains-mono/package.json'),
  'noto-emoji': import.meta.resolve('@fontsource/noto-emoji/package.json'),
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
  const path = fileURLToPath(new URL(`files/${name}`, homes[family]));
  return existsSync(path) ? path : null;
}

function load(
  family: keyof typeof homes,
  script: string,
  face: { bold: boolean; italic: boolean },
): FontFile | null {
  const key = `${family}/${script}/${face.bold}/${face.italic}`;
  const known = files.get(key);
  if (known !== undefined) return known;
  const path = fontPath(family, script, face, 'woff');
  const bytes = path === null ? null : readFileSync(path);
  const file = bytes === null ? null : { key, bytes, font: create(bytes) as Font };
  files.set(key, file);
  return file;
}

const upright = { bold: false, italic: false };

/** Emoji come last: that font has digits too, and they are not the ones wanted in a sentence. */
function* chain(face: Face): Generator<FontFile | null> {
  for (const script of scripts) yield load(face.family, script, face);
  if (face.italic) for (const script of scripts) yield load(face.family, script, { ...face, italic: false });
  if (face.family !== 'inter') for (const script of scripts) yield load('inter', script, face);
  yield load('noto-emoji', 'emoji', upright);
}

/** The file that draws what no font knows: the first of the chain, with its empty box. */
function lastResort(face: Face): FontFile {
  const file = load(face.family, 'latin', face) ?? load(face.family, 'latin', { ...face, italic: false });
  if (file === null) throw new Error(`The font package of ${face.family} has no Latin file`);
  return file;
}

const choices = new Map<string, Map<number, FontFile>>();

/** The font file that draws a character in a face. */
export function fileFor(face: Face, codePoint: number): FontFile {
  const key = `${face.family}/${face.bold}/${face.italic}`;
  let chosen = choices.get(key);
  if (!chosen) {
    chosen = new Map();
    choices.set(key, chosen);
  }
  const known = chosen.get(codePoint);
  if (known) return known;
  const found = chain(face).find((file) => file?.font.hasGlyphForCodePoint(codePoint)) ?? lastResort(face);
  chosen.set(codePoint, found);
  return found;
}
