/** The word at the caret that can be completed. */
export interface Wanted {
  kind: 'person' | 'channel' | 'command';
  /** Position of its mark in the text. */
  from: number;
  /** The text after the mark. */
  query: string;
}

const MARKS = { '@': 'person', '#': 'channel' } as const;

/** Finds the word before the caret. Names may contain a space, so a person's query may too. */
export function wantedAt(text: string, caret: number): Wanted | null {
  const before = text.slice(0, caret);
  if (/^\/\S*$/.test(before)) return { kind: 'command', from: 0, query: before.slice(1) };
  const match = /(?:^|[\s(])([@#])([^\s@#]*(?: [^\s@#]*)?)$/.exec(before);
  const mark = match?.[1] as keyof typeof MARKS | undefined;
  if (!match || !mark) return null;
  const query = match[2] ?? '';
  const kind = MARKS[mark];
  if (kind !== 'person' && query.includes(' ')) return null;
  return { kind, from: caret - query.length - 1, query };
}

/** Returns the items with a word that starts with the query. Those whose name starts with it come first. */
export function ranked<Item>(items: Item[], query: string, wordsOf: (item: Item) => string[]): Item[] {
  const wanted = query.toLowerCase();
  const rank = (item: Item): number => {
    const words = wordsOf(item).map((word) => word.toLowerCase());
    if (words.some((word) => word.startsWith(wanted))) return 0;
    return words.some((word) => word.split(/[\s_-]/).some((part) => part.startsWith(wanted))) ? 1 : 2;
  };
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter((entry) => entry.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
