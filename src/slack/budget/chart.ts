import { crc32, deflateSync } from 'node:zlib';
import type { Usage } from '../../generations/usage.ts';
import { creditsByDay } from './usage-blocks.ts';

/** Draws a bar chart as a PNG. Each pixel is one byte, which is an index into `PALETTE`. */

const HEIGHT = 240;
const MARGIN = 16;
const BAR = 16;
const GAP = 8;
/** Colors of the background, the lines and the bars: three numbers each, for red, green and blue. */
const PALETTE = [0xff, 0xff, 0xff, 0xdd, 0xdd, 0xdd, 0x1f, 0x6f, 0xb2];
const [LINE, FILL] = [1, 2];

/** Returns a PNG with one bar per day for the credits spent. Horizontal lines mark 0, 25, 50 and 100 % of the highest bar. */
export function barChart(usage: Usage): Buffer {
  const days = creditsByDay(usage);
  const width = 2 * MARGIN + days.length * (BAR + GAP) - GAP;
  const full = HEIGHT - 2 * MARGIN;
  const pixels = Array.from({ length: HEIGHT }, () => Buffer.alloc(width));
  for (const share of [0, 0.25, 0.5, 1]) pixels[HEIGHT - MARGIN - Math.round(share * full)]?.fill(LINE);
  const highest = Math.max(...days, 1);
  days.forEach((credits, at) => {
    // Draw at least 2 pixels, so that a day with few credits is visible.
    const height = credits > 0 ? Math.max(2, Math.round((credits / highest) * full)) : 0;
    const left = MARGIN + at * (BAR + GAP);
    for (let row = HEIGHT - MARGIN - height; row < HEIGHT - MARGIN; row += 1)
      pixels[row]?.fill(FILL, left, left + BAR);
  });
  return png(width, pixels);
}

/** Encodes rows of palette indexes as a PNG file (https://www.w3.org/TR/png-3/). */
function png(width: number, rows: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  // 8 bits per pixel, color type 3 (palette).
  header.set([8, 3], 8);
  const unfiltered = Buffer.concat(rows.map((row) => Buffer.concat([Buffer.of(0), row])));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE)),
    chunk('IDAT', deflateSync(unfiltered)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
