import { type Block, type ListItem, plain } from '../../deck.ts';
import { layLines } from '../../type/lines.ts';
import { type Drawn, finish, type Ground, header, take } from '../ground.ts';
import { divided, fitted, inset, rect } from '../items.ts';
import type { Box, Item } from '../scene.ts';
import { onPanel } from '../setting.ts';
import { fitStack } from '../stack.ts';
import { bodyParagraph, headingParagraph } from '../textBlocks.ts';
import { columnsFor } from '../tiles.ts';
import { splitLead } from './lead.ts';

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
    isStatement(ground.card.blocks) ? { most: 2.2, anchor: 'middle' } : { most: 1.7 },
  );
  return finish(ground, [...items, ...stack.items], stack.scale);
}

/** Tables, code and pictures may use the whole width; lines of text should not be longer than can be read. */
const wideOnly = (blocks: Block[]) => blocks.some((block) => block.kind === 'table' || block.kind === 'code');

/** A line or two by themselves: large, and in the middle of the card. */
const isStatement = ([only, ...more]: Block[]) =>
  only?.kind === 'paragraph' && more.length === 0 && plain(only.spans).length <= 160;

/** Points that are one list of up to six, each short or with a lead ("Owner: Ana"), stand on panels. */
function tiles(ground: Ground, body: Box): Item[] | undefined {
  const [list, others] = take(ground.card.blocks, 'list');
  if (!list || others.length > 0 || list.ordered) return undefined;
  const { items } = list;
  if (items.length < 1 || items.length > 6 || items.some((item) => item.level > 0)) return undefined;
  const most = items.length > 4 ? 90 : items.length > 2 ? 120 : 220;
  const short = items.every((item) => plain(item.spans).length <= most);
  if (!short || (!ground.canvas.wide && items.length > 4)) return undefined;
  const columns = columnsFor(items.length, body);
  const rows = Math.ceil(items.length / columns);
  const boxes = divided(body, columns, rows, 16).slice(0, items.length);
  return tileItems(ground, items, boxes);
}

function tileItems({ setting, look }: Ground, items: ListItem[], boxes: Box[]): Item[] | undefined {
  const panel = onPanel(setting);
  const longest = Math.max(...items.map((item) => plain(item.spans).length));
  // Few words on a large panel are set large.
  const large = items.length === 1 ? (longest < 120 ? 2.4 : 2) : longest < 60 ? 1.8 : 1.5;
  const build = (item: ListItem) => (scale: number) => {
    const { lead, rest } = splitLead(item.spans);
    const size = setting.body * large * scale;
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
  if (scale * large < 0.9) return undefined;
  // Heads stand on one line, and all together in the middle.
  const hasLeads = items.some((item) => splitLead(item.spans).lead);
  const heights = items.map((item, i) => layLines(build(item)(scale), (inner[i] as Box).width).height);
  const free = Math.max((inner[0] as Box).height - Math.max(...heights), 0) / 2;
  const places = inner.map((box) =>
    hasLeads ? { ...box, y: box.y + free, height: box.height - free } : box,
  );
  return items.flatMap((item, i) => {
    const box = boxes[i] as Box;
    const fill = look.palette[i % look.palette.length] as string;
    return [
      rect(box, setting.surface, look.radius),
      rect({ x: box.x, y: box.y + look.radius, width: 4, height: box.height - 2 * look.radius }, fill),
      fitted((more) => build(item)(scale * more), places[i] as Box, { anchor: hasLeads ? 'top' : 'middle' })
        .item,
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
  const scale = Math.min(
    ...groups.map((group, i) => fitStack(group, inner[i] as Box, setting, { most: 1.5 }).scale),
  );
  const { palette, radius } = ground.look;
  const placed = groups.flatMap((group, i): Item[] => {
    const box = places[i] as Box;
    const rule = { ...box, x: box.x + radius, width: box.width - 2 * radius, height: 4 };
    const text = fitStack(group, inner[i] as Box, setting, { most: scale });
    return [rect(box, ground.setting.surface, radius), rect(rule, palette[i] as string), ...text.items];
  });
  return finish(ground, [...items, ...placed], scale);
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
