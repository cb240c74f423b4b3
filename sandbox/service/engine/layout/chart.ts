import type { Chart } from '../deck.ts';
import type { Paragraph } from '../type/paragraph.ts';
import { widthOf } from '../type/runs.ts';
import { divided, fitted, rect, shape, textItem } from './items.ts';
import type { Box, Item } from './scene.ts';
import type { Setting } from './setting.ts';
import { bodyParagraph } from './textBlocks.ts';

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A value as it is written beside its bar. */
export function written(chart: Chart, value: number): string {
  const digits = Math.abs(value) >= 100_000 ? short.format(value) : numbers.format(value);
  const sign = digits.startsWith('-') ? '-' : '';
  return `${sign}${chart.prefix ?? ''}${digits.slice(sign.length)}${chart.suffix ?? ''}`;
}

/** A chart as plain shapes and text, for painters that know no charts. */
export function chartParts(chart: Chart, box: Box, setting: Setting): Item[] {
  const legend = chart.series.length > 1 && chart.type !== 'doughnut' ? legendHeight(setting) : 0;
  const inner = { ...box, y: box.y + legend, height: box.height - legend };
  const drawn = { bar, line, doughnut }[chart.type](chart, inner, setting);
  return legend ? [...legendOf(chart, { ...box, height: legend }, setting), ...drawn] : drawn;
}

export const seriesColor = (setting: Setting, index: number) =>
  setting.look.palette[index % setting.look.palette.length] as string;

const label = (setting: Setting, text: string, size: number, more: Partial<Paragraph> = {}): Paragraph => ({
  ...bodyParagraph(setting, [{ text }], size),
  color: setting.muted,
  leading: 1.2,
  ...more,
});

const legendHeight = (setting: Setting) => setting.body * 1.6;

function legendOf(chart: Chart, box: Box, setting: Setting): Item[] {
  const size = setting.body * 0.68;
  return divided(box, chart.series.length, 1, 12).flatMap((part, i) => [
    rect({ x: part.x, y: part.y + size * 0.25, width: size, height: size }, seriesColor(setting, i), 2),
    fitted((scale) => [label(setting, chart.series[i]?.name ?? '', size * scale)], {
      x: part.x + size * 1.5,
      y: part.y,
      width: Math.max(part.width - size * 1.5, 1),
      height: size * 1.5,
    }).item,
  ]);
}

interface Axis {
  low: number;
  high: number;
  step: number;
}

/** A scale with round steps: 1, 2, 2.5 or 5 times a power of ten. */
function axisOf(values: number[]): Axis {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10);
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step || step, step };
}

interface Plot {
  box: Box;
  axis: Axis;
  y: (value: number) => number;
  /** Middle of each label's share of the width. */
  x: (index: number) => number;
  share: number;
  items: Item[];
}

function plotOf(chart: Chart, box: Box, setting: Setting): Plot {
  const size = setting.body * 0.66;
  const axis = axisOf(chart.series.flatMap((series) => series.values));
  const ticks = Array.from({ length: Math.round((axis.high - axis.low) / axis.step) + 1 }, (_, i) =>
    Number((axis.low + i * axis.step).toPrecision(12)),
  );
  const face = { family: setting.look.body, bold: false, italic: false };
  const gutter = Math.max(...ticks.map((tick) => widthOf(face, written(chart, tick)) * size)) + 10;
  const share = (box.width - gutter) / Math.max(chart.labels.length, 1);
  const names = chart.labels.map((text) => (scale: number) => [
    label(setting, text, size * scale, { align: 'center' }),
  ]);
  const bottom = size * 1.25 * 2 + 6;
  const top = size * 1.6;
  const plot = {
    x: box.x + gutter,
    y: box.y + top,
    width: box.width - gutter,
    height: Math.max(box.height - bottom - top, 1),
  };
  const y = (value: number) => plot.y + plot.height * (1 - (value - axis.low) / (axis.high - axis.low));
  const x = (index: number) => plot.x + share * (index + 0.5);
  const lines = ticks.flatMap((tick) => [
    rect({ x: plot.x, y: y(tick) - 0.4, width: plot.width, height: 0.8 }, setting.line),
    textItem([label(setting, written(chart, tick), size, { align: 'right' })], {
      x: box.x,
      y: y(tick) - size * 0.6,
      width: gutter - 8,
      height: size * 1.2,
    }),
  ]);
  const under = names.map(
    (build, i) =>
      fitted(build, {
        x: x(i) - share / 2 + 1,
        y: plot.y + plot.height + 6,
        width: Math.max(share - 2, 1),
        height: bottom - 6,
      }).item,
  );
  return { box: plot, axis, y, x, share, items: [...lines, ...under] };
}

function valueLabel(
  chart: Chart,
  plot: Plot,
  setting: Setting,
  value: number,
  x: number,
  width: number,
): Item {
  const size = setting.body * 0.7;
  const above = value >= 0 ? plot.y(value) - size * 1.35 : plot.y(value) + 2;
  return fitted(
    (scale) => [
      label(setting, written(chart, value), size * scale, {
        align: 'center',
        bold: true,
        color: setting.ink,
      }),
    ],
    { x: x - width / 2, y: above, width, height: size * 1.25 },
    { anchor: 'bottom' },
  ).item;
}

function bar(chart: Chart, box: Box, setting: Setting): Item[] {
  const plot = plotOf(chart, box, setting);
  const count = chart.series.length;
  const width = Math.min((plot.share * 0.72) / count, 84);
  const bars = chart.series.flatMap((series, s) =>
    series.values.flatMap((value, i) => {
      const x = plot.x(i) + (s - (count - 1) / 2) * width;
      const [top, bottom] = [Math.min(plot.y(value), plot.y(0)), Math.max(plot.y(value), plot.y(0))];
      const column = rect(
        { x: x - width * 0.46, y: top, width: width * 0.92, height: Math.max(bottom - top, 0.5) },
        seriesColor(setting, s),
        Math.min(setting.look.radius / 3, 4),
      );
      const wide = Math.max(width, plot.share / count) * 0.98;
      return chart.labels.length * count <= 16
        ? [column, valueLabel(chart, plot, setting, value, x, wide)]
        : [column];
    }),
  );
  return [...plot.items, ...bars];
}

function line(chart: Chart, box: Box, setting: Setting): Item[] {
  const plot = plotOf(chart, box, setting);
  const drawn = chart.series.flatMap((series, s) => {
    const fill = seriesColor(setting, s);
    const points = series.values.map((value, i): [number, number] => [plot.x(i), plot.y(value)]);
    const dots = points.map(([cx, cy]) => shape({ kind: 'ellipse', cx, cy, rx: 4.5, ry: 4.5, fill }));
    const labels =
      chart.series.length === 1 && points.length <= 12
        ? series.values.map((value, i) => valueLabel(chart, plot, setting, value, plot.x(i), plot.share))
        : [];
    return [shape({ kind: 'line', points, thick: 3, fill }), ...dots, ...labels];
  });
  return [...plot.items, ...drawn];
}

function doughnut(chart: Chart, box: Box, setting: Setting): Item[] {
  const values = (chart.series[0]?.values ?? []).map((value) => Math.max(value, 0));
  const total = values.reduce((sum, value) => sum + value, 0) || 1;
  const beside = box.width > box.height * 1.15;
  const legendRoom = beside
    ? box.width * 0.45
    : Math.min(box.height * 0.4, values.length * setting.body * 1.5);
  const size = Math.min(
    beside ? box.width - legendRoom : box.width,
    beside ? box.height : box.height - legendRoom,
  );
  const r = Math.max(size / 2 - 4, 1);
  const cx = beside ? box.x + (box.width - legendRoom) / 2 : box.x + box.width / 2;
  const cy = box.y + (beside ? box.height / 2 : size / 2);
  let turn = -Math.PI / 2;
  const slices = values.map((value, i) => {
    const from = turn;
    turn += (value / total) * Math.PI * 2;
    return shape({
      kind: 'path',
      d: ring(cx, cy, r, r * 0.6, from, turn),
      box: { x: cx - r, y: cy - r, width: 2 * r, height: 2 * r },
      fill: seriesColor(setting, i),
    });
  });
  const legend = beside
    ? { x: box.x + box.width - legendRoom + 12, y: box.y, width: legendRoom - 12, height: box.height }
    : { x: box.x, y: box.y + size + 8, width: box.width, height: legendRoom - 8 };
  return [...slices, ...sliceNames(chart, values, legend, setting)];
}

function sliceNames(chart: Chart, values: number[], box: Box, setting: Setting): Item[] {
  const row = Math.min(box.height / Math.max(values.length, 1), setting.body * 2);
  const top = box.y + (box.height - row * values.length) / 2;
  const size = Math.min(setting.body * 0.82, row * 0.62);
  return values.flatMap((value, i) => [
    rect(
      { x: box.x, y: top + i * row + (row - size) / 2, width: size, height: size },
      seriesColor(setting, i),
      3,
    ),
    fitted(
      (scale) => [
        label(setting, '', size * scale, {
          spans: [{ text: `${written(chart, value)}  `, bold: true }, { text: chart.labels[i] ?? '' }],
          color: setting.ink,
        }),
      ],
      { x: box.x + size * 1.6, y: top + i * row, width: Math.max(box.width - size * 1.6, 1), height: row },
      { anchor: 'middle' },
    ).item,
  ]);
}

/** A slice of a ring as an SVG path; a whole turn is drawn a hair short, since an arc to its own start draws nothing. */
function ring(cx: number, cy: number, outer: number, inner: number, from: number, to: number): string {
  const end = Math.min(to, from + Math.PI * 2 - 0.0001);
  const large = end - from > Math.PI ? 1 : 0;
  const at = (r: number, turn: number) =>
    `${(cx + Math.cos(turn) * r).toFixed(2)} ${(cy + Math.sin(turn) * r).toFixed(2)}`;
  return `M${at(outer, from)}A${outer} ${outer} 0 ${large} 1 ${at(outer, end)}L${at(inner, end)}A${inner} ${inner} 0 ${large} 0 ${at(inner, from)}Z`;
}
