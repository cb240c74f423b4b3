import { inflateSync } from 'node:zlib';

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
export function words(values: number[], size: 2 | 4): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  for (const [i, value] of values.entries())
    bytes.writeUIntBE(value < 0 ? value + 2 ** (8 * size) : value, i * size, size);
  return bytes;
}

/** Builds a TrueType file from its tables. */
export function assembled(tables: [string, Buffer][]): Buffer {
  const head = Buffer.concat([words([0x00010000], 4), words([tables.length, 0, 0, 0], 2)]);
  let at = head.length + 16 * tables.length;
  const entries = tables.map(([tag, content]) => {
    const entry = Buffer.concat([Buffer.from(tag), words([0, at, content.length], 4)]);
    at += content.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...tables.map(([, content]) => content)]);
}
