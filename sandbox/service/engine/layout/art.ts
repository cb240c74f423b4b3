import { mix } from '../themes/contrast.ts';
import type { Look, Motif } from '../themes/look.ts';
import { createRandom } from './random.ts';
import type { Box, Shape } from './scene.ts';

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
const n = (value: number) => value.toFixed(2);

const motifs: Record<Motif, (brush: Brush) => Shape[]> = {
  arcs(brush) {
    const { box, random } = brush;
    const size = Math.max(box.width, box.height);
    const cx = box.x + box.width * (0.55 + random() * 0.45);
    const cy = box.y + box.height * (0.65 + random() * 0.35);
    const rings = [0.78, 0.6, 0.43, 0.27, 0.13].map(
      (part, i): Shape => ({
        kind: 'ellipse',
        cx,
        cy,
        rx: size * part,
        ry: size * part,
        fill: { from: color(brush, i), to: mix(color(brush, i), color(brush, i + 1), 0.5) },
        opacity: 0.28 + i * 0.16,
      }),
    );
    const sun = size * (0.05 + random() * 0.05);
    return [
      ...rings,
      {
        kind: 'ellipse',
        cx: box.x + box.width * (0.15 + random() * 0.25),
        cy: box.y + box.height * (0.14 + random() * 0.2),
        rx: sun,
        ry: sun,
        fill: color(brush, 3),
      },
    ];
  },

  orbits(brush) {
    const { box, random } = brush;
    const size = Math.max(box.width, box.height);
    const cx = box.x + box.width * (0.62 + random() * 0.3);
    const cy = box.y + box.height * (0.3 + random() * 0.4);
    const glow: Shape[] = [0.62, 0.45, 0.3].map((part, i) => ({
      kind: 'ellipse',
      cx,
      cy,
      rx: size * part,
      ry: size * part,
      fill: { from: color(brush, i), to: color(brush, i + 1) },
      opacity: 0.14 + i * 0.06,
    }));
    const rings: Shape[] = [0.2, 0.29, 0.39, 0.5].map((part, i) => ({
      kind: 'line',
      points: circle(cx, cy, size * part),
      thick: 1.4,
      fill: color(brush, i),
      opacity: 0.55,
    }));
    const planets: Shape[] = [0.2, 0.29, 0.39, 0.5].map((part, i) => {
      const turn = random() * Math.PI * 2;
      const r = size * (0.012 + random() * 0.02);
      return {
        kind: 'ellipse',
        cx: cx + Math.cos(turn) * size * part,
        cy: cy + Math.sin(turn) * size * part,
        rx: r,
        ry: r,
        fill: color(brush, i + 1),
      };
    });
    const core = size * 0.11;
    return [
      ...glow,
      ...rings,
      ...planets,
      { kind: 'ellipse', cx, cy, rx: core, ry: core, fill: { from: color(brush, 0), to: color(brush, 2) } },
    ];
  },

  blobs(brush) {
    const { box, random } = brush;
    const size = Math.min(box.width, box.height * 1.3);
    return [0, 1, 2, 3].map((i): Shape => {
      const r = size * (0.46 - i * 0.09) * (0.85 + random() * 0.3);
      const cx = box.x + box.width * ([0.82, 0.3, 0.68, 0.42][i] as number) + (random() - 0.5) * size * 0.2;
      const cy = box.y + box.height * ([0.82, 0.86, 0.3, 0.5][i] as number) + (random() - 0.5) * size * 0.2;
      return {
        kind: 'path',
        d: blob(cx, cy, r, random),
        box: { x: cx - r, y: cy - r, width: 2 * r, height: 2 * r },
        fill: { from: color(brush, i), to: mix(color(brush, i), color(brush, i + 1), 0.45) },
        opacity: i === 1 ? 0.55 : 0.85,
      };
    });
  },

  grid(brush) {
    const { box, random } = brush;
    const step = 36;
    const shapes: Shape[] = [];
    for (let x = box.x; x <= box.x + box.width; x += step)
      shapes.push(hairline([x, box.y], [x, box.y + box.height], brush.look.line));
    for (let y = box.y; y <= box.y + box.height; y += step)
      shapes.push(hairline([box.x, y], [box.x + box.width, y], brush.look.line));
    const columns = Math.max(2, Math.floor(box.width / step));
    const rows = Math.max(2, Math.floor(box.height / step));
    for (let i = 0; i < Math.round(columns * rows * 0.1); i++) {
      // More cells towards the lower right, so the upper left stays free for text.
      const column = Math.floor(columns * Math.sqrt(random()));
      const row = Math.floor(rows * Math.sqrt(random()));
      shapes.push({
        kind: 'rect',
        x: box.x + column * step + 1,
        y: box.y + row * step + 1,
        width: step - 2,
        height: step - 2,
        fill: color(brush, Math.floor(random() * 3)),
        opacity: 0.25 + random() * 0.7,
      });
    }
    return shapes;
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

function hairline(from: [number, number], to: [number, number], fill: string): Shape {
  return { kind: 'line', points: [from, to], thick: 0.75, fill, opacity: 0.7 };
}

function circle(cx: number, cy: number, r: number): [number, number][] {
  return Array.from({ length: 73 }, (_, i) => {
    const turn = (i / 72) * Math.PI * 2;
    return [cx + Math.cos(turn) * r, cy + Math.sin(turn) * r];
  });
}

/** A closed curve around a centre, smooth through eight points of varying distance. */
function blob(cx: number, cy: number, r: number, random: () => number): string {
  const count = 8;
  const points = Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * Math.PI * 2;
    const reach = r * (0.75 + random() * 0.25);
    return [cx + Math.cos(turn) * reach, cy + Math.sin(turn) * reach] as [number, number];
  });
  const at = (i: number) => points[(i + count) % count] as [number, number];
  // Catmull-Rom to Bézier: control points a sixth of the way along the neighbours' chord.
  const curves = points.map((point, i) => {
    const [before, next, after] = [at(i - 1), at(i + 1), at(i + 2)];
    const one = [point[0] + (next[0] - before[0]) / 6, point[1] + (next[1] - before[1]) / 6] as const;
    const two = [next[0] - (after[0] - point[0]) / 6, next[1] - (after[1] - point[1]) / 6] as const;
    return `C${n(one[0])} ${n(one[1])} ${n(two[0])} ${n(two[1])} ${n(next[0])} ${n(next[1])}`;
  });
  return `M${n(at(0)[0])} ${n(at(0)[1])}${curves.join('')}Z`;
}
