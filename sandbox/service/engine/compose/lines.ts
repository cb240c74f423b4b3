import { type Block, plain, type Span } from '../deck.ts';
import { sentencesOf } from './sentences.ts';

/** A point, a sentence or a figure: what a source says, in pieces that fit anywhere. */
export type Line = Span[];

/** All that a source says, in lines: points, sentences, figures. */
export function linesIn(blocks: Block[]): Line[] {
  return blocks.flatMap((block): Line[] => {
    switch (block.kind) {
      case 'list':
        return block.items.map((item) => item.spans);
      case 'paragraph':
      case 'quote':
        return plain(block.spans).length < 160
          ? [block.spans]
          : sentencesOf(plain(block.spans)).map((text) => [{ text }]);
      case 'steps':
        return block.steps.map((step) => [{ text: [step.label, step.text].filter(Boolean).join(': ') }]);
      case 'stats':
        return block.stats.map((stat) => [
          { text: `${stat.label}: `, bold: true },
          { text: `${stat.value}${stat.note ? ` (${stat.note})` : ''}` },
        ]);
      case 'table':
        return block.rows.map((row) => row.flatMap((cell, i) => (i > 0 ? [{ text: ' · ' }, ...cell] : cell)));
      default:
        return [];
    }
  });
}

/** Lines dealt out to so many places, in their order. */
export function shares(lines: Line[], groups: number): Line[][] {
  if (groups < 1) return [];
  const size = Math.max(1, Math.ceil(lines.length / groups));
  return Array.from({ length: groups }, (_, i) => lines.slice(i * size, (i + 1) * size));
}

/** Lines as running text, as many as stay a paragraph. */
export function sentencesFrom(lines: Line[]): Span[] {
  let length = 0;
  const few = lines.filter((line, i) => {
    length += plain(line).length;
    return i === 0 || length < 200;
  });
  return few.flatMap((line, i): Span[] => {
    const end = /[.!?:…]$/.test(plain(line).trim()) || i === few.length - 1 ? [] : [{ text: '.' }];
    return [...(i > 0 ? [{ text: ' ' }] : []), ...line, ...end];
  });
}
