import type { Block, Card, Deck } from '../engine/deck.ts';
import { composeDeck, themes } from '../engine/engine.ts';

/** A wish that is understood, and what it does to a deck; `what` is the wish's own words. */
interface Wish {
  pattern: RegExp;
  grant(deck: Deck, what: string): Deck;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** Items that are left of a list that is made shorter. */
const SHORT_LIST = 3;

const WISHES: readonly Wish[] = [
  {
    pattern: /\b(?:change|set|make|rename)\b.*\btitle\b.*?\b(?:to|:)\s*["“']?(.+?)["”']?\.?$/is,
    grant: (deck, title) => withTitle(deck, title),
  },
  {
    pattern:
      /\b(?:remove|delete|drop|cut)\b.*?\b(last|\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b/is,
    grant: (deck, which) => without(deck, which.toLowerCase()),
  },
  {
    pattern: /\b(?:theme|colou?rs?|look|style)\b.*?\b(?:to|in|like|with)\s+["“']?([\w -]+)/is,
    grant: (deck, name) => inTheme(deck, name),
  },
  { pattern: /\b(shorter|shorten|condense|tighten|concise|brief)/i, grant: shortened },
  {
    pattern: /\badd\b.*?\b(?:card|slide|section|page)s?\b\s*(?:about|on|with|for|:)?\s*(.+)$/is,
    grant: (deck, about) => withCard(deck, about),
  },
];

/** The deck after a wish. One that is not understood becomes a card of its own: nothing that was asked for is lost. */
export function changed(deck: Deck, wish: string): Deck {
  for (const { pattern, grant } of WISHES) {
    const match = pattern.exec(wish.trim());
    if (match) return grant(deck, (match[1] ?? '').trim());
  }
  return withCard(deck, wish);
}

function withTitle(deck: Deck, title: string): Deck {
  const cards = deck.cards.map((card, index) => (index === 0 ? { ...card, title } : card));
  return { ...deck, title, cards };
}

/** The last card stays: a doc has at least one. */
function without(deck: Deck, which: string): Deck {
  const named = NUMBERS.indexOf(which);
  const index = which === 'last' ? deck.cards.length - 1 : named === -1 ? Number(which) - 1 : named;
  return deck.cards.length === 1 ? deck : { ...deck, cards: deck.cards.filter((_, card) => card !== index) };
}

/** By name or by a colour or tone that the theme is known for. */
function inTheme(deck: Deck, wanted: string): Deck {
  const words = wanted.toLowerCase();
  const named = themes.find(({ name }) => words.includes(name.toLowerCase()));
  const described = themes.find(({ colorKeywords, toneKeywords }) =>
    [...colorKeywords, ...toneKeywords].some((keyword) => words.includes(keyword.toLowerCase())),
  );
  return { ...deck, themeId: (named ?? described)?.id ?? deck.themeId };
}

function shortened(deck: Deck): Deck {
  const cards = deck.cards.map((card) => ({ ...card, blocks: card.blocks.map(shorterBlock) }));
  return { ...deck, cards };
}

function shorterBlock(block: Block): Block {
  return block.kind === 'list' ? { ...block, items: block.items.slice(0, SHORT_LIST) } : block;
}

/** A card about something, before the closing one where there is one. */
function withCard(deck: Deck, about: string): Deck {
  const title = `${about.charAt(0).toUpperCase()}${about.slice(1)}`;
  const { format, themeId } = deck;
  const made = composeDeck({ text: `# ${title}`, format, themeId, numCards: 1 });
  const blocks = made.cards.flatMap((card) => card.blocks);
  const added: Card = { layout: blocks.length > 0 ? 'bullets' : 'section', title, blocks };
  const end = deck.cards.at(-1)?.layout === 'closing' ? -1 : deck.cards.length;
  return { ...deck, cards: [...deck.cards.slice(0, end), added, ...deck.cards.slice(end)] };
}
