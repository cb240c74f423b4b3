import PDFDocument from 'pdfkit';
import type { Deck } from '../deck.ts';
import { parts } from '../layout/card.ts';
import type { Fill, Scene, Shape, TextItem } from '../layout/scene.ts';
import type { Setting } from '../layout/setting.ts';
import type { FontFile } from '../type/fonts.ts';
import type { Fragment } from '../type/lines.ts';
import { type Run, runs } from '../type/runs.ts';
import { anchored } from './anchored.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/** Files of the same deck are the same bytes, so nothing in them may tell when they were made. */
const ALWAYS = new Date('2026-01-01T00:00:00Z');

/** Scenes as a PDF: real text with its fonts, and links. */
export async function paintPdf(scenes: Scene[], deck: Deck, setting: Setting): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    lang: deck.language ?? 'en',
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
    else {
      const { x, y, width, height } = item.box;
      pdf.save();
      pdf.roundedRect(x, y, width, height, Math.min(item.radius, width / 2, height / 2)).clip();
      if (item.turnedIn) pdf.transform(-1, 0, 0, 1, item.turnedIn, 0);
      for (const shape of item.shapes) paintShape(pdf, shape);
      pdf.restore();
    }
  }
}

function paintShape(pdf: Pdf, shape: Shape): void {
  pdf.save();
  if (shape.opacity !== undefined) pdf.opacity(shape.opacity);
  if (shape.kind === 'line') {
    for (const [i, [x, y]] of shape.points.entries()) i === 0 ? pdf.moveTo(x, y) : pdf.lineTo(x, y);
    pdf.lineWidth(shape.thick).lineJoin('round').lineCap('round').stroke(shape.fill);
  } else {
    outline(pdf, shape);
    pdf.fill(fillOf(pdf, shape.fill, boundsOf(shape)));
  }
  pdf.restore();
}

function outline(pdf: Pdf, shape: Exclude<Shape, { kind: 'line' }>): void {
  if (shape.kind === 'path') pdf.path(shape.d);
  else if (shape.kind === 'ellipse') pdf.ellipse(shape.cx, shape.cy, shape.rx, shape.ry);
  else if (shape.radius) {
    pdf.roundedRect(
      shape.x,
      shape.y,
      shape.width,
      shape.height,
      Math.min(shape.radius, shape.width / 2, shape.height / 2),
    );
  } else pdf.rect(shape.x, shape.y, shape.width, shape.height);
}

function boundsOf(shape: Exclude<Shape, { kind: 'line' }>) {
  if (shape.kind === 'path') return shape.box;
  if (shape.kind === 'rect') return shape;
  return { x: shape.cx - shape.rx, y: shape.cy - shape.ry, width: 2 * shape.rx, height: 2 * shape.ry };
}

function fillOf(pdf: Pdf, fill: Fill, box: { x: number; y: number; width: number; height: number }) {
  if (typeof fill === 'string') return fill;
  return pdf
    .linearGradient(box.x, box.y, box.x + box.width, box.y + box.height)
    .stop(0, fill.from)
    .stop(1, fill.to);
}

function paintText(pdf: Pdf, item: TextItem): void {
  const top = anchored(item);
  for (const fragment of item.laid.fragments) paintFragment(pdf, fragment, item.box.x, top);
}

function paintFragment(pdf: Pdf, fragment: Fragment, left: number, top: number): void {
  let x = left + fragment.x;
  const baseline = top + fragment.baseline;
  for (const run of runs(fragment.face, fragment.text)) {
    paintRun(pdf, run, fragment, x, baseline);
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

function paintRun(pdf: Pdf, run: Run, fragment: Fragment, x: number, baseline: number): void {
  pdf.font(named(pdf, run.file)).fontSize(fragment.size).fillColor(fragment.color);
  // Its types know lists of features only; the font takes a record, which can switch one off.
  pdf.text(run.text, x, baseline, {
    lineBreak: false,
    baseline: 'alphabetic',
    features: run.features as unknown as [],
  });
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
