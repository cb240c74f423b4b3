import { isOnlyAudience } from './audience.ts';
import { findChoices, type MentionChoices } from './choices.ts';
import { type FoundAsk, findAsk, findIndirectAsk, formatOf, OBJECT, OF_THREAD } from './find-ask.ts';
import { withoutCourtesy, withoutQuoted } from './flat-text.ts';
import { ruleText } from './other-languages.ts';
import { GLUE, promptOf } from './prompt.ts';
import { FOR_PERSON, isSeveral, mayBePrivate, PAGES } from './request.ts';
import { talkIn } from './talk.ts';
import { corrected } from './typos.ts';
import { SECOND_THING, TAKEN_BACK, withoutRemark } from './understand.ts';
import { unreadNotes, unsupportedIn } from './unsupported.ts';

/**
 * Decides whether a sentence in a thread is a plain order, such as "make a one-pager". Deckhand carries out a plain order at once, which
 * spends credits. Every other sentence that may be an order gets a card first.
 */

/** Matches words of a request that depends on something, or that is taken back. */
const CONDITIONAL =
  /\b(?:show|tell|ask|send) me first\b|\b(?:first (?:show|tell|ask)|before you (?:make|start|do)|(?:preview|draft|outline|plan) first)\b|\b(?:once|as soon as|unless|not (?:now|yet|today|tomorrow|this \w+)|already|yourself|yourselves)\b|^(?!.*\b(?:about|what|how|why)\b).*\b(?:if (?!possible)|when|whenever)\b|[?.!,–-] *(?:(?:no|actually|wait)[, ]+){0,3}(?:no|nope|never ?mind|don['’]?t|wait|(?:just )?kidding)[.!]*$|\bkeine?n?\b/isu;

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/**
 * Matches a time at which the document is to be made, for example "next week" in "make slides of this next week". Does not match "for next
 * week", which is a purpose.
 */
const LATER = new RegExp(
  `(?<!\\b(?:for|by|of|about|from|due|on|needed|until|since|the|what|in) )\\b(?:later(?: on)?|tomorrow|tonight|soon|eventually|next (?:time|week|month|quarter|year|${DAY})|this (?:evening|afternoon)|some ?(?:day|time)|one day|at some point|in (?:an?|one|two|three|a few|\\d+) (?:minutes?|hours?|days?|weeks?|months?)|after (?:lunch|work|the \\p{L}+)|on ${DAY}|every (?:${DAY}|day|week|month|time)|each (?:${DAY}|day|week|month))[.!?]*(?=$|[,;.!])|\\b(?:sp[äa]ter|morgen|plus tard|demain|m[aá]s tarde|mañana|mais tarde|amanh[aã])[.!]*$`,
  'iu',
);

/** Matches a statement: "making slides now", "we have this as a document". */
const STATES =
  /^(?:(?:ok|okay|oh|so|hi|thanks|now)[ ,.!]+)*(?:(?:making|creating|preparing|writing)\b|(?:i|we) (?:have|get)\b)/i;
/**
 * Matches a verb after the object that makes the whole sentence a statement, for example "would" in "make slides of this would be silly".
 * In "slides of what would help", the verb belongs to the topic.
 */
const IS_SUBJECT =
  /^(?:(?!\b(?:that|which|who|what|where|when|why|how|whether|if|because|so|i|you|we|they|he|she|it|people|everybody|everyone)\b)[^,.;:!?–—])*\b(?:would|could|might|should|must|will|is|was|are|were|isn['’]t|wasn['’]t|makes|sounds?|seems?)\b/iu;

/** Matches a question that is not a polite order, for example "Summarize this? Why?" or "make slides of this? let me think", and doubt. */
const IN_DOUBT = /^(?!.*\b(?:can|could|would|will) (?:you|u|we)\b)[^?]*\?|\b(?:maybe|perhaps)\b/is;

/** Matches the verb of an order: "make", "turn". The command "a short report" has none. */
const VERB =
  /\b(?:mak(?:e|ing)|creat(?:e|ing)|do|writ(?:e|ing)|prepar(?:e|ing)|build|draft|give|get|have|turn|convert|transform|put|show|present|bring|wrap|pack(?:age)?|boil|distil+|generate|produce|compose|need|want|like)\b/i;
/** Matches a verb that can also begin a message with content, for example "recap: we ship on Friday". */
const SUMS_UP = /\b(?:summari[sz]e|sum|recap|condense|catch|digest|tl;?dr)\b/i;
/** Matches "please" if it belongs to the request. In "newsletter of May, please forward" it belongs to "forward". */
const PLEASE =
  /^(?:hi |hey |ok,? )?(?:please|pls|plz)\b|\b(?:please|pls|plz)\b(?=[.!]*$|\s*[,.;:]|\s(?:for|as|in|of|from|with|on|about|only|just)\b|\s\d)/i;
/** Matches the name of a colleague to whom the sentence may be addressed: "make a deck, Ben", "make slides of this Ben". */
const NAMES_PERSON =
  /(?:^|[,;.!?] ?|\b(?:this|that|it|thread|slides|deck|presentation|document|one-pager|report|please|pls) )(?!(?:I|Deckhand|PDF|PNG|PPTX?)\b)\p{Lu}[\p{L}-]+(?=[.!?]*$|,)/u;

const IS_WISH = /\b(?:need|want|like)\b/i;
const withoutSource = (tail: string) =>
  tail.replace(new RegExp(`^ (?:of|from|out of|about|on) ${OBJECT}(?![\\p{L}-])`, 'iu'), '');

/** Matches an order to send the result to somebody: "make slides of this and send them to Marta". */
const PASSES_ON =
  /\b(?:send|forward|give|mail|e-?mail|dm|pass) (?:it|them|this|that|the result) (?:on )?to (?!me\b|us\b)/i;

/** An order in a thread for one document. */
export interface ThreadOrder {
  choices: MentionChoices;
  /** Words besides the choices if they limit the content: "for the agency, no prices"; otherwise empty. */
  wishes: string;
  /** Returns true if the order is plain. @param left the words without the names of themes and templates */
  isPlain(left: string): boolean;
}

/**
 * Returns the order in a mention that asks for one document about its thread. Returns undefined for other mentions, for example thanks, a
 * question, or a request for two documents.
 * @param words plain text without the mention
 */
export function orderInThread(words: string): ThreadOrder | undefined {
  const text = ruleText(withoutRemark(corrected(words)));
  const ask = talkIn(text) === 'digests' ? undefined : orderIn(text);
  if (!ask) return undefined;
  const { choices, phrases } = findChoices(text, ask.wanted);
  if (!choices.format && PAGES.test(text)) choices.format = 'document';
  const { second } = SECOND_THING.exec(withoutQuoted(text))?.groups ?? {};
  if (second && formatOf(second) !== choices.format) return undefined;
  const besides = promptOf(text, ask, phrases).replace(IT_FIRST, '');
  const wishes = LIMITS.test(besides) ? besides : '';
  return { choices, wishes, isPlain: (left) => isPlain(words, text, ask, left) };
}

const IT_FIRST = new RegExp(`^${OBJECT}(?: (?:please|pls))?[,.;: ]+`, 'i');
/** Matches words that leave something out. */
const LIMITS = /\b(?:no|not|without|only|except|don['’]?t|leave out)\b/i;

const IS_NEEDED = /^(?!.*\b(?:maybe|perhaps|should|could)\b).*\b(?:need|want|(?:would|['’]d) like)\b/i;

/** Finds the ask in a sentence in a thread. Also accepts "I need slides of this thread", because it names its source. */
function orderIn(text: string): FoundAsk | undefined {
  return findAsk(text) ?? (OF_THREAD.test(text) && IS_NEEDED.test(text) ? findIndirectAsk(text) : undefined);
}

function isPlain(words: string, text: string, ask: FoundAsk, left: string): boolean {
  const tail = text.slice(ask.command.length);
  if (LATER.test(words) || CONDITIONAL.test(words) || STATES.test(words) || IN_DOUBT.test(text)) return false;
  // The card says what Deckhand cannot do.
  // "Make something of this" names no kind, so its card asks.
  if (
    /^(?:something|anything|sth)\b/i.test(ask.wanted) ||
    /\b(?:make|do|create) (?:something|sth)\b/i.test(text)
  )
    return false;
  if (HOLDS_BACK.test(words) || mayBePrivate(words) || unsupportedIn(text).some(({ phrase }) => phrase))
    return false;
  if (isSeveral(ask) || unreadNotes(text).length > 0) return false;
  if (IS_SUBJECT.test(tail)) return false;
  // After a wish, only choices may follow. "We need slides of this to be shorter" is not an order.
  if (IS_WISH.test(ask.command) && !isOnlyChoices(withoutSource(tail), ask.wanted)) return false;
  const hasVerb = VERB.test(ask.command) || (SUMS_UP.test(ask.command) && !tail.startsWith(':'));
  if (!hasVerb && !PLEASE.test(text) && !OF_THREAD.test(text) && !isOnlyChoices(tail, ask.wanted))
    return false;
  const { phrases } = findChoices(left, ask.wanted);
  const unknown = withoutCourtesy(phrases.reduce((rest, phrase) => rest.replace(phrase, ' '), left));
  if (PASSES_ON.test(words) || TAKEN_BACK.test(words)) return false;
  return !NAMES_PERSON.test(unknown.replace(/\s+/g, ' ').trim().replace(POLITE_START, ''));
}

/** Matches words after an order that take it back, or wait for something: "…, not", "and wait for my OK", "aber nicht hier". */
const HOLDS_BACK =
  /(?:[,.…–-]+|\band) ?(?:not|or rather (?:not|don['’]?t)|rather not)[.! ]*$|\bsecond thoughts?\b|\b(?:and|but) (?:first )?(?:wait|show me)\b|\b(?:nicht hier|erst wenn|only for @?\p{L}+ and me)\b|\bwenn @?\p{L}+ zustimmt\b/iu;

const POLITE_START = /^\p{L}+(?: |$)/u;

/** Returns true if the words after a requested thing only name choices, or people for whom it is: "one-pager, German, dm me". */
function isOnlyChoices(tail: string, wanted: string): boolean {
  if (tail.startsWith(':')) return false;
  const { phrases } = findChoices(`${wanted}${tail}`, wanted);
  const rest = phrases.reduce((left, phrase) => left.replace(phrase, ' '), tail).replace(FOR_PERSON, ' ');
  const words = rest.replace(/[\s,.!]+/g, ' ').trim();
  return words === '' || GLUE.test(words) || isOnlyAudience(words) || /^for \p{Lu}\p{L}+$/u.test(words);
}
