import type { Format } from '../../service/options.ts';
import { NUMBER } from './numbers.ts';

/**
 * Recognizes from the first words of a sentence whether it requests a document. In a thread, a recognized ask spends credits at once. So an
 * unclear sentence is not recognized, and the person has to confirm it with one more click.
 */

const POLITE =
  "(?:please|pls|thanks|hey|hi|hiya|hello|dear|(?:good )?(?:morning|afternoon|evening)(?: all| everyone)?|now|ok|okay|so|then|and|also|actually|another thing|one more thing|(?:another|one more) one(?=:)|by the way|btw|hm+|(?:good|great|fine|perfect|nice|cool|super)(?=,)|oh|(?:just|only) (?:to|for) me(?=[:,])|alright|all right|just|kindly|(?:use|take) (?:the |our )?[^.!?,;]{2,40}? (?:template|theme) and|let['’]?s|(?:can|could|would|will)(?= (?:do|make|create|write|prepare|draft|turn|put|draw)\\b)|(?:can|could|would|will) (?:you|u|we)(?! mind\\b)(?: maybe| possibly)?(?: be so kind (?:and|as to|to))?|(?:do you think|any chance(?: that)?|is there (?:a|any) chance|any way|(?:i was |i am |i['’]?m )?wondering (?:if|whether)) (?:you|u|we|deckhand) (?:can|could|might|would)|(?:would|is) it (?:be )?possible to|would you mind|(?:i|we)(?: would|['’]d) (?:be (?:very |really |so )*(?:grateful|glad|happy)|appreciate it) if you (?:could|would|can)|@?deckhand)";
/** Polite words at the beginning of a sentence. */
export const POLITE_WORDS = new RegExp(`^(?:${POLITE}[ ,:!.]+|\\p{Extended_Pictographic}\ufe0f? *)*`, 'iu');
/** Words for the things that Deckhand can make. The last word decides, so a "landing page deck" is a deck. */
const things: [Format, string][] = [
  [
    'webpage',
    '(?:landing|home|info|faq|newsletter|event) ?pages?|web ?pages?|websites?(?: pages?)?|micro ?sites?|(?<!\\b(?:construction|building|work|camp|our|the|my|this|on|in) )sites?',
  ],
  [
    'social',
    'posts?|tweets?|(?<!\\b(?:with|short|add|and) )captions?|(?:twitter|x|linkedin|instagram|facebook|insta) (?:threads?|carousels?|stor(?:y|ies))',
  ],
  ['presentation', 'decks?|slides?|(?<=\\d[- ])sliders?|presentations?|pptx?|powerpoints?|pngs?'],
  [
    'document',
    `(?:short|brief|quick|written) summar(?:y|ies)|(?:one|single|two|three|[1-3])[- ]page (?:reports?|documents?|memos?|briefs?|handouts?|papers?|letters?|guides?|flyers?)|(?:one|two|three|[1-3])[- ]?pagers?|documents?|docs?|memos?|reports?|briefs?|handouts?|newsletters?|leaflets?|flyers?|letters?|guides?|manuals?|agendas?|checklists?|articles?|(?:cheat|fact|info) ?sheets?|sheet|brochures?|booklets?|announcements?|notices?|(?<!\\b(?:${NUMBER}|few|some|more|couple of|many|these|those|last|first|next|half|odd|every) )(?:meeting )?minutes(?! (?:ago|later|late|long|before|after|left|to|until|away|walk|more|each|from now)\\b)|invitations?|white ?papers?|write-?ups?`,
  ],
];
export const NOUN = `${things.map(([, words]) => words).join('|')}|summar(?:y|ies)|recap|overviews?|catch-up|pdfs?`;
const formats = things.map(([format, words]) => [format, new RegExp(`\\b(?:${words})$`, 'i')] as const);

/** Returns the format of a requested thing, for example `social` for "LinkedIn post". */
export function formatOf(thing: string): Format | undefined {
  return formats.find(([, words]) => words.test(thing))?.[0];
}

const COUNT = `an?|another|some|${NUMBER}`;
const DEFINITE = 'the|this|that|these|those|my|our|your';

/** Verbs that make a sentence a statement, for example "slides are wrong". A statement requests nothing. */
const STATES =
  "(?:is|are|was|were|has|have|had|do|does|did)(?:n['’]?t)?|looks?|looked|seems?|needs?|gets?|got|went|will|won['’]?t|can|should|could";
/** Words that do not occur in the name of a requested thing. */
const BREAKS = `${STATES}|of|in|on|onto|for|about|to|into|from|as|with|at|by|than|per|via|because|if|when|while|but|not|no|nothing|never|none|sure|any|anything|i|you|we|he|she|they|it|${DEFINITE}|an?`;
/** Up to four words before the noun of a requested thing: "very short and friendly two-page". */
const QUALITIES = `(?:step[- ]by[- ]step |(?!(?:${BREAKS})\\b|(?:${NOUN}),)[\\wÀ-ž'’&/+-]+,? ){0,4}`;

const WANTED = `(?<wanted>${QUALITIES}(?:${NOUN}|something(?: (?:visual|short|nice|written|to (?:show|hand out|give)))?))(?![\\wÀ-ž-])`;
/** A requested thing with a count: "a deck", "three slides". Any word may follow except the verb of a statement. */
const COUNTED = `(?:${COUNT})[ -]${WANTED}(?! (?:${STATES})\\b)`;
/**
 * A requested thing without a count: "slides", "the deck". Only certain words may follow: "slides for the board" matches, "slides public"
 * does not.
 */
const BARE = `(?:(?:${DEFINITE}) )?${WANTED}(?=$|[.,;:!?()]| [(–—-]| (?:for|on|about|as|in|into|with|without|from|of|to|by|since|over|between|covering|please|pls|that|which|and|based|out|like|now|only|again|today|asap|what|(?:we|i) can|[\\wÀ-ž]+ing)\\b)`;
/** Text that may follow a requested thing if the sentence has no verb such as "make". */
const ALONE =
  '(?=[.!?]*$|[,:;]| (?:for|on|about|as|in|with|of|from|since|over|between|covering|telling|showing|explaining|presenting|please|pls|that|just|only|out of)\\b)';

/** Nouns for messages in Slack. */
export const TALK = 'threads?|conversations?|discussions?|talks?|channels?|messages?|chats?|exchange';
/** Words for the thread as a source, without a name. */
export const OBJECT = `(?:(?:this|that|these|those|the|our|my)(?: (?:whole|entire|above))? (?:${TALK})|it all|all (?:of )?(?:this|that|it)|this|that|it|everything|threads?|the above)`;
/** Text that names the source of a document, for example "this", "this post-mortem" or "what we decided on Friday". */
const SUBJECT = `(?:${OBJECT}|(?:this|that|these|those|the|our|my|what) [^.,!?;:]{1,60}?)`;
const NAMED = `(?<subject>${SUBJECT})`;
/** Text that may follow the source: "make this for execs" matches, "make this shorter" does not. */
const AFTER_OBJECT = '(?! in time\\b)(?=[.!?]*$|[,;:]| (?:as|into|for|in|with|please|pls|now)\\b)';

const FOR_US = '(?: (?:for )?(?:me|us|everybody|everyone))?';
const VERBS =
  'mak(?:e|ing)|creat(?:e|ing)|prepar(?:e|ing)|writ(?:e|ing)(?: up)?|generate|produce|compose|put together|build|draft|set up|come up with|draw(?:ing)? up|whip up|knock up|compile|craft|design(?= (?:an?|me|us|some)\\b)|start(?= an? (?!thread|conversation|discussion|chat|channel))';
const SUM_UP =
  'summari[sz]e|sum up|recap|catch (?:me|us) up|condense|sum (?:this|that|it) up|tl;?dr|write (?:this|that|it) up|put (?:this|that|it) together';
const INTO = `(?: (?:up|down|together))? (?:(?:in)?to|as|in|on) (?!(?:its|their|his|her|an?|the) (?:own|separate|extra|new|different|last|first|next) (?:slide|page)\\b)(?:(?:${COUNT})[ -])?${WANTED}`;

/** Excludes praise: "a great deck, everybody". */
const PRAISE =
  '(?!(?:very |really |so )?(?:great|good|nice|lovely|cool|awesome|excellent|fantastic|wonderful|bad|poor)\\b)';
/**
 * The only words that may stand before a requested thing without an article, for example "short" in "short deck". Other words do not match,
 * so "Ana’s report, thanks" is not an ask.
 */
const KNOWN =
  '(?:(?:daily|weekly|monthly|short|quick|brief|small|linkedin|instagram|facebook|twitter|x|threads|blog|social|social media|slide|pdf|powerpoint|training|onboarding|sales|status|project|kick-?off|pitch|progress|strategy|launch) ){0,2}';

/** Patterns for direct asks, in the order in which `find` tries them. It tries none for a statement such as "report on March is wrong". */
const asks = [
  // Matches a source and a format, for example "turn this post-mortem into slides", "summarize the thread as a memo" or "now as slides".
  `(?:(?:turn|convert|transform|distil+|boil|make|do|put|bring|get|wrap|write up|wrap up|show|present|pack(?:age)?|have|(?:(?:i|we) (?:need|want)|(?:i|we)(?: would|['’]d) like)|(?:give|send|show|get) (?:me|us)|${SUM_UP}|(?:we|i) (?:get|have)) ${NAMED}|${SUM_UP}|${OBJECT})${INTO}`,
  `make (?:out of )?${OBJECT}(?: please)? ${COUNTED}`,
  // Matches a thing without a word of its own, if it names its source: "make a risk list from this".
  `(?:${VERBS})${FOR_US} (?:an?|the) (?:[\\wÀ-ž-]+ ){0,2}(?:lists?|tables?|timelines?|plans?|faqs?|glossary) (?:from|of|out of) ${OBJECT}`,
  `(?:${VERBS}|do)${FOR_US}(?: please)? (?:${COUNTED}|${BARE})`,
  `(?:${VERBS})${FOR_US} ${OBJECT}${AFTER_OBJECT}`,
  `(?:summari[sz]e|sum up)\\b(?! (?:${STATES}|of|not|no|nothing)\\b)`,
  'digest\\b(?= (?:of|for|since|from)\\b)',
  `(?:${SUM_UP})(?:${ALONE}|(?=[.?] (?:[\\w-]+ ){0,3}(?:${NOUN})\\b)| ${SUBJECT}${AFTER_OBJECT})`,
  `(?<wanted>(?:one|single|two|three)[- ]page (?:reports?|documents?|memos?|briefs?|handouts?|papers?|letters?|guides?|flyers?|summar(?:y|ies)|overviews?))${ALONE}`,
  `(?:give (?:me|us) )?(?:${COUNT})[ -]${PRAISE}${WANTED}${ALONE}`,
  `(?:give (?:me|us) )?(?<wanted>${KNOWN}(?:${NOUN}))${ALONE}`,
  `as (?:(?:${COUNT})[ -])?${WANTED}(?: please)?(?=[.!]*$| for\\b)`,
].map(atBeginning);

/** A requested thing that does not exist yet, for example "some slides". Does not match "the slides", which means existing slides. */
const NEW = `(?:${COUNTED}|(?!(?:${DEFINITE})\\b)${BARE})(?! to be\\b)`;
/** First words of a wish. */
const WISH =
  "(?:(?:i|we)(?:['’](?:d|m|re))?|need|want|can|could|may|any|how(?! (?:do|can|does|did|would)\\b)|what|help|assist|have|get|see|maybe we|receive|show|send|looking)";
/** Words that may stand directly before the requested thing in a wish, for example "need" in "I need a deck". */
const WISHES = `need|want|like|love|use|have|get|see|order|receive|of|about|show|send|for|with|me|us|help|assist|${VERBS}`;
const DAYS = '(?:the )?(?:last|past|previous|this) (?:[\\wÀ-ž]+ )?(?:days?|weeks?|months?|quarter|year)';
/** Patterns for indirect asks: "I need a deck on pricing", "any chance of slides for the board?" */
const indirectAsks = [
  `${WISH}(?: (?:${WISHES}|i|we|you|would|could|should|really|also|to|please|chance|looking|be|very|grateful|happy|glad)){0,7}(?<=\\b(?:${WISHES})) ${NEW}`,
  `it(?: would|['’]d) be (?:good|nice|great|cool) (?:to have|if we had)\\b`,
  // Matches a sentence that names a template, for example "use the kickoff template". The sentence stays in the prompt if the team has no
  // template with this name.
  `(?=(?:use|apply|take) (?:the |our |my |an? )?[“"']?[\\wÀ-ž][^.!?;:]{0,59}? template\\b)`,
  `(?:as|into) (?:(?:${COUNT})[ -])?${WANTED}${ALONE}`,
  `(?:maybe )?(?:(?:can|could|may) )?(?:(?:someone|anybody|anyone|somebody) (?:put|turn|make) )?${OBJECT}(?: (?:can|could))? (?:become|be(?: turned into| made into)?|on|into) (?:${COUNTED}|${BARE}|something\\b)`,
  `(?<wanted>${KNOWN}(?:${NOUN}))(?= ${DAYS}(?:$|[.,;:!]| (?:for|as|in|with|please)\\b))`,
].map(atBeginning);

/**
 * Returns a regular expression that matches a command at the beginning of a text. The caller must remove polite words before. Each group's
 * name gets a number, because Node 22 does not allow two groups with the same name.
 */
function atBeginning(command: string): RegExp {
  let groups = 0;
  const numbered = command.replaceAll(/\(\?<(wanted|subject)>/g, (_, name) => `(?<${name}${++groups}>`);
  return new RegExp(`^(?:${numbered})`, 'i');
}

/** Returns the text of the matched group with this name, or an empty string. The groups have numbered names, for example `wanted2`. */
function groupOf({ groups = {} }: RegExpExecArray, name: 'wanted' | 'subject'): string {
  return Object.entries(groups).find(([key, value]) => key.startsWith(name) && value)?.[1] ?? '';
}

/** Matches a sentence that tells Deckhand not to make anything. */
export const REFUSAL =
  /\b(?:no need to do anything|(?:you )?do(?: not|n['’]?t) (?:have|need) to do anything)\b|\b(?:no need (?:for|to (?:make|create|do|prepare))|(?:do not|don['’]?t) need) (?:the |any |an? |more )?(?:slides?|decks?|presentations?|documents?|reports?|handouts?|pictures?)\b|\bi(?:['’]?ll| will)?(?: just)? do (?:it|this|that) myself\b|\b(?:no,? thanks|no,? thank you|never ?mind|don['’]?t bother|forget it)\b|^(?:please )?(?:do not|don['’]?t|can you not) (?:make|create|turn|do|write|prepare)\b/i;

/** Maximum number of characters of a sentence that are searched. An ask is at the beginning, so the rest is not needed. */
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
  return find(text, asks);
}

/** Finds an indirect ask ("we could use slides"). Deckhand only proposes it, because an indirect ask is too uncertain to spend credits. */
export function findIndirectAsk(text: string): FoundAsk | undefined {
  return find(text, indirectAsks);
}

function find(text: string, patterns: RegExp[]): FoundAsk | undefined {
  const beginning = text.slice(0, SEARCHED);
  if (REFUSAL.test(beginning)) return undefined;
  const [polite = ''] = POLITE_WORDS.exec(beginning) ?? [];
  const rest = beginning.slice(polite.length);
  if (patterns === asks && isStatement(rest)) return undefined;
  for (const pattern of patterns) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const subject = groupOf(found, 'subject');
    return {
      wanted: groupOf(found, 'wanted'),
      command: polite + found[0],
      subject: IS_OBJECT.test(subject) ? '' : subject,
    };
  }
  return undefined;
}

/** Matches a source without a name, such as "this" or "the thread". */
export const IS_OBJECT = new RegExp(`^${OBJECT}$`, 'i');

/** Matches the thread as the source of a document: "of this", "from the above", "on what we agreed above". */
export const OF_THREAD = new RegExp(
  `\\b(?:of|from|out of|about|on|for) (?:${OBJECT}|what (?:we|was|were|has been|people|everyone) [^,.;:!?]{3,40}? (?:above|here|so far))(?![\\p{L}-])`,
  'iu',
);

/**
 * Returns whether a text is a statement and not an ask. For example, "slides in the folder are old" is a statement. "Slides on what is new"
 * is not, because its verb belongs to the topic.
 */
function isStatement(text: string): boolean {
  const [clause = ''] = text.split(/[.,:;!?]/);
  const verb =
    /\b(?:is|are|was|were|looks?|looked|seems?|(?<!\b(?:i|we) )needs?|went|got)(?:n['’]?t)?\b/i.exec(clause);
  return (
    verb !== null &&
    !/\b(?:what|who|why|how|where|when|which|whether|if|that)\b/i.test(clause.slice(0, verb.index))
  );
}
