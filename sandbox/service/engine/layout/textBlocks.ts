import type { Block, Span } from '../deck.ts';
import type { Paragraph } from '../type/runs.ts';
import type { Setting } from './canvas.ts';

/** Blocks with only text. Neighbouring ones share a text box, so that a slide is easy to edit. */
export type TextBlock = Extract<Block, { kind: 'paragraph' | 'subheading' | 'list' }>;

export function isText(block: Block): block is TextBlock {
  return block.kind === 'paragraph' || block.kind === 'subheading' || block.kind === 'list';
}

export function bodyParagraph(setting: Setting, spans: Span[], size: number): Paragraph {
  return {
    spans,
    family: setting.look.body,
    size,
    leading: 1.4,
    color: setting.ink,
    linkColor: setting.accent,
    before: size * 0.6,
  };
}

export function headingParagraph(setting: Setting, text: string, size: number): Paragraph {
  return {
    spans: [{ text }],
    family: setting.look.heading,
    bold: true,
    size,
    leading: 1.16,
    color: setting.ink,
    linkColor: setting.accent,
  };
}

/** Returns a small paragraph in the theme's colour, for the line above a title. */
export function kickerParagraph(setting: Setting, text: string): Paragraph {
  const spans = [{ text, bold: true }];
  return { ...bodyParagraph(setting, spans, setting.sizes.small), color: setting.accent, leading: 1.3 };
}

export function paragraphsOf(blocks: TextBlock[], setting: Setting, size: number): Paragraph[] {
  return blocks.flatMap((block): Paragraph[] => {
    if (block.kind === 'paragraph') return [bodyParagraph(setting, block.spans, size)];
    if (block.kind === 'subheading') {
      const spans = [{ text: block.text, bold: true }];
      return [{ ...bodyParagraph(setting, spans, size), color: setting.accent, before: size }];
    }
    return block.items.map((item) => ({
      ...bodyParagraph(setting, item.spans, size),
      indent: size * 1.35 * (item.level + 1),
      level: item.level,
      before: item.level > 0 ? size * 0.25 : size * 0.55,
      marker: {
        text: item.number === undefined ? (item.level > 0 ? '–' : '•') : `${item.number}.`,
        color: setting.accent,
      },
    }));
  });
}
