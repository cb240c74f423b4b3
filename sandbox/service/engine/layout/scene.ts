import type { BlockOf, Chart } from '../deck.ts';
import type { Laid } from '../type/lines.ts';
import type { Paragraph } from '../type/paragraph.ts';

/**
 * A card (or page) laid out: everything in its place, in points from the top left corner. Painters only paint it,
 * so PPTX, PDF and PNG look the same.
 */
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

/** A figure to fill. Gradients run from the top left to the bottom right of the figure's box. */
export type Shape = { fill: Fill; opacity?: number } & (
  | ({ kind: 'rect'; radius?: number } & Box)
  | { kind: 'ellipse'; cx: number; cy: number; rx: number; ry: number }
  | { kind: 'path'; d: string; box: Box }
  | { kind: 'line'; points: [number, number][]; thick: number; fill: string }
);

export type Item =
  | { kind: 'shape'; shape: Shape }
  /** Artwork: shapes cut off at the box. Without `alt` it is decoration. `turnedIn`: mirrored in a scene of that width. */
  | { kind: 'art'; box: Box; radius: number; shapes: Shape[]; alt?: string; turnedIn?: number }
  | TextItem
  | TableItem
  | { kind: 'chart'; box: Box; chart: Chart };

export interface TextItem {
  kind: 'text';
  /** The title of the card stands in the outline of a slide; all else is body. */
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

/** Room inside the cells of a table, points. */
export const cellPadding = { x: 12, y: 5 };
