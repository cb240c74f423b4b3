import type { BlockOf, Chart, Picture } from '../deck.ts';
import type { Laid } from '../type/lines.ts';
import type { Paragraph } from '../type/runs.ts';

/** A card or page with positions in points from the top left corner. All painters use it, so PPTX, PDF and PNG look the same. */
export interface Scene {
  width: number;
  height: number;
  background: string;
  items: Item[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Fill = string | { from: string; to: string };

/** A filled shape. Gradients run from the top left to the bottom right of its box. */
export type Shape = { fill: Fill; opacity?: number } & (
  | ({ kind: 'rect'; radius?: number } & Box)
  | { kind: 'ellipse'; cx: number; cy: number; rx: number; ry: number }
);

export type Item =
  | { kind: 'shape'; shape: Shape }
  /** Decoration: shapes clipped to the box. */
  | { kind: 'art'; box: Box; shapes: Shape[] }
  | TextItem
  | TableItem
  | { kind: 'chart'; box: Box; chart: Chart }
  | { kind: 'picture'; box: Box; picture: Picture };

/** Returns the address of a picture that contains the picture itself. */
export const dataUrl = ({ mimetype, base64 }: Picture): string => `data:${mimetype};base64,${base64}`;

export interface TextItem {
  kind: 'text';
  /** A `title` becomes the title of a slide. */
  role: 'title' | 'body';
  box: Box;
  anchor: 'top' | 'middle' | 'bottom';
  paragraphs: Paragraph[];
  laid: Laid;
}

export interface TableItem {
  kind: 'table';
  box: Box;
  block: BlockOf<'table'>;
  columns: number[];
  rows: { height: number; header: boolean; cells: Paragraph[][] }[];
}

/** Space inside the cells of a table, in points. */
export const cellPadding = { x: 12, y: 5 };

/** Returns the top of the lines of a text in its box. */
export function topOf(item: TextItem): number {
  const free = item.box.height - item.laid.height;
  if (item.anchor === 'middle') return item.box.y + free / 2;
  return item.anchor === 'bottom' ? item.box.y + free : item.box.y;
}
