import { isRightToLeft, type Paragraph } from '../type/paragraph.ts';
import { textItem } from './items.ts';
import type { Box, Item, Scene, Shape } from './scene.ts';

/** A scene for those who read from the right: what stood on the left stands on the right. Charts keep their order. */
export function mirrored(scene: Scene): Scene {
  return { ...scene, items: scene.items.map((item) => turned(item, scene.width)) };
}

const across = <B extends Box>(box: B, width: number): B => ({ ...box, x: width - box.x - box.width });

function turned(item: Item, width: number): Item {
  if (item.kind === 'shape') return { ...item, shape: turnedShape(item.shape, width) };
  const box = across(item.box, width);
  if (item.kind === 'art') return { ...item, box, turnedIn: width };
  if (item.kind === 'text') return textItem(item.paragraphs.map(aligned), box, item);
  if (item.kind === 'chart') return { ...item, box };
  const rows = item.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => cell.map(aligned)).reverse(),
  }));
  return { ...item, box, columns: [...item.columns].reverse(), rows };
}

function turnedShape(shape: Shape, width: number): Shape {
  if (shape.kind === 'rect') return across(shape, width);
  return shape.kind === 'ellipse' ? { ...shape, cx: width - shape.cx } : shape;
}

/** Figures and words of other scripts stand where the text around them begins; a list of them keeps its markers. */
function aligned(paragraph: Paragraph): Paragraph {
  if (paragraph.align === 'center' || (paragraph.marker && !isRightToLeft(paragraph))) return paragraph;
  return { ...paragraph, align: paragraph.align === 'right' ? 'left' : 'right' };
}
