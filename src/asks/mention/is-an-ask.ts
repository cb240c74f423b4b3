import { NUMBER } from './numbers.ts';

/**
 * Whether a sentence to Deckhand asks for something to be made, judged by its beginning. An ask spends credits, so a
 * doubtful sentence counts as talk: that costs its person one more click and nothing else.
 */

const POLITE =
  "(?:please|pls|hey|hi|hello|now|ok|okay|so|then|and|just|kindly|let['’]?s|can you|could you|would you|will you|@?deckhand)";
/** What can be made. */
export const NOUN =
  'decks?|slides?|presentations?|one[- ]?pagers?|documents?|docs?|memos?|reports?|briefs?|summar(?:y|ies)|recap|landing pages?|web ?pages?|websites?|posts?|pptx?|powerpoints?|pdfs?';
const COUNT = `an?|another|some|${NUMBER}`;
const DEFINITE = 'the|this|that|these|those|my|our|your';

/** "slides are wrong" states something and asks for nothing. */
const STATES =
  "(?:is|are|was|were|has|have|had|do|does|did)(?:n['’]?t)?|looks?|looked|seems?|needs?|gets?|got|went|will|won['’]?t|can|should|could";
/** Words that no name of a wanted thing contains. */
const BREAKS = `${STATES}|of|in|on|onto|for|about|to|into|from|as|with|at|by|than|per|via|because|if|when|while|but|not|no|nothing|never|none|sure|any|anything|i|you|we|he|she|they|it|${DEFINITE}|an?`;
/** "very short and friendly two-page" */
const QUALITIES = `(?:(?!(?:${BREAKS})\\b)[\\p{L}\\p{N}'’&/+-]+,? ){0,4}`;

const WANTED = `(?<wanted>${QUALITIES}(?:${NOUN}|something))(?![\\p{L}\\p{N}-])`;
/** "a deck" or "three slides" may be followed by anything but a statement. */
const COUNTED = `(?:${COUNT})[ -]${WANTED}(?! (?:${STATES})\\b)`;
/** "slides" alone, or "the deck", must go on like an ask: "slides for the board", not "slides public". */
const BARE = `(?:(?:${DEFINITE}) )?${WANTED}(?=$|[.,;:!?()]| [(–—-]| (?:for|on|about|as|in|into|with|without|from|of|to|by|since|over|between|covering|please|pls|that|which|and|based|out|like|now|only|again|today|(?:we|i) can|\\p{L}+ing)\\b)`;
/** Without a verb such as "make" even less may follow. */
const ALONE =
  '(?=[.!?]*$|[,:;]| (?:for|on|about|as|in|with|of|from|since|over|between|covering|please|pls)\\b)';

/** What is said in Slack. */
export const TALK = 'threads?|conversations?|discussions?|talks?|channels?|messages?|chats?|exchange';
const OBJECT = `(?:(?:this|that|these|those|the|our|my)(?: (?:whole|entire|above))? (?:${TALK})|it all|all (?:of )?(?:this|that|it)|this|that|it|everything|threads?|the above)`;
/** "this", "this post-mortem", "what we decided on Friday" */
const SUBJECT = `(?:${OBJECT}|(?:this|that|these|those|the|our|my|what) [^.!?;:]{1,60}?)`;
const NAMED = `(?<subject>${SUBJECT})`;
/** "make this for execs", not "make this shorter" */
const AFTER_OBJECT = '(?! in time\\b)(?=[.!?]*$|[,;:]| (?:as|into|for|in|with|please|pls|now)\\b)';

const VERBS = 'make|create|prepare|write(?: up)?|generate|produce|compose|put together';
/** Verbs that are nouns as well. */
const NOUN_VERBS = 'build|draft';
const MAKE = `(?:${VERBS}|${NOUN_VERBS})(?: (?:me|us|everybody|everyone))?`;
const TURN = 'turn|convert|transform|condense|distil+|boil';
const SUM_UP =
  'summari[sz]e|sum up|recap|condense|sum (?:this|that|it) up|tl;?dr|write (?:this|that|it) up|put (?:this|that|it) together';

/** The first match counts. */
const commands = [
  `(?:(?:${TURN}) ${NAMED}(?: down)? (?:in)?to|(?:make|put) ${NAMED} into) (?:(?:${COUNT})[ -])?${WANTED}`,
  `make ${OBJECT} ${COUNTED}`,
  `${MAKE} ${COUNTED}`,
  `(?:${VERBS})(?: (?:me|us|everybody|everyone))? ${BARE}`,
  `do (?=an?\\b|another\\b|some\\b)${COUNTED}`,
  `(?:can|could|would|will) you do (?:${COUNTED}|${BARE})`,
  `(?:write up|wrap up|present|package) ${NAMED} (?:as|into) (?:(?:${COUNT})[ -])?${WANTED}`,
  `(?:${SUM_UP})(?: ${NAMED})? (?:into|as|in|on) (?:(?:${COUNT})[ -])?${WANTED}`,
  `${MAKE} ${OBJECT} (?:as|into|in) (?:(?:${COUNT})[ -])?${WANTED}`,
  `${MAKE} ${OBJECT}${AFTER_OBJECT}`,
  `(?:summari[sz]e|sum up)\\b(?! (?:${STATES}|of|not|no|nothing)\\b)`,
  `(?:${SUM_UP})(?:${ALONE}| ${SUBJECT}${AFTER_OBJECT})`,
].map(atBeginning);

/** "a great deck, everybody" */
const PRAISE =
  '(?!(?:very |really |so )?(?:great|good|nice|lovely|cool|awesome|excellent|fantastic|wonderful|bad|poor)\\b)';
/** Qualities allowed where not even "a" stands before the wanted thing: "Ana’s report, thanks" is no ask. */
const KNOWN = '(?:(?:short|quick|brief|linkedin|blog|social|slide|pdf|powerpoint) ){0,2}';

/** Asks without a verb, unless the sentence goes on to state something, as in "report on March is wrong". */
const headings = [
  `(?:${NOUN_VERBS}) ${BARE}`,
  `(?:give (?:me|us) )?(?:${COUNT})[ -]${PRAISE}${WANTED}${ALONE}`,
  `(?:give (?:me|us) )?(?<wanted>${KNOWN}(?:${NOUN}))${ALONE}`,
].map(atBeginning);

/** "some slides", not "the slides": those are there already. */
const NEW = `(?:${COUNTED}|(?!(?:${DEFINITE})\\b)${BARE})(?! to be\\b)`;
const WISHING = "(?:i|we)(?:['’]d| would| really| also)*";
const DAYS = '(?:the )?(?:last|past|previous|this) (?:[\\p{L}\\d]+ )?(?:days?|weeks?|months?|quarter|year)';
/** Wishes: "I need a deck on pricing", "any chance of slides for the board?" */
const wishes = [
  `${WISHING} (?:need|want|like|love|could use)(?: to (?:have|get|see))? ${NEW}`,
  `${WISHING} (?:need|want|like|love|have)(?: you)? to (?:${VERBS}|${NOUN_VERBS})(?: (?:me|us))? ${NEW}`,
  `(?:help|assist) (?:me|us)(?: to| with)?(?: (?:${VERBS}|${NOUN_VERBS}))? ${NEW}`,
  `(?:can|could|may) (?:i|we)(?: please)? (?:have|get) ${NEW}`,
  `(?:any chance of|how about|what about|get (?:me|us)|show (?:me|us)|send (?:me|us)|(?:i['’]m |we['’]re )?looking for) ${NEW}`,
  `(?<wanted>${KNOWN}(?:${NOUN}))(?= ${DAYS}(?:$|[.,;:!]| (?:for|as|in|with|please)\\b))`,
].map(atBeginning);

/** Groups are numbered: Node 22 takes no two of one name, not even where only one of them can match. */
function atBeginning(command: string): RegExp {
  let groups = 0;
  const numbered = command.replaceAll(/\(\?<(wanted|subject)>/g, (_, name) => `(?<${name}${++groups}>`);
  return new RegExp(`^(?:${POLITE}[ ,:!]+)*(?:${numbered})`, 'iu');
}

/** What the group of this name has matched; empty for none. */
function groupOf({ groups = {} }: RegExpExecArray, name: 'wanted' | 'subject'): string {
  return Object.entries(groups).find(([key, value]) => key.startsWith(name) && value)?.[1] ?? '';
}

const REFUSAL = /\b(?:no,? thanks|no,? thank you|never ?mind|don['’]?t bother|forget it)\b/i;

/** Characters to search: a command stands at the beginning. */
const LOOK = 1000;

/** A sentence that asks for something to be made. */
export interface FoundAsk {
  /** The wanted thing without its number, such as "slides" or "LinkedIn post"; empty where that is left open. */
  wanted: string;
  /** What it is to be made of, where the sentence says that before the wanted thing; empty for "this". */
  subject: string;
  /** The beginning that asks, up to the wanted thing and no further. */
  command: string;
}

/**
 * @param text on one line
 * @returns undefined where it asks for nothing
 */
export function findAsk(text: string): FoundAsk | undefined {
  return find(
    text,
    (beginning) =>
      firstOf(commands, beginning) ?? (isStatement(beginning) ? null : firstOf(headings, beginning)),
  );
}

/** As above, for sentences that wish instead of asking: enough to propose something, too little to spend credits. */
export function findWish(text: string): FoundAsk | undefined {
  return find(text, (beginning) => firstOf(wishes, beginning));
}

function find(text: string, search: (beginning: string) => RegExpExecArray | null): FoundAsk | undefined {
  const beginning = text.slice(0, LOOK);
  if (REFUSAL.test(beginning)) return undefined;
  const found = search(beginning);
  if (!found) return undefined;
  const subject = groupOf(found, 'subject');
  return {
    wanted: groupOf(found, 'wanted'),
    command: found[0],
    subject: IS_OBJECT.test(subject) ? '' : subject,
  };
}

/** It points at something and names nothing. */
export const IS_OBJECT = new RegExp(`^${OBJECT}$`, 'i');

function firstOf(patterns: RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found) return found;
  }
  return null;
}

/** True for "slides in the folder are old", not for "slides on what is new": a clause in the topic has its own verb. */
function isStatement(text: string): boolean {
  const [clause = ''] = text.split(/[.,:;!?]/);
  const verb = /\b(?:is|are|was|were|looks?|looked|seems?|needs?|went|got)(?:n['’]?t)?\b/i.exec(clause);
  return (
    verb !== null &&
    !/\b(?:what|who|why|how|where|when|which|whether|if|that)\b/i.test(clause.slice(0, verb.index))
  );
}
