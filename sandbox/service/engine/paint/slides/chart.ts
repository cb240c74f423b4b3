import type pptxgen from 'pptxgenjs';
import type { Chart } from '../../deck.ts';
import type { Setting } from '../../layout/canvas.ts';
import { seriesColor } from '../../layout/chart.ts';
import type { Item } from '../../layout/scene.ts';
import { printable } from '../../type/runs.ts';
import { fontNames, hex, place } from './text.ts';

type Slide = pptxgen.default.Slide;

/** Adds a native bar chart with the values as data. */
export function paintChart(slide: Slide, item: Extract<Item, { kind: 'chart' }>, setting: Setting): void {
  const { chart, box } = item;
  const labels = chart.labels.map(printable);
  const series = chart.series.map(({ name, values }) => ({ name: printable(name), labels, values }));
  const fontSize = setting.sizes.small;
  const fontFace = fontNames[setting.look.body];
  const muted = hex(setting.muted);
  // The axis is longer than the bars, so that the labels at their ends fit.
  const all = chart.series.flatMap(({ values }) => values);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const span = high - low || 1;
  const options = {
    ...place(box),
    barDir: 'bar',
    chartColors: chart.series.map((_, i) => hex(seriesColor(setting, i))),
    altText: `Chart: ${chart.series.map(({ name }) => name).join(', ')}`,
    showTitle: false,
    showLegend: chart.series.length > 1,
    legendPos: 't',
    legendFontFace: fontFace,
    legendFontSize: fontSize,
    legendColor: hex(setting.ink),
    showValue: true,
    dataLabelFontFace: fontFace,
    dataLabelFontSize: fontSize,
    dataLabelFontBold: true,
    dataLabelColor: hex(setting.ink),
    dataLabelFormatCode: formatOf(chart),
    dataLabelPosition: 'outEnd',
    catAxisOrientation: 'maxMin',
    catAxisLabelPos: 'low',
    catAxisLabelColor: muted,
    catAxisLabelFontFace: fontFace,
    catAxisLabelFontSize: fontSize,
    catAxisLineShow: false,
    valAxisHidden: true,
    valAxisMinVal: low < 0 ? low - span * 0.35 : 0,
    valAxisMaxVal: high > 0 ? high + span * 0.2 : 0,
    valAxisLineShow: false,
    valGridLine: { style: 'none' },
    catGridLine: { style: 'none' },
    barGapWidthPct: 35,
  };
  // The package's types lack one of the two orientations.
  slide.addChart('bar', series, options as pptxgen.default.IChartOpts);
}

/** Returns an Excel number format with the decimals of the values, and the unit in quotes. */
function formatOf({ series, prefix, suffix }: Chart): string {
  const quoted = (text: string) => (text ? `"${text.replace(/"/g, '')}"` : '');
  const decimals = series
    .flatMap(({ values }) => values)
    .map((value) => String(value).split('.')[1]?.length ?? 0);
  const most = Math.min(Math.max(...decimals), 4);
  return `${quoted(prefix)}#,##0${most > 0 ? `.${'0'.repeat(most)}` : ''}${quoted(suffix)}`;
}
