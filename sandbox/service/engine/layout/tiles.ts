import type { BlockOf, Stat } from '../deck.ts';
import { readableOn } from '../themes/contrast.ts';
import { layLines } from '../type/lines.ts';
import type { Paragraph } from '../type/paragraph.ts';
import { widthOf } from '../type/runs.ts';
import { seriesColor } from './chart.ts';
import { divided, fitted, inset, rect, SLACK, shape, textItem } from './items.ts';
import type { Box, Item } from './scene.ts';
import { onPanel, type Setting } from './setting.ts';
import { bodyParagraph, headingParagraph, quietParagraph } from './textBlocks.ts';

const GAP = 16;
const STEP_PAD = 20;
/** Least width of a step beside others, points. */
export const STEP_WIDTH = 155;

/** Columns for a number of tiles: three are one row, four are two by two where room is tall. */
export function columnsFor(count: number, box: Box): number {
  if (box.width < 560) return count > 3 && box.width > 300 ? 2 : 1;
  if (count <= 3) return count;
  if (count === 4) return box.height > 240 ? 2 : 4;
  return 3;
}

/** Big numbers, each on a panel, all in one size and on one line. */
export function statTiles(block: BlockOf<'stats'>, box: Box, setting: Setting): Item[] {
  const { stats } = block;
  const columns = columnsFor(stats.length, box);
  const tiles = divided(box, columns, Math.ceil(stats.length / columns), GAP).slice(0, stats.length);
  const inner = tiles.map((tile) =>
    inset(tile, Math.min(24, tile.width * 0.1), Math.min(18, tile.height * 0.12)),
  );
  const [room] = inner as [Box];
  const size = setting.body * Math.min(Math.max(room.height / 150, 1), 1.6);
  const number = Math.min(
    ...stats.map((stat) => numberSize(stat.value, room.width * SLACK, size * 2.9, setting)),
  );
  const fit = (stat: Stat) => fitted((scale) => statText(stat, number * scale, size * scale, setting), room);
  const scale = Math.min(...stats.map((stat) => fit(stat).scale));
  const texts = stats.map((stat) => statText(stat, number * scale, size * scale, setting));
  const height = Math.max(...texts.map((text) => layLines(text, room.width).height));
  return tiles.flatMap((tile, i): Item[] => {
    const place = inner[i] as Box;
    const y = place.y + Math.max(place.height - height, 0) / 2;
    return [
      rect(tile, setting.surface, setting.look.radius),
      rect({ ...tile, x: place.x, height: 4, width: Math.min(44, place.width) }, seriesColor(setting, i)),
      textItem(texts[i] as Paragraph[], { ...place, y, height: Math.min(height, place.height) }),
    ];
  });
}

function statText(stat: Stat, number: number, size: number, setting: Setting): Paragraph[] {
  const panel = onPanel(setting);
  return [
    { ...headingParagraph(panel, stat.value, number), color: panel.accent, leading: 1.1, bold: true },
    { ...bodyParagraph(panel, [{ text: stat.label, bold: true }], size * 0.95), before: size * 0.35 },
    ...(stat.note ? [quietParagraph(panel, [{ text: stat.note }], size * 0.78, size * 0.2)] : []),
  ];
}

function numberSize(text: string, room: number, most: number, setting: Setting): number {
  let size = most;
  while (
    size > most * 0.3 &&
    layLines([{ ...headingParagraph(setting, text, size), bold: true }], room).lines > 1
  )
    size *= 0.93;
  return size;
}

/** Numbered steps along a line: side by side where the box is wide, one below the other where it is not. */
export function stepTiles(block: BlockOf<'steps'>, box: Box, setting: Setting): Item[] {
  const count = block.steps.length;
  const face = { family: setting.look.body, bold: false, italic: false };
  const words = block.steps.flatMap(({ label, text }) => `${label} ${text}`.split(' '));
  const longest = Math.max(...words.map((word) => widthOf(face, word))) * setting.body;
  const isWide = box.width / count >= Math.max(STEP_WIDTH, longest + GAP + 2 * STEP_PAD);
  return isWide ? across(block, box, setting) : down(block, box, setting);
}

function across(block: BlockOf<'steps'>, box: Box, usual: Setting): Item[] {
  const large = { ...usual, body: usual.body * 1.4 };
  const setting = heightNeeded(block, box, large) <= box.height ? large : usual;
  const needed = heightNeeded(block, box, setting);
  const places = divided(
    { ...box, height: Math.min(box.height, Math.max(needed, box.height * 0.8)) },
    block.steps.length,
    1,
    GAP,
  );
  const r = setting.body * 1.05;
  const pad = Math.min(STEP_PAD, (places[0] as Box).width * 0.09);
  const cy = box.y + r + pad;
  const panel = onPanel(setting);
  const insides = places.map((place) => ({
    ...inset(place, pad),
    y: cy + r + pad * 0.8,
    height: Math.max(place.height - 2 * r - pad * 2.8, 1),
  }));
  return [
    ...places.map((place) => rect(place, setting.surface, setting.look.radius)),
    ...places.slice(1).map((place, i) => arrow(places[i] as Box, place, cy, setting)),
    ...places.flatMap((place, i) => numbered(place.x + pad + r, cy, r, i, setting)),
    ...fitTogether(insides, block, panel),
  ];
}

/** Panels as high as their longest text, and not lower than looks like a panel. */
function heightNeeded(block: BlockOf<'steps'>, box: Box, setting: Setting): number {
  const [place] = divided(box, block.steps.length, 1, GAP) as [Box];
  const pad = Math.min(STEP_PAD, place.width * 0.09);
  const texts = block.steps.map((step) => layLines(stepText(step, setting, 1), place.width - 2 * pad).height);
  return Math.max(...texts) + setting.body * 2.1 + pad * 3.4 + 8;
}

/** A line from one numbered circle towards the next panel, showing the order. */
function arrow(from: Box, to: Box, y: number, setting: Setting): Item {
  const start = from.x + Math.min(STEP_PAD, from.width * 0.09) + setting.body * 2.1 + 10;
  return rect({ x: start, y: y - 1, width: Math.max(to.x - start, 1), height: 2 }, setting.line);
}

function down(block: BlockOf<'steps'>, box: Box, usual: Setting): Item[] {
  // Few steps are set large, as high as their rows allow.
  const row = box.height / block.steps.length;
  const setting = { ...usual, body: usual.body * Math.min(Math.max(row / (usual.body * 4), 1), 1.5) };
  const columns = block.steps.length > 5 && box.width > 560 ? 2 : 1;
  const rows = Math.ceil(block.steps.length / columns);
  const places = divided(box, columns, rows, 14).slice(0, block.steps.length);
  const r = Math.min(setting.body * 0.95, (places[0] as Box).height / 2);
  const texts = fitTogether(
    places.map((place) => ({ ...place, x: place.x + 2 * r + 14, width: place.width - 2 * r - 14 })),
    block,
    setting,
  );
  return [...places.flatMap((place, i) => numbered(place.x + r, place.y + r, r, i, setting)), ...texts];
}

/** All at the size of the one that needs the smallest, so that equals look equal. */
function fitTogether(boxes: Box[], block: BlockOf<'steps'>, setting: Setting): Item[] {
  const build = (i: number) => (scale: number) =>
    stepText(block.steps[i] ?? { label: '', text: '' }, setting, scale);
  const scale = Math.min(...boxes.map((box, i) => fitted(build(i), box).scale));
  return boxes.map((box, i) => fitted((more) => build(i)(scale * more), box).item);
}

function numbered(cx: number, cy: number, r: number, index: number, setting: Setting): Item[] {
  const fill = seriesColor(setting, index);
  const ink = readableOn(fill, setting.look.ink, setting.look.background);
  const box = { x: cx - r, y: cy - r, width: 2 * r, height: 2 * r };
  const style = { align: 'center', color: ink, bold: true } as const;
  const number = fitted(
    (scale) => [{ ...headingParagraph(setting, String(index + 1), r * 0.95 * scale), ...style }],
    box,
    { anchor: 'middle' },
  );
  return [shape({ kind: 'ellipse', cx, cy, rx: r, ry: r, fill }), number.item];
}

function stepText(step: { label: string; text: string }, setting: Setting, scale: number) {
  const size = setting.body * scale;
  return [
    ...(step.label ? [headingParagraph(setting, step.label, size * 1.12)] : []),
    ...(step.text ? [quietParagraph(setting, [{ text: step.text }], size * 0.94, size * 0.4)] : []),
  ];
}
