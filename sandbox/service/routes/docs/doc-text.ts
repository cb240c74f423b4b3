import { type Block, type Card, type Deck, plain } from '../../engine/deck.ts';

/** All that can be read in a deck, a line for each piece of it. */
export function linesOf(deck: Deck): string[] {
  return [deck.title, ...deck.cards.flatMap(linesOfCard)].filter((line) => line !== '');
}

function linesOfCard(card: Card): string[] {
  return [card.kicker ?? '', card.title, ...card.blocks.flatMap(linesOfBlock)].filter((line) => line !== '');
}

function linesOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [plain(block.spans)];
    case 'subheading':
    case 'code':
      return [block.text];
    case 'list':
      return block.items.map((item) => plain(item.spans));
    case 'quote':
      return [plain(block.spans), block.by ?? ''];
    case 'table':
      return [block.header, ...block.rows].map((row) => row.map(plain).join(' '));
    case 'chart':
      return block.chart.labels;
    case 'stats':
      return block.stats.map(({ value, label }) => `${value} ${label}`);
    case 'steps':
      return block.steps.map(({ label, text }) => `${label} ${text}`);
    case 'picture':
      return [block.caption ?? ''];
  }
}
