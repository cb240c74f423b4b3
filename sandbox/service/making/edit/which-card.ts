import type { Deck } from '../../engine/deck.ts';
import { numberIn } from '../asked-number.ts';

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const CARD = '(?:slide|card|page|section)';

/** Returns the positions (from 0) of the cards in a text: "slides 2 and 4", "slide 3-5", "the last card", "the slide about risks". */
export function cardsNamed(deck: Deck, words: string): number[] {
  const last = deck.cards.length - 1;
  const places = [...numbersIn(words), ...ordinalsIn(words, last)];
  const known = [...new Set(places)].filter((place) => place >= 0 && place <= last);
  if (places.length > 0) return known;
  const about = new RegExp(
    `\\b${CARD}s?\\b\\s+(?:about|on|called|titled|for)\\s+["“']?(.+?)["”']?[.!]?$`,
    'i',
  );
  const before = new RegExp(`\\bthe\\s+["“']?(.+?)["”']?\\s+${CARD}\\b`, 'i');
  const name = about.exec(words)?.[1] ?? before.exec(words)?.[1];
  const found = name === undefined ? -1 : placeOf(deck, name);
  return found === -1 ? [] : [found];
}

const NUMBER = '(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten)';
const NUMBERS = new RegExp(
  `\\b${CARD}s?\\s+(?:no\\.?\\s*|number\\s+|#)?(${NUMBER}(?:\\s*(?:,|and|to|-|–)\\s*${NUMBER})*)(?!\\w)`,
  'i',
);

function numbersIn(words: string): number[] {
  const found = NUMBERS.exec(words)?.[1];
  if (found === undefined) return [];
  const range = /^(\w+)\s*(?:to|-|–)\s*(\w+)$/i.exec(found);
  const [from, to] = [numberIn(range?.[1] ?? ''), numberIn(range?.[2] ?? '')];
  if (from && to) return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from - 1 + at);
  return found.split(/\s*(?:,|and)\s*/i).map((word) => numberIn(word) - 1);
}

function ordinalsIn(words: string, last: number): number[] {
  const found = new RegExp(`\\b(last|final|closing|${ORDINALS.join('|')})\\s+${CARD}\\b`, 'i').exec(
    words,
  )?.[1];
  if (found === undefined) return [];
  const place = ORDINALS.indexOf(found.toLowerCase());
  return [place === -1 ? last : place];
}

/** Returns the position of the card whose title has all these words; -1 if there is none. */
export function placeOf(deck: Deck, name: string): number {
  const wanted = name.toLowerCase().split(/\s+/);
  return deck.cards.findIndex(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
}
