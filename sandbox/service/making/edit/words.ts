import type { Deck } from '../../engine/deck.ts';
import { themes } from '../../engine/engine.ts';
import { cardsNamed } from './which-card.ts';

/** A new title, for the whole or for the card that the wish names. */
export function withRenamed(deck: Deck, wish: string, title: string): Deck {
  const trimmed = title.trim();
  const [place] = cardsNamed(deck, wish.slice(0, Math.max(0, wish.indexOf(title))));
  if (place === undefined) return titled(deck, trimmed);
  return {
    ...deck,
    cards: deck.cards.map((card, at) => (at === place ? { ...card, title: trimmed } : card)),
  };
}

function titled(deck: Deck, title: string): Deck {
  return { ...deck, title, cards: deck.cards.map((card, at) => (at === 0 ? { ...card, title } : card)) };
}

/** The title shorter, or with "titles" those of all cards, or that of the card that is named. */
export function withShorterTitle(deck: Deck, wish: string): Deck {
  const places = cardsNamed(deck, wish);
  const isAll = /\btitles\b/i.test(wish);
  if (places.length === 0 && !isAll) return titled(deck, shorter(deck.title));
  const cards = deck.cards.map((card, at) =>
    isAll || places.includes(at) ? { ...card, title: shorter(card.title) } : card,
  );
  return { ...deck, title: isAll ? shorter(deck.title) : deck.title, cards };
}

/** Words that a title does not end with. */
const LOOSE = /\s+(?:a|an|and|at|by|for|from|in|of|on|or|our|the|to|with|your)$/i;

/** What stands before a colon, dash or comma, else the first half of the words. */
function shorter(title: string): string {
  const [head = ''] = title.split(/\s*[:,(–—]\s*|\s+-\s+/);
  const words = title.split(/\s+/);
  if (head.length >= 3 && head.length < title.length) return head;
  if (words.length === 1) return title;
  let half = words.slice(0, Math.ceil(words.length / 2)).join(' ');
  while (LOOSE.test(half)) half = half.replace(LOOSE, '');
  return half;
}

/** By name or by a colour or tone that the theme is known for; undefined where no theme is meant. */
export function inTheme(deck: Deck, wanted: string): Deck | undefined {
  const words = wanted.toLowerCase();
  const named = themes.find(({ name }) => words.includes(name.toLowerCase()));
  const described = themes.find(({ colorKeywords, toneKeywords }) =>
    [...colorKeywords, ...toneKeywords].some((keyword) => words.includes(keyword.toLowerCase())),
  );
  const themeId = (named ?? described)?.id;
  return themeId ? { ...deck, themeId } : undefined;
}

/** One word for another wherever it stands; undefined where it stands nowhere. */
export function withReplaced(deck: Deck, old: string, fresh: string): Deck | undefined {
  const pattern = new RegExp(old.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  const replaced = inTexts(deck, (text) => text.replace(pattern, () => fresh));
  return JSON.stringify(replaced) === JSON.stringify(deck) ? undefined : replaced;
}

/** Fields of a deck that are not read. */
const UNREAD = new Set([
  'format',
  'themeId',
  'dimensions',
  'language',
  'layout',
  'kind',
  'seed',
  'href',
  'type',
]);

function inTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((each) => inTexts(each, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    UNREAD.has(key) ? each : inTexts(each, change),
  ]);
  return Object.fromEntries(entries) as Value;
}

/** A picture on the card that is named, else on the first; of what the wish says. */
export function withPicture(deck: Deck, wish: string): Deck | undefined {
  const [place = 0] = cardsNamed(deck, wish);
  const card = deck.cards[place];
  if (!card) return undefined;
  const about =
    /\b(?:of|showing|with)\s+(.+?)(?:\s+(?:to|on|in)\s+(?:the\s+)?.*\b(?:slide|card|page).*)?\.?$/i.exec(
      wish,
    )?.[1];
  const others = card.blocks.filter((block) => block.kind !== 'picture');
  const blocks = [...others, { kind: 'picture' as const, seed: about ?? `${card.title} ${wish}` }];
  return { ...deck, cards: deck.cards.map((each, at) => (at === place ? { ...card, blocks } : each)) };
}
