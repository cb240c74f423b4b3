import type { Chart } from '../deck.ts';
import { widthOf } from '../type/runs.ts';
import type { Setting } from './canvas.ts';
import { divided, rect, smallText } from './items.ts';
import type { Box, Item } from './scene.ts';

export const seriesColor = (setting: Setting, index: number) =>
  setting.look.palette[index % setting.look.palette.length] as string;

/** Space between labels and bars, in points. */
const GAP = 8;
const THICKEST_BAR = 34;

/** Draws a bar chart with shapes and text: labels on the left, and at the end of each bar its value as it is in the table. */
export function chartParts(chart: Chart, box: Box, setting: Setting): Item[] {
  const size = setting.sizes.small;
  const legend = chart.series.length > 1 ? size * 2 : 0;
  const rows = { ...box, y: box.y + legend, height: box.height - legend };
  const face = { family: setting.look.body, bold: true, italic: false };
  const widest = (texts: string[]) => Math.max(...texts.map((text) => widthOf(face, text) * size));
  const labels = Math.min(widest(chart.labels) + GAP, box.width * 0.36);
  const values = Math.min(widest(chart.series.flatMap(({ written }) => written)) + GAP, box.width * 0.3);
  const all = chart.series.flatMap((series) => series.values);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const negative = low < 0 ? values : 0;
  const room = Math.max(rows.width - labels - values - negative, 1);
  const x = (value: number) => rows.x + labels + negative + ((value - low) / (high - low || 1)) * room;
  const step = rows.height / Math.max(chart.labels.length, 1);
  const thick = Math.min((step * 0.78) / chart.series.length, THICKEST_BAR);
  const line = (text: string, at: Box, more: object) => smallText(setting, text, at, more, 'middle');
  const items = chart.labels.flatMap((label, row): Item[] => {
    const y = rows.y + row * step;
    const top = y + (step - thick * chart.series.length) / 2;
    const bars = chart.series.flatMap((series, s): Item[] => {
      const value = series.values[row] ?? 0;
      const [from, to] = [Math.min(x(value), x(0)), Math.max(x(value), x(0))];
      const bar = { x: from, y: top + s * thick, width: Math.max(to - from, 0.5), height: thick * 0.92 };
      const end =
        value < 0 ? { x: from - values, width: values - GAP / 2 } : { x: to + GAP / 2, width: values };
      const align = value < 0 ? 'right' : 'left';
      const place = { ...bar, ...end, y: bar.y - 2, height: thick + 4 };
      const written = line(series.written[row] ?? '', place, { align, bold: true, color: setting.ink });
      return [rect(bar, seriesColor(setting, s), 2), written];
    });
    return [line(label, { x: rows.x, y, width: labels - GAP, height: step }, { align: 'right' }), ...bars];
  });
  const zero = rect({ x: x(0) - 0.5, y: rows.y, width: 1, height: rows.height }, setting.line);
  return [...(legend ? legendOf(chart, { ...box, height: legend }, setting) : []), zero, ...items];
}

function legendOf(chart: Chart, box: Box, setting: Setting): Item[] {
  const size = setting.sizes.small;
  return divided(box, chart.series.length, 12).flatMap((part, i) => [
    rect(
      { x: part.x, y: part.y + size * 0.2, width: size * 0.8, height: size * 0.8 },
      seriesColor(setting, i),
      2,
    ),
    smallText(setting, chart.series[i]?.name ?? '', {
      x: part.x + size * 1.2,
      y: part.y,
      width: Math.max(part.width - size * 1.2, 1),
      height: size * 1.5,
    }),
  ]);
}
