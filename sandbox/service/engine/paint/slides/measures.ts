import type { Box } from '../../layout/scene.ts';
import type { Family } from '../../type/fonts.ts';

/** Fonts that PowerPoint, Keynote and LibreOffice have or replace well. None is wider than the measured font, so text still fits. */
export const fontNames: Record<Family, string> = {
  inter: 'Arial',
  poppins: 'Century Gothic',
  fraunces: 'Georgia',
  'jetbrains-mono': 'Courier New',
};

/** pptxgenjs measures in inches. */
export const inch = (points: number) => points / 72;
export const hex = (color: string) => color.replace('#', '').toUpperCase();
export const place = (box: Box) => ({
  x: inch(box.x),
  y: inch(box.y),
  w: inch(box.width),
  h: inch(box.height),
});
