import { mix } from '../themes/contrast.ts';
import type { Look, Motif } from '../themes/look.ts';
import { createRandom } from './random.ts';
import type { Box, Fill, Shape } from './scene.ts';

/**
 * Pictures that need no network: shapes of the theme's motif, arranged by a seed (the card's own words), so each
 * card has its own picture and always the same one.
 */
export function artwork(look: Look, seed: string, box: Box, on: 'surface' | 'cover'): Shape[] {
  const random = createRandom(seed);
  const ground: Shape = {
    kind: 'rect',
    ...box,
    fill:
      on === 'cover'
        ? { from: look.cover.from, to: look.cover.to }
        : { from: mix(look.surface, look.palette[0], 0.08), to: mix(look.surface, look.palette[1], 0.28) },
  };
  return [ground, ...motifs[look.motif]({ box, random, colors: shuffled(look.palette, random), look, on })];
}

interface Brush {
  box: Box;
  random: () => number;
  colors: string[];
  look: Look;
  on: 'surface' | 'cover';
}

function shuffled(colors: readonly string[], random: () => number): string[] {
  const start = Math.floor(random() * colors.length);
  return [...colors.slice(start), ...colors.slice(0, start)];
}

const color = (brush: Brush, index: number) => brush.colors[index % brush.colors.length] as string;
const disc = (cx: number, cy: number, r: number, fill: Fill, opacity?: number): Shape => ({
  kind: 'ellipse',
  cx,
  cy,
  rx: r,
  ry: r,
  fill,
  ...(opacity === undefined ? {} : { opacity }),
});
const n = (value: number) => value.toFixed(2);

const motifs: Record<Motif, (brush: Brush) => Shape[]> = {
  arcs(brush) {
    const { box, random } = brush;
    const size = Math.max(box.width, box.height);
    const cx = box.x + box.width * (0.55 + random() * 0.45);
    const cy = box.y + box.height * (0.65 + random() * 0.35);
    const rings = [0.78, 0.6, 0.43, 0.27, 0.13].map((part, i) => {
      const fill = { from: color(brush, i), to: mix(color(brush, i), color(brush, i + 1), 0.5) };
      return disc(cx, cy, size * part, fill, 0.28 + i * 0.16);
    });
    const sun = size * (0.05 + random() * 0.05);
    const x = box.x + box.width * (0.15 + random() * 0.25);
    return [...rings, disc(x, box.y + box.height * (0.14 + random() * 0.2), sun, color(brush, 3))];
  },

  stripes(brush) {
    const { box, random } = brush;
    const shapes: Shape[] = [];
    let x = box.x + box.width * 0.08;
    while (x < box.x + box.width * 0.92) {
      const width = 3 + random() * random() * box.width * 0.1;
      const height = box.height * (0.25 + random() * 0.7);
      const top = random() < 0.5 ? box.y : box.y + box.height - height;
      shapes.push({ kind: 'rect', x, y: top, width, height, fill: color(brush, Math.floor(random() * 3)) });
      x += width + 5 + random() * 10;
    }
    return shapes;
  },

  waves(brush) {
    const { box, random } = brush;
    return [0, 1, 2, 3].map((i): Shape => {
      const base = box.y + box.height * (0.36 + i * 0.17);
      const rise = box.height * (0.07 + random() * 0.07);
      const lean = random() * Math.PI * 2;
      const points = Array.from({ length: 25 }, (_, at) => {
        const x = box.x + (box.width * at) / 24;
        return `${n(x)} ${n(base + Math.sin(lean + at / 3.6) * rise)}`;
      });
      const bottom = box.y + box.height;
      return {
        kind: 'path',
        d: `M${points.join('L')}L${n(box.x + box.width)} ${n(bottom)}L${n(box.x)} ${n(bottom)}Z`,
        box: { x: box.x, y: base - rise, width: box.width, height: bottom - base + rise },
        fill: { from: color(brush, i), to: mix(color(brush, i), color(brush, i + 1), 0.6) },
        opacity: 0.6,
      };
    });
  },
};
