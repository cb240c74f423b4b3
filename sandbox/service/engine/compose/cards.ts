import { type Block, type BlockOf, type Card, type CardLayout, type DeckFormat, plain } from '../deck.ts';
import { chartOf } from '../read/numbers.ts';
import type { Section } from '../read/outline.ts';
import { joined, pointsOf, startsMessage } from './atoms.ts';

export interface CardOptions {
  format: DeckFormat;
  language: string;
  /** Whether paragraphs stay paragraphs instead of becoming lists. */
  keepsProse: boolean;
}

/** Returns the cards of a section, of any length: one for its text, and one for each table, code block, quote and picture. */
export function cardsOf(section: Section, options: CardOptions): Card[] {
  const { title, kicker, blocks } = section;
  const head = { title, ...(kicker && kicker !== title ? { kicker } : {}) };
  if (blocks.length === 0) return [{ layout: 'section', ...head, blocks: [] }];
  return groupsOf(blocks)
    .flatMap((group) => withCharts(group, options))
    .map((group) => {
      const shown = options.keepsProse ? group : group.map(pointsOf);
      return { layout: layoutOf(shown), ...head, blocks: joined(shown) };
    });
}

/** Longest paragraph that is kept with the table, code, quote or picture after it, in characters. */
const LEAD_LIMIT = 260;

function groupsOf(blocks: Block[]): Block[][] {
  if (blocks.some(startsMessage)) return [blocks];
  const groups: Block[][] = [];
  let open: Block[] = [];
  const close = () => {
    if (open.length > 0) groups.push(open);
    open = [];
  };
  for (const block of blocks) {
    const [lead] = open;
    const isLed = open.length === 1 && lead?.kind === 'paragraph' && plain(lead.spans).length <= LEAD_LIMIT;
    const needsOwn = ['table', 'code', 'quote', 'picture'].includes(block.kind);
    if (needsOwn && !isLed) close();
    open.push(block);
    if (needsOwn) close();
  }
  close();
  return groups;
}

/** Most rows and columns of a table that fits beside its chart. */
const SMALL = { rows: 6, columns: 3 };

/** Adds a chart to a table of numbers: on the same card, or on a card before it if the table is large. */
function withCharts(group: Block[], { language, format }: CardOptions): Block[][] {
  const table = group.find((block): block is BlockOf<'table'> => block.kind === 'table');
  const chart = table && chartOf(table, language);
  if (!table || !chart) return [group];
  const block: Block = { kind: 'chart', chart };
  const isSmall = table.rows.length <= SMALL.rows && table.header.length <= SMALL.columns;
  return isSmall || format === 'document' ? [[block, ...group]] : [[block], group];
}

/** Returns the layout for blocks. */
export function layoutOf(blocks: Block[]): CardLayout {
  const main = (['chart', 'table', 'code'] as const).find((kind) => blocks.some((one) => one.kind === kind));
  const isMixed = blocks.some(({ kind }) => kind === 'subheading');
  return main && !isMixed && blocks.length <= 3 ? main : 'bullets';
}

/** Merges cards into one with this title. Their own titles become subheadings. Charts are dropped, because their tables stay. */
export function cardUnder(title: string, cards: Card[]): Card {
  const blocks = cards.flatMap((card, at): Block[] => {
    const isNamed = card.title && card.title !== title && card.title !== cards[at - 1]?.title;
    const heading: Block[] = isNamed ? [{ kind: 'subheading', text: card.title }] : [];
    return [...heading, ...card.blocks.filter(({ kind }) => kind !== 'chart')];
  });
  return { layout: layoutOf(blocks), title, blocks: joined(blocks) };
}
