/** The data model of a document: plain data that can be stored as JSON. */

export type DeckFormat = 'presentation' | 'document' | 'webpage' | 'social';

export interface Deck {
  title: string;
  format: DeckFormat;
  themeId: string;
  /** One of the service's values: `16x9`, `4x3`, `1x1`, `4x5`, `9x16`, `a4`, `letter`, `fluid`. */
  dimensions?: string;
  /** BCP 47, for the `lang` of the page and of the text in files. */
  language: string;
  /** Uses the smaller type scale, because the text does not fit on the requested number of cards otherwise. */
  dense?: boolean;
  /** Sentences that say which part of the text is not shown. */
  notes?: string[];
  cards: Card[];
}

export type CardLayout = 'title' | 'section' | 'bullets' | 'table' | 'chart' | 'code';

export interface Card {
  layout: CardLayout;
  title: string;
  /** A short line above the title: the parent heading, or "2 of 3". */
  kicker?: string;
  blocks: Block[];
}

/** A piece of text in one style. */
export interface Span {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  strike?: boolean;
  href?: string;
}

export interface ListItem {
  spans: Span[];
  /** 0 is the outermost. */
  level: number;
  /** The item's number in a numbered list. */
  number?: number;
}

export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'subheading'; text: string }
  | { kind: 'list'; items: ListItem[] }
  | { kind: 'quote'; spans: Span[] }
  | { kind: 'table'; header: Span[][]; rows: Span[][][]; align: ('left' | 'center' | 'right')[] }
  | { kind: 'chart'; chart: Chart }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; picture: Picture };

export type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** A PNG or JPEG from an address in the text. */
export interface Picture {
  base64: string;
  mimetype: 'image/png' | 'image/jpeg';
  /** Pixels. */
  width: number;
  height: number;
  /** Its alternative text; empty if the text has none. */
  alt: string;
}

/** A bar chart of the number columns of a table. */
export interface Chart {
  labels: string[];
  series: Series[];
  /** What is written before and after each number: `$`, `%`, ` kg`. */
  prefix: string;
  suffix: string;
}

export interface Series {
  name: string;
  values: number[];
  /** The values as the table writes them. */
  written: string[];
}

/** Returns the text of spans without its style. */
export function plain(spans: Span[]): string {
  return spans.map((span) => span.text).join('');
}

const STYLES = ['bold', 'italic', 'code', 'strike', 'href'] as const;

export function sameStyle(one: Span, other: Span): boolean {
  return STYLES.every((style) => one[style] === other[style]);
}

/** Returns the texts on the cards of a deck: titles, paragraphs, list items and table cells. A chart's are in its table. */
export function textsOf({ cards }: Pick<Deck, 'cards'>): string[] {
  return cards.flatMap(({ kicker = '', title, blocks }) => [kicker, title, ...blocks.flatMap(textsIn)]);
}

export function textsIn(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'quote':
      return [plain(block.spans)];
    case 'list':
      return block.items.map(({ spans }) => plain(spans));
    case 'table':
      return [block.header, ...block.rows].flat().map(plain);
    case 'chart':
      return [];
    case 'picture':
      return [block.picture.alt];
    default:
      return [block.text];
  }
}
