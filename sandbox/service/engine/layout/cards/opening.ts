import { artwork } from '../art.ts';
import type { Drawn, Ground } from '../ground.ts';
import { balanced, fitted, rect } from '../items.ts';
import type { Box, Item } from '../scene.ts';
import { onCover, onPlain, type Setting } from '../setting.ts';
import { fitStack } from '../stack.ts';
import { headingParagraph, kickerParagraph } from '../textBlocks.ts';

/** The first card: the title large, and the theme's artwork. */
export function opening(ground: Ground): Drawn {
  return { split, full, centred, framed }[ground.look.opening](ground);
}

function cover({ canvas, look }: Ground): Item {
  const box = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  return {
    kind: 'art',
    box,
    radius: 0,
    shapes: [{ kind: 'rect', ...box, fill: { from: look.cover.from, to: look.cover.to } }],
  };
}

function art(ground: Ground, box: Box, radius = 0): Item {
  const seed = `${ground.deck.title} ${ground.index} ${ground.card.title}`;
  return { kind: 'art', box, radius, shapes: artwork(ground.look, seed, box, 'cover') };
}

/** Kicker, title and what follows, as one group. Shared by all the openings, and by sections and closings. */
function words(
  ground: Ground,
  setting: Setting,
  box: Box,
  options: { size: number; align?: 'left' | 'center'; anchor: 'top' | 'middle' | 'bottom' },
): { items: Item[]; scale: number } {
  const { card, canvas } = ground;
  const align = options.align ?? 'left';
  const hasBody = card.blocks.length > 0;
  const kicker = card.kicker
    ? fitted((s) => [{ ...kickerParagraph(setting, card.kicker ?? '', canvas.body * 0.8 * s), align }], {
        ...box,
        height: canvas.body * 1.3,
      }).item
    : undefined;
  const kickerRoom = kicker ? kicker.laid.height + 10 : 0;
  const most = (box.height - kickerRoom) * (hasBody ? 0.62 : 1);
  const fittedTitle = fitted(
    (s) => [{ ...headingParagraph(setting, card.title, options.size * s), leading: 1.12, align }],
    { ...box, height: most },
    { role: 'title' },
  );
  const title = balanced(fittedTitle.item);
  const gap = hasBody ? canvas.body * 1.1 : 0;
  const rest = Math.max(box.height - kickerRoom - title.laid.height - gap, 1);
  const body = fitStack(card.blocks, { ...box, height: rest }, { ...setting, ink: setting.muted });
  const total = kickerRoom + title.laid.height + gap + body.height;
  const free = Math.max(box.height - total, 0);
  const top = box.y + (options.anchor === 'top' ? 0 : options.anchor === 'middle' ? free / 2 : free);
  if (kicker) kicker.box = { ...kicker.box, y: top };
  title.box = { ...title.box, y: top + kickerRoom, height: title.laid.height };
  const below = { ...box, y: top + kickerRoom + title.laid.height + gap, height: rest };
  const placed = fitStack(card.blocks, below, { ...setting, ink: setting.muted });
  const centred = align === 'center' ? placed.items.map(centre) : placed.items;
  return { items: [...(kicker ? [kicker] : []), title, ...centred], scale: body.scale };
}

function centre(item: Item): Item {
  if (item.kind !== 'text' || item.paragraphs.some((paragraph) => paragraph.marker)) return item;
  return fitted(() => item.paragraphs.map((paragraph) => ({ ...paragraph, align: 'center' as const })), {
    ...item.box,
    height: Number.POSITIVE_INFINITY,
  }).item.laid.height <=
    item.box.height + 0.01
    ? {
        ...item,
        ...recentred(item),
      }
    : item;
}

function recentred(item: Extract<Item, { kind: 'text' }>) {
  const paragraphs = item.paragraphs.map((paragraph) => ({ ...paragraph, align: 'center' as const }));
  return { paragraphs, laid: fitted(() => paragraphs, item.box).item.laid };
}

function split(ground: Ground): Drawn {
  const { canvas, look } = ground;
  const { width, height, margin } = canvas;
  const picture = canvas.wide
    ? { x: width * 0.6, y: 0, width: width * 0.4, height }
    : { x: 0, y: 0, width, height: height * 0.4 };
  const box = canvas.wide
    ? { x: margin, y: margin, width: width * 0.6 - margin * 1.7, height: height - 2 * margin }
    : {
        x: margin,
        y: height * 0.4 + margin * 0.7,
        width: width - 2 * margin,
        height: height * 0.6 - margin * 1.4,
      };
  const text = words(ground, onPlain(look, canvas.body), box, { size: canvas.body * 2.8, anchor: 'middle' });
  return { background: look.background, items: [art(ground, picture), ...text.items], scale: text.scale };
}

function full(ground: Ground): Drawn {
  const { canvas, look } = ground;
  const { width, height, margin } = canvas;
  const size = canvas.wide ? height * 1.02 : width * 0.74;
  const disc = canvas.wide
    ? { x: width - size * 0.74, y: (height - size) / 2, width: size, height: size }
    : { x: width - size * 0.78, y: -size * 0.3, width: size, height: size };
  const box = canvas.wide
    ? { x: margin, y: margin, width: width - size * 0.74 - margin * 1.6, height: height - 2 * margin }
    : { x: margin, y: size * 0.72, width: width - 2 * margin, height: height - size * 0.72 - margin };
  const text = words(ground, onCover(look, canvas.body), box, {
    size: canvas.body * 2.8,
    anchor: canvas.wide ? 'middle' : 'bottom',
  });
  return {
    background: look.cover.from,
    items: [cover(ground), art(ground, disc, size / 2), ...text.items],
    scale: text.scale,
  };
}

function centred(ground: Ground): Drawn {
  const { canvas, look } = ground;
  const { width, height, margin } = canvas;
  const strip = { x: 0, y: height * 0.66, width, height: height * 0.34 };
  const box = {
    x: margin * 1.6,
    y: margin * 0.9,
    width: width - margin * 3.2,
    height: height * 0.66 - margin * 1.3,
  };
  const text = words(ground, onCover(look, canvas.body), box, {
    size: canvas.body * 2.9,
    align: 'center',
    anchor: 'middle',
  });
  return {
    background: look.cover.from,
    items: [cover(ground), art(ground, strip), ...text.items],
    scale: text.scale,
  };
}

function framed(ground: Ground): Drawn {
  const { canvas, look } = ground;
  const { width, height, margin } = canvas;
  const edge = margin * 0.45;
  const strip = canvas.wide
    ? { x: width * 0.7, y: edge, width: width * 0.3 - edge, height: height - 2 * edge }
    : { x: edge, y: edge, width: width - 2 * edge, height: height * 0.3 };
  const box = canvas.wide
    ? {
        x: edge + margin * 0.8,
        y: edge + margin * 0.7,
        width: width * 0.7 - edge - margin * 1.7,
        height: height - 2 * edge - margin * 1.4,
      }
    : {
        x: edge + margin * 0.7,
        y: height * 0.3 + edge + margin * 0.5,
        width: width - 2 * edge - margin * 1.4,
        height: height * 0.7 - 2 * edge - margin,
      };
  const text = words(ground, onCover(look, canvas.body), box, {
    size: canvas.body * 2.9,
    anchor: canvas.wide ? 'bottom' : 'middle',
  });
  return {
    background: look.cover.from,
    items: [cover(ground), art(ground, strip), ...frame(edge, canvas, look.cover.ink), ...text.items],
    scale: text.scale,
  };
}

function frame(edge: number, { width, height }: { width: number; height: number }, fill: string): Item[] {
  const thick = 1.5;
  return [
    rect({ x: edge, y: edge, width: width - 2 * edge, height: thick }, fill),
    rect({ x: edge, y: height - edge - thick, width: width - 2 * edge, height: thick }, fill),
    rect({ x: edge, y: edge, width: thick, height: height - 2 * edge }, fill),
    rect({ x: width - edge - thick, y: edge, width: thick, height: height - 2 * edge }, fill),
  ];
}

/** A divider between parts: the theme's cover colour, its words below, a strip of artwork. */
export function section(ground: Ground): Drawn {
  const { canvas, look } = ground;
  const { width, height, margin } = canvas;
  const strip = canvas.wide
    ? { x: width - width * 0.16, y: 0, width: width * 0.16, height }
    : { x: 0, y: 0, width, height: height * 0.2 };
  const box = canvas.wide
    ? { x: margin, y: margin, width: width * 0.84 - margin * 2, height: height - 2 * margin }
    : { x: margin, y: height * 0.2 + margin, width: width - 2 * margin, height: height * 0.8 - 2 * margin };
  const text = words(ground, onCover(look, canvas.body), box, { size: canvas.body * 2.6, anchor: 'bottom' });
  return {
    background: look.cover.from,
    items: [cover(ground), art(ground, strip), ...text.items],
    scale: text.scale,
  };
}

/** The last card: in the cover colour again, so the deck ends as it began. */
export function closing(ground: Ground): Drawn {
  const { canvas, look } = ground;
  const { width, height, margin } = canvas;
  const setting = onCover(look, canvas.body);
  const bodied = ground.card.blocks.length > 0;
  const size = Math.min(width, height) * 0.62;
  const disc = { x: width - size * 0.62, y: height - size * 0.62, width: size, height: size };
  const box = {
    x: margin,
    y: margin,
    width: canvas.wide ? width * 0.66 - margin : width - 2 * margin,
    height: height - 2 * margin - (canvas.wide ? 0 : size * 0.5),
  };
  const text = words(ground, { ...setting, muted: bodied ? setting.ink : setting.muted }, box, {
    size: canvas.body * 2.2,
    anchor: 'middle',
  });
  return {
    background: look.cover.from,
    items: [cover(ground), art(ground, disc, size / 2), ...text.items],
    scale: text.scale,
  };
}
