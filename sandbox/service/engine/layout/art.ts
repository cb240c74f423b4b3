import { createHash } from 'node:crypto';
import type { Look } from '../themes/themes.ts';
import type { Box, Shape } from './scene.ts';

/** Returns decoration: discs in the theme's colours on a gradient. The same seed always gives the same picture. */
export function artwork(look: Look, seed: string, box: Box): Shape[] {
  const { from, to } = look.cover;
  const size = Math.max(box.width, box.height);
  const bytes = createHash('sha256').update(seed).digest();
  const discs = look.palette.map((fill, i): Shape => {
    const [x = 0, y = 0, part = 0] = bytes.subarray(3 * i).map((byte) => byte);
    const radius = size * (0.07 + 0.28 * (part / 255));
    const [cx, cy] = [box.x + box.width * (x / 255), box.y + box.height * (y / 255)];
    return { kind: 'ellipse', cx, cy, rx: radius, ry: radius, fill, opacity: 0.7 };
  });
  return [{ kind: 'rect', ...box, fill: { from, to } }, ...discs];
}
