import { artwork } from '../art.ts';
import type { Canvas } from '../canvas.ts';
import type { Drawn, Ground } from '../ground.ts';
import { balanced, fitted } from '../items.ts';
import type { Box, Item } from '../scene.ts';
import { onCover, onPlain, type Setting } from '../setting.ts';
import { fitStack, stacked } from '../stack.ts';
import { headingParagraph, kickerParagraph } from '../textBlocks.ts';

/** Where the artwork and the words of a cover stand. */
interface Plan {
  art: Box;
  radius?: number;
  words: Box;
  /** Size of the title, as a multiple of running text. */
  size: number;
  anchor: 'middle' | 'bottom';
  /** On the ordinary ground, not on the colour of covers. */
  isPlain?: boolean;
}

/** The first card: the title large, and the theme's artwork. */
export function opening(ground: Ground): Drawn {
  return drawn(ground, { split, full }[ground.look.opening](ground.canvas));
}

/** A divider between parts: the theme's cover colour, its words below, a strip of artwork. */
export function section(ground: Ground): Drawn {
  const { width, height, margin, wide } = ground.canvas;
  return drawn(ground, {
    art: wide
      ? { x: width * 0.84, y: 0, width: width * 0.16, height }
      : { x: 0, y: 0, width, height: height * 0.2 },
    words: wide
      ? { x: margin, y: margin, width: width * 0.84 - margin * 2, height: height - 2 * margin }
      : { x: margin, y: height * 0.2 + margin, width: width - 2 * margin, height: height * 0.8 - 2 * margin },
    size: 2.6,
    anchor: 'bottom',
  });
}

/** The last card: in the cover colour again, so the deck ends as it began. */
export function closing(ground: Ground): Drawn {
  const { width, height, margin, wide } = ground.canvas;
  const size = Math.min(width, height) * 0.62;
  return drawn(ground, {
    art: { x: width - size * 0.62, y: height - size * 0.62, width: size, height: size },
    radius: size / 2,
    words: {
      x: margin,
      y: margin,
      width: wide ? width * 0.66 - margin : width - 2 * margin,
      height: height - 2 * margin - (wide ? 0 : size * 0.5),
    },
    size: 2.2,
    anchor: 'middle',
  });
}

function drawn(ground: Ground, plan: Plan): Drawn {
  const { canvas, look } = ground;
  const on = (plan.isPlain ? onPlain : onCover)(look, canvas.body);
  const isClosing = ground.card.layout === 'closing';
  const text = words(ground, isClosing ? { ...on, muted: on.ink } : on, plan);
  const items = [...(plan.isPlain ? [] : [cover(ground)]), art(ground, plan.art, plan.radius), ...text.items];
  return { background: plan.isPlain ? look.background : look.cover.from, items, scale: text.scale };
}

function split({ width, height, margin, wide }: Canvas): Plan {
  return {
    art: wide
      ? { x: width * 0.6, y: 0, width: width * 0.4, height }
      : { x: 0, y: 0, width, height: height * 0.4 },
    words: wide
      ? { x: margin, y: margin, width: width * 0.6 - margin * 1.7, height: height - 2 * margin }
      : {
          x: margin,
          y: height * 0.4 + margin * 0.7,
          width: width - 2 * margin,
          height: height * 0.6 - margin * 1.4,
        },
    size: 2.8,
    anchor: 'middle',
    isPlain: true,
  };
}

function full({ width, height, margin, wide }: Canvas): Plan {
  const size = wide ? height * 1.02 : width * 0.74;
  return {
    art: wide
      ? { x: width - size * 0.74, y: (height - size) / 2, width: size, height: size }
      : { x: width - size * 0.78, y: -size * 0.3, width: size, height: size },
    radius: size / 2,
    words: wide
      ? { x: margin, y: margin, width: width - size * 0.74 - margin * 1.6, height: height - 2 * margin }
      : { x: margin, y: size * 0.72, width: width - 2 * margin, height: height - size * 0.72 - margin },
    size: 2.8,
    anchor: wide ? 'middle' : 'bottom',
  };
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
function words(ground: Ground, setting: Setting, plan: Plan): { items: Item[]; scale: number } {
  const { card, canvas } = ground;
  const { words: box } = plan;
  const hasBody = card.blocks.length > 0;
  const kicker = card.kicker
    ? fitted((s) => [kickerParagraph(setting, card.kicker ?? '', canvas.body * 0.8 * s)], {
        ...box,
        height: canvas.body * 1.3,
      }).item
    : undefined;
  const kickerRoom = kicker ? kicker.laid.height + 10 : 0;
  const most = (box.height - kickerRoom) * (hasBody ? 0.62 : 1);
  const fittedTitle = fitted(
    (s) => [{ ...headingParagraph(setting, card.title, plan.size * canvas.body * s), leading: 1.12 }],
    { ...box, height: most },
    { role: 'title' },
  );
  const title = balanced(fittedTitle.item);
  const gap = hasBody ? canvas.body * 1.1 : 0;
  const rest = Math.max(box.height - kickerRoom - title.laid.height - gap, 1);
  const body = fitStack(
    card.blocks,
    { ...box, height: rest },
    { ...setting, ink: setting.muted },
    { most: card.layout === 'closing' ? 1.25 : 1 },
  );
  const total = kickerRoom + title.laid.height + gap + body.height;
  const free = Math.max(box.height - total, 0);
  const top = box.y + (plan.anchor === 'middle' ? free / 2 : free);
  if (kicker) kicker.box = { ...kicker.box, y: top };
  title.box = { ...title.box, y: top + kickerRoom, height: title.laid.height };
  const below = { ...box, y: top + kickerRoom + title.laid.height + gap, height: rest };
  const placed = stacked(card.blocks, below, { ...setting, ink: setting.muted }, body.scale);
  return { items: [...(kicker ? [kicker] : []), title, ...placed.items], scale: body.scale };
}
