import { NUMBER } from './numbers.ts';

/**
 * Recognizes sentences that request a document, by how they begin. An ask in a thread spends credits at once, so a doubtful sentence does
 * not count as an ask. The person then needs one more click to start it.
 */

const POLITE =
  "(?:please|pls|hey|hi|hello|dear|good (?:morning|afternoon|evening)|now|ok|okay|so|then|and|also|oh|just|kindly|let['’]?s|(?:can|could|would|will) (?:you|u)(?! do\\b)(?: be so kind (?:and|as to|to))?|(?:would|is) it (?:be )?possible to|(?:i|we)(?: would|['’]d) (?:be (?:very |really |so )*(?:grateful|glad|happy)|appreciate it) if you (?:could|would|can)|@?deckhand)";
const POLITE_WORDS = new RegExp(`^(?:${POLITE}[ ,:!]+)*`, 'i');
/** Nouns for things that Deckhand can make. */
export const NOUN =
  '(?:landing|home|info|faq|newsletter|event) ?pages?|web ?pages?|websites?|decks?|slides?|presentations?|(?:one|two|three|[1-3])[- ]?pagers?|documents?|docs?|memos?|reports?|briefs?|handouts?|newsletters?|leaflets?|flyers?|cheat ?sheets?|letters?|guides?|manuals?|agendas?|checklists?|articles?|fact ?sheets?|brochures?|booklets?|white ?papers?|write-?ups?|micro ?sites?|summar(?:y|ies)|recap|catch-up|posts?|tweets?|pptx?|powerpoints?|pdfs?|pngs?';
const COUNT = `an?|another|some|${NUMBER}`;
const DEFINITE = 'the|this|that|these|those|my|our|your';

/** Verbs of a statement. A statement such as "slides are wrong" requests nothing. */
const STATES =
  "(?:is|are|was|were|has|have|had|do|does|did)(?:n['’]?t)?|looks?|looked|seems?|needs?|gets?|got|went|will|won['’]?t|can|should|could";
/** Words that do not occur in the name of a requested thing. */
const BREAKS = `${STATES}|of|in|on|onto|for|about|to|into|from|as|with|at|by|than|per|via|because|if|when|while|but|not|no|nothing|never|none|sure|any|anything|i|you|we|he|she|they|it|${DEFINITE}|an?`;
/** Up to four words before the noun of a requested thing: "very short and friendly two-page". */
const QUALITIES = `(?:(?!(?:${BREAKS})\\b)[\\p{L}\\p{N}'’&/+-]+,? ){0,4}`;

const WANTED = `(?<wanted>${QUALITIES}(?:${NOUN}|something))(?![\\p{L}\\p{N}-])`;
/** A requested thing with a count: "a deck", "three slides". Any word may follow except the verb of a statement. */
const COUNTED = `(?:${COUNT})[ -]${WANTED}(?! (?:${STATES})\\b)`;
/**
 * A requested thing without a count: "slides", "the deck". Only certain words may follow: "slides for the board" matches, "slides public"
 * does not.
 */
const BARE = `(?:(?:${DEFINITE}) )?${WANTED}(?=$|[.,;:!?()]| [(–—-]| (?:for|on|about|as|in|into|with|without|from|of|to|by|since|over|between|covering|please|pls|that|which|and|based|out|like|now|only|again|today|asap|what|(?:we|i) can|\\p{L}+ing)\\b)`;
/** Text that may follow a requested thing if the sentence has no verb such as "make". */
const ALONE =
  '(?=[.!?]*$|[,:;]| (?:for|on|about|as|in|with|of|from|since|over|between|covering|please|pls)\\b)';

/** Nouns for messages in Slack. */
export const TALK = 'threads?|conversations?|discussions?|talks?|channels?|messages?|chats?|exchange';
const OBJECT = `(?:(?:this|that|these|those|the|our|my)(?: (?:whole|entire|above))? (?:${TALK})|it all|all (?:of )?(?:this|that|it)|this|that|it|everything|threads?|the above)`;
/** Text that names the source: "this", "this post-mortem", "what we decided on Friday". */
const SUBJECT = `(?:${OBJECT}|(?:this|that|these|those|the|our|my|what) [^.!?;:]{1,60}?)`;
const NAMED = `(?<subject>${SUBJECT})`;
/** Text that may follow the source: "make this for execs" matches, "make this shorter" does not. */
const AFTER_OBJECT = '(?! in time\\b)(?=[.!?]*$|[,;:]| (?:as|into|for|in|with|please|pls|now)\\b)';

const VERBS = 'make|create|prepare|write(?: up)?|generate|produce|compose|put together';
/** Verbs that can also be nouns. */
const NOUN_VERBS = 'build|draft';
const MAKE = `(?:${VERBS}|${NOUN_VERBS})(?: (?:for )?(?:me|us|everybody|everyone))?`;
const TURN = 'turn|convert|transform|condense|distil+|boil';
const SUM_UP =
  'summari[sz]e|sum up|recap|condense|sum (?:this|that|it) up|tl;?dr|write (?:this|that|it) up|put (?:this|that|it) together';

/** Patterns for asks with a verb. The first pattern that matches is used. */
const commands = [
  `(?:(?:${TURN}) ${NAMED}(?: down)? (?:in)?to|(?:make|put|bring|get) ${NAMED} into) (?:(?:${COUNT})[ -])?${WANTED}`,
  `(?:(?:${SUM_UP}|make|put|wrap|get|have|show|present|pack|(?:we|i) (?:get|have)) )?${OBJECT}(?: (?:up|down|together))? (?:as|in|on) (?:(?:${COUNT})[ -])?${WANTED}`,
  `make (?:out of )?${OBJECT}(?: please)? ${COUNTED}`,
  `${MAKE} ${COUNTED}`,
  `(?:${VERBS})(?: (?:for )?(?:me|us|everybody|everyone))? ${BARE}`,
  `do (?=an?\\b|another\\b|some\\b)${COUNTED}`,
  `(?:can|could|would|will) you do (?:${COUNTED}|${BARE})`,
  `(?:write up|wrap up|present|package) ${NAMED} (?:as|into) (?:(?:${COUNT})[ -])?${WANTED}`,
  `(?:${SUM_UP})(?: ${NAMED})? (?:into|as|in|on) (?:(?:${COUNT})[ -])?${WANTED}`,
  `${MAKE} ${OBJECT}${AFTER_OBJECT}`,
  `(?:summari[sz]e|sum up)\\b(?! (?:${STATES}|of|not|no|nothing)\\b)`,
  `(?:${SUM_UP})(?:${ALONE}| ${SUBJECT}${AFTER_OBJECT})`,
].map(atBeginning);

/** Excludes praise: "a great deck, everybody". */
const PRAISE =
  '(?!(?:very |really |so )?(?:great|good|nice|lovely|cool|awesome|excellent|fantastic|wonderful|bad|poor)\\b)';
/** Words allowed before a requested thing without an article: "short deck". Because of this limit, "Ana’s report, thanks" is not an ask. */
const KNOWN =
  '(?:(?:short|quick|brief|small|linkedin|instagram|facebook|threads|blog|social|social media|slide|pdf|powerpoint|training|onboarding|sales) ){0,2}';

/** Patterns for asks without a verb. They are not applied to statements such as "report on March is wrong". */
const headings = [
  `(?:${NOUN_VERBS}) ${BARE}`,
  `(?:give (?:me|us) )?(?:${COUNT})[ -]${PRAISE}${WANTED}${ALONE}`,
  `(?:give (?:me|us) )?(?<wanted>${KNOWN}(?:${NOUN}))${ALONE}`,
  `(?<wanted>${QUALITIES}(?:${NOUN}))(?=: )`,
].map(atBeginning);

/** A new thing, such as "some slides". Does not match "the slides", because those slides already exist. */
const NEW = `(?:${COUNTED}|(?!(?:${DEFINITE})\\b)${BARE})(?! to be\\b)`;
const WE_WOULD = "(?:i|we)(?:['’]d| would| really| also)*";
const DAYS = '(?:the )?(?:last|past|previous|this) (?:[\\p{L}\\d]+ )?(?:days?|weeks?|months?|quarter|year)';
/** Patterns for indirect asks: "I need a deck on pricing", "any chance of slides for the board?" */
const indirectAsks = [
  `${WE_WOULD} (?:need|want|like|love|could use)(?: to (?:have|get|see|order))? ${NEW}`,
  `${WE_WOULD} (?:need|want|like|love|have)(?: you)? to (?:${VERBS}|${NOUN_VERBS})(?: (?:me|us))? ${NEW}`,
  `(?:help|assist) (?:me|us)(?: to| with)?(?: (?:${VERBS}|${NOUN_VERBS}))? ${NEW}`,
  `(?:(?:can|could|may) (?:i|we) )?(?:please )?(?:have|get|see|receive) ${NEW}`,
  `(?:any chance of|how about|what about|get (?:me|us)|show (?:me|us)|send (?:me|us)|(?:i['’]m |we['’]re )?looking for) ${NEW}`,
  // Matches "use the kickoff template". If the team has no template with this name, these words stay in the prompt.
  `(?=(?:use|apply|take) (?:the |our |my |an? )?[“"']?[\\p{L}\\p{N}][^.!?;:]{0,59}? template\\b)`,
  `(?:as|into) (?:(?:${COUNT})[ -])?${WANTED}${ALONE}`,
  // Matches "What happened here last week? As slides for sales."
  `(?=[^\\n]{3,200}?[.?!] (?:(?:please |as |into |make |make it )*)(?:(?:${COUNT})[ -])?${WANTED}${ALONE})`,
  `(?<wanted>${KNOWN}(?:${NOUN}))(?= ${DAYS}(?:$|[.,;:!]| (?:for|as|in|with|please)\\b))`,
].map(atBeginning);

/**
 * Returns a regular expression for the beginning of a sentence, behind the polite words. Node 22 does not allow two groups of the same
 * name, so each group gets a number after its name.
 */
function atBeginning(command: string): RegExp {
  let groups = 0;
  const numbered = command.replaceAll(/\(\?<(wanted|subject)>/g, (_, name) => `(?<${name}${++groups}>`);
  return new RegExp(`^(?:${numbered})`, 'iu');
}

/** Returns the text of the group with this name and any number. Returns an empty string if no such group matched. */
function groupOf({ groups = {} }: RegExpExecArray, name: 'wanted' | 'subject'): string {
  return Object.entries(groups).find(([key, value]) => key.startsWith(name) && value)?.[1] ?? '';
}

/** Matches a sentence that tells Deckhand not to make anything. */
export const REFUSAL =
  /\b(?:no,? thanks|no,? thank you|never ?mind|don['’]?t bother|forget it)\b|^(?:please )?(?:do not|don['’]?t|can you not) (?:make|create|turn|do|write|prepare)\b/i;

/** Maximum number of characters that are searched. An ask is at the beginning of a sentence, so more are not needed. */
const SEARCHED = 1000;

/** The parts of a sentence that requests a document. */
export interface FoundAsk {
  /** The requested thing without its count, such as "slides" or "LinkedIn post". Empty if the sentence does not name it. */
  wanted: string;
  /**
   * The words that name the source before the requested thing: "this post-mortem" in "turn this post-mortem into slides". Empty if there
   * are none, or only words such as "this" or "the thread".
   */
  subject: string;
  /** The words of the command at the beginning of the sentence, such as "make a deck about". */
  command: string;
}

/**
 * Finds a direct ask.
 * @param text the sentence on one line
 * @returns undefined if the sentence requests nothing
 */
export function findAsk(text: string): FoundAsk | undefined {
  return find(
    text,
    (beginning) =>
      firstOf(commands, beginning) ?? (isStatement(beginning) ? null : firstOf(headings, beginning)),
  );
}

/** Finds an indirect ask ("we could use slides"). Deckhand only proposes it, because an indirect ask is too uncertain to spend credits. */
export function findIndirectAsk(text: string): FoundAsk | undefined {
  return find(text, (beginning) => firstOf(indirectAsks, beginning));
}

function find(text: string, search: (beginning: string) => RegExpExecArray | null): FoundAsk | undefined {
  const beginning = text.slice(0, SEARCHED);
  if (REFUSAL.test(beginning)) return undefined;
  const [polite = ''] = POLITE_WORDS.exec(beginning) ?? [];
  const found = search(beginning.slice(polite.length));
  if (!found) return undefined;
  const subject = groupOf(found, 'subject');
  return {
    wanted: groupOf(found, 'wanted'),
    command: polite + found[0],
    subject: IS_OBJECT.test(subject) ? '' : subject,
  };
}

/** Matches a source without a name, such as "this" or "the thread". */
export const IS_OBJECT = new RegExp(`^${OBJECT}$`, 'i');

function firstOf(patterns: RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found) return found;
  }
  return null;
}

/**
 * Returns whether a text is a statement: true for "slides in the folder are old". False for "slides on what is new", because "is" belongs
 * to the topic.
 */
function isStatement(text: string): boolean {
  const [clause = ''] = text.split(/[.,:;!?]/);
  const verb = /\b(?:is|are|was|were|looks?|looked|seems?|needs?|went|got)(?:n['’]?t)?\b/i.exec(clause);
  return (
    verb !== null &&
    !/\b(?:what|who|why|how|where|when|which|whether|if|that)\b/i.test(clause.slice(0, verb.index))
  );
}
