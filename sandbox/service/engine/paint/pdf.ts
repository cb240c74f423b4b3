import PDFDocument from 'pdfkit';
import type { Deck } from '../deck.ts';
import type { Setting } from '../layout/canvas.ts';
import { parts } from '../layout/pages.ts';
import { type Box, type Fill, type Scene, type Shape, type TextItem, topOf } from '../layout/scene.ts';
import { withRegion } from '../read/sentences.ts';
import type { FontFile } from '../type/fonts.ts';
import type { Fragment } from '../type/lines.ts';
import { fromRight, type Run, runs, shaped } from '../type/runs.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/** A constant time, so that the same deck always gives the same bytes. */
const ALWAYS = new Date('2026-01-01T00:00:00Z');

/** Draws scenes as a PDF with embedded fonts, links and text that can be copied. */
export async function paintPdf(scenes: Scene[], deck: Deck, setting: Setting): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    lang: withRegion(deck.language),
    displayTitle: true,
    info: {
      Title: deck.title,
      Creator: 'Deckhand sandbox',
      Producer: 'Deckhand sandbox',
      CreationDate: ALWAYS,
      ModDate: ALWAYS,
    },
  });
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  for (const scene of scenes) paintPage(pdf, scene, setting);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function paintPage(pdf: Pdf, scene: Scene, setting: Setting): void {
  pdf.addPage({ size: [scene.width, scene.height], margin: 0 });
  pdf.rect(0, 0, scene.width, scene.height).fill(scene.background);
  for (const item of parts(scene.items, setting)) {
    if (item.kind === 'shape') paintShape(pdf, item.shape);
    else if (item.kind === 'text') paintText(pdf, item);
    else if (item.kind === 'picture') {
      const { x, y, width, height } = item.box;
      pdf.image(Buffer.from(item.picture.base64, 'base64'), x, y, { width, height });
    } else {
      const { x, y, width, height } = item.box;
      pdf.save();
      pdf.rect(x, y, width, height).clip();
      for (const shape of item.shapes) paintShape(pdf, shape);
      pdf.restore();
    }
  }
}

function paintShape(pdf: Pdf, shape: Shape): void {
  pdf.save();
  if (shape.opacity !== undefined) pdf.opacity(shape.opacity);
  if (shape.kind === 'ellipse') {
    const { cx, cy, rx, ry } = shape;
    pdf.ellipse(cx, cy, rx, ry);
    pdf.fill(fillOf(pdf, shape.fill, { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry }));
  } else {
    const { x, y, width, height, radius = 0 } = shape;
    if (radius > 0) pdf.roundedRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
    else pdf.rect(x, y, width, height);
    pdf.fill(fillOf(pdf, shape.fill, shape));
  }
  pdf.restore();
}

function fillOf(pdf: Pdf, fill: Fill, box: Box) {
  if (typeof fill === 'string') return fill;
  return pdf
    .linearGradient(box.x, box.y, box.x + box.width, box.y + box.height)
    .stop(0, fill.from)
    .stop(1, fill.to);
}

function paintText(pdf: Pdf, item: TextItem): void {
  const top = topOf(item);
  for (const fragment of item.laid.fragments) paintFragment(pdf, fragment, item.box.x, top);
}

function paintFragment(pdf: Pdf, fragment: Fragment, left: number, top: number): void {
  let x = left + fragment.x;
  const baseline = top + fragment.baseline;
  for (const run of runs(fragment.face, fragment.text)) {
    if (fromRight.test(run.text)) paintOutlines(pdf, run, fragment, x, baseline);
    else paintRun(pdf, run, fragment, x, baseline);
    x += run.em * fragment.size;
  }
  const rule = fragment.strike ? -0.28 : fragment.href ? 0.14 : undefined;
  if (rule !== undefined)
    pdf
      .rect(
        left + fragment.x,
        baseline + fragment.size * rule,
        fragment.width,
        Math.max(fragment.size * 0.05, 0.5),
      )
      .fill(fragment.color);
  if (fragment.href)
    pdf.link(left + fragment.x, baseline - fragment.size, fragment.width, fragment.size * 1.3, fragment.href);
}

function paintRun(pdf: Pdf, run: Run, fragment: Fragment, x: number, baseline: number, more = {}): void {
  pdf.font(named(pdf, run.file)).fontSize(fragment.size).fillColor(fragment.color);
  // PDFKit's types allow only a list of features, but fontkit also takes a record, which can turn features off.
  pdf.text(run.text, x, baseline, {
    lineBreak: false,
    baseline: 'alphabetic',
    features: run.features as unknown as [],
    ...more,
  });
}

/** Turns off all features that join letters, replace them with other glyphs or change their distances. */
const SEPARATE = Object.fromEntries(
  ['ccmp', 'isol', 'init', 'medi', 'fina', 'rlig', 'liga', 'calt', 'mark', 'mkmk', 'kern', 'curs'].map(
    (name) => [name, false],
  ),
);

/**
 * Draws a right-to-left run as outlines with its letters as invisible text on top. Arabic fonts build several letters
 * from the same glyphs, so text that consisted of these glyphs would be copied from the PDF as other letters.
 */
function paintOutlines(pdf: Pdf, run: Run, fragment: Fragment, left: number, baseline: number): void {
  const unit = fragment.size / run.file.font.unitsPerEm;
  const laid = shaped(run);
  let x = left;
  for (const [i, glyph] of laid.glyphs.entries()) {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = laid.positions[i] ?? {};
    pdf.save();
    pdf.translate(x + xOffset * unit, baseline - yOffset * unit).scale(unit, -unit);
    pdf.path(glyph.path.toSVG()).fill(fragment.color);
    pdf.restore();
    x += xAdvance * unit;
  }
  pdf.save();
  pdf.fillOpacity(0);
  // Separate letters have other widths than joined ones. Scale the invisible text to the width of the outlines.
  const { advanceWidth } = run.file.font.layout(run.text, SEPARATE);
  const horizontalScaling = (laid.advanceWidth / (advanceWidth || 1)) * 100;
  paintRun(pdf, { ...run, features: SEPARATE }, fragment, left, baseline, { horizontalScaling });
  pdf.restore();
}

const registered = new WeakMap<Pdf, Set<string>>();

function named(pdf: Pdf, file: FontFile): string {
  const known = registered.get(pdf) ?? new Set<string>();
  registered.set(pdf, known);
  if (!known.has(file.key)) {
    pdf.registerFont(file.key, Buffer.from(file.bytes));
    known.add(file.key);
  }
  return file.key;
}
