import { inPlainWords } from '../../../asks/mention/card-orders.ts';
import { NUMBER } from '../../../asks/mention/numbers.ts';
import { CAN_YOU } from '../../../asks/mention/other-languages.ts';
import { TAKEN_BACK } from '../../../asks/mention/understand.ts';
import type { Ask } from '../../../asks/schema.ts';

/** Puts what people say to a card into the words that the rules know. */

/** Matches a wish such as "could it have more pictures?" */
const COULD_IT =
  /^(?:(?:and|but|so|hm+|ok)[ ,]+)*(?:can|could|should|shouldn[’']?t) (?:it|this|that|they|the (?:deck|slides|document|page|post)) (?:please |also |maybe |perhaps )*(?:(?<has>have|get|contain)|(?<is>be)(?! (?:ready|done|finished|there|possible|private|public|in |on |\p{L}+(?:ed|en|ne|un)\b))|(?=include|show|mention|use|focus|start|end)) ?(?<what>[^?,;:]{3,60})\?*$/iu;

/** Matches a wish for a part, also behind a remark: "looks good thx. could the title be Packing?" */
const PART_BE =
  /^(?:[^.!?]{1,40}[.!] )?(?:can|could|should) the (?<part>title|headline|text|tone|background|font|colou?rs?|pictures?|order) (?:please |maybe )?be (?<value>(?!\p{L}+ed\b)[^?]{2,80}?)[?\s]*$/iu;

/** Matches a polite question such as "Can you add our prices?", in the languages of `CAN_YOU`. */
const POLITE_QUESTION = new RegExp(
  `^[\\s¿]*(?:(?:thanks|thank you|thx|ty|danke|merci|ok|okay|great|nice|perfect|cool)[ ,.!]+)*(?:(?:(?:can|could|would|will) (?:you|u)|shall we|can we|could we)(?: please| also| maybe| just| say)* (?<order>[^?]+)\\?*|(?:${CAN_YOU})(?: bitte| es| das| het| dit)* (?<foreign>[^\\s?]+ [^?]+)\\?*)\\s*$`,
  'iu',
);

/** Returns the order in a polite question, for example "add our prices". Returns any other sentence unchanged. */
export function orderIn(text: string): string {
  const { part, value } = PART_BE.exec(text)?.groups ?? {};
  if (part) return `make the ${part} ${value}`;
  const { has, is, what } = COULD_IT.exec(text)?.groups ?? {};
  if (what) return `${has ? 'with ' : is ? 'make it ' : ''}${what}`;
  const { order, foreign } = POLITE_QUESTION.exec(text)?.groups ?? {};
  return order?.replace(/^do (?=(?:it|this|that)\b)/i, 'make ') ?? foreign?.trim() ?? text;
}

/** Matches "Not PDF, " in "Not PDF, PowerPoint". The match is removed before the sentence is parsed. */
export const CORRECTED =
  /^\s*no (?:pdf|pptx?|powerpoint|png)(?: needed| please| file)?[,;] (?:but )?(?=\S)|^\s*(?:(?:no|wait|oh|ok|sorry)[, ]+)*not (?!(?:so|too|that|very|quite|really) |(?:now|yet)\b)(?:as |in |for )?[\p{L} ]{1,20}, (?:but )?(?=\S)/iu;

/** Matches nothing. An instruction for a change keeps what it is not about: "not in German, only more formal". */
const NOTHING = /(?!)/;

/** Matches ", not 5" in "7 slides, not 5". The match is removed, because it only names the old choice. */
const NOT_BEFORE = new RegExp(
  `,? not (?:as |in |for )?(?:(?:an? )?(?:pdf|pptx?|powerpoint)|${NUMBER})(?: please)?[.!]?$`,
  'i',
);

/** Matches a sentence that only says who gets the result: "just me, not the channel". */
const ONLY_ME =
  /^(?:no,? )?(?:just|only)(?: for| to)? me(?:,? (?:and )?(?:please|not (?:in |to |for )?(?:(?:the|this|our) (?:whole )?(?:channel|team)|everybody|everyone|all)))*[.!]*$/i;

/** Matches the format that a card must not have, beside the one that it must: "as a page, not slides, and only the numbers". */
const NOT_SLIDES =
  /(?<=\b(?:as|make it) .*),? (?:and )?not (?:as )?(?:slides|an? (?:deck|presentation))(?=[,.]|$)/i;

/** Matches a wish against the channel: "please not in the channel". */
const NOT_HERE = /\b(?:please )?not (?:in|to|into) (?:the|this|our) (?:whole )?channel\b(?: please)?/i;

/** Returns the corrected number of "make it 10 slides, no wait, 8". */
export function withoutFirstNumber(text: string): string {
  const rest = text.replace(TAKEN_BACK, '');
  return rest !== text && text.length < 80 && /^\d{1,2}\b.{0,20}$/.test(rest) ? rest : text;
}

/**
 * Returns a sentence as an order to a card. Choices that it only excludes are removed: "Not PDF, PowerPoint".
 * @param here id of the channel in which it was written. Undefined in direct messages
 */
export function plainOrder(
  order: string,
  open: Ask | undefined,
  isRefusal: boolean,
  here: string | undefined,
): string {
  const isEdit = open?.work.kind === 'edit';
  const plain = inPlainWords(order, open?.source.kind === 'channel', here);
  // In "nah, rather not", the words around "not" make it a refusal.
  return (isRefusal ? order : plain)
    .replace(isEdit ? NOTHING : CORRECTED, '')
    .replace(isEdit ? NOTHING : NOT_BEFORE, '')
    .replace(isEdit ? NOTHING : NOT_SLIDES, '')
    .replace(/^((?:no|and|please)[ ,]+)*(as|make it) (?:a|one|a single) page\b/i, '$2 a one-pager')
    .replace(ONLY_ME, 'just for me')
    .replace(NOT_HERE, 'just for me');
}
