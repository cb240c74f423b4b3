import { languages } from '../languages.ts';
import { isOnlyAudience } from './audience.ts';
import { findChoices } from './choices.ts';
import { findAsk, findIndirectAsk, POLITE_WORDS } from './find-ask.ts';
import { flatText, LEAD, withoutCourtesy } from './flat-text.ts';
import { pictureIn } from './picture.ts';
import { GLUE } from './prompt.ts';
import { talkIn } from './talk.ts';
import { changeLead, isUndo, talkLead } from './topic-model.ts';

/**
 * Recognizes sentences that request a change of an existing document: an order at the beginning of the sentence (`findEdit`), or, just after
 * the result, also a correction (`findCorrection`). A wrong guess costs nothing, because the change is only proposed. An ask for a new
 * document is not a change.
 */

/** Verbs that begin a request for a change, for example "make the title shorter". `findAsk` excludes asks for a new document. */
const VERBS =
  'add|append|bold|change|combine|correct|cut|delete(?= (?:[\\p{L}\\d-]+ ){1,4}(?:slide|sections?|tables?|charts?)\\b)|drop|emphasi[sz]e|enlarge|expand|fix|give|highlight|include|insert|lengthen|lose|make(?! (?:one|another|me|us)\\b)|merge|mention|move|put|remove|rename|reorder|rephrase|replace|retitle|reword|rewrite|shorten|shrink|simplify|split|swap|switch|take|tighten|tone|translate|trim|turn|update|use';
/** Words for the parts of a document. */
export const PART =
  'slides?|pages?|cards?|sections?|(?:sub)?titles?|headlines?|headings?|headers?|footers?|captions?|cover|intro(?:duction)?|conclusion|ending|logos?|fonts?|colou?rs?|background|layout|pictures?|images?|photos?|icons?|charts?|graphs?|diagrams?|tables?|bullets?|bullet points?|text|texts|wording|words|sentences?|paragraphs?|numbers?|figures?|dates?|prices?|names?|quotes?|links?|sources?|typos?|spelling|tone|style';
/** Excludes sentences in which a word of `VERBS` is a noun: "fix is in", "change: none", "use of force". */
const NO_ORDER = '(?! ?[:?.!]| (?:is|are|was|were|has|have|had|of)\\b|$)';
const ORDER = new RegExp(`^(?:${VERBS})\\b${NO_ORDER}`, 'iu');
/** Matches an order about "it" in German, French and Norwegian: "mach es kürzer", "rends-la plus courte", "gjør det på norsk". */
const FOREIGN_ORDER =
  /^(?:(?:bitte|und|jetzt|nun|kannst du|et|maintenant)[ ,]+)*(?:(?:mach|kürz|änder|übersetz|schreib)e?(?: bitte| mal| jetzt)* (?:es|das|sie)(?= \p{L}+)(?! [^.]{0,20}\b(?:als|über|für)\b)|(?:rends|mets|fais|traduis|raccourcis)-l[ea] |traduis (?:le|la|les|mon|ma) |(?:gj[øo]re?|lage?|oversette?) (?:det|den)(?= (?:på|til|litt|mye)(?!\p{L})))/iu;
/** Matches a request for one more slide, for example "make another slide". The slide is added to the existing document. */
const ONE_SLIDE =
  /^(?:make|create|write|draft|do|build) (?:me |us )?(?:an?|one|another)(?!(?: [\p{L}-]+)? (?:web|landing|home) page\b)(?: [\p{L}-]+){0,2} (?:slide|card|page)\b(?! (?!(?:about|on|with|for|that|which|at|after|before|in|where|to|and|of|from|between|showing|please|too|behind|here)\b)\p{L})/iu;
/** Matches a request to delete or move the whole document. Such a request is not a change of the document's content. */
const WHOLE =
  /^(?:remove|drop|lose|move|put|take|use) (?:it|this|that|(?:the|this|that) (?:whole )?(?:deck|presentation|document|doc|file|thread|slides))(?: away| out| down| back)?[.!]*$|^drop (?:it|this|that) (?:in|into|to) (?:the )?[\w-]+(?: channel)?[.!? ]*$/i;

/** Matches a part that a change has removed: "get the old title back". */
const BRINGS_BACK = new RegExp(
  `^(?:can (?:i|we) )?(?<order>(?:get|bring|have) the (?:(?:old|original|previous|earlier) [\\p{L}\\d -]{2,40}|(?:[\\p{L}\\d-]+ ){0,3}(?:${PART})) back)[?.!]*$`,
  'iu',
);

/** Matches a request for a new thing of a kind that no rule knows: "make a short offer for a photo shoot". */
const NEW_THING =
  /^make an? (?!(?:[\p{L}-]+ ){0,2}(?:slides?|pages?|sections?|charts?|graphs?|tables?|lists?|bullets?|titles?|headings?|pictures?|copy|difference|summary|bit|little)\b)(?:[\p{L}-]+ ){1,3}(?:for|about|on|from|of|with)\b/iu;

/** Returns the instruction without polite words; undefined if the sentence requests no change. */
export function findEdit(words: string): string | undefined {
  const text = flatText(words);
  const instruction = withoutCourtesy(text.replace(POLITE_WORDS, ''));
  // "Change the digest to 8" is about a digest, "change the title of the digest" about its document.
  if (/\bdigests?\b/i.test(text) && !HAS_PART.test(text) && talkIn(text) === 'digests') return undefined;
  if (ONE_SLIDE.test(instruction)) return instruction.replace(/\?$/, '');
  if (findAsk(text) || findIndirectAsk(text) || pictureIn(text.replace(POLITE_WORDS, ''))) return undefined;
  if (isUndo(instruction)) return undefined;
  const { order } = BRINGS_BACK.exec(instruction)?.groups ?? {};
  if (order || FOREIGN_ORDER.test(instruction)) return order ?? instruction;
  return ORDER.test(instruction) && !WHOLE.test(instruction) && !NEW_THING.test(instruction)
    ? instruction
    : undefined;
}

/** Matches a slide named by its position, for example "slide 2" or "the last page". */
const NAMED_SLIDE =
  /\b(?:slides?|pages?|cards?) (?:no\.? ?|number |#)?(?:\d|one|two|three|four|five|six)|\b(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|last|final|opening|closing|title|next|every|each|all|most|both)(?: (?:two|three))? (?:slides?|pages?|cards?)\b/i;
/** Matches the name of a part of a document. */
const HAS_PART = new RegExp(`\\b(?:${PART})\\b`, 'i');
/** Matches words with which people correct themselves or Deckhand. */
const OOPS =
  /^(?:(?:oh|ah|ok|hm+)[ ,.!]+)*(?:(?:oops|oups|ups|hoppla|perd[oó]n|whoops|sorry|wait|no(?=,)|actually|damn|argh|correction|my (?:bad|mistake)|that (?:was|is) wrong(?=[,.;]))\b[ ,.;:!–-]*)+/i;
/** Matches an order to undo behind a correction, which only a further change can do: "it's two weeks, undo that". */
const UNDO_BEHIND = /(?<=\S{2}.{4,})[,.;] ?(?:and |so |please )*undo (?:it|that|this)(?: please)?[.!]*$/i;
/** Matches words of approval. */
const APPROVAL =
  /\b(?:happy|glad|thrilled|relieved|pleased|proud|jealous|grateful|great|good|perfect|beautiful|gorgeous|lovely|nice|fine|ok|cool|brilliant|helpful|useful|handy|ready|done|fixed|saved|printed|loves?|liked?|thanks?|already)\b/i;
const NOT = /\b(?:too|not|no|never|nobody|nothing|still|\p{L}+n['’]t)\b/iu;

/** Matches criticism that does not say what should be different: "this is wrong". */
const NO_DETAIL =
  /^(?:(?:it|this|that|the (?:whole )?(?:deck|slides|document|doc|presentation|page|post|report|one|last one))(?:['’]s| is| are| looks?)? )?(?:(?:all|totally|completely|so|very) )*(?:wrong|bad|ugly|boring|broken|terrible|awful|incorrect)[.!]*$/i;
/** Matches a polite question that is an order: "could you say guests instead of clients?" */
const POLITE_QUESTION = /^(?:[^?]{1,60}[,.!] )?(?:can|could|would|will) you (?:please )?(?<order>[^?]+)\?*$/i;
/** Matches what is wrong, and a polite order behind it: "slide 2 has too much text, can you fix that?" */
const FIX_IT =
  /^[^?]{5,120}[,.;–-] (?:so |please )?(?:can|could|would) you (?:please )?(?!make\b|create\b|do\b)\p{L}+ (?:it|that|this|them)(?: (?:down|up|out|away|back|shorter|smaller|bigger|please))*(?: in (?:the|my|our) [\p{L}-]+)?[?.! ]*$/iu;
const PRAISE =
  /^(?:great|good|nice|perfect|lovely|super|cool|awesome|brilliant|wow|thanks|thank you|thx|love it|very nice|haha\w*|lol)\b/i;

/** Matches a request to send or show the document: "send it to Ben". The document does not change. */
const PASSES_ON =
  /^(?:please |(?:can|could|would) (?:you|u) |now |and )*(?:send|share|forward|show|open|e?mail|post) (?:(?:me|us) )?(?:it|this|that|them|the \p{L}+)\b/iu;
/** Matches a request for another version as a new document, for example "the same in Dutch". */
const THE_SAME = /^(?:(?:now|and|please|make|do|great|ok|thanks)[ ,]+)*(?:exactly )?(?:the )?same\b/i;
const ANOTHER =
  /^(?:(?:now|and|please|make|do|create|try|give|me|us|can|could|you|i|want|need|great|ok|thanks)[ ,]+)*(?:another|one more) version(?! of (?!(?:it|this|that)\b))/i;
/** Returns true for a request to make the last result again in another way: "do another version of it but darker". */
export function isAnotherVersion(words: string): boolean {
  return ANOTHER.test(words);
}
/** Matches sentences about using Deckhand, about what was shared, and refusals. None of them changes a document. */
const NO_CHANGE =
  /\b(?:from now on|by default|as (?:a |the )?default|(?:able|allowed) to (?:use|make|spend)|(?:may|can|should) (?:only )?use (?:it|you|deckhand|this)\b|(?:i|we) (?:just |have |accidentally )*(?:shared|posted|sent) |wrong channel|my (?:own )?(?:messages|words|data)\b|take (?:it|that|this) back\b|(?:delete|erase) (?:it|this|that|the (?:[\p{L}-]+ ){0,3}(?:deck|document|doc|presentation|post|web ?page|file))\b|back out of|out of the channel|everything (?:i|we) made|my total|(?:make|keep|set) (?:it|this|that|this one|(?:the|my|our) (?:[\p{L}\d-]+ ){0,3}[\p{L}\d-]+) (?:to )?private\b(?! (?!(?:please|again|and|but|so|now|too)\b)\p{L})|close (?:the|its) link|only \p{L}+ and me)|^(?:(?:no|oh|ok|wait|sorry|please)[ ,.!]+)*(?:no no|stop|neither|none|forget|cancel|drop (?:it|that|this)|never ?mind)\b(?!.{0,40}\b(?:make|say|change|add|use|rather|instead|but)\b).{0,50}$/iu;

/** Matches who alone may see something. A change is seen by everybody who can open the document, so this is a new document. */
const FOR_ONE =
  /\b(?:(?:just|only) for me|for my eyes|(?:nobody|no ?one) else (?:\w+ )?(?:must|may|should|can|will|has to|sees?|reads?|knows?)\b|something private)\b/i;
/** Matches the length of a whole document behind its content: "…, ask: 8 % raise. one page". */
const LENGTH_BEHIND =
  /(?<=\S.{40,}[,.;:] )(?:on |in )?(?:one|a single|\d{1,2}) (?:pages?|slides?)\b(?=[,.;!]|$)/i;
/** Words for the document that stays as it is beside a copy: "the original", "the German one". "The budget" is a part, and its wish stays. */
export const ORIGINAL = `(?:the (?:(?:original|old|first|${languages.flatMap(([, name]) => name.split(' ')).join('|')})(?: one| version)?|\\p{L}+ (?:one|version))|this(?: one)?|it)(?: (?:as it is|alone|untouched))?`;
/**
 * Matches an order for a copy in another language, beside the document: "translate it to Norwegian as a separate copy, keep the English",
 * "keep the English one, a Norwegian copy".
 * `rest` is what else the copy should be.
 */
const COPY = new RegExp(
  `^(?:(?:please|can you|could you|can (?:i|we)|could (?:i|we)|and|now|ok|no)[ ,]+)*(?<kept>(?:keep|leave) ${ORIGINAL}[,.;] (?:and |but )?)?(?:(?:(?:translate|make|do|give me|get|have|i need|i want) )?(?:it|this|that|(?:the|my|our) (?:[\\p{L}-]+ ){0,2}[\\p{L}-]+)(?: in)?(?: to| into)? (?<to>\\p{L}{4,})|the (?<the>\\p{L}{4,}) (?:one|version)|(?:(?:make|do|give me|get|have|i need|i want) )?(?:an? )?(?<other>\\p{L}{4,}) (?:version|copy)(?: of (?:it|this|that|(?:the|my|our) (?:[\\p{L}-]+ ){0,2}[\\p{L}-]+))?)(?<copy>,? as (?:an? )?(?:separate |second |extra |new |additional )?(?:copy|version|document)|,? (?:too|as well))?(?: (?:please|pls))?(?<keep>[,.?]? (?:but |and )?(?:keep|leave) ${ORIGINAL})?(?<rest>,.*)?[.!? ]*$`,
  'iu',
);

/** Matches a wish for a new document in place of a change: "make it new, not change the old one". */
const AS_NEW =
  /\b(?:make it new|(?:make it|as) a new (?:one|document|deck|presentation))(?=$|[,.;!]| (?:please|pls|and|but|not|instead)\b)|\b(?:not|don['’]?t) change the (?:old|existing|original) (?:one|document|deck|presentation)\b/i;
/** Returns true if a sentence asks for a new document in place of a change. */
export const isAsNew = (words: string): boolean => AS_NEW.test(words);

/** Matches an object that is only a part: "the title". */
const OF_PART = new RegExp(`^\\S+ (?:the|my|our) (?:${PART})\\b`, 'iu');

/** Returns the language of a copy and what else it should be; undefined for other sentences. */
export function copyIn(words: string): { language: string; rest: string } | undefined {
  const { kept, to, the, other, copy, keep, rest = '' } = COPY.exec(words)?.groups ?? {};
  const language = to ?? the ?? other;
  const isOfPart = NAMED_SLIDE.test(words) || OF_PART.test(words.slice(0, words.length - rest.length));
  if (!language || !(kept || copy || keep || other) || isOfPart) return undefined;
  return findChoices(`in ${language}`, '').choices.language ? { language, rest } : undefined;
}

/** Matches praise before what is wrong: "nice. but the title is too long". */
const PRAISE_BUT =
  /^(?:nice|great|good|perfect|lovely|super|cool|thanks|thank you|thx|love it|looks (?:good|nice|great))\b[^.,!?;–-]{0,30}[.,!;–-]+ ?(?:but|only|just|however)\b[ ,]*(?:(?:please|pls) )?(?=\S)/i;

/** Maximum length of a correction, in characters. A longer text is the content of a new document. */
const LONGEST = 1000;

/**
 * Returns the instruction in a sentence that was written just after a result; undefined if the sentence requests no change. In addition to
 * orders, this finds what is wrong ("the second slide is too empty"), what should be different ("shorter title", "it should be Porto"), and
 * what the person has mixed up ("oops, it is Miller, not Meyer").
 * @param isBelow true if the sentence was written in the thread of the document. Then every sentence is a change if it is no request for a
 * document, no question, no praise and no talk
 */
export function findCorrection(words: string, isBelow: boolean): string | undefined {
  const whole = withoutCourtesy(flatText(words)).replace(PRAISE_BUT, '');
  const isOfPart = findEdit(whole) !== undefined && HAS_PART.test(whole);
  if (
    NO_CHANGE.test(whole) ||
    isAsNew(whole) ||
    isUndo(whole) ||
    (FOR_ONE.test(whole) && !isOfPart) ||
    copyIn(whole)
  )
    return undefined;
  if (whole.length > LONGEST || THE_SAME.test(whole) || ANOTHER.test(whole) || PASSES_ON.test(whole))
    return undefined;
  const text = whole.replace(LEAD, '');
  const edit = findEdit(whole) ?? findEdit(text);
  if (edit) return edit;
  if (LENGTH_BEHIND.test(whole)) return undefined;
  const order = FIX_IT.test(whole) ? whole : POLITE_QUESTION.exec(whole)?.groups?.order;
  const said = (order ?? text).replace(OOPS, '').replace(UNDO_BEHIND, '');
  const isQuestion = (said.includes('?') || ASKS_WHO.test(said)) && !FIX_IT.test(whole);
  if (said === '' || isQuestion || NO_DETAIL.test(said) || isOnlyChoices(said)) return undefined;
  if (pictureIn(said.replace(POLITE_WORDS, ''))) return undefined;
  const talk = talkIn(said);
  if (talk && talk !== 'remark') return undefined;
  if (isPraise(whole) && (!isBelow || talk === 'remark')) return undefined;
  const lead = changeLead(whole);
  return lead > (isBelow || OOPS.test(whole) ? 0 : CLEARLY) && talkLead(whole) < lead ? said : undefined;
}

/** Matches a question without a question mark that is no change in any form. */
const ASKS_WHO = /^(?:who|whose|when)\b/i;

/** By how much a sentence must be likelier a change than a request (see `changeLead`), if it was not written below the document. */
const CLEARLY = 0.3;

/** Returns true for a sentence with only choices, such as "in German". It requests a new document with them. */
function isOnlyChoices(text: string): boolean {
  const { phrases } = findChoices(text, '');
  const rest = phrases.reduce((left, phrase) => left.replace(phrase, ' '), text).trim();
  return phrases.length > 0 && (rest === '' || GLUE.test(rest) || isOnlyAudience(rest));
}

/** Returns true for praise, which needs no change: "great, the client has it already". */
export function isPraise(words: string): boolean {
  return (PRAISE.test(words) || APPROVAL.test(words)) && !NOT.test(words);
}
