/** A deck: what a text has become, as plain data. It can be kept as JSON and drawn at any time later. */

export type DeckFormat = 'presentation' | 'document' | 'webpage' | 'social';

export interface Deck {
  title: string;
  format: DeckFormat;
  themeId: string;
  /** As the service spells it: `16x9`, `4x3`, `1x1`, `4x5`, `9x16`, `a4`, `letter`, `fluid`. */
  dimensions?: string;
  /** BCP 47, for the `lang` of the page and the files. */
  language?: string;
  cards: Card[];
}

export type CardLayout =
  | 'title'
  | 'section'
  | 'bullets'
  | 'columns'
  | 'picture'
  | 'stats'
  | 'chart'
  | 'table'
  | 'quote'
  | 'steps'
  | 'code'
  | 'closing';

export interface Card {
  layout: CardLayout;
  title: string;
  /** A short line above the title, e.g. "Agenda" or "2 of 3". */
  kicker?: string;
  blocks: Block[];
}

/** A stretch of text in one style. */
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
  /** As its writer counted, in a list that is numbered. */
  number?: number;
}

export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'subheading'; text: string }
  | { kind: 'list'; ordered: boolean; items: ListItem[] }
  | { kind: 'quote'; spans: Span[]; by?: string }
  | { kind: 'table'; header: Span[][]; rows: Span[][][]; align: ('left' | 'center' | 'right')[] }
  | { kind: 'chart'; chart: Chart }
  | { kind: 'stats'; stats: Stat[] }
  | { kind: 'steps'; steps: { label: string; text: string }[] }
  | { kind: 'picture'; seed: string; caption?: string; href?: string }
  | { kind: 'code'; text: string; language?: string };

export type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

export interface Chart {
  type: 'bar' | 'line' | 'doughnut';
  labels: string[];
  series: { name: string; values: number[] }[];
  /** Written around a number: `$`, `%`, `k`. */
  prefix?: string;
  suffix?: string;
}

export interface Stat {
  /** As it is to be read: `$4.2M`, `18%`. A dash where the text gave none. */
  value: string;
  label: string;
  note?: string;
}

/** The letters of some spans, without their style. */
export function plain(spans: Span[]): string {
  return spans.map((span) => span.text).join('');
}
