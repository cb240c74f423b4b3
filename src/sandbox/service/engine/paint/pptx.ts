import pptxgen from 'pptxgenjs';
import type { Deck } from '../deck.ts';
import { chartParts, seriesColor } from '../layout/chart.ts';
import {
  type Box,
  cellPadding,
  type Item,
  type Scene,
  type Shape,
  type TableItem,
  type TextItem,
} from '../layout/scene.ts';
import type { Setting } from '../layout/setting.ts';
import type { Look } from '../themes/look.ts';
import type { Family } from '../type/fonts.ts';
import type { Paragraph } from '../type/paragraph.ts';
import { printable } from '../type/runs.ts';
import { pngOf } from './png.ts';
import { settled } from './settled.ts';
import { createDefs, paintShape as svgShape } from './svg.ts';

type Slide = pptxgen.default.Slide;
type TextRun = pptxgen.default.TextProps;

/**
 * Fonts that PowerPoint, Keynote and LibreOffice have (or replace well), none wider than the font that was
 * measured, so text that fits the layout fits there too.
 */
const fontNames: Record<Family, string> = {
  inter: 'Arial',
  poppins: 'Century Gothic',
  fraunces: 'Georgia',
  'jetbrains-mono': 'Courier New',
};

const inch = (points: number) => points / 72;
const hex = (color: string) => color.replace('#', '').toUpperCase();
const place = (box: Box) => ({ x: inch(box.x), y: inch(box.y), w: inch(box.width), h: inch(box.height) });

/** Scenes as a PPTX that can be edited: text boxes, real tables, native charts; only artwork is pictures. */
export async function paintPptx(
  scenes: Scene[],
  deck: Deck,
  look: Look,
  setting: Setting,
): Promise<Uint8Array> {
  // The package's types describe a namespace; what it exports at run time is the class.
  const pptx = new (pptxgen as unknown as { new (): pptxgen.default })();
  const [first] = scenes;
  pptx.defineLayout({ name: 'deck', width: inch(first?.width ?? 960), height: inch(first?.height ?? 540) });
  pptx.layout = 'deck';
  pptx.title = printable(deck.title);
  pptx.author = 'Deckhand sandbox';
  pptx.company = 'Deckhand sandbox';
  pptx.theme = { headFontFace: fontNames[look.heading], bodyFontFace: fontNames[look.body] };
  const masters = createMasters(pptx);
  for (const scene of scenes) paintSlide(pptx, masters, scene, setting);
  return settled((await pptx.write({ outputType: 'uint8array', compression: false })) as Uint8Array);
}

type Masters = ReturnType<typeof createMasters>;

/** Slide layouts, one for each place and style that a title has: a title in its placeholder is the slide's title. */
function createMasters(pptx: pptxgen.default) {
  const known = new Map<string, string>();
  return (background: string, title: TextItem | undefined): string => {
    const key = JSON.stringify([background, title?.box, title?.anchor, title?.paragraphs[0]?.align]);
    const name = known.get(key);
    if (name) return name;
    const made = `Card ${known.size + 1}`;
    known.set(key, made);
    pptx.defineSlideMaster({
      title: made,
      background: { color: hex(background) },
      ...(title
        ? {
            objects: [
              {
                placeholder: {
                  options: {
                    name: 'title',
                    type: 'title',
                    ...place(roomier(title.box)),
                    ...textOptions(title),
                  },
                  text: '',
                },
              },
            ],
          }
        : {}),
    });
    return made;
  };
}

function paintSlide(pptx: pptxgen.default, masters: Masters, scene: Scene, setting: Setting): void {
  const title = scene.items.find((item): item is TextItem => item.kind === 'text' && item.role === 'title');
  const slide = pptx.addSlide({ masterName: masters(scene.background, title) });
  for (const item of scene.items) paintItem(slide, item, item === title, scene, setting);
}

function paintItem(slide: Slide, item: Item, isTitle: boolean, scene: Scene, setting: Setting): void {
  if (item.kind === 'text') paintText(slide, item, isTitle);
  else if (item.kind === 'shape') paintShape(slide, item.shape);
  else if (item.kind === 'table') paintTable(slide, item, setting);
  else if (item.kind === 'art') paintArt(slide, item);
  else if (item.chart.empty)
    for (const part of chartParts(item.chart, item.box, setting))
      paintItem(slide, part, false, scene, setting);
  else paintChart(slide, item, setting);
}

/** Fonts differ a little between machines: a little more room to the right, where nothing stands. */
function roomier(box: Box): Box {
  return { ...box, width: box.width * 1.02 };
}

function textOptions(item: TextItem) {
  return { margin: 0, valign: item.anchor, fit: 'shrink' as const, isTextBox: true, wrap: true };
}

function paintText(slide: Slide, item: TextItem, isTitle: boolean): void {
  const text = item.paragraphs.flatMap(runsOf);
  if (text.length === 0) return;
  const options = { ...place(roomier(item.box)), ...textOptions(item) };
  slide.addText(text, isTitle ? { ...options, placeholder: 'title' } : options);
}

function runsOf(paragraph: Paragraph, index: number): TextRun[] {
  const spans = paragraph.spans
    .map((span) => ({ ...span, text: printable(span.text) }))
    .filter((span) => span.text !== '');
  return (spans.length > 0 ? spans : [{ text: ' ' }]).map((span, i, all): TextRun => {
    const code = 'code' in span && span.code;
    const href = 'href' in span ? span.href : undefined;
    return {
      text: span.text,
      options: {
        fontFace: fontNames[code ? 'jetbrains-mono' : paragraph.family],
        fontSize: Math.max(Math.round(paragraph.size * 10) / 10, 1),
        color: hex(href ? paragraph.linkColor : paragraph.color),
        bold: Boolean(paragraph.bold || ('bold' in span && span.bold)),
        italic: Boolean(paragraph.italic || ('italic' in span && span.italic)),
        ...('strike' in span && span.strike ? { strike: 'sngStrike' as const } : {}),
        ...(href ? { hyperlink: { url: href } } : {}),
        ...(i === 0 ? paragraphOptions(paragraph, index) : {}),
        breakLine: i === all.length - 1,
      },
    };
  });
}

function paragraphOptions(paragraph: Paragraph, index: number): TextRun['options'] {
  const { marker, indent = 0, level = 0 } = paragraph;
  return {
    align: paragraph.align ?? 'left',
    lineSpacing: Math.round(paragraph.size * paragraph.leading * 10) / 10,
    ...(index > 0 && paragraph.before ? { paraSpaceBefore: Math.round(paragraph.before * 10) / 10 } : {}),
    ...(marker ? { bullet: bulletOf(marker.text, indent / (level + 1)), indentLevel: level } : {}),
  };
}

function bulletOf(text: string, indent: number): NonNullable<TextRun['options']>['bullet'] {
  const number = /^(\d+)\.$/.exec(text)?.[1];
  return number
    ? { type: 'number', numberStartAt: Number(number), indent }
    : { characterCode: (text.codePointAt(0) ?? 0x2022).toString(16).toUpperCase().padStart(4, '0'), indent };
}

function paintShape(slide: Slide, shape: Shape): void {
  if (shape.kind === 'path' || shape.kind === 'line') return;
  const fill = {
    color: hex(typeof shape.fill === 'string' ? shape.fill : shape.fill.from),
    transparency: Math.round((1 - (shape.opacity ?? 1)) * 100),
  };
  if (shape.kind === 'ellipse') {
    slide.addShape('ellipse', {
      ...place({ x: shape.cx - shape.rx, y: shape.cy - shape.ry, width: 2 * shape.rx, height: 2 * shape.ry }),
      fill,
    });
    return;
  }
  const radius = Math.min(shape.radius ?? 0, shape.width / 2, shape.height / 2);
  slide.addShape(radius > 0 ? 'roundRect' : 'rect', {
    ...place(shape),
    fill,
    ...(radius > 0 ? { rectRadius: inch(radius) } : {}),
  });
}

/** Artwork has curves and gradients that slides cannot hold: it goes in as a picture, at twice the size on screen. */
function paintArt(slide: Slide, item: Extract<Item, { kind: 'art' }>): void {
  const { x, y, width, height } = item.box;
  const [only, ...more] = item.shapes;
  if (only?.kind === 'rect' && more.length === 0 && typeof only.fill === 'string') {
    paintShape(slide, only);
    return;
  }
  const defs = createDefs();
  const shapes = item.shapes.map((shape) => svgShape(shape, defs)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}"><defs>${defs.all()}<clipPath id="edge"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${item.radius}"/></clipPath></defs><g clip-path="url(#edge)">${shapes}</g></svg>`;
  const png = Buffer.from(pngOf(svg, width * (more.length > 0 ? 1.6 : 0.7)));
  slide.addImage({
    data: `image/png;base64,${png.toString('base64')}`,
    ...place(item.box),
    altText: item.alt ?? 'Decoration',
  });
}

function paintTable(slide: Slide, item: TableItem, setting: Setting): void {
  const rows = item.rows.map((row, index) =>
    row.cells.map((cell) => ({
      text: cell.flatMap(runsOf).map((run, i, all) => ({
        ...run,
        options: {
          ...run.options,
          lineSpacing: undefined,
          breakLine: i < all.length - 1 && run.options?.breakLine,
        },
      })),
      options: {
        align: cell[0]?.align ?? 'left',
        valign: 'middle' as const,
        margin: [cellPadding.y, cellPadding.x, cellPadding.y, cellPadding.x] as [
          number,
          number,
          number,
          number,
        ],
        fill: { color: hex(row.header || index % 2 === 0 ? setting.surface : setting.look.background) },
        border: borders(row.header, setting),
      },
    })),
  );
  slide.addTable(rows as pptxgen.default.TableRow[], {
    x: inch(item.box.x),
    y: inch(item.box.y),
    w: inch(item.box.width),
    colW: item.columns.map(inch),
    rowH: item.rows.map((row) => inch(row.height)),
    autoPage: false,
  });
}

function borders(
  header: boolean,
  setting: Setting,
): [
  pptxgen.default.BorderProps,
  pptxgen.default.BorderProps,
  pptxgen.default.BorderProps,
  pptxgen.default.BorderProps,
] {
  const none = { type: 'none' as const };
  const below = {
    type: 'solid' as const,
    pt: header ? 1.5 : 0.75,
    color: hex(header ? setting.accent : setting.line),
  };
  return [none, none, below, none];
}

function paintChart(slide: Slide, item: Extract<Item, { kind: 'chart' }>, setting: Setting): void {
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
  return `${quoted(prefix)}#,##0.##${quoted(suffix)}`.replace('#,##0.##', '#,##0.##');
}
