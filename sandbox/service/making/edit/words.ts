import type { Deck } from '../../engine/deck.ts';
import { themes } from '../../engine/engine.ts';
import { cardsNamed } from './which-card.ts';

/** Changes the title of the deck, or of the card that the instruction names. */
export function withRenamed(deck: Deck, instruction: string, title: string): Deck {
  const trimmed = title.trim();
  const [place] = cardsNamed(deck, instruction.slice(0, Math.max(0, instruction.indexOf(title))));
  if (place === undefined) return titled(deck, trimmed);
  return {
    ...deck,
    cards: deck.cards.map((card, at) => (at === place ? { ...card, title: trimmed } : card)),
  };
}

function titled(deck: Deck, title: string): Deck {
  return { ...deck, title, cards: deck.cards.map((card, at) => (at === 0 ? { ...card, title } : card)) };
}

/** Shortens the title of the deck, or of the card that the instruction names. */
export function withShorterTitle(deck: Deck, instruction: string): Deck {
  const [place = 0] = cardsNamed(deck, instruction);
  if (place === 0) return titled(deck, shorter(deck.title));
  return {
    ...deck,
    cards: deck.cards.map((card, at) => (at === place ? { ...card, title: shorter(card.title) } : card)),
  };
}

/** Words that a title does not end with. */
const LOOSE = /\s+(?:a|an|and|at|by|for|from|in|of|on|or|our|the|to|with|your)$/i;

/** Returns the words before a colon, dash or comma, otherwise the first half of the words. */
function shorter(title: string): string {
  const [head = ''] = title.split(/\s*[:,(–—]\s*|\s+-\s+/);
  const words = title.split(/\s+/);
  if (head.length >= 3 && head.length < title.length) return head;
  if (words.length === 1) return title;
  let half = words.slice(0, Math.ceil(words.length / 2)).join(' ');
  while (LOOSE.test(half)) half = half.replace(LOOSE, '');
  return half;
}

/** Applies the theme with this name, colour or tone. Returns undefined if there is none. */
export function inTheme(deck: Deck, wanted: string): Deck | undefined {
  const words = wanted.toLowerCase();
  const named = themes.find(({ name }) => words.includes(name.toLowerCase()));
  const described = themes.find(({ colorKeywords, toneKeywords }) =>
    [...colorKeywords, ...toneKeywords].some((keyword) => words.includes(keyword.toLowerCase())),
  );
  const themeId = (named ?? described)?.id;
  return themeId ? { ...deck, themeId } : undefined;
}

/** Replaces words in the whole deck. Returns undefined if it does not have them. */
export function withReplaced(deck: Deck, old: string, fresh: string): Deck | undefined {
  const pattern = new RegExp(old.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  const replaced = inTexts(deck, (text) => text.replace(pattern, () => fresh));
  return JSON.stringify(replaced) === JSON.stringify(deck) ? undefined : replaced;
}

/** Fields of a deck that are not text. */
const NO_TEXT = new Set(['format', 'themeId', 'dimensions', 'language', 'layout', 'kind', 'href', 'align']);

function inTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((each) => inTexts(each, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    NO_TEXT.has(key) ? each : inTexts(each, change),
  ]);
  return Object.fromEntries(entries) as Value;
}
