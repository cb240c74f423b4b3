import { CARDS_LIMIT, type ExportFormat, type Format, TONE_LIMIT } from './schema.ts';

/** What somebody wants who mentions Deckhand: something made, or nothing that can be told from the words. */
export type MentionWish =
  | ({ kind: 'make' } & MentionChoices)
  /** Thanks, a question, somebody talking about Deckhand: making something of that would spend credits for nothing. */
  | { kind: 'talk' };

/** What the words say by themselves; the words as a whole go along as the prompt. */
export interface MentionChoices {
  format?: Format;
  cards?: number;
  exportAs?: ExportFormat;
  audience?: string;
}

const VERB =
  'make|create|turn|build|prepare|draft|write|generate|produce|summari[sz]e|sum (?:this |it )?up|put (?:this|it|together)|recap|do';
const NOUN =
  'decks?|slides?|presentations?|one[- ]?pagers?|documents?|docs?|memos?|reports?|briefs?|summary|recap|web ?pages?|websites?|posts?|pptx?|powerpoint|pdf';
const COUNT = 'a|an|some|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|\\d{1,2}';
const POLITE =
  '(?:(?:please|pls|hey|hi|hello|now|ok|okay|so|can you|could you|would you|will you|kindly)[\\s,:!]+)*';

/** Only at the beginning: "thanks for the deck" names one as well. */
const COMMAND = new RegExp(
  `^${POLITE}(?:(?:${VERB})\\b|(?:(?:${COUNT})[\\s-]+)(?:[\\w-]+ ){0,2}(?:${NOUN})\\b|(?:${NOUN})\\b)`,
  'i',
);

/** @param words what was said to Deckhand, its own mention taken away, in plain words */
export function parseMention(words: string): MentionWish {
  const text = words.replace(/\s+/g, ' ').trim();
  if (!COMMAND.test(text)) return { kind: 'talk' };
  const format = formatIn(text);
  const cards = cardsIn(text);
  const exportAs = exportIn(text);
  const audience = audienceIn(text);
  return {
    kind: 'make',
    ...(format && { format }),
    ...(cards && { cards }),
    ...(exportAs && { exportAs }),
    ...(audience && { audience }),
  };
}

const ONE_PAGER = /\bone[- ]?pagers?\b/i;

/** The first that fits: a one-pager is a document, a LinkedIn post is a post. */
const formatWords: [Format, RegExp][] = [
  ['document', ONE_PAGER],
  ['webpage', /\b(web ?page|website|landing page)\b/i],
  ['social', /\b(social|linkedin|instagram|(?:blog )?post)\b/i],
  ['presentation', /\b(decks?|slides?|presentation|pptx?|powerpoint)\b/i],
  ['document', /\b(documents?|docs?|memos?|reports?|briefs?)\b/i],
];

function formatIn(text: string): Format | undefined {
  return formatWords.find(([, words]) => words.test(text))?.[0];
}

const numbers: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
};

const CARDS = new RegExp(
  `\\b(${Object.keys(numbers).join('|')}|\\d{1,3})[- ](?:[a-z-]+ )?(?:slides?|cards?|pages?|pagers?)\\b`,
  'i',
);

function cardsIn(text: string): number | undefined {
  if (ONE_PAGER.test(text)) return 1;
  const count = CARDS.exec(text)?.[1]?.toLowerCase() ?? '';
  const value = numbers[count] ?? Number(count);
  return value >= 1 && value <= CARDS_LIMIT ? value : undefined;
}

function exportIn(text: string): ExportFormat | undefined {
  if (/\bpdf\b/i.test(text)) return 'pdf';
  if (/\b(pptx?|powerpoint)\b/i.test(text)) return 'pptx';
  return /\b(png|pictures|images of each)\b/i.test(text) ? 'png' : undefined;
}

/** Times are for something else than readers. */
const NOT_AN_AUDIENCE =
  /^(?:me|us|this|that|it|now|today|tonight|tomorrow|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day|q[1-4]|\d)\b/i;

function audienceIn(text: string): string | undefined {
  const [, found = ''] =
    /\bfor ((?:the |our |my |an? )?[^.,;:!?()]+?)(?= (?:as|in|with|about|on|by|from|using|please|that|who|which)\b|[.,;:!?()]|$)/i.exec(
      text,
    ) ?? [];
  const audience = found.trim();
  return audience === '' || NOT_AN_AUDIENCE.test(audience) ? undefined : audience.slice(0, TONE_LIMIT);
}
