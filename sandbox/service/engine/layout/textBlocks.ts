import type { Block, Span } from '../deck.ts';
import type { Paragraph } from '../type/paragraph.ts';
import type { Setting } from './setting.ts';

/** Blocks that are nothing but text: neighbours among them share one text box, so a slide stays easy to edit. */
export type TextBlock = Extract<Block, { kind: 'paragraph' | 'subheading' | 'list' }>;

export function isText(block: Block): block is TextBlock {
  return block.kind === 'paragraph' || block.kind === 'subheading' || block.kind === 'list';
}

export function bodyParagraph(setting: Setting, spans: Span[], size: number): Paragraph {
  return {
    spans,
    family: setting.look.body,
    size,
    leading: 1.42,
    color: setting.ink,
    linkColor: setting.accent,
    before: size * 0.6,
  };
}

/** Less loud, and `before` points below what it belongs to. */
export function quietParagraph(setting: Setting, spans: Span[], size: number, before: number): Paragraph {
  return { ...bodyParagraph(setting, spans, size), color: setting.muted, before };
}

export function headingParagraph(setting: Setting, text: string, size: number): Paragraph {
  return {
    spans: [{ text }],
    family: setting.look.heading,
    bold: setting.look.headingBold,
    size,
    leading: 1.18,
    color: setting.ink,
    linkColor: setting.accent,
  };
}

/** Small words above a title. */
export function kickerParagraph(setting: Setting, text: string, size: number): Paragraph {
  return { ...bodyParagraph(setting, [{ text, bold: true }], size), color: setting.accent, leading: 1.3 };
}

export function paragraphsOf(blocks: TextBlock[], setting: Setting, scale: number): Paragraph[] {
  const size = setting.body * scale;
  return blocks.flatMap((block): Paragraph[] => {
    if (block.kind === 'paragraph') return [bodyParagraph(setting, block.spans, size)];
    if (block.kind === 'subheading')
      return [{ ...headingParagraph(setting, block.text, size * 1.12), color: setting.accent, before: size }];
    return block.items.map((item) => ({
      ...bodyParagraph(setting, item.spans, item.level > 0 ? size * 0.92 : size),
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
