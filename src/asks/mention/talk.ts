import { NOUN } from './find-ask.ts';
import { NEGATED, talkLead } from './topic-model.ts';

/** Recognizes sentences that do not request a document, for example thanks and questions. */

/** The meaning of a sentence that does not request a document. */
export type Talk =
  /** The author wants to know how to use Deckhand. */
  | 'help'
  /** Agreement to the open card: "yes", "go ahead". */
  | 'yes'
  /** Rejection of the open card: "no", "never mind". */
  | 'no'
  | 'thanks'
  /** A greeting, or a question such as "what can you do?" */
  | 'greeting'
  /** Small talk: "lol", "see you on Monday". */
  | 'chat'
  /** Praise or criticism: "nice one", "the deck is wrong". */
  | 'remark'
  /** "This is useless, you didn't do what I asked." */
  | 'complaint'
  /** A request to take back the last change, or a question about it: "undo", "can I undo that?" */
  | 'undo'
  /** A request to stop the current generation. */
  | 'stop'
  | 'credits'
  /** A question about an existing document, or a request to do something with it: "where is my deck?", "delete the deck". */
  | 'recent'
  | 'digests'
  /** Any other question. */
  | 'question'
  /** The sentence may not be meant for Deckhand. Used only for sentences in a channel and for empty sentences. */
  | 'unclear';

const THANKS =
  'thanks thank thx ty tysm cheers merci danke gracias obrigado obrigada grazie tack takk kiitos dzięki bedankt arigato appreciated tks thnx ta tnx thanx mercy grand';
const GOOD = 'great good nice perfect wonderful super excellent fine lovely';
const PRAISE = `${GOOD} cool awesome fantastic amazing brilliant beautiful neat wow top fab brill ace wrong bad ugly broken terrible awful boring old slow spot off
  empty right useful helpful impressive long short wordy big well`;
const THING = 'deck decks slides summary recap presentation document file report page post website';
/** Filler words, which do not change the meaning of an answer to a card. */
const AROUND = `it its that thats this them then now well please pls plz kindly so oh ah hm hmm mmh for on deckhand all team there
  everyone everybody be kind`;
/** Words that a greeting, thanks, small talk or a remark may contain in addition to the words that identify it. */
const SMALL = `${AROUND} ${GOOD} ok okay yes no a about am an and another are as but do from had haha has have her here hey hi how i im in is
  just like lol looked looks me much my not of one our quite rather really seems she too they the these those to us very was we were what
  with you your youre`;

/**
 * Kinds of talk that are recognized by their words: the kind, the words that identify it, and other words that the sentence may contain.
 * The sentence must have at least one identifying word, and no word that is in neither list. The first row that matches is used.
 */
const tables = (
  [
    [
      'no',
      `no nope nah none neither cancel nevermind nvm forget drop dont not discard scrap skip leave wait hold never nein nö non não nie nee nej nei 👎 -1
      thumbsdown`,
      `${AROUND} ${THANKS} mind bother make do about way yet need maybe today i have to must run leave go actually ok okay better rather`,
    ],
    [
      'yes',
      `yes yess y yep yup yeah ya sure ok okay k alright absolutely definitely exactly agreed confirm confirmed lgtm approved proceed go continue carry do make
      create build ship start run course ja jo jup jep klar jawohl mach passt hazlo oui vai dai sí sì si sim tak claro vale los vamos andiamo allez 👍 ✅ +1 thumbsup white_check_mark ok_hand`,
      `${AROUND} ${THANKS} ${GOOD} na dann mal gehts das es det den lag gjør gjor gör lav kjør kör actually very ahead thing lets like way worth looks sounds right correct of with much a lot cool awesome`,
    ],
    ['yes', 'fine right correct better sounds', `${AROUND} ${THANKS} ${GOOD}`],
    [
      'stop',
      'stop abort halt cancel',
      `${AROUND} ${THING} ok no wait can could you everything making working my the last`,
    ],
    [
      'greeting',
      'hi hiya hello hey heya yo morning afternoon evening hej ahoj hallo hola bonjour ciao olá moin',
      `${SMALL} day doing today going whats up guten tag`,
    ],
    [
      'chat',
      `test testing lol oh ah haha hm hmm mm mmh oops sorry yay huh interesting see know got received phew pity understood bye goodbye tschüss tschüß tschau adieu night weekend worries nothing
      ping moment minute second sec love hate sick tired late hungry bored busy found coffee tea beer break`,
      `${SMALL} ${PRAISE} again chat channel window trouble later soon tomorrow next monday tuesday wednesday thursday friday saturday sunday
      would wait today now`,
    ],
    [
      'remark',
      PRAISE,
      `${SMALL} ${THING} job work stuff discussion meeting thread talk point idea bot thing already indeed bit went turned out today`,
    ],
  ] satisfies [Talk, string, string][]
).map(([talk, some, others]) => ({ talk, some: setOf(some), all: setOf(`${some} ${others}`) }));
const thanks = setOf(THANKS);
const beforeThanks = setOf(`many tusen ${SMALL} ${PRAISE} got know super ok no helps works`);

function setOf(list: string): Set<string> {
  return new Set(list.split(/\s+/));
}

/** Returns true if a sentence contains thanks: "ok super danke". */
export function hasThanks(text: string): boolean {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => thanks.has(word));
}

/** Matches what comes after thanks if the sentence asks for something: "thanks, now make slides of it". */
const ASKS = /[?:]|^[\s,.!]*(?:make|create|can|could|now|and)\b|.{60}/;

/** Matches a question, or a change such as "make it great". Neither counts as a yes. */
const NO_YES = new RegExp(`\\?|\\bmake \\w+ (?:${GOOD.replaceAll(' ', '|')})\\b`, 'i');

/** Matches a format that the person wants instead: "a document is fine, no slides". */
const IS_ENOUGH = /^(?:no,? )?an? \w+ (?:is|would be|will be) (?:fine|ok|okay|enough|better|good|great)\b/;

/** Returns the kind of talk that the words of a sentence show. */
function talkOfWords(text: string): Talk | undefined {
  const plain = text
    .toLowerCase()
    .replace(/^\P{L}+(?=\p{L})/u, '')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/['’]/g, '')
    .replace(/\bthank (?:you|u)\b(?! (?:note|card|letter|message|speech))/g, 'thanks')
    .replace(/\b(?:i think )?(?:you|we) (?:can|could) /, '');
  const words = plain.match(/[-+]?[\p{L}\p{N}_]+(?:-\p{L}+)*|\p{Extended_Pictographic}/gu) ?? [];
  if (IS_ENOUGH.test(plain)) return undefined;
  const [found] = tables.filter(
    ({ talk, some, all }) =>
      words.some((word) => some.has(word)) &&
      words.every((word) => all.has(word)) &&
      !(talk === 'yes' && NO_YES.test(text)),
  );
  if (found) return found.talk;
  if (!/[\p{L}\p{N}?]/u.test(text)) return 'chat';
  const at = words.findIndex((word) => thanks.has(word));
  const [word = ''] = words.slice(at, at + 1);
  const rest = plain.slice(plain.indexOf(word) + word.length);
  const isThanks = at >= 0 && words.slice(0, at).every((before) => beforeThanks.has(before));
  return isThanks && !ASKS.test(rest) ? 'thanks' : undefined;
}

const EXISTING = `(?:my|the|our|that|this|those|these|last|all)(?: (?:my|our|last|latest|recent|newest|own))* (?:${NOUN}|file|files|pictures?)`;
/** Matches a polite order, which may end with a question mark. */
const ORDER =
  '(?:can|could|would|will) (?:you|we|i|deckhand) (?:please |also |just |maybe )?(?:make|create|do|build|prepare|write|draft|put|turn|sum|summari[sz]e|recap|generate|produce|have|get|convert|give|draw|paint|sketch|illustrate|design|wrap)\\b';

const EVERY =
  '(?:daily|weekly|monthly) digest|(?:every|evry|each) (?:(?:other|second|single) )?(?:day|morning|evening|week|month|quarter|\\p{L}+day)s?|(?:once|twice) an? (?:day|week|month)|(?:mon|tues|wednes|thurs|fri|satur|sun)days';
/** Matches how often a document comes. */
const EACH = `(?:(?:on )?(?:${EVERY})|(?:weekly|daily|monthly|fortnightly|biweekly)(?=[,:]| (?:on|at)\\b)|work(?:ing )?days|weekdays)(?![\\p{L}])`;
const OF_CHANNEL = `(?:of|from|about|on|in|for|over|covering|(?:of|about|from|on) what (?:was|is|we|people) [^.?!]{2,40}?(?:in)?) ?(?:this channel|the channel|<?#[\\p{L}\\d_-]|here\\b)`;
/** Matches a document of a channel that comes again and again: "every Friday 5 slides of this channel", "a PDF of #sales each Monday". */
const COMES_AGAIN = `(?:(?:please|can|could|you|i|we|want|need|would|like|i['’]d|we['’]d|also|make|send|post|give|me|us)[, ]+)*(?:${EACH}(?! (?:we|they|i|he|she|people|everybody|everyone|our|the) (?!want|need|['’]?d|would)\\p{L}+)[^.?!]{0,60}?\\b(?:${NOUN}|pages?) ${OF_CHANNEL}.{0,80}|(?:(?:an?|some|the|\\d{1,2}|one|two|three|four|five|six|eight|ten|short) ){0,2}(?:[\\p{L}-]+ )?(?:${NOUN}) ${OF_CHANNEL}\\S*[, ]+(?:on )?${EACH}.{0,60})$`;
/**
 * Matches a sentence about digests: a question about them ("my digests"), an order to stop or change one ("stop the revenue digest"), and a
 * request for a summary that comes again and again ("a summary of #revenue every Friday"). Does not match a single summary.
 */
export const DIGESTS = new RegExp(
  `^${COMES_AGAIN}|^(?:(?:please|can you|could you) )*(?:show|list|give)(?: me| us)? (?:all |the )*digests (?:of|from|in|by) .{2,40}$|^digests? (?:every|each|daily|weekly|monthly|on \\p{L}+days?)\\b.{0,80}$|^(?:(?:please|can|could|you|show|list|see|get|what|which|where|are|me|all|my|our|the|your|any|active|channel|weekly|daily|scheduled|friday|monday) )*(?:digests(?: (?:in|of|for) (?:this channel|here|(?:the|this|our) (?:workspace|team|company)))?|digest)[\\s?!.]*$|^(?:(?:please|can|could|we|i|you|would|want|need|like|set|up|make|create|give|me|us|to) )*an? (?:daily|weekly|monthly|fortnightly) digest\\b.{0,150}$|^(?:(?:please|can|could|we|i|i['’]d|you|would|want|need|like|set|up|make|create|give|me|us|to|no)[, ]+)*an? digest\\b(?!.*\\b(?:last|past|since)\\b)(?=.*\\b(?:${EVERY})\\b).{0,150}$|^(?:when|which|what)\\b.*\\bdigests?\\b.*\\?$|^(?!.*\\b(?:slides?|deck|presentation|about)\\b)(?:(?:please|can|could|should|you|we|i|now|ok|and) )*(?:(?:make|move|shift|reschedule|have|let|put|set|get) |(?<=\\b(?:can|could|should) ))(?:the|my|our|this)(?: [\\p{L}\\d#-]+){0,2} digests? (?:to )?(?:come|run|arrive|go out|be sent|at|on|to|every|weekly|daily|monthly|earlier|later)\\b.{0,50}$|^(?:actually |no,? |hm+,? )*.{3,40} (?:is|would be|works) better for (?:the|my|our|this) digest[.!]*$|^who (?:has|set up|owns|runs|made|created) (?:any |a |the |all )?digests?[ ?!.]*$|^(?:which|what|whose) digests? (?:do|does|are|is|have|run|runs|exist|can)\\b.{0,60}$|^(?!.*\\b(?:slides?|deck|presentation|about)\\b)(?:(?:please|how|do|can|could|would|you|i|we|want|need|like|to) )*(?:stop|pause|resume|change|delete|cancel|end|edit|manage|remove|unsubscribe|turn off|switch off|mute|no more|don['’]?t (?:want|need|send)|set up|schedule|subscribe|start)\\b[^.:?]{0,60}\\b(?:digests?|(?:daily|weekly|monthly|scheduled) (?:summar(?:y|ies)|recaps?))\\b|^(?!.*\\b(?:last|past|since|yesterday|(?:on|about) (?:how|what|why|the|our|my))\\b)(?=.*\\b(?:digest|summar(?:y|i[sz]e)|sum up|recap|overview|catch me up|(?:send|post) (?:me|us|it|the|an?))\\b).*\\b(?:${EVERY})(?![\\p{L}])`,
  'iu',
);

/** Courtesy, exclamations and conjunctions before the words that show the kind of talk. */
const LEAD =
  /^(?:(?:please|hey|hi|hello(?! from\b)|(?:good )?(?:morning|afternoon|evening)(?: everyone| all)?|ok|okay|oh|ah|ugh|h+m+|well|so|and|but|btw|wait|actually|sorry(?! (?:for|about|to)\b)|oops|thanks|deckhand|no (?:worries|problem)|all good|happy \p{L}+)[ ,.!]+)+(?=\S)/iu;

/** Kinds of talk that are recognized by how the sentence begins, without `LEAD`. The first row that matches is used. */
const rows: [Talk, RegExp][] = [
  [
    'help',
    /^(?:help(?: me)?(?: please)?|\?|how do(?:es)? (?:this|it|deckhand|you|i use (?:this|you|it|deckhand)) ?(?:work)?|(?:show |list )?(?:me )?(?:the |your )?(?:commands|instructions|help|options)|i need help|usage|hilfe|ayuda|aide|ajuda|(?:what|which) (?:are )?(?:the )?(?:admin )?commands(?: (?:are there|do you have))?)[ ?!.]*$/i,
  ],
  ['stop', /^[^?:]{2,30}[,.!] (?:please )?stop[.!]*$/i],
  ['stop', /^(?:no[ ,.!]+)?stop(?:[,.!]| (?:it|that|this|please|now|everything|for now)\b|$)[^?]{0,80}$/i],
  [
    'undo',
    /^(?:(?:no|oh|oops|sorry|please|ok|actually|hm+|and|but|so|(?:(?:how|is there a way) )?(?:(?:can|could|do|may|would) (?:i|we|you)|to))[ ,.!]+)*(?:undo|revert|take (?:it|that) back|go back|back to (?:how|what) it was|as (?:it was )?before)(?: (?:it(?: all)?|that|this|everything|(?:the|my|that) (?:last |whole )?(?:change|one|bit|thing)|please|again))*[?.!]*$/i,
  ],
  [
    'greeting',
    /^(?:what (?:can|do|could) (?:you|deckhand|i) (?:do|make|ask|say|type)\b.{0,12}|who are you|what (?:are you|is (?:this|deckhand)|does (?:it|this|deckhand) do))[ ?!.]*$/i,
  ],
  [
    'credits',
    /^(?:(?:how (?:many|much)|what|do (?:we|i|you)|are there|have we|any|show|check|tell me)\b.*\b(?:credits?\b.*|cost\b(?! (?:to (?!make|do|use|create)|of|for))[^,;:]*)|(?:my |our )?credits?(?: (?:left|balance|please))?|(?:what(?:['’]s| is) )?(?:our |the |my )?(?:credit )?balance|how (?:much|expensive) is (?:it|this|that|a \w+))[\s?!.]*$/i,
  ],
  ['digests', DIGESTS],
  [
    'recent',
    new RegExp(
      `^(?:please |can you |could you )*(?:(?:show|tell|list|give) (?:me |us )?what (?:i|we|you)(?:['’]ve| have)? (?:already )?(?:made|created|done|asked for)\\b.*|what (?:did|have|has) (?:i|we|you) (?:already )?(?:ma[dk]e|created?|done?|ask(?:ed)?)\\b.*|(?:my|recent|latest|last) (?:${NOUN})|recent|history|(?:list|show|find|get|give|open|send|where(?:['’]?s| is| are| r|['’]re)|delete|archive|remove|rename|share|publish|download|resend|forward|repost)(?: (?:me|us))? (?:${EXISTING}(?: (?!template)[^.?!]{0,40})?|this|it|that)(?: again)?|(?:did|has|have) (?:it|that|the change) (?:work(?:ed)?|gone? through|come through|been (?:made|changed))(?: out)?|(?:is|are|was) (?:it|that|this|(?:the|my) change|${EXISTING}) (?:done|ready|finished|made|coming|there)(?: yet)?|(?:did|have) you (?:ma[dk]e|finish(?:ed)?|done?|sen[dt]|seen) .*|how long (?:does|will|do|would) .*|(?:what(?:['’]s| is) (?:the )?)?status|any (?:news|update)s?|(?:i|we) (?:need|want) (?:that|the|those) (?:${NOUN})(?: (?:gone|by|to be)\\b.*)?|can (?:i|we) (?:have|get|see) ${EXISTING}|looking for ${EXISTING}\\b.*|(?:(?:make|do|create) )?(?:another one|one more|(?:it |that |this )?again|the same(?: thing)?(?: again)?)(?: please| pls)?)[\\s?!.]*$`,
      'i',
    ),
  ],
  [
    'no',
    /^(?:no|nah|nope)[, ]+(?:sorry[, ]+)?(?:wrong \p{L}+|cancel|stop|forget it|never ?mind|(?:drop|leave|scrap|forget) (?:it|that|this)(?: one)?|not now|not needed)\b[^?:]{0,60}$/iu,
  ],
  [
    'yes',
    /^(?:yes|ja|yep)[ ,.!]+(?:(?:i['’]?m|i am|we['’]?re|we are|that['’]?s|it['’]?s|this is|looks?|sounds?) (?:very |really |all |quite )*(?:happy|fine|ok|okay|good|great|perfect|right)(?: with (?:it|this|that))?|passt(?: so)?|genau so)[.!]*$/i,
  ],
  // A question about what Deckhand can do: "can you make presentations from Word files?" Not "can you make slides about tea?"
  [
    'help',
    /^(?:can|could|do|does) (?:you|it|deckhand) (?:also )?(?:make|do|create|read|use|open|work with) (?:presentations|documents|reports|posters|videos|spreadsheets|web ?pages|websites|pictures|images|posts|flyers)(?: (?:from|out of|with|in|as|of) (?!(?:this|that|it|the|my|our)\b)[\p{L} -]{3,30})?(?:,? too)?\?$/iu,
  ],
  [
    'question',
    /^(?:what happens (?:to|if|when|with)|who (?:can|may|is|are|has|have|did|uses?|\w{2,}ed)|how many (?:people|members|decks|documents|of (?:us|them))|do(?:es)? (?:you|it|deckhand)|are you|is (?:there|deckhand))\b(?!.*[,:]).{0,70}$/i,
  ],
  ['question', /^who(?: else)? (?:can |will )?(?:sees?|gets?|reads?|opens?) (?:it|this|that)\b.{0,20}$/i],
  ['question', new RegExp(`^(?!(?:.*[.!?] (?:so |and |please )?)?${ORDER}).*\\?[\\s!?]*$`, 'i')],
  [
    'question',
    /^(?:(?:what|who|whose|how|where|when|why|which)(?: (?!(?:to|we|i|the|our)\b)[\wÀ-ž]+){0,2}(?:['’]s)? ?)?(?:(?<=['’]s )|(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|may)(?:n['’]t)? )(?:you|i|we|it|this|that|they|there|deckhand|my|the (?:one|last|first|deck|document|file)|he|she|anyone|anybody|someone|somebody|people|members|others|guests|admins|customers|colleagues|everyone|everybody)\b(?!.*\b(?:make|create|do|build|prepare|write|get|have|draw|paint|sketch|illustrate|turn|wrap|sum) (?:me |us )?(?:an?|some(?:thing)?|this|it|our|my|the|up|slides?|\d+)\b)/i,
  ],
  // A question about somebody or something else, also without "?": "does a digest cost credits", "which plan is needed for Slackbot".
  [
    'question',
    /^(?:(?:does|do|did|is|are|was|were|has|have|will|can|may) (?!(?:you|u|we|i|not|it|this|that)\b)(?:an? |the |our |my |all )?\p{L}+ |(?:which|whose) \p{L}+ (?:is|are|was|were|does|do|did|can|has|have|will)\b|(?:who) (?:sees?|gets?|reads?|opens?|pays?|decides|uses) |(?:who|what|when|where|why|how) (?:is|are|was|were|does|do|did|can|has|have|will|should|may) (?!(?:said|discussed|decided|agreed|talked|written|going on|happening)\b|been \p{L}+(?:ed|en|id)\b))(?!.*\b(?:slides?|deck|presentation|one-pager) (?:about|on|for|of|with)\b)[^:\d]{2,80}$/iu,
  ],
];

/** Maximum length of a sentence that is checked, in characters. A longer text is treated as the content of a document. */
const LONGEST = 200;

/** Returns the meaning of a sentence; undefined if the sentence may request a document. @param text the sentence on one line */
export function talkIn(text: string): Talk | undefined {
  if (text.length > LONGEST) return undefined;
  if (text.length < 40 && NEGATED.test(text)) return 'chat';
  const rest = text.replace(LEAD, '');
  const found = talkOfWords(text) ?? rows.find(([, pattern]) => pattern.test(rest))?.[0];
  return found ?? (talkLead(rest) > IS_TALK ? 'remark' : undefined);
}

/** By how much a sentence must be likelier one that asks for nothing (see `talkLead`), so that it is a remark. */
const IS_TALK = 0.25;

/** Matches an order to do something that is no document: "send Kasia a reminder", "warn me when the credits are gone". */
const OTHER_ORDER =
  /^(?:(?:please|pls|can you|could you|can u|and|now|ok)[ ,]+)*(?:send (?!it\b|this\b|that\b|them\b)|block|unblock|warn|notify|alert|remind|e-?mail (?!to\b|templates?\b|marketing\b)|forward|invite|approve|uninstall|upload|log (?:in|out|me)|sign (?:in|out|me)|reset|lock|unlock|revoke|ban|mute) ?(?!(?:me |us )?(?:an? |\d|some )|up\b)(?=\S)/i;

/** Returns true for an order to do something that is no document. Deckhand cannot do it, unless another rule knows the order. */
export const isOtherOrder = (text: string): boolean =>
  text.length <= OTHER_LONGEST && OTHER_ORDER.test(text) && !/[:\n]/.test(text);
const OTHER_LONGEST = 120;
