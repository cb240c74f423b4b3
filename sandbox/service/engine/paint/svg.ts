import type { Setting } from '../layout/canvas.ts';
import { parts } from '../layout/pages.ts';
import { dataUrl, type Item, type Scene, type Shape, type TextItem, topOf } from '../layout/scene.ts';
import type { Fragment } from '../type/lines.ts';
import { runs, shaped } from '../type/runs.ts';

/** Draws a scene as SVG. Letters are outlines, so it needs no fonts. */
export function paintSvg(scene: Scene, setting: Setting, prefix = 'd'): string {
  const defs = createDefs(prefix);
  const body = parts(scene.items, setting).map((item) => {
    if (item.kind === 'shape') return paintShape(item.shape, defs);
    if (item.kind === 'text') return paintText(item, defs);
    return item.kind === 'art' ? clipped(item, defs) : paintPicture(item);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${n(scene.width)} ${n(scene.height)}"><defs>${defs.all()}</defs><rect width="100%" height="100%" fill="${scene.background}"/>${body.join('')}</svg>`;
}

/** Draws artwork as SVG. */
export function artSvg(item: Art, prefix = 'd'): string {
  const defs = createDefs(prefix);
  const art = clipped(item, defs);
  const { x, y, width, height } = item.box;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}"><defs>${defs.all()}</defs>${art}</svg>`;
}

function paintPicture({ box, picture }: Extract<Item, { kind: 'picture' }>): string {
  return `<image x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}" href="${dataUrl(picture)}"/>`;
}

/** Draws artwork, clipped to its box. */
function clipped(item: Art, defs: Defs): string {
  const { x, y, width, height } = item.box;
  const clip = defs.add(
    (id) =>
      `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"/></clipPath>`,
  );
  const art = item.shapes.map((shape) => paintShape(shape, defs)).join('');
  return `<g clip-path="url(#${clip})">${art}</g>`;
}

type Art = Extract<Item, { kind: 'art' }>;

interface Defs {
  /** Adds a definition, once for each key, and returns its id. */
  add(write: (id: string) => string, key?: string): string;
  all(): string;
}

function createDefs(prefix: string): Defs {
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

function paintShape(shape: Shape, defs: Defs): string {
  // Not `opacity`, which creates a layer: resvg crashes the process if a layer is outside the picture.
  const opacity = shape.opacity === undefined ? '' : ` fill-opacity="${n(shape.opacity)}"`;
  const fill = ` fill="${fillOf(shape.fill, defs)}"${opacity}`;
  if (shape.kind === 'rect')
    return `<rect x="${n(shape.x)}" y="${n(shape.y)}" width="${n(shape.width)}" height="${n(shape.height)}" rx="${n(shape.radius ?? 0)}"${fill}/>`;
  return `<ellipse cx="${n(shape.cx)}" cy="${n(shape.cy)}" rx="${n(shape.rx)}" ry="${n(shape.ry)}"${fill}/>`;
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
  const top = topOf(item);
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
