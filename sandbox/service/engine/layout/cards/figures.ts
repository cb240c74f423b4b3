import type { Block, BlockOf } from '../../deck.ts';
import { type Drawn, finish, type Ground, header, take } from '../ground.ts';
import { fitted } from '../items.ts';
import type { Box } from '../scene.ts';
import { fitStack, pictureOf } from '../stack.ts';
import { spreadTable } from '../table.ts';
import { headingParagraph, quietParagraph } from '../textBlocks.ts';
import { statTiles, stepTiles } from '../tiles.ts';
import { bullets } from './points.ts';

/** Between a figure and the words beside it, points. */
const GAP = 34;

/** Words on one side, artwork on the other; sides change from card to card. */
export function picture(ground: Ground): Drawn {
  const { canvas, index } = ground;
  const [block, others] = take(ground.card.blocks, 'picture');
  const image = block ?? { kind: 'picture' as const, seed: ground.card.title };
  if (!canvas.wide) return pictureBelow(ground, image, others);
  const share = others.length === 0 ? 0.6 : 0.38;
  const onLeft = index % 2 === 1;
  const box = {
    x: onLeft ? 0 : canvas.width * (1 - share),
    y: 0,
    width: canvas.width * share,
    height: canvas.height,
  };
  const room = canvas.width * (1 - share) - canvas.margin * 1.7;
  const { items, body } = header(
    ground,
    room,
    onLeft ? canvas.width * share + canvas.margin * 0.7 : canvas.margin,
  );
  const stack = fitStack(others, body, ground.setting, { most: 1.8, anchor: 'middle' });
  const art = pictureOf(image, box, ground.setting, 0);
  return { background: ground.look.background, items: [art, ...items, ...stack.items], scale: stack.scale };
}

function pictureBelow(ground: Ground, image: BlockOf<'picture'>, others: Block[]): Drawn {
  const { items, body } = header(ground);
  const share = others.length > 0 ? 0.5 : 1;
  const text = { ...body, height: body.height * (1 - share) };
  const stack = fitStack(others, text, ground.setting);
  const top = others.length > 0 ? body.y + stack.height + 20 : body.y;
  const art = pictureOf(image, { ...body, y: top, height: body.y + body.height - top }, ground.setting);
  return finish(ground, [...items, ...stack.items, art], others.length > 0 ? stack.scale : 1);
}

/** Big numbers in a row; what else there is to say stands below. */
export function stats(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const [block, others] = take(ground.card.blocks, 'stats');
  if (!block) return bullets(ground);
  // Words below have the room that they need, figures all that is left.
  const room = { ...body, height: body.height * 0.45 };
  const words = others.length > 0 ? fitStack(others, room, ground.setting).height + 24 : 0;
  const top = { ...body, height: body.height - words };
  const below = { ...body, y: top.y + top.height + 24, height: Math.max(body.height - top.height - 24, 1) };
  const stack = fitStack(others, below, ground.setting);
  return finish(
    ground,
    [...items, ...statTiles(block, top, ground.setting), ...stack.items],
    others.length > 0 ? stack.scale : 1,
  );
}

/** A chart, with what it says beside it. */
export function chart(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const [block, others] = take(ground.card.blocks, 'chart');
  if (!block) return bullets(ground);
  const [main, side] =
    others.length === 0 ? [body] : beside(body, ground.canvas.wide, hasTable(others) ? 0.56 : 0.64);
  const stack = side ? fitStack(others, side, ground.setting, { anchor: 'middle' }) : undefined;
  return finish(
    ground,
    [...items, { kind: 'chart', box: main, chart: block.chart }, ...(stack?.items ?? [])],
    stack?.scale ?? 1,
  );
}

const hasTable = (blocks: Block[]) => blocks.some((block) => block.kind === 'table');

function beside(box: Box, wide: boolean, share: number): [Box, Box] {
  if (!wide) {
    const height = box.height * 0.58;
    return [
      { ...box, height },
      { ...box, y: box.y + height + 14, height: box.height - height - 14 },
    ];
  }
  const width = box.width * share;
  return [
    { ...box, width },
    { ...box, x: box.x + width + GAP, width: box.width - width - GAP },
  ];
}

/** Tables use the whole width, and one that is alone the height as well: short ones are set larger and wider apart. */
export function table(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const stack = fitStack(ground.card.blocks, body, ground.setting, { most: 1.5 });
  const [only, ...more] = stack.items;
  const isAlone = only?.kind === 'table' && more.length === 0;
  const spread = Math.min(body.height / Math.max(stack.height, 1), 2.1);
  return finish(ground, [...items, ...(isAlone ? [spreadTable(only, spread)] : stack.items)], stack.scale);
}

/** Numbered steps along a line. */
export function steps(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const [block, others] = take(ground.card.blocks, 'steps');
  if (!block) return bullets(ground);
  const lead = fitStack(others, { ...body, height: body.height * 0.32 }, ground.setting);
  const down = others.length > 0 ? lead.height + 24 : 0;
  const box = { ...body, y: body.y + down, height: body.height - down };
  return finish(ground, [...items, ...lead.items, ...stepTiles(block, box, ground.setting)], lead.scale);
}

/** One voice, large. */
export function quote(ground: Ground): Drawn {
  const { canvas, setting, look } = ground;
  const [block, others] = take(ground.card.blocks, 'quote');
  if (!block) return bullets(ground);
  const { margin, width, height } = canvas;
  const head = ground.card.title || ground.card.kicker ? header(ground) : undefined;
  const top = head?.body.y ?? margin * 1.4;
  const bottom = others.length > 0 ? height * 0.3 : margin * 1.1;
  const box = { x: margin * 1.9, y: top, width: width - margin * 3.4, height: height - top - bottom };
  const text = fitted(
    (scale) => {
      const size = canvas.body * 1.75 * scale;
      return [
        {
          ...headingParagraph(setting, '', size),
          spans: block.spans,
          bold: false,
          italic: look.heading === 'fraunces',
          leading: 1.32,
        },
        ...(block.by
          ? [quietParagraph(setting, [{ text: block.by, bold: true }], Math.max(size * 0.55, 6), size * 0.7)]
          : []),
      ];
    },
    box,
    { anchor: 'middle' },
  );
  const mark = fitted(
    (scale) => [
      { ...headingParagraph(setting, '“', canvas.body * 7 * scale), color: setting.accent, leading: 1 },
    ],
    {
      x: margin * 0.7,
      y: text.item.box.y + Math.max((box.height - text.item.laid.height) / 2, 0) - canvas.body * 1.6,
      width: margin * 1.6,
      height: canvas.body * 7,
    },
  );
  const rest = fitStack(
    others,
    { x: box.x, y: height - bottom + 10, width: box.width, height: bottom - margin },
    setting,
  );
  return finish(
    ground,
    [...(head?.items ?? []), mark.item, text.item, ...rest.items],
    Math.min(text.scale * 1.75, rest.scale),
  );
}
