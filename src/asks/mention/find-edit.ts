import { findAsk, findIndirectAsk, POLITE_WORDS } from './find-ask.ts';
import { flatText, withoutCourtesy } from './flat-text.ts';

/**
 * Recognizes sentences that request a change of a document in the document's thread, by how they begin. The change is only proposed, so a
 * wrong guess costs nothing. An ask for a new document is not a change.
 */

/** Verbs of a change: "make the title shorter". `findAsk` excludes asks for a new document. */
const VERBS =
  'add|append|bold|change|combine|correct|cut|drop|emphasi[sz]e|enlarge|expand|fix|give|highlight|include|insert|lengthen|lose|make(?! (?:one|another|me|us)\\b)|merge|mention|move|put|remove|rename|reorder|rephrase|replace|retitle|reword|rewrite|shorten|shrink|simplify|split|swap|switch|take|tighten|tone|translate|trim|turn|update|use';
/** Excludes sentences in which a word of `VERBS` is a noun: "fix is in", "change: none", "use of force". */
const NO_ORDER = '(?! ?[:?.!]| (?:is|are|was|were|has|have|had|of)\\b|$)';
const ORDER = new RegExp(`^(?:${VERBS})\\b${NO_ORDER}`, 'iu');
/** Matches a request for one more slide, which changes the existing document. */
const ONE_SLIDE =
  /^(?:make|create|write|draft|do|build) (?:me |us )?(?:an?|one|another)(?: [\p{L}-]+){0,2} (?:slide|card|page)\b/iu;
/** Matches a request to delete or move the whole document, which does not change its content. */
const WHOLE =
  /^(?:remove|drop|lose|move|put|take|use) (?:it|this|that|(?:the|this|that) (?:whole )?(?:deck|presentation|document|doc|file|thread|slides))(?: away| out| down| back)?[.!]*$/i;

/** Returns the instruction without polite words; undefined if the sentence requests no change. */
export function findEdit(words: string): string | undefined {
  const text = flatText(words);
  const instruction = withoutCourtesy(text.replace(POLITE_WORDS, ''));
  if (ONE_SLIDE.test(instruction)) return instruction.replace(/\?$/, '');
  if (findAsk(text) || findIndirectAsk(text)) return undefined;
  return ORDER.test(instruction) && !WHOLE.test(instruction) ? instruction : undefined;
}
