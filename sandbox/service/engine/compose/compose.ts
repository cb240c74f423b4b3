import type { Card, Deck, DeckFormat } from '../deck.ts';
import { topicsIn } from '../read/messages.ts';
import { outlineOf } from '../read/outline.ts';
import { themeOf } from '../themes/themes.ts';
import { isBrief } from './brief.ts';
import { cardsOfBrief } from './briefCards.ts';
import { cardsOfConversation } from './conversation.ts';
import { counted, eased, MOST_CARDS } from './count.ts';
import { filled } from './fill.ts';
import { condensed, type Frame, parted } from './fit.ts';
import { illustrated } from './illustrate.ts';
import type { PlanOptions } from './plan.ts';
import { cardsOfText } from './textCards.ts';
import { focused, named, type Wishes, wishesOf } from './wishes.ts';

export interface DocInput {
  text: string;
  format: DeckFormat;
  /** 1 to 75. Left out, the text decides. */
  numCards?: number;
  cardSplit?: 'auto' | 'inputTextBreaks';
  title?: string;
  themeId?: string;
  /** Keeps its layouts and structure, and its card count unless a number is asked for; filled with the new content. */
  template?: Deck;
  imageSource?: string;
  imageStyle?: string;
  dimensions?: string;
  language?: string;
  textMode?: 'generate' | 'condense' | 'preserve';
  /** What is to be done with the text, in plain words. */
  instructions?: string;
  audience?: string;
  tone?: string;
}

/** Most cards of a text that is shortened anyway, where no number is asked for. */
const USUAL_MOST = 24;
/** … and of one that is wished short. */
const SHORT_MOST = 6;

/** Turns a text into cards. The same input always gives the same deck. */
export function composeDeck(input: DocInput): Deck {
  if (input.template) return fromTemplate(input, input.template);
  const content = contentOf(input);
  const frame = frameOf(input, content.title);
  const asked = input.cardSplit === 'inputTextBreaks' ? undefined : input.numCards;
  const keepsAll = input.textMode === 'preserve' || input.cardSplit === 'inputTextBreaks';
  const { isShort } = wishesOf(input.instructions ?? '', undefined, input.tone);
  const whole = illustrated(content.cards, content.title, input);
  const fitted =
    frame.format === 'document' ? whole : whole.flatMap(eased).flatMap((card) => parted(card, frame));
  const cards = inNumber(fitted, asked, keepsAll, frame, isShort ? SHORT_MOST : USUAL_MOST);
  return { ...frame, cards: frame.format === 'document' ? cards : numbered(cards) };
}

function inNumber(
  cards: Card[],
  asked: number | undefined,
  keepsAll: boolean,
  frame: Frame,
  most: number,
): Card[] {
  const count = asked ?? (keepsAll ? cards.length : most);
  const right = asked === undefined && cards.length <= count ? cards : counted(cards, count);
  if (frame.format === 'document') return right;
  return keepsAll
    ? right.flatMap((card) => parted(card, frame))
    : right.map((card) => condensed(card, frame));
}

function frameOf(input: DocInput, title: string): Frame {
  return {
    title,
    format: input.format,
    themeId: themeOf(input.themeId).id,
    ...(input.dimensions ? { dimensions: input.dimensions } : {}),
    ...(input.language ? { language: input.language } : {}),
  };
}

function optionsOf(input: DocInput): PlanOptions {
  return {
    preserve: input.textMode === 'preserve',
    prose: input.format === 'document',
    pictures: input.imageSource !== 'noImages',
  };
}

function contentOf(input: DocInput): { title: string; cards: Card[] } {
  const text = input.text.trim();
  if (input.cardSplit === 'inputTextBreaks') return brokenContent(input, text);
  if (input.textMode === 'preserve')
    return cardsOfText(outlineOf(text), input.format, optionsOf(input), input.title);
  const wishes = wishesOf(input.instructions ?? '', input.audience, input.tone);
  return named(shownContent(input, text, wishes), wishes, input.title);
}

function shownContent(input: DocInput, text: string, wishes: Wishes): { title: string; cards: Card[] } {
  const outline = focused(outlineOf(text), wishes);
  if (isBrief(text, outline)) return cardsOfBrief(outline, input.format, text, input.numCards);
  // A conversation is shown by its outcome.
  const topics = topicsIn(outline);
  if (topics) return cardsOfConversation(outline, topics, input.numCards, input.title);
  return cardsOfText(outline, input.format, optionsOf(input), input.title);
}

/** A line of only `---` begins a new card; each part between is one card (more where it is too long for one). */
function brokenContent(input: DocInput, text: string): { title: string; cards: Card[] } {
  const segments = text
    .split(/^[ \t]*---[ \t]*$/m)
    .map((segment) => segment.trim())
    .filter(Boolean);
  const options = optionsOf(input);
  const cards = segments.flatMap((segment, i) => segmentCard(segment, i, options));
  const title = input.title ?? cards.find((card) => card.title)?.title ?? 'Untitled';
  return { title, cards: cards.length > 0 ? cards : [{ layout: 'title', title, blocks: [] }] };
}

function segmentCard(segment: string, index: number, options: PlanOptions): Card[] {
  const { title, cards } = cardsOfText(outlineOf(segment), 'social', { ...options, preserve: true });
  const [opening, ...rest] = cards;
  const isOpening = index === 0 && rest.length === 0;
  if (isOpening || !opening) return cards.slice(0, 1);
  if (rest.length === 0)
    return [
      opening.blocks.length > 0 ? { ...opening, layout: 'bullets' } : { ...opening, layout: 'section' },
    ];
  const lead = opening.blocks;
  const blocks = [
    ...lead,
    ...rest.flatMap((card, i) =>
      i > 0 && card.title && card.title !== rest[i - 1]?.title
        ? [{ kind: 'subheading' as const, text: card.title }, ...card.blocks]
        : card.blocks,
    ),
  ];
  return [{ layout: rest.length === 1 ? (rest[0] as Card).layout : 'bullets', title, blocks }];
}

function fromTemplate(input: DocInput, template: Deck): Deck {
  const { title, cards } = contentOf({
    ...input,
    cardSplit: 'auto',
    // Each part apart, so that it can stand where the template speaks of it.
    numCards: MOST_CARDS,
    format: template.format,
  });
  const frame: Frame = {
    ...frameOf({ ...input, format: template.format }, title),
    themeId: themeOf(input.themeId ?? template.themeId).id,
    ...(template.dimensions ? { dimensions: template.dimensions } : {}),
  };
  const whole = filled(template, { title, cards });
  const made = input.numCards === undefined ? whole : counted(whole, input.numCards);
  return { ...frame, cards: frame.format === 'document' ? made : made.map((card) => condensed(card, frame)) };
}

/** Cards with the same title in a row say which of how many they are. */
function numbered(cards: Card[]): Card[] {
  const isFrame = ({ layout }: Card) => layout === 'section' || layout === 'title';
  const rows: [Card, ...Card[]][] = [];
  for (const card of cards) {
    const last = rows.at(-1);
    const [first] = last ?? [];
    const isSame = card.title && first?.title === card.title && first.kicker === card.kicker;
    if (last && first && isSame && !isFrame(first) && !isFrame(card)) last.push(card);
    else rows.push([card]);
  }
  const own = (card: Card, i: number, { length }: Card[]) =>
    length === 1
      ? card
      : { ...card, kicker: [card.kicker, `${i + 1} of ${length}`].filter(Boolean).join(' · ') };
  return rows.flatMap((row) => row.map(own));
}
