import { findAsk, findWish } from './is-an-ask.ts';
import { onOneLine } from './parse-mention.ts';

/**
 * Whether a sentence in the thread of a document wants that document changed, judged by its beginning. It is only proposed,
 * so a doubtful one costs a look; a plain ask for something new stays one.
 */

const POLITE =
  "(?:please|pls|hey|hi|hello|now|ok|okay|so|then|and|also|just|kindly|thanks|let['’]?s|can you|could you|would you|will you|can we|could we|@?deckhand)";
/** "make the title shorter"; what is wanted as a new thing was found before. */
const VERBS =
  'add|append|bold|change|combine|correct|cut|drop|emphasi[sz]e|enlarge|expand|fix|give|highlight|include|insert|lengthen|lose|make|merge|mention|move|put|remove|rename|reorder|rephrase|replace|retitle|reword|rewrite|shorten|shrink|simplify|split|swap|switch|take|tighten|tone|translate|trim|turn|update|use';
/** "fix is in", "change: none", "use of force" */
const NO_ORDER = '(?! ?[:?.!]| (?:is|are|was|were|has|have|had|of)\\b|$)';
const ORDER = new RegExp(`^(?:${POLITE}[ ,:!]+)*(?<wish>(?:${VERBS})\\b${NO_ORDER}.*)$`, 'iu');
/** One slide more is a change of the deck that is there. */
const ONE_SLIDE =
  /^(?:make|create|write|draft|do|build) (?:me |us )?(?:an?|one|another)(?: [\p{L}-]+){0,2} (?:slide|card|page)\b/iu;
/** Having the whole of it gone, or moved, is no change of what stands in it. */
const WHOLE =
  /^(?:remove|drop|lose|move|put|take|use) (?:it|this|that|(?:the|this|that) (?:whole )?(?:deck|presentation|document|doc|file|thread|slides))(?: away| out| down| back)?[.!]*$/i;

/** @returns the wish, without what is polite about it; undefined where it wants no change */
export function findEdit(words: string): string | undefined {
  const text = onOneLine(words);
  const single = withoutPolite(text);
  if (ONE_SLIDE.test(single)) return single;
  if (findAsk(text) || findWish(text)) return undefined;
  const wish = ORDER.exec(text)?.groups?.wish?.replace(/,? (?:please|pls|thanks|thank you)[.!]*$/i, '');
  return wish && !WHOLE.test(wish) ? wish : undefined;
}

const POLITE_START = new RegExp(`^(?:${POLITE}[ ,:!]+)*`, 'i');

function withoutPolite(text: string): string {
  return text.replace(POLITE_START, '').replace(/\?$/, '');
}
