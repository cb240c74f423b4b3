import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

/** What fontkit has inside of a variable WOFF2 font, and does not type. */
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

const corner = (): Point => ({ x: 0, y: 0, onCurve: true, endContour: true, copy: corner });
const VARIABLE = /^(?:fvar|gvar|avar|HVAR|MVAR|STAT|BASE|vhea|vmtx)$/;

/**
 * A variable WOFF2 font at one weight, as a plain TrueType font. Light packages of Chinese, Japanese and Korean have
 * nothing else, and fontkit (2.0.4) can neither weigh such a font nor put a weighed one into a PDF. Their glyphs have
 * no parts in common, so each is written by itself.
 */
export function instance(bytes: Uint8Array, weight: number): Uint8Array {
  const font = create(Buffer.from(bytes)) as Variable;
  font.variationCoords = [weight];
  const advances = Array.from({ length: font.numGlyphs }, (_, id) => font.getGlyph(id).advanceWidth);
  const glyphs = font._transformedGlyphs.map(({ points = [] }, id) => {
    if (points.length > 0)
      // The four corners of the glyph vary with its points.
      font._variationProcessor.transformPoints(id, [...points, corner(), corner(), corner(), corner()]);
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
  // Readers of PDF move a glyph's left edge to its bearing.
  const metrics = glyphs.flatMap((glyph, id) => [
    Math.round(advances[id] ?? 0),
    glyph.length > 0 ? glyph.readInt16BE(2) : 0,
  ]);
  all.set('hmtx', words(metrics, 2));
  const head = all.get('head');
  // Two weights are two fonts: the PDF writer tells fonts with the same name by this sum.
  head?.writeUInt32BE((head.readUInt32BE(8) ^ weight) >>> 0, 8);
  head?.writeInt16BE(1, 50);
  all.get('hhea')?.writeUInt16BE(font.numGlyphs, 34);
  return assembled([...all]);
}

/** A WOFF font as a TrueType font: of a WOFF, fontkit inflates a whole table for each glyph that it looks at. */
export function unpacked(woff: Buffer): Uint8Array {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index): [string, Buffer] => {
    const at = 44 + 20 * index;
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((place) => woff.readUInt32BE(at + place));
    const bytes = woff.subarray(offset, offset + packed);
    return [woff.toString('latin1', at, at + 4), packed < length ? inflateSync(bytes) : bytes];
  });
  return assembled(tables);
}

function words(values: number[], size: 2 | 4): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  for (const [i, value] of values.entries())
    bytes.writeUIntBE(value < 0 ? value + 2 ** (8 * size) : value, i * size, size);
  return bytes;
}

/** A simple glyph (OpenType, `glyf`): its box, where its contours end, and each point in full. */
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
