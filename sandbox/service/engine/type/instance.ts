import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

/** Internals of fontkit (2.0.4) for variable WOFF2 fonts, which its types do not declare. */
interface Variable extends Font {
  directory: { tables: Record<string, { length: number }> };
  variationCoords: number[];
  _variationProcessor: { transformPoints(glyph: number, points: Point[]): void };
  _transformedGlyphs: { points?: Point[] }[];
  _getTableStream(tag: string): { buffer: Uint8Array; pos: number };
}

interface Point {
  x: number;
  y: number;
  onCurve: boolean;
  endContour: boolean;
  copy(): Point;
}

/** A phantom point of a glyph. */
const phantom = (): Point => ({ x: 0, y: 0, onCurve: true, endContour: true, copy: phantom });
/** Tables that a font of one weight does not have, or that are not needed to draw horizontal text. */
const VARIABLE = /^(?:fvar|gvar|avar|HVAR|MVAR|STAT|BASE|vhea|vmtx)$/;

/**
 * Returns a variable WOFF2 font at one weight, as a plain TrueType font. The small packages of Chinese, Japanese and
 * Korean fonts have variable WOFF2 files only, and fontkit (2.0.4) can neither set the weight of such a file nor embed
 * it in a PDF. The fonts have no composite glyphs, so each glyph is written as a simple one.
 */
export function atWeight(bytes: Uint8Array, weight: number): Uint8Array {
  const font = create(Buffer.from(bytes)) as Variable;
  font.variationCoords = [weight];
  const advances = Array.from({ length: font.numGlyphs }, (_, id) => font.getGlyph(id).advanceWidth);
  const glyphs = font._transformedGlyphs.map(({ points = [] }, id) => {
    if (points.length > 0)
      // The variation data of a glyph ends with its four phantom points (OpenType, `gvar`).
      font._variationProcessor.transformPoints(id, [...points, phantom(), phantom(), phantom(), phantom()]);
    return outline(points);
  });
  let end = 0;
  const ends = [0, ...glyphs.map((glyph) => (end += glyph.length))];
  const tables = Object.keys(font.directory.tables)
    .filter((tag) => !VARIABLE.test(tag))
    .map((tag): [string, Buffer] => {
      const { buffer, pos } = font._getTableStream(tag);
      return [tag, Buffer.from(buffer.slice(pos, pos + (font.directory.tables[tag]?.length ?? 0)))];
    });
  const all = new Map(tables);
  all.set('glyf', Buffer.concat(glyphs));
  all.set('loca', words(ends, 4));
  // Each glyph's advance width and left side bearing. PDF readers move the left edge of a glyph to its bearing.
  const metrics = glyphs.flatMap((glyph, id) => [
    Math.round(advances[id] ?? 0),
    glyph.length > 0 ? glyph.readInt16BE(2) : 0,
  ]);
  all.set('hmtx', words(metrics, 2));
  const head = all.get('head');
  // PDFKit takes fonts with the same name and checksum for one font, so each weight needs its own checksum.
  head?.writeUInt32BE((head.readUInt32BE(8) ^ weight) >>> 0, 8);
  head?.writeInt16BE(1, 50);
  all.get('hhea')?.writeUInt16BE(font.numGlyphs, 34);
  return assembled([...all]);
}

/** Writes a simple glyph (OpenType, `glyf`): its bounding box, the last point of each contour, and all points uncompressed. */
function outline(points: Point[]): Buffer {
  if (points.length === 0) return Buffer.alloc(0);
  const [xs, ys] = [points.map(({ x }) => Math.round(x)), points.map(({ y }) => Math.round(y))];
  const ends = points.flatMap(({ endContour }, i) => (endContour ? [i] : []));
  const steps = (values: number[]) => values.map((value, i) => value - (values[i - 1] ?? 0));
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const bytes = Buffer.concat([
    words([ends.length, ...box, ...ends, 0], 2),
    Buffer.from(points.map(({ onCurve }) => (onCurve ? 1 : 0))),
    words([...steps(xs), ...steps(ys)], 2),
  ]);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

/** Unpacks a WOFF font into a TrueType font, because fontkit inflates a whole WOFF table for each glyph it reads. */
export function unpacked(woff: Buffer): Uint8Array {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index): [string, Buffer] => {
    const at = 44 + 20 * index;
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((place) => woff.readUInt32BE(at + place));
    const bytes = woff.subarray(offset, offset + packed);
    return [woff.toString('latin1', at, at + 4), packed < length ? inflateSync(bytes) : bytes];
  });
  return assembled(tables);
}

/** Writes numbers as big-endian words; negative ones as two's complement. */
function words(values: number[], size: 2 | 4): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  for (const [i, value] of values.entries())
    bytes.writeUIntBE(value < 0 ? value + 2 ** (8 * size) : value, i * size, size);
  return bytes;
}

/** Builds a TrueType file from its tables. */
function assembled(tables: [string, Buffer][]): Buffer {
  const head = Buffer.concat([words([0x00010000], 4), words([tables.length, 0, 0, 0], 2)]);
  let at = head.length + 16 * tables.length;
  const entries = tables.map(([tag, content]) => {
    const entry = Buffer.concat([Buffer.from(tag), words([0, at, content.length], 4)]);
    at += content.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...tables.map(([, content]) => content)]);
}
