import { create, type Font } from 'fontkit';
import { assembled, words } from './woff.ts';

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
