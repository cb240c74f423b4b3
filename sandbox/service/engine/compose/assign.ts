import type { Block, Card } from '../deck.ts';

/** A part of the new content, to be put where the template has room for it. */
export interface Source {
  title: string;
  blocks: Block[];
  /** Only named: it has no words but its title. */
  isName?: boolean;
}

/** Which sources each card takes: first by what both speak of, then in order, what is left to the last taker. */
export function assigned(cards: Card[], sources: Source[]): Source[][] {
  const chosen: Source[][] = cards.map(() => []);
  const left: Source[] = [];
  for (const source of sources) {
    const scores = cards.map((card, i) =>
      ((chosen[i]?.length ?? 0) > 0 && card.layout !== 'columns') || !canShow(card, source)
        ? 0
        : likeness(headingsOf(card), source),
    );
    const most = Math.max(0, ...scores);
    if (most < 1) left.push(source);
    else chosen[scores.indexOf(most)]?.push(source);
  }
  for (const source of left) chosen[placeFor(source, cards, chosen)]?.push(source);
  return chosen;
}

/** A free card that shows what the source has, else a free one for any text, else any free one, else the last. */
function placeFor(source: Source, cards: Card[], chosen: Source[][]): number {
  const free = (test: (card: Card) => boolean) =>
    cards.findIndex((card, i) => chosen[i]?.length === 0 && test(card));
  const tries = [
    free((card) => showsSame(card, source)),
    free((card) => !isSpecific(card)),
    free((card) => canShow(card, source)),
    cards.findLastIndex((card) => !isSpecific(card)),
    cards.findLastIndex((card) => canShow(card, source)),
  ];
  return tries.find((index) => index >= 0) ?? -1;
}

/** The words that say what a card is for: its title and the headings of its columns. */
export const headingsOf = (card: Card) =>
  [card.title, ...card.blocks.flatMap((block) => (block.kind === 'subheading' ? [block.text] : []))].join(
    ' ',
  );

function canShow(card: Card, source: Source): boolean {
  const text: Block['kind'][] = ['list', 'paragraph', 'steps', 'table'];
  return showsSame(card, source) || card.blocks.some((block) => text.includes(block.kind));
}

/** A card for a table, a chart or a quote, and a source that has one. */
function showsSame(card: Card, source: Source): boolean {
  const usual: Block['kind'][] = ['list', 'paragraph', 'picture', 'subheading'];
  return card.blocks.some(
    (block) => !usual.includes(block.kind) && source.blocks.some((other) => other.kind === block.kind),
  );
}

/** Cards whose structure means something (figures, steps, "went well") are a poor place for whatever is left. */
const isSpecific = (card: Card) =>
  (card.layout !== 'bullets' && card.layout !== 'picture') ||
  card.blocks.some((block) => block.kind === 'subheading');

const common = new Set(
  'the and for our what how we this that with are is of to in on a an it who'.split(' '),
);

/** Kinds of words that mean the same to a template. */
const alike: string[][] = [
  ['revenue', 'sales', 'numbers', 'metric', 'kpi', 'figure', 'result', 'growth', 'performance'],
  ['risk', 'block', 'blocker', 'overdue', 'concern', 'issue', 'problem', 'challenge'],
  ['next', 'action', 'step', 'todo', 'follow'],
  ['team', 'people', 'hiring', 'staff', 'owner', 'who', 'role'],
  ['timeline', 'plan', 'schedule', 'milestone', 'roadmap', 'date', 'phase', 'opens', 'start', 'deadline'],
  ['goal', 'objective', 'aim', 'target', 'why', 'purpose', 'problem'],
  ['highlight', 'win', 'achievement', 'done', 'shipped', 'well'],
  ['progress', 'waiting', 'working'],
  ['decision', 'ask', 'approve', 'need', 'request'],
  ['cause', 'root', 'reason', 'happened', 'why'],
  ['customer', 'user', 'market', 'audience', 'persona', 'quote', 'feedback'],
];

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const stems = words
    .filter((word) => !common.has(word))
    .map((word) => word.replace(/(?:ies|es|s|ing|ed)$/, ''));
  return new Set(
    stems.flatMap((stem) => [
      stem,
      ...alike.flatMap((group, i) =>
        group.some((word) => word.startsWith(stem) && stem.length > 2) ? [`#${i}`] : [],
      ),
    ]),
  );
}

/** How many words a heading and a source have in common. */
export function likeness(heading: string, source: Source): number {
  const own = wordsOf(heading);
  return [...wordsOf(source.title)].filter((word) => own.has(word)).length;
}

/** Whether two labels name the same: a word of one is in the other. */
export function sharesWord(one: string, other: string): boolean {
  const words = wordsOf(one);
  return [...wordsOf(other)].some((word) => !word.startsWith('#') && words.has(word));
}
