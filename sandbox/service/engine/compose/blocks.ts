import type { Block, Span } from '../deck.ts';

/** Points; the lead of "Lead: rest" stands out. */
export function points(texts: string[]): Block {
  return { kind: 'list', ordered: false, items: texts.map((text) => ({ spans: ledSpans(text), level: 0 })) };
}

function ledSpans(text: string): Span[] {
  const found = /^([^:(]{2,40}:)\s+(.+)$/s.exec(text);
  return found ? [{ text: `${found[1]} `, bold: true }, { text: found[2] ?? '' }] : [{ text }];
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', spans: [{ text }] };
}
