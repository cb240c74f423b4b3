import { type Block, type Card, type Deck, plain, type Span } from '../deck.ts';
import { layCard } from '../layout/card.ts';
import { best, sentencesOf } from '../read/sentences.ts';
import { atomsOf, joined } from './atoms.ts';

/** Text may shrink to this part of its set size (18 pt becomes 13 pt); after that the card is parted or shortened. */
const LEAST_SCALE = 0.72;
/** Characters, and blocks, that surely do not fit one card: parted before anything is measured. */
const SURELY_TOO_LONG = 1_800;
const SURELY_TOO_MANY = 40;

export type Frame = Omit<Deck, 'cards'>;

function fits(card: Card, frame: Frame): boolean {
  if (card.blocks.length > SURELY_TOO_MANY || lengthOf(card.blocks) > SURELY_TOO_LONG) return false;
  return layCard({ ...frame, cards: [card] }, 0).scale >= LEAST_SCALE;
}

export function lengthOf(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + lengthOfBlock(block), 0);
}

function lengthOfBlock(block: Block): number {
  switch (block.kind) {
    case 'paragraph':
    case 'quote':
      return plain(block.spans).length;
    case 'list':
      return block.items.reduce((sum, item) => sum + plain(item.spans).length + 20, 0);
    case 'table':
      return block.rows.reduce((sum, row) => sum + plain(row.flat()).length + 20, 0);
    case 'code':
    case 'subheading':
      return block.text.length;
    case 'steps':
      return block.steps.reduce((sum, step) => sum + step.text.length + step.label.length, 0);
    default:
      return 200;
  }
}

/** A card as the one or more that show all of it in readable size. */
export function parted(card: Card, frame: Frame): Card[] {
  if (fits(card, frame)) return [card];
  const atoms = card.blocks.flatMap(atomsOf);
  if (card.layout === 'title' || card.layout === 'section') {
    if (card.blocks.length === 0) return [card];
    return [
      { ...card, blocks: [] },
      ...parted({ layout: 'bullets', title: card.title, blocks: card.blocks }, frame),
    ];
  }
  const relaxed = { ...card, layout: looser(card) };
  if (relaxed.layout !== card.layout && fits(relaxed, frame)) return [relaxed];
  if (atoms.length < 2) return [relaxed];
  return packed(relaxed, atoms, frame);
}

/** Some layouts give text less room than others: a card too full for its own is tried in the roomiest. */
function looser(card: Card): Card['layout'] {
  if (card.layout === 'table' || card.layout === 'code') return card.layout;
  return card.layout === 'closing' || card.layout === 'columns' || card.layout === 'steps'
    ? 'bullets'
    : card.layout;
}

function packed(card: Card, atoms: Block[], frame: Frame): Card[] {
  const cards: Card[] = [];
  let open: Block[] = [];
  for (const atom of atoms) {
    const more = { ...card, blocks: joined([...open, atom]) };
    if (open.length === 0 || fits(more, frame)) open.push(atom);
    else {
      cards.push({ ...card, blocks: joined(open) });
      open = [atom];
    }
  }
  cards.push({ ...card, blocks: joined(open) });
  return cards.map((part) => ({ ...part, layout: layoutOf(part) }));
}

/** A part keeps the layout of its card as long as it has what that layout shows. */
export function layoutOf(card: Card): Card['layout'] {
  const has = (kind: Block['kind']) => card.blocks.some((block) => block.kind === kind);
  const needs: Partial<Record<Card['layout'], boolean>> = {
    picture: has('picture'),
    chart: has('chart'),
    stats: has('stats'),
    steps: has('steps'),
    table: has('table'),
    code: has('code'),
    quote: has('quote'),
    columns: card.blocks.filter((block) => block.kind === 'subheading').length === 2,
  };
  if (needs[card.layout] ?? true) return card.layout;
  const kinds = ['table', 'chart', 'stats', 'steps', 'picture', 'code'] as const;
  return kinds.find(has) ?? 'bullets';
}

/** A card shortened, sentence by sentence, until it fits: the weightiest are kept, none is cut in its middle. */
export function condensed(card: Card, frame: Frame): Card {
  let found = card;
  for (let most = 8; most >= 1 && !fits(found, frame); most--) {
    const blocks = joined(card.blocks.map((block) => shortened(block, most)));
    found = { ...card, blocks: most <= 4 ? leading(blocks, most > 1 ? 8 : 4) : blocks };
  }
  return found;
}

/** The first blocks, without a subheading that nothing follows. */
function leading(blocks: Block[], most: number): Block[] {
  const kept = blocks.slice(0, most);
  return kept.at(-1)?.kind === 'subheading' ? kept.slice(0, -1) : kept;
}

function shortened(block: Block, most: number): Block {
  switch (block.kind) {
    case 'paragraph':
    case 'quote': {
      const sentences = sentencesOf(plain(block.spans));
      if (sentences.length <= most && plain(block.spans).length < 160 * most) return block;
      return { ...block, spans: [{ text: best(sentences, most).map(brief(most)).join(' ') }] };
    }
    case 'list': {
      const texts = block.items.map((item) => plain(item.spans));
      const kept = new Set(best(texts.slice(0, 200), most));
      const items = block.items.filter((item) => kept.delete(plain(item.spans)));
      return {
        ...block,
        items: items.map((item) => ({ ...item, level: 0, spans: shortSpans(item.spans, most) })),
      };
    }
    case 'table':
      return block.rows.length <= most + 1
        ? block
        : { ...block, rows: [...block.rows.slice(0, most), remark(block, most)] };
    case 'code':
      return {
        ...block,
        text: block.text
          .split('\n')
          .slice(0, most * 2)
          .map((line) => line.slice(0, 120))
          .join('\n'),
      };
    case 'steps':
      return { ...block, steps: block.steps.map((step) => ({ ...step, text: brief(most)(step.text) })) };
    default:
      return block;
  }
}

function shortSpans(spans: Span[], most: number): Span[] {
  const text = plain(spans);
  const short = brief(most)(best(sentencesOf(text), 2).join(' '));
  return short.length < text.length ? [{ text: short }] : spans;
}

/** A sentence that is a card by itself ends at a word, and shows that it goes on. */
const brief = (most: number) => (sentence: string) => {
  const limit = 90 + most * 40;
  if (sentence.length <= limit) return sentence;
  const cut = sentence.slice(0, limit);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2))} …`;
};

function remark(block: Extract<Block, { kind: 'table' }>, shown: number): Span[][] {
  const text = `and ${block.rows.length - shown} more rows`;
  return block.header.map((_, column) => (column === 0 ? [{ text, italic: true }] : []));
}
