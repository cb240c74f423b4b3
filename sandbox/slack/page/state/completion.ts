/** What of a text being typed asks for completion. */
export interface Wanted {
  kind: 'person' | 'channel' | 'emoji' | 'command';
  /** Where it begins in the text, its mark included. */
  from: number;
  /** What follows the mark. */
  query: string;
}

const MARKS = { '@': 'person', '#': 'channel', ':': 'emoji' } as const;

/** Emoji ask only from two letters on, since a colon is mostly just a colon. */
const EMOJI_LETTERS = 2;

/** Looks back from the caret. Names may hold spaces, so a person's query may too. */
export function wantedAt(text: string, caret: number): Wanted | null {
  const before = text.slice(0, caret);
  if (/^\/\S*$/.test(before)) return { kind: 'command', from: 0, query: before.slice(1) };
  const match = /(?:^|[\s(])([@#:])([^\s@#:]*(?: [^\s@#:]*)?)$/.exec(before);
  const mark = match?.[1] as keyof typeof MARKS | undefined;
  if (!match || !mark) return null;
  const query = match[2] ?? '';
  const kind = MARKS[mark];
  if (kind !== 'person' && query.includes(' ')) return null;
  if (kind === 'emoji' && query.length < EMOJI_LETTERS) return null;
  return { kind, from: caret - query.length - 1, query };
}

/** Those whose words begin with the query; whose name itself begins with it come first. */
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
