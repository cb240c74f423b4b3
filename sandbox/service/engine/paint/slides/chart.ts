import type pptxgen from 'pptxgenjs';
import { seriesColor } from '../../layout/chart.ts';
import type { Item } from '../../layout/scene.ts';
import type { Setting } from '../../layout/setting.ts';
import { printable } from '../../type/runs.ts';
import { fontNames, hex, place } from './measures.ts';

type Slide = pptxgen.default.Slide;

/** A chart with its numbers in it, to be edited like any other. */
export function paintChart(slide: Slide, item: Extract<Item, { kind: 'chart' }>, setting: Setting): void {
  const { chart, box } = item;
  const series = chart.series.map(({ name, values }) => ({
    name: printable(name),
    labels: chart.labels.map(printable),
    values,
  }));
  const round = chart.type === 'doughnut';
  const colors = (round ? chart.labels : chart.series).map((_, i) => hex(seriesColor(setting, i)));
  const format = formatOf(chart.prefix, chart.suffix);
  const text = {
    fontFace: fontNames[setting.look.body],
    fontSize: setting.body * 0.66,
    color: hex(setting.muted),
  };
  slide.addChart(chart.type, series, {
    ...place(box),
    chartColors: colors,
    altText: `Chart: ${chart.series.map(({ name }) => name).join(', ')}`,
    showTitle: false,
    showLegend: round || chart.series.length > 1,
    legendPos: round ? 'r' : 't',
    legendFontFace: text.fontFace,
    legendFontSize: round ? setting.body * 0.8 : text.fontSize,
    legendColor: hex(setting.ink),
    showValue: !round && chart.labels.length * chart.series.length <= 16,
    showPercent: false,
    dataLabelFontFace: text.fontFace,
    dataLabelFontSize: setting.body * 0.68,
    dataLabelFontBold: true,
    dataLabelColor: hex(setting.ink),
    dataLabelFormatCode: format,
    dataLabelPosition: chart.type === 'line' ? 't' : 'outEnd',
    ...(round
      ? {
          holeSize: 60,
          showValue: true,
          dataLabelPosition: 'bestFit',
          dataLabelColor: 'FFFFFF',
          dataBorder: { pt: 1, color: hex(setting.look.background) },
        }
      : {
          catAxisLabelColor: text.color,
          catAxisLabelFontFace: text.fontFace,
          catAxisLabelFontSize: text.fontSize,
          catAxisLineShow: false,
          valAxisLabelColor: text.color,
          valAxisLabelFontFace: text.fontFace,
          valAxisLabelFontSize: text.fontSize,
          valAxisLabelFormatCode: format,
          valAxisLineShow: false,
          valGridLine: { style: 'solid', size: 0.75, color: hex(setting.line) },
          catGridLine: { style: 'none' },
          barGapWidthPct: 45,
          lineSize: 3,
          lineDataSymbolSize: 8,
        }),
  } as pptxgen.default.IChartOpts);
}

/** An Excel number format: what stands around the number is quoted. */
function formatOf(prefix = '', suffix = ''): string {
  const quoted = (text: string) => (text ? `"${text.replace(/"/g, '')}"` : '');
  return `${quoted(prefix)}#,##0.##${quoted(suffix)}`;
}
