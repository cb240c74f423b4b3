import type { Block, BlockOf, Span } from '../deck.ts';

/** Points; the lead of "Lead: rest" stands out. */
export function points(texts: string[]): Block {
  return listOf(texts.map(ledSpans));
}

export function listOf(lines: Span[][]): BlockOf<'list'> {
  return { kind: 'list', ordered: false, items: lines.map((spans) => ({ spans, level: 0 })) };
}

function ledSpans(text: string): Span[] {
  const found = /^([^:(]{2,40}:)\s+(.+)$/s.exec(text);
  return found ? [{ text: `${found[1]} `, bold: true }, { text: found[2] ?? '' }] : [{ text }];
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', spans: [{ text }] };
}
