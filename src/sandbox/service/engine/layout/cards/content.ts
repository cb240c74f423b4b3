import { type Block, type BlockOf, type ListItem, plain } from '../../deck.ts';
import { type Drawn, footer, type Ground, header } from '../ground.ts';
import { divided, fitted, inset, rect } from '../items.ts';
import type { Box, Item } from '../scene.ts';
import { onPanel } from '../setting.ts';
import { fitStack, pictureOf } from '../stack.ts';
import { bodyParagraph, headingParagraph } from '../textBlocks.ts';
import { columnsFor, statTiles, stepTiles } from '../tiles.ts';
import { splitLead } from './lead.ts';

const GAP = 34;

function finish(ground: Ground, items: Item[], scale: number): Drawn {
  return { background: ground.look.background, items: [...items, ...footer(ground)], scale };
}

function take<K extends Block['kind']>(blocks: Block[], kind: K): [BlockOf<K> | undefined, Block[]] {
  const found = blocks.find((block) => block.kind === kind) as BlockOf<K> | undefined;
  return [found, blocks.filter((block) => block !== found)];
}

/** Text and lists. Few short points become tiles; anything else is set as running text, larger where there is little. */
export function bullets(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const tiled = tiles(ground, body);
  if (tiled) return finish(ground, [...items, ...tiled], 1);
  const width = ground.canvas.wide ? Math.min(body.width, 760) : body.width;
  const stack = fitStack(
    ground.card.blocks,
    { ...body, width: wideOnly(ground.card.blocks) ? body.width : width },
    ground.setting,
    {
      most: 1.45,
    },
  );
  return finish(ground, [...items, ...stack.items], stack.scale);
}

/** Tables, code and pictures may use the whole width; lines of text should not be longer than can be read. */
const wideOnly = (blocks: Block[]) => blocks.some((block) => block.kind === 'table' || block.kind === 'code');

/** Points that are one list of two to six, each short or with a lead ("Owner: Ana"), stand on panels. */
function tiles(ground: Ground, body: Box): Item[] | undefined {
  const [list, others] = take(ground.card.blocks, 'list');
  if (!list || others.length > 0 || list.ordered) return undefined;
  const { items } = list;
  if (items.length < 2 || items.length > 6 || items.some((item) => item.level > 0)) return undefined;
  const short = items.every((item) => plain(item.spans).length <= (items.length > 4 ? 90 : 120));
  if (!short || (!ground.canvas.wide && items.length > 4)) return undefined;
  const columns = columnsFor(items.length, body);
  const rows = Math.ceil(items.length / columns);
  const height = Math.min(body.height, rows * (rows > 1 ? 170 : 220) + (rows - 1) * 16);
  const boxes = divided({ ...body, height }, columns, rows, 16).slice(0, items.length);
  return tileItems(ground, items, boxes);
}

function tileItems({ setting, look }: Ground, items: ListItem[], boxes: Box[]): Item[] | undefined {
  const panel = onPanel(setting);
  const isFew = items.length <= 3 || items.every((item) => plain(item.spans).length < 40);
  const build = (item: ListItem) => (scale: number) => {
    const { lead, rest } = splitLead(item.spans);
    const size = setting.body * (isFew ? 1.25 : 1.06) * scale;
    return [
      ...(lead ? [headingParagraph(panel, lead, size * 1.08)] : []),
      ...(rest.length > 0
        ? [
            {
              ...bodyParagraph(panel, rest, lead ? size * 0.92 : size),
              color: lead ? panel.muted : panel.ink,
              before: size * 0.4,
            },
          ]
        : []),
    ];
  };
  const inner = boxes.map((box) => ({ ...inset(box, 20, 18), x: box.x + 22 }));
  const scale = Math.min(...items.map((item, i) => fitted(build(item), inner[i] as Box).scale));
  if (scale < 0.8) return undefined;
  return items.flatMap((item, i) => {
    const box = boxes[i] as Box;
    const fill = look.palette[i % look.palette.length] as string;
    return [
      rect(box, setting.surface, look.radius),
      rect({ x: box.x, y: box.y + look.radius, width: 4, height: box.height - 2 * look.radius }, fill),
      fitted((more) => build(item)(scale * more), inner[i] as Box, { anchor: 'middle' }).item,
    ];
  });
}

/** Two groups side by side, each on a panel; a second subheading (or half of the list) begins the second. */
export function columns(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const groups = twoGroups(ground.card.blocks);
  if (!groups) return bullets(ground);
  const setting = onPanel(ground.setting);
  const places = ground.canvas.wide ? divided(body, 2, 1, 24) : divided(body, 1, 2, 18);
  const inner = places.map((place) => inset(place, 24, 22));
  const fitting = groups.map((group, i) =>
    isFigure(group) ? { scale: 1.3, height: 0 } : fitStack(group, inner[i] as Box, setting, { most: 1.3 }),
  );
  const scale = Math.min(...fitting.map((stack) => stack.scale));
  // Panels are as high as the fuller one needs, but not so low that they look like strips.
  const needed = Math.max(
    ...groups.map((group, i) =>
      isFigure(group) ? 0 : fitStack(group, inner[i] as Box, setting, { most: scale }).height,
    ),
  );
  const height = ground.canvas.wide
    ? Math.min(Math.max(needed + 56, body.height * 0.62), body.height)
    : undefined;
  const boxes = places.map((place) => ({ ...place, height: height ?? place.height }));
  const placed = groups.flatMap((group, i) => columnItems(ground, group, boxes[i] as Box, i, scale));
  return finish(ground, [...items, ...placed], scale);
}

/** A big number or a picture needs no panel around it: it is one. */
const isFigure = (group: Block[]) =>
  group.length === 1 && (group[0]?.kind === 'stats' || group[0]?.kind === 'picture');

function columnItems(
  { setting, look }: Ground,
  group: Block[],
  box: Box,
  index: number,
  scale: number,
): Item[] {
  const [only] = group;
  if (isFigure(group) && only?.kind === 'stats')
    return statTiles(only, box, { ...setting, body: setting.body * 1.25 });
  if (isFigure(group) && only?.kind === 'picture') return [pictureOf(only, box, setting)];
  return [
    rect(box, setting.surface, look.radius),
    rect(
      { ...box, x: box.x + look.radius, width: box.width - 2 * look.radius, height: 4 },
      look.palette[index] as string,
    ),
    ...fitStack(group, inset(box, 24, 22), onPanel(setting), { most: scale }).items,
  ];
}

export function twoGroups(blocks: Block[]): [Block[], Block[]] | undefined {
  const starts = blocks.flatMap((block, i) => (block.kind === 'subheading' ? [i] : []));
  if (starts.length === 2 && starts[0] === 0) return [blocks.slice(0, starts[1]), blocks.slice(starts[1])];
  const [list] = blocks;
  if (blocks.length === 1 && list?.kind === 'list' && !list.ordered && list.items.length >= 4) {
    const half = halfOf(list.items);
    return [[{ ...list, items: list.items.slice(0, half) }], [{ ...list, items: list.items.slice(half) }]];
  }
  return blocks.length === 2 ? [blocks.slice(0, 1), blocks.slice(1)] : undefined;
}

/** The outermost item nearest to the middle: sub-points stay with their point. */
function halfOf(items: ListItem[]): number {
  const middle = Math.ceil(items.length / 2);
  const at = items.findIndex((item, i) => i >= middle && item.level === 0);
  return at > 0 ? at : middle;
}

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
  const stack = fitStack(others, body, ground.setting, { most: 1.35 });
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
  const rows = Math.ceil(block.stats.length / columnsFor(block.stats.length, { ...body, height: 200 }));
  const wanted = ground.canvas.wide
    ? rows * (others.length > 0 ? 165 : rows > 1 ? 180 : 230) + (rows - 1) * 16
    : Math.min(body.height * (others.length > 0 ? 0.6 : 1), rows * 240);
  const top = { ...body, height: Math.min(wanted, body.height * (others.length > 0 ? 0.66 : 1)) };
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

/** Tables use the whole width; a short table is set a little larger. */
export function table(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const stack = fitStack(ground.card.blocks, body, ground.setting, { most: 1.5 });
  return finish(ground, [...items, ...stack.items], stack.scale);
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
          ? [
              {
                ...bodyParagraph(setting, [{ text: block.by, bold: true }], Math.max(size * 0.55, 6)),
                color: setting.muted,
                before: size * 0.7,
              },
            ]
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
