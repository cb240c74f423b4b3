import { CARDS_LIMIT, type ExportFormat, type Format, TONE_LIMIT } from '../../service/options.ts';
import { languages } from '../languages.ts';

/** Choices that the words themselves make; all of the words go along as the prompt. */
export interface MentionChoices {
  format?: Format;
  cards?: number;
  exportAs?: ExportFormat;
  audience?: string;
  /** BCP 47 code */
  language?: string;
}

/**
 * @param text on one line
 * @param wanted what it asks for, such as "LinkedIn post"; may be empty
 */
export function choicesIn(text: string, wanted: string): MentionChoices {
  const thing = firstNamed(wanted);
  return {
    format: formatOf(thing) ?? (/\bfor (?:linkedin|instagram)\b/i.test(text) ? 'social' : undefined),
    cards: cardsIn(text, thing),
    exportAs: exportIn(text, thing),
    audience: audienceIn(text),
    language: languageIn(text),
  };
}

const ONE_PAGER = /\bone[- ]?pagers?$/i;

/** The last word decides: a landing page deck is a deck. */
const formatWords: [Format, RegExp][] = [
  ['document', ONE_PAGER],
  ['webpage', /\b(?:landing pages?|web ?pages?|websites?)$/i],
  ['social', /\bposts?$/i],
  ['presentation', /\b(?:decks?|slides?|presentations?|pptx?|powerpoints?)$/i],
  ['document', /\b(?:documents?|docs?|memos?|reports?|briefs?)$/i],
];

function formatOf(thing: string): Format | undefined {
  return formatWords.find(([, words]) => words.test(thing))?.[0];
}

/** "deck and report" names the deck first; "short and friendly deck" is one thing. */
function firstNamed(wanted: string): string {
  const parts = wanted.split(/ (?:and|or) /i);
  return parts.find((part) => formatOf(part)) ?? wanted;
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

/** The topic begins here and may name anything: "slides about the 5 pages that we lost". */
const TOPIC = new RegExp(
  ` (?:about|on|regarding|covering|from|of(?! (?:${Object.keys(numbers).join('|')}|\\d)))\\b.*`,
  'i',
);

function withoutTopic(text: string): string {
  return text.replace(TOPIC, '');
}

const CARDS = new RegExp(
  `\\b(${Object.keys(numbers).join('|')}|\\d{1,3})[- ](?:[a-z-]+ )?(?:slides?|cards?|pages?)\\b`,
  'i',
);

function cardsIn(text: string, thing: string): number | undefined {
  if (ONE_PAGER.test(thing)) return 1;
  const count = CARDS.exec(withoutTopic(text))?.[1]?.toLowerCase() ?? '';
  const value = numbers[count] ?? Number(count);
  return value >= 1 && value <= CARDS_LIMIT ? value : undefined;
}

const exports: [ExportFormat, string][] = [
  ['pdf', 'pdfs?'],
  ['pptx', 'pptx?|powerpoints?'],
  ['png', 'png|pictures|images'],
];

/** The wanted thing is such a file, or the words say "as PDF"; "slides about our PDF export" does not. */
function exportIn(text: string, thing: string): ExportFormat | undefined {
  return exports.find(
    ([, names]) =>
      new RegExp(`\\b(?:${names})\\b`, 'i').test(thing) ||
      new RegExp(`\\b(?:as|in) (?:an? )?(?:${names})\\b`, 'i').test(text) ||
      new RegExp(`\\b(?:in)?to (?:an? )?(?:${names})\\b`, 'i').test(withoutTopic(text)),
  )?.[0];
}

/** "for Friday" names no readers. */
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

/** "… in German" */
function languageIn(text: string): string | undefined {
  const [, named] = /\bin (\p{Lu}\p{L}+)\b/u.exec(text) ?? [];
  return languages.find(([, name]) => name === named)?.[0];
}
