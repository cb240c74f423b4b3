import type pptxgen from 'pptxgenjs';
import type { Box, TextItem } from '../../layout/scene.ts';
import type { Family } from '../../type/fonts.ts';
import { alignOf, isRightToLeft, type Paragraph, printable } from '../../type/runs.ts';

type Slide = pptxgen.default.Slide;
type TextRun = pptxgen.default.TextProps;

/** Widens the box where lines end, because fonts differ a little between machines. */
export function roomier({ box, paragraphs: [first] }: TextItem): Box {
  const more = box.width * 0.02;
  const share = first ? { left: 0, center: 0.5, right: 1 }[alignOf(first)] : 0;
  return { ...box, x: box.x - more * share, width: box.width + more };
}

export function textOptions(item: TextItem) {
  return { margin: 0, valign: item.anchor, fit: 'shrink' as const, isTextBox: true, wrap: true };
}

export function paintText(slide: Slide, item: TextItem, isTitle: boolean, language: string): void {
  const text = item.paragraphs.flatMap((paragraph, i) => runsOf(paragraph, i, language));
  if (text.length === 0) return;
  const options = { ...place(roomier(item)), ...textOptions(item) };
  slide.addText(text, isTitle ? { ...options, placeholder: 'title' } : options);
}

export function runsOf(paragraph: Paragraph, index: number, lang: string): TextRun[] {
  const spans = paragraph.spans
    .map((span) => ({ ...span, text: printable(span.text) }))
    .filter((span) => span.text !== '');
  return (spans.length > 0 ? spans : [{ text: ' ' }]).map((span, i, all): TextRun => {
    const code = 'code' in span && span.code;
    const href = 'href' in span ? span.href : undefined;
    return {
      text: span.text,
      options: {
        lang,
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
    align: alignOf(paragraph),
    ...(isRightToLeft(paragraph) ? { rtlMode: true } : {}),
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
