const NUMBERS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const NUMBER = `(\\d{1,2}|${NUMBERS.join('|')})`;
const CARDS = '(?:slides?|cards?|pages?)';

/** Patterns of requests for a number of cards. "3 slides" alone is part of the text. */
const ORDERS = [
  `\\b(?:make|keep|cut|reduce|trim|shorten|condense|expand|bring|limit)\\b(?:\\s+\\w+){0,3}?\\s+(?:down\\s+)?(?:to\\s+|at\\s+|in\\s+)?(?:only\\s+|just\\s+)?${NUMBER}\\s+${CARDS}\\b`,
  `\\b(?:only|just|exactly|at most|no more than)\\s+${NUMBER}\\s+${CARDS}\\b`,
  `\\b${NUMBER}\\s+${CARDS}\\s+(?:only|in (?:all|total)|altogether)\\b`,
].map((order) => new RegExp(order, 'i'));

export function numberIn(word: string): number {
  const named = NUMBERS.indexOf(word.toLowerCase());
  return named === -1 ? Number(word) : named + 1;
}

/** Longest text in which a number of cards is searched, in characters. A longer one is content. */
const ORDER_LIMIT = 2_000;

/** Returns the number of cards that a text explicitly requests. */
export function askedNumber(text: string): number | undefined {
  if (text.length > ORDER_LIMIT) return undefined;
  const found = ORDERS.map((order) => order.exec(text)).find((match) => match !== null);
  return found?.[1] === undefined ? undefined : numberIn(found[1]);
}
