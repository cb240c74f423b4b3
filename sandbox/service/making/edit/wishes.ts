import { counted } from '../../engine/compose/count.ts';
import type { Deck } from '../../engine/deck.ts';
import { askedNumber } from '../asked-number.ts';
import { commentsIn, wishOf, withAnswer } from './comments.ts';
import { moved, shortened, withCard, without } from './slides.ts';
import { inTheme, withPicture, withRenamed, withReplaced, withShorterTitle } from './words.ts';

/** A wish that is understood. `what` are its own words; undefined where they do not fit this deck. */
interface Wish {
  pattern: RegExp;
  grant(deck: Deck, what: RegExpExecArray): Deck | undefined;
}

const QUOTE = `["“”'‘’]`;

/** From the most particular to the most general. */
const WISHES: readonly Wish[] = [
  {
    pattern: new RegExp(`\\b(?:change|set|rename|make)\\b.*\\btitle\\b.*?${QUOTE}(.+?)${QUOTE}\\.?$`, 'is'),
    grant: (deck, { 0: wish, 1: title = '' }) => withRenamed(deck, wish, title),
  },
  {
    pattern: /\b(?:change|set|rename)\b.*\btitle\b.*?(?:\bto\b|:)\s*(.+?)\.?$/is,
    grant: (deck, { 0: wish, 1: title = '' }) => withRenamed(deck, wish, title),
  },
  {
    pattern:
      /\b(?:rename|call|retitle)\b\s+(?:it|the (?:deck|doc|document|presentation|page))\s+(?:to\s+|as\s+)?["“']?(.+?)["”']?\.?$/is,
    grant: (deck, { 1: title = '' }) => withRenamed(deck, '', title),
  },
  {
    pattern:
      /\btitles?\b.*\b(?:short|shorter|shorten|punchier|snappier|concise|briefer)\b|\bshort(?:en|er)\b.*\btitles?\b/is,
    grant: (deck, { 0: wish }) => withShorterTitle(deck, wish),
  },
  {
    pattern: /\b(?:theme|colou?rs?|look|style)\b.*?\b(?:to|in|like|with)\s+["“']?([\w -]+)/is,
    grant: (deck, { 1: name = '' }) => inTheme(deck, name),
  },
  {
    pattern:
      /\b(?:use|apply|switch to)\b.*?\btheme\b|\b(?:use|apply)\s+(?:the\s+)?(.+?)\s+(?:theme|look)\b/is,
    grant: (deck, { 0: wish }) => inTheme(deck, wish),
  },
  {
    pattern: /.+/s,
    grant: (deck, { 0: wish }) => {
      const count = askedNumber(wish);
      return count === undefined ? undefined : { ...deck, cards: counted(deck.cards, count) };
    },
  },
  {
    pattern: /\bmove\b.*$/is,
    grant: (deck, { 0: wish }) => moved(deck, wish),
  },
  {
    pattern: /\b(?:add|insert|put|include)\b.*\b(?:picture|image|photo|illustration|drawing)s?\b.*$/is,
    grant: (deck, { 0: wish }) => withPicture(deck, wish),
  },
  {
    pattern:
      /\b(?:replace|swap|change|correct)\b\s+(?:the\s+words?\s+)?["“']?(.+?)["”']?\s+(?:with|by|to|for|into)\s+["“']?(.+?)["”']?\.?$/is,
    grant: (deck, { 1: old = '', 2: fresh = '' }) => withReplaced(deck, old, fresh),
  },
  {
    pattern: /\b(?:remove|delete|drop|cut|lose)\b.*$/is,
    grant: (deck, { 0: wish }) => without(deck, wish),
  },
  {
    pattern: /\b(?:shorter|shorten|condense|tighten|concise|brief|briefer|fewer words|less text|trim)\b/i,
    grant: (deck, { input }) => shortened(deck, input),
  },
  {
    pattern: /\b(?:add|insert|include|append)\b\s+(.+)$/is,
    grant: (deck, { 1: wish = '' }) => withCard(deck, wish),
  },
];

/** Verbs that begin a further wish in the same sentence. */
const VERBS =
  'add|append|apply|call|change|condense|correct|cut|delete|drop|include|insert|lose|make|mention|move|put|remove|rename|replace|set|shorten|swap|switch|tighten|trim|use';
const BETWEEN = new RegExp(
  `\\s*[,;.\\n]+\\s*(?:(?:and|then)\\s+)*(?=(?:${VERBS})\\b)|\\s+(?:and\\s+then|and|then)\\s+(?=(?:${VERBS})\\b)`,
  'gi',
);

const IN_QUOTES = /["“][^"“”]*["”]/g;
/** Stands for what is in quotes; nobody types it. */
const HELD = '\uE000';

/** Each wish of what somebody wrote. What stands in quotes is not taken apart. */
function wishesIn(text: string): string[] {
  const quotes = text.match(IN_QUOTES) ?? [];
  const parts = text.trim().replace(IN_QUOTES, HELD).split(BETWEEN);
  let next = 0;
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => part.replaceAll(HELD, () => quotes[next++] ?? ''));
}

/** The deck after what was wished. A wish that is not understood becomes a card of its own: nothing is lost. */
export function changed(deck: Deck, text: string): Deck {
  const comments = commentsIn(text);
  if (comments) return comments.reduce((so, one) => understood(so, wishOf(one)) ?? withAnswer(so, one), deck);
  if (text.length > WISH_LIMIT) return withCard(deck, firstWords(text));
  return wishesIn(text).reduce((so, wish) => granted(so, wish.trim()), deck);
}

function granted(deck: Deck, wish: string): Deck {
  return understood(deck, wish) ?? withCard(deck, firstWords(wish));
}

function understood(deck: Deck, wish: string): Deck | undefined {
  for (const { pattern, grant } of WISHES) {
    const match = pattern.exec(wish);
    const made = match && grant(deck, match);
    if (made) return made;
  }
  return undefined;
}

/** Characters beyond which nobody wishes for something, but hands over a text. */
const WISH_LIMIT = 2_000;
/** Of a title. */
const TITLE_LIMIT = 120;

const firstWords = (text: string): string =>
  text.length > TITLE_LIMIT ? `${text.slice(0, TITLE_LIMIT).replace(/\s+\S*$/, '')}…` : text;
