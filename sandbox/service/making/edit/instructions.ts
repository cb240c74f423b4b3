import type { Deck } from '../../engine/deck.ts';
import { commentsIn, instructionOf, withComment } from './comments.ts';
import { moved, withCard, without, withWords } from './slides.ts';
import { inTheme, withRenamed, withReplaced, withShorterTitle } from './words.ts';

/** An instruction that the stand-in follows. `follow` returns undefined if it cannot be applied to this deck. */
interface Instruction {
  pattern: RegExp;
  follow(deck: Deck, found: RegExpExecArray): Deck | undefined;
}

const QUOTE = `["“”'‘’]`;

/** From the most specific to the most general. */
const INSTRUCTIONS: readonly Instruction[] = [
  {
    pattern: new RegExp(`\\b(?:change|set|rename|make)\\b.*\\btitle\\b.*?${QUOTE}(.+?)${QUOTE}\\.?$`, 'is'),
    follow: (deck, { 0: all, 1: title = '' }) => withRenamed(deck, all, title),
  },
  {
    pattern: /\b(?:change|set|rename)\b.*\btitle\b.*?(?:\bto\b|:)\s*(.+?)\.?$/is,
    follow: (deck, { 0: all, 1: title = '' }) => withRenamed(deck, all, title),
  },
  {
    pattern:
      /\b(?:rename|call|retitle)\b\s+(?:it|the (?:deck|doc|document|presentation|page))\s+(?:to\s+|as\s+)?["“']?(.+?)["”']?\.?$/is,
    follow: (deck, { 1: title = '' }) => withRenamed(deck, '', title),
  },
  {
    pattern: /\btitle\b.*\b(?:short|shorter|shorten)\b|\bshort(?:en|er)\b.*\btitle\b/is,
    follow: (deck, { 0: all }) => withShorterTitle(deck, all),
  },
  {
    pattern: /\b(?:theme|colou?rs?|look|style)\b.*?\b(?:to|in|like|with)\s+["“']?([\w -]+)/is,
    follow: (deck, { 1: name = '' }) => inTheme(deck, name),
  },
  {
    pattern: /\b(?:use|apply|switch to)\b.*?\b(?:theme|look)\b/is,
    follow: (deck, { 0: all }) => inTheme(deck, all),
  },
  { pattern: /\bmove\b.*$/is, follow: (deck, { 0: all }) => moved(deck, all) },
  {
    pattern:
      /\b(?:replace|swap|change|correct)\b\s+(?:the\s+words?\s+)?["“']?(.+?)["”']?\s+(?:with|by|to|for|into)\s+["“']?(.+?)["”']?\.?$/is,
    follow: (deck, { 1: old = '', 2: fresh = '' }) => withReplaced(deck, old, fresh),
  },
  { pattern: /\b(?:remove|delete|drop|cut)\b.*$/is, follow: (deck, { 0: all }) => without(deck, all) },
  {
    pattern: /^(?:please\s+)?(?:add|insert|include|append)\s+(.+)$/is,
    follow: (deck, { 1: words = '' }) => withCard(deck, words),
  },
];

/** Verbs that start another instruction in the same sentence. */
const VERBS =
  'add|append|apply|call|change|correct|cut|delete|drop|include|insert|make|mention|move|put|remove|rename|replace|set|shorten|swap|switch|use';
const BETWEEN = new RegExp(
  `\\s*[,;.\\n]+\\s*(?:(?:and|then)\\s+)*(?=(?:${VERBS})\\b)|\\s+(?:and\\s+then|and|then)\\s+(?=(?:${VERBS})\\b)`,
  'gi',
);

const IN_QUOTES = /["“][^"“”]*["”]/g;
/** A private character that takes the place of text in quotes. */
const HELD = '\uE000';

/** Splits a text into instructions. Text in quotes is not split. */
function instructionsIn(text: string): string[] {
  const quotes = text.match(IN_QUOTES) ?? [];
  const parts = text.trim().replace(IN_QUOTES, HELD).split(BETWEEN);
  let next = 0;
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => part.replaceAll(HELD, () => quotes[next++] ?? ''));
}

/** Longest instruction, in characters. A longer text is added to the deck. */
const LIMIT = 2_000;

/** Applies an edit to a deck. An instruction that is not understood is added as a card with its words. */
export function edited(deck: Deck, text: string): Deck {
  const comments = commentsIn(text);
  if (comments)
    return comments.reduce((so, one) => followed(so, instructionOf(one)) ?? withComment(so, one), deck);
  if (text.length > LIMIT) return withWords(deck, text);
  return instructionsIn(text).reduce(
    (so, one) => followed(so, one.trim()) ?? withWords(so, one.trim()),
    deck,
  );
}

/**
 * Applies the instructions of a request for a new deck, one on each line. An instruction that is not understood changes nothing, because a
 * real service would follow it without printing it.
 */
export function withInstructions(deck: Deck, lines = ''): Deck {
  return lines
    .split('\n')
    .flatMap((line) => instructionsIn(line.replace(/^(?:(?:and|also|please) )+/i, '')))
    .reduce((so, one) => followed(so, one.trim()) ?? so, deck);
}

function followed(deck: Deck, instruction: string): Deck | undefined {
  for (const { pattern, follow } of INSTRUCTIONS) {
    const found = pattern.exec(instruction);
    const made = found && follow(deck, found);
    if (made) return made;
  }
  return undefined;
}
