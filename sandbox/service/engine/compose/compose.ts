import { type Card, type Deck, type DeckFormat, plain } from '../deck.ts';
import type { Pictures } from '../read/markdown.ts';
import { isMessage, type Outline, outlineOf } from '../read/outline.ts';
import { languageOf } from '../read/sentences.ts';
import { themeOf } from '../themes/themes.ts';
import { arranged, arrangedToFit, type Content, deckOf, spread } from './arrange.ts';
import { cardsOf, cardUnder } from './cards.ts';
import { type Frame, fits, packed } from './pack.ts';

export interface DocInput {
  text: string;
  /** The pictures whose addresses stand in the text. */
  pictures?: Pictures;
  format: DeckFormat;
  /** 1 to 75; by default it depends on the text. */
  numCards?: number;
  cardSplit?: 'auto' | 'inputTextBreaks';
  title?: string;
  themeId?: string;
  /** Its headings, theme and number of cards are used, unless `numCards` is given. */
  template?: Deck;
  dimensions?: string;
  language?: string;
  textMode?: 'generate' | 'condense' | 'preserve';
  /** `additionalInstructions` of the request, one on each line. They are not part of the text. */
  instructions?: string;
}

const MOST_CARDS = 75;
/** Most cards if no number is given and the text may be shortened. */
const USUAL_MOST = 24;

/** Turns a text into cards. The same input always gives the same deck. */
export function composeDeck(input: DocInput): Deck {
  const text = input.text.trim();
  if (input.cardSplit === 'inputTextBreaks' && !input.template) return deckOfSegments(input, text);
  const outline = outlineOf(text, input.title, input.pictures);
  const frame = frameOf(input, outline.title);
  const content = contentOf(outline, input, frame);
  if (input.template) return placedIn(input.template, content, frame, input.numCards);
  if (input.numCards === undefined)
    return deckOf(arranged(content, frame, input.textMode === 'preserve' ? MOST_CARDS : USUAL_MOST));
  const count = Math.min(input.numCards, MOST_CARDS);
  const made = arrangedToFit(content, frame, count);
  return deckOf({ ...made, cards: spread(made.cards, count) });
}

function frameOf(input: DocInput, title: string): Frame {
  const { template, text } = input;
  const dimensions = template ? template.dimensions : input.dimensions;
  return {
    title,
    format: template?.format ?? input.format,
    themeId: themeOf(input.themeId ?? template?.themeId).id,
    language: input.language ?? languageOf(text),
    ...(dimensions ? { dimensions } : {}),
  };
}

/** Longest text below the title of the deck, in characters. */
const SUBTITLE_LIMIT = 240;

function contentOf({ title, lead, sections }: Outline, input: DocInput, frame: Frame): Content {
  const { format, language } = frame;
  const options = { format, language, keepsProse: input.textMode === 'preserve' || format === 'document' };
  const [first, ...others] = lead;
  const opening: Card = { layout: 'title', title, blocks: first?.kind === 'paragraph' ? [first] : [] };
  const isSubtitle =
    first?.kind === 'paragraph' &&
    plain(first.spans).length <= SUBTITLE_LIMIT &&
    !isMessage(first.spans) &&
    fits(opening, frame);
  const intro = isSubtitle ? others : lead;
  return {
    opening: isSubtitle ? opening : { ...opening, blocks: [] },
    parts: [...(intro.length > 0 ? [{ title, blocks: intro }] : []), ...sections].flatMap((section) =>
      cardsOf(section, options),
    ),
  };
}

/** Starts a new card at each line of only `---`. A part that is too long gets several cards. */
function deckOfSegments(input: DocInput, text: string): Deck {
  const segments = text.split(/^[ \t]*---[ \t]*$/m).filter((segment) => segment.trim());
  const outlines = segments.map((segment) => outlineOf(segment, undefined, input.pictures));
  const title = input.title ?? outlines[0]?.title ?? 'Untitled';
  const frame = frameOf(input, title);
  const cards = outlines.flatMap((outline, at): Card[] => {
    const { opening, parts } = contentOf(outline, { ...input, textMode: 'preserve' }, frame);
    if (parts.length === 0)
      return [at === 0 ? opening : { ...opening, layout: opening.blocks.length > 0 ? 'bullets' : 'section' }];
    const whole: Card[] = [{ ...opening, layout: 'bullets' }, ...parts];
    return packed(cardUnder(outline.title, whole), frame, MOST_CARDS).cards;
  });
  const notes = cards.length > MOST_CARDS ? [`${MOST_CARDS} of ${cards.length} cards shown.`] : [];
  return deckOf({ frame, cards: cards.slice(0, MOST_CARDS), notes });
}

/**
 * Puts content into the places of a template. Text under a heading of the template takes that place. All other text takes
 * the remaining places, in its order and under its own headings. A place without text keeps only its heading. If more cards
 * are asked for than the template has, its places after the first are repeated.
 */
function placedIn(template: Deck, content: Content, frame: Frame, numCards?: number): Deck {
  const count = numCards ?? template.cards.length;
  const made = arrangedToFit(content, frame, count);
  const waiting = [...made.cards];
  const [first, ...others] = template.cards;
  const repeated = others.length > 0 ? others : [first];
  const kept = Array.from({ length: count }, (_, at) =>
    at === 0 ? first : repeated[(at - 1) % repeated.length],
  );
  const places = kept.map((place) => {
    const at = waiting.findIndex((card, i) => i > 0 && place && sameHeading(card, place));
    return at > 0 ? waiting.splice(at, 1)[0] : undefined;
  });
  const cards = places.map((card, at) => card ?? waiting.shift() ?? bare(kept[at] as Card));
  return deckOf({ ...made, cards: [...cards, ...waiting] });
}

const sameHeading = (one: Card, other: Card) =>
  other.layout !== 'title' && one.title.trim().toLowerCase() === other.title.trim().toLowerCase();

function bare({ title }: Card): Card {
  return { layout: 'section', title, blocks: [] };
}

/** Returns the headings of a template that got no text. */
export function unfilledHeadings(template: Deck, made: Deck): string[] {
  const own = new Set(template.cards.filter(({ blocks }) => blocks.length > 0).map(({ title }) => title));
  return made.cards
    .filter(({ layout, title }) => layout === 'section' && own.has(title))
    .map(({ title }) => title);
}
