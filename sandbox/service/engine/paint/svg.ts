import { parts } from '../layout/card.ts';
import type { Box, Item, Scene, Shape, TextItem } from '../layout/scene.ts';
import type { Setting } from '../layout/setting.ts';
import type { Fragment } from '../type/lines.ts';
import { runs, shaped } from '../type/runs.ts';
import { anchored } from './anchored.ts';

/**
 * A scene as SVG. Letters are drawn as outlines, so that what turns it into pixels needs no fonts and cannot
 * choose others.
 */
export function paintSvg(scene: Scene, setting: Setting, prefix = 'd'): string {
  const defs = createDefs(prefix);
  const body = parts(scene.items, setting).map((item) => {
    if (item.kind === 'shape') return paintShape(item.shape, defs);
    if (item.kind === 'text') return paintText(item, defs);
    return clipped(item, { ...scene, x: 0, y: 0 }, defs);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${n(scene.width)} ${n(scene.height)}"><defs>${defs.all()}</defs><rect width="100%" height="100%" fill="${scene.background}"/>${body.join('')}</svg>`;
}

/** Artwork by itself as SVG. */
export function artSvg(item: Art): string {
  const defs = createDefs();
  const art = clipped(item, item.box, defs);
  const { x, y, width, height } = item.box;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}"><defs>${defs.all()}</defs>${art}</svg>`;
}

/** Artwork within its edge. Clipping more than doubles the time of drawing, so what fills the picture goes without. */
function clipped(item: Art, picture: Box, defs: Defs): string {
  const { x, y, width, height } = item.box;
  const art = artOf(item, defs);
  if (item.radius === 0 && holds(item.box, picture)) return art;
  const clip = defs.add(
    (id) =>
      `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(item.radius)}"/></clipPath>`,
  );
  return `<g clip-path="url(#${clip})">${art}</g>`;
}

const holds = (outer: Box, inner: Box) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

type Art = Extract<Item, { kind: 'art' }>;

/** The shapes of artwork, without its edge. */
function artOf({ shapes, turnedIn }: Art, defs: Defs): string {
  const drawn = shapes.map((shape) => paintShape(shape, defs)).join('');
  return turnedIn ? `<g transform="matrix(-1 0 0 1 ${turnedIn} 0)">${drawn}</g>` : drawn;
}

export interface Defs {
  /** Adds a definition once and gives its id. */
  add(write: (id: string) => string, key?: string): string;
  all(): string;
}

export function createDefs(prefix = 'd'): Defs {
  const written: string[] = [];
  const ids = new Map<string, string>();
  return {
    add(write, key) {
      const known = key === undefined ? undefined : ids.get(key);
      if (known) return known;
      const id = `${prefix}${written.length}`;
      written.push(write(id));
      if (key !== undefined) ids.set(key, id);
      return id;
    },
    all: () => written.join(''),
  };
}

const n = (value: number) => String(Math.round(value * 100) / 100);

export function paintShape(shape: Shape, defs: Defs): string {
  // Not `opacity`: that makes a layer, and a layer that lies wholly outside the picture ends resvg's process.
  const opacity = (of: 'fill' | 'stroke') =>
    shape.opacity === undefined ? '' : ` ${of}-opacity="${n(shape.opacity)}"`;
  if (shape.kind === 'line') {
    const points = shape.points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ');
    return `<polyline points="${points}" fill="none" stroke="${shape.fill}" stroke-width="${n(shape.thick)}" stroke-linejoin="round" stroke-linecap="round"${opacity('stroke')}/>`;
  }
  const fill = ` fill="${fillOf(shape.fill, defs)}"${opacity('fill')}`;
  if (shape.kind === 'rect')
    return `<rect x="${n(shape.x)}" y="${n(shape.y)}" width="${n(shape.width)}" height="${n(shape.height)}" rx="${n(shape.radius ?? 0)}"${fill}/>`;
  if (shape.kind === 'ellipse')
    return `<ellipse cx="${n(shape.cx)}" cy="${n(shape.cy)}" rx="${n(shape.rx)}" ry="${n(shape.ry)}"${fill}/>`;
  return `<path d="${shape.d}"${fill}/>`;
}

function fillOf(fill: Shape['fill'], defs: Defs): string {
  if (typeof fill === 'string') return fill;
  const id = defs.add(
    (name) =>
      `<linearGradient id="${name}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${fill.from}"/><stop offset="1" stop-color="${fill.to}"/></linearGradient>`,
    `${fill.from}${fill.to}`,
  );
  return `url(#${id})`;
}

function paintText(item: TextItem, defs: Defs): string {
  const top = anchored(item);
  return item.laid.fragments.map((fragment) => paintFragment(fragment, item.box.x, top, defs)).join('');
}

function paintFragment(fragment: Fragment, left: number, top: number, defs: Defs): string {
  const baseline = top + fragment.baseline;
  const glyphs: string[] = [];
  let x = left + fragment.x;
  for (const run of runs(fragment.face, fragment.text)) {
    const { font, key } = { font: run.file.font, key: run.file.key };
    const unit = fragment.size / font.unitsPerEm;
    const laid = shaped(run);
    for (const [i, glyph] of laid.glyphs.entries()) {
      const place = laid.positions[i];
      if (!place) continue;
      const id = defs.add((name) => `<path id="${name}" d="${glyph.path.toSVG()}"/>`, `${key} ${glyph.id}`);
      const gx = x + place.xOffset * unit;
      const gy = baseline - place.yOffset * unit;
      glyphs.push(
        `<use xlink:href="#${id}" transform="translate(${n(gx)} ${n(gy)}) scale(${unit.toPrecision(5)} ${(-unit).toPrecision(5)})"/>`,
      );
      x += place.xAdvance * unit;
    }
  }
  const rule = fragment.strike ? 0.28 : fragment.href ? -0.14 : undefined;
  const under =
    rule === undefined
      ? ''
      : `<rect x="${n(left + fragment.x)}" y="${n(baseline - fragment.size * rule)}" width="${n(fragment.width)}" height="${n(Math.max(fragment.size * 0.05, 0.5))}"/>`;
  return `<g fill="${fragment.color}">${glyphs.join('')}${under}</g>`;
}
