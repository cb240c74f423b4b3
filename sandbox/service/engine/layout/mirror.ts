import { isRightToLeft, type Paragraph } from '../type/paragraph.ts';
import { textItem } from './items.ts';
import type { Box, Item, Scene, Shape } from './scene.ts';

/** Returns a scene for right-to-left reading: left and right are swapped, except in charts. */
export function mirrored(scene: Scene): Scene {
  return { ...scene, items: scene.items.map((item) => mirroredItem(item, scene.width)) };
}

/** Moves a box to the opposite side of a scene of that width. */
const across = <B extends Box>(box: B, width: number): B => ({ ...box, x: width - box.x - box.width });

function mirroredItem(item: Item, width: number): Item {
  if (item.kind === 'shape') return { ...item, shape: mirroredShape(item.shape, width) };
  const box = across(item.box, width);
  if (item.kind === 'art')
    return { ...item, box, shapes: item.shapes.map((shape) => mirroredShape(shape, width)) };
  if (item.kind === 'text') return textItem(item.paragraphs.map(aligned), box, item);
  if (item.kind === 'chart' || item.kind === 'picture') return { ...item, box };
  const rows = item.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => cell.map(aligned)).reverse(),
  }));
  return { ...item, box, columns: [...item.columns].reverse(), rows };
}

function mirroredShape(shape: Shape, width: number): Shape {
  if (shape.kind === 'rect') return across(shape, width);
  return { ...shape, cx: width - shape.cx };
}

/** Aligns a paragraph of any script to the other side, but not a left-to-right list, whose markers stay on the left. */
function aligned(paragraph: Paragraph): Paragraph {
  if (paragraph.align === 'center' || (paragraph.marker && !isRightToLeft(paragraph))) return paragraph;
  return { ...paragraph, align: paragraph.align === 'right' ? 'left' : 'right' };
}
