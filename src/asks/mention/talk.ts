import { NOUN } from './find-ask.ts';

/** Recognizes, by fixed rules, sentences that do not request a document. */

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

const YOU = '(?:,? (?:@?deckhand|there|all|everyone|everybody|team|folks))?';
const MORE =
  '(?:[ ,.!]*\\b(?:please|pls|thanks|thank you|thx|now|then|so much|a lot|very much|again|(?:be )?so kind|be so kind))*';
const END = '[\\s.!,)]*$';
const EXISTING = `(?:my|the|our|that|this|those|these|last|all)(?: (?:my|our|last|latest|recent|newest|own))* (?:${NOUN}|file|files|pictures?)`;

const AGREE =
  "yes|yep|yup|yeah|ya|sure(?: thing)?|ok|okay|k|alright|all right|fine|of course|absolutely|definitely|correct|exactly|agreed|confirm(?:ed)?|proceed|go(?: ahead| for it| on)?|do (?:it|that|this)|make (?:it|that|them)|create it|build it|(?:please )?(?:go (?:on|ahead)|carry on|continue)(?: with (?:it|that|this))?|please do|why not|please do|let['’]?s (?:go|do (?:it|this|that))|ship it|start|run it|that['’]?s (?:it|right|fine|correct)|sounds (?:good|great|fine|perfect)|looks (?:good|great|fine|right)[ ,]+(?:make it|go ahead|do it|go)|(?:perfect|wonderful|great|good|nice|super|excellent|fine|lovely)[ ,.!]+(?:please )?(?:(?:you can )?start|make it|go ahead|do it|go)|you can (?:start|go ahead|make it)|(?:i think )?(?:we|you) (?:can|could) (?:do|make|leave|keep|take) (?:it|that)(?: like (?:this|that)| this way| so)?|(?:do|make|take|leave) it like (?:this|that)|(?:now )?(?:it|that|this)['’]?s (?:right|fine|correct|good|better)|👍|✅|:\\+1:|:thumbsup:|:white_check_mark:|:ok_hand:";
const DISAGREE =
  "no|nope|nah|no way|not now|not yet|cancel(?: (?:it|that|this))?|never ?mind|nvm|forget (?:it|that|about it)|drop (?:it|that)|don['’]?t(?: (?:make|do) (?:it|that)| bother)?|discard(?: it)?|scrap (?:it|that)|skip (?:it|that)|leave it|no need|wait|hold on|maybe later|later|not (?:today|for now)|i (?:have to|must|need to) (?:go|leave|run)|👎|:-1:|:thumbsdown:";
const THANK = 'thanks|thank you|thank u|thx|ty|tysm|cheers|much appreciated|many thanks|tack|dzięki|arigato';
const GREET = 'hi|hiya|hello|hey|heya|yo|good (?:morning|afternoon|evening|day)|morning|hej|ahoj';
const PRAISE =
  'great|good|nice|lovely|cool|awesome|excellent|fantastic|wonderful|amazing|perfect|brilliant|beautiful|super|neat|wow|wrong|bad|ugly|broken|terrible|awful|boring|fine|old|slow|spot on|off|empty|right|useful|helpful|impressive|too (?:long|short|much|wordy|big)';
const REMARK = `(?:that['’]?s |this is |it['’]?s |you['’]?re |so |very |really |how |what an? |looks? |looking |pretty |quite |a )*(?:${PRAISE})(?: (?:job|work|one|stuff|deck|slides|presentation|document|summary|discussion|meeting|thread|talk|point|idea|bot|that|thing|now|already|indeed|of you|everyone|everybody|all|team))*`;

const FILLER = String.raw`(?:(?:ah+|oh+|ok|okay|lol|haha\w*|hm+|mm+h*|yes|no|well|so|and|but|alright|fine)[\s,.!…]+)*`;
const CHAT = String.raw`(?:(?:i was |just )?test(?:ing)?(?: test)*|ok|okay|lol ok|good to know|found it|all good|no worries|(?:i[’']?m )?(?:so |very )?sorry(?: (?:for|about) (?:the|that|this|my|all)(?: \w+){0,2}| (?:everybody|everyone|all|wrong (?:chat|channel|window)))?|wrong (?:chat|channel|window)|ping|lol|haha\w*|hmm+|oh+|ah+|oops|sorry|my bad|wow|yay|huh|hm|interesting|i see|got it|understood|see you(?: (?:later|soon|tomorrow|(?:on |next )?\w+day))?|bye(?: bye)?|good ?(?:bye|night)|have a (?:nice|good|great) \w+|nothing|one moment(?: please)?|just a (?:moment|second|sec)|wait(?: a \w+)?|i(?: would|['’]d) like an? (?:coffee|tea|beer|break)|(?:i['’]?m |we['’]?re )?(?:sick|tired|late|hungry|bored|back|busy|on holiday)(?: today| now)?|how are you(?: doing| today)*|i (?:love|like|hate|agree|don['’]t like)(?: (?:it|this|that|you|with \w+))?|love (?:it|this)|(?:this|that|you) (?:rocks?|sucks?)|well done|good (?:job|bot)|bad bot|[^\p{L}\p{N}]*|(?:\s*:[\w+'-]+:\s*)+)`;

const INTERJECTIONS =
  '(?:(?:lol|haha\\w*|hm+|oh|ok|okay|well|wow|but|and|so|sorry|thank you|thanks|yes|no|good|great|right)[ ,.!]+)*';
const VERB =
  "(?:is|are|was|were|am|has|have|had|do|does|did|will|can|could|would|may|might)(?:n['’]?t|not)?|can['’]t|won['’]t|loved?s?|liked?s?|hate[ds]?|thinks?|thought|says|said|looks?|looked|seems?|works?|worked|went|got|gets?|made|makes|makes?|told|asked|forgot|hope|guess|wonder|feel|agree|disagree|see|know|understand|wish|mean";
const ADVERB = '(?:not |just |really |never |always |still |already |all |also )?';
/** The beginning of a statement: "that looks ugly", "my boss thinks", "the service is". */
const STATEMENT = `(?:(?:i|we|you|he|she|they|it|that|this|there|everybody|everyone|nobody|somebody|people|(?:my|our|the|his|her) (?:[\\p{L}’'-]+ ){0,3}?[\\p{L}’'-]+?)(?:['’](?:s|re|m|ll|ve|d)| ${ADVERB}(?:${VERB}))|not (?:what|the|quite|really|bad)|(?:nice|lovely) (?:weather|day))`;
/** A statement about an existing document: "everybody loved the slides", "the last one you made had the wrong logo". */
const PAST = `(?:everybody|everyone|people|they|(?:my|our) (?:boss|team|manager|colleagues?|clients?)|the (?:last one|(?:${NOUN})(?: (?:from|on|of) [^,.:?]{1,30}?)?)(?: you made)?) (?:is|are|was|were|has|had|loved?|liked?|hated|thinks?|says|said|looks?|looked)`;

const rows: [Talk, RegExp][] = [
  [
    'help',
    /^(?:please |hey,? |hi,? )?(?:help(?: me)?(?: please)?|\?|how do(?:es)? (?:this|it|deckhand|you|i use (?:this|you|it|deckhand)) ?(?:work)?|(?:show |list )?(?:me )?(?:the |your )?(?:commands|instructions|help|options)|i need help|usage|hilfe|ayuda|aide|ajuda)[ ?!.]*$/i,
  ],
  [
    'greeting',
    /^(?:what (?:can|do|could) (?:you|deckhand|i) (?:do|make|ask|say|type|make here|do here)(?: for (?:me|us))?|who are you|what are you|what is (?:this|deckhand)|what does (?:it|this|deckhand) do)[ ?!.]*$/i,
  ],
  [
    'yes',
    new RegExp(
      `^(?:(?:then|well|now|great|fine|it['’]?s worth it)[ ,.!]+)*(?:(?:${AGREE})(?:[ ,.!]+|(?=$))(?:(?:then|well|it['’]?s worth it)[ ,.!]+)?){1,4}${MORE}${YOU}${MORE}${END}`,
      'iu',
    ),
  ],
  ['no', new RegExp(`^(?:(?:${DISAGREE})(?:[ ,.!]+|(?=$))){1,4}${MORE}${YOU}${MORE}${END}`, 'iu')],
  [
    'stop',
    new RegExp(
      `^(?:(?:please|pls|ok|oh|no|wait|can you|could you|you can)[ ,.!]+)*(?:stop|abort|halt|cancel)(?: (?:it|that|this|everything|now|making (?:it|this|that)|working(?: on it)?|(?:making |working on )?${EXISTING}))?${MORE}[\\s.!?]*$`,
      'iu',
    ),
  ],
  [
    'thanks',
    new RegExp(
      `^(?:(?:ah|oh|ok|okay|great|perfect|nice|got it|good to know|super|cool|no|wow|awesome|lovely|fine|that (?:helps|works))[ ,.!]+)*(?:${THANK})\\b(?:[ ,.!]+(?!(?:make|create|can|could|now|and)\\b)[^?]{0,60})?${END}`,
      'iu',
    ),
  ],
  [
    'greeting',
    new RegExp(
      `^(?:(?:${GREET})${YOU}[\\s,.!]*)+(?:how are you(?: doing| today)*|how['’]?s it going|what['’]?s up)?[ ?]*${END}`,
      'iu',
    ),
  ],
  ['chat', new RegExp(`^${FILLER}${CHAT}(?:[\\s,.!?…]+${CHAT})?[\\s.!?,…]*$`, 'iu')],
  [
    'remark',
    new RegExp(
      `^(?:wow|oh|hey|ok|yes|no|hmm)?[ ,.!]*${REMARK}(?:, (?:everybody|everyone|team|all))?${END}`,
      'iu',
    ),
  ],
  [
    'remark',
    new RegExp(
      `^(?:${EXISTING}|it|that|this|(?:\\p{L}+ )?(?:${NOUN})(?: (?:on|in|about) [^.?!]{1,30})?)(?: you made)? (?:is|are|was|were|looks?|looked|seems?|went|turned out)(?:n['’]?t)? (?:just |so |really |very |too |a bit |all |quite |absolutely )*(?:${PRAISE}|well|long|short|here|there|what (?:i|we) (?:wanted|needed|asked for))\\b[^?]{0,40}$`,
      'iu',
    ),
  ],
  [
    'credits',
    /^(?:please |hey,? |deckhand,? )?(?:(?:how many|how much|what(?:['’]s| is| are)?|do (?:we|i|you)|are there|have we|any|show(?: me)?|check|tell me)\b.*\bcredits?\b.*|credits?(?: (?:left|balance|please))?|(?:what(?:['’]s| is) )?(?:our |the |my )?(?:credit )?balance|how much (?:does|do|would|will|did)\b.*\bcost\b.*|what does (?:it|this|that|a \w+) cost.*|what (?:will|would|does) (?:it|this|that) cost.*|how (?:much|expensive) is (?:it|this|that|a \w+))[\s?!.]*$/iu,
  ],
  [
    'digests',
    /^(?:please |can you |could you )?(?:(?:show|list|see|what are|which are|where are|stop|pause|resume|change|delete|cancel|edit|manage)(?: me)? )?(?:all )?(?:my|our|the|your|any|active)? ?(?:(?:channel |weekly |daily |scheduled |friday |monday )*digests?|(?:scheduled|weekly|daily) (?:summaries|summary|recaps?))(?: (?:in|of|for) (?:this channel|here|<#[^>]*>))?[\s?!.]*$|^(?:when is|when['’]?s|which|what) .*\bdigests?\b.*\?$/iu,
  ],
  [
    'recent',
    new RegExp(
      `^(?:please |hey,? |hi,? |can you |could you )*(?:what (?:did|have|has) (?:i|we|you) (?:already )?(?:make|made|create|created|do|done|ask|asked)\\b.*|(?:my|recent|latest|last) (?:${NOUN})|recent|history|(?:list|show|find|get|give|open|send|where(?:['’]s| is| are)|what(?:['’]s| is) the status of|how(?:['’]s| is) it going with|delete|archive|remove|rename|share|publish|download|resend|forward|repost)(?: (?:me|us))?(?: (?:to )?(?:a )?links? (?:to|of))? ${EXISTING}(?: (?!template)[^.?!]{0,40})?|(?:is|are|was) (?:it|that|this|${EXISTING}) (?:done|ready|finished|made|coming|there)(?: yet)?|did you (?:make|finish|do|send) .*|have you (?:made|finished|seen|sent) .*|how long (?:does|will|do|would) .*|(?:what(?:['’]s| is) (?:the )?)?status|archive (?:this|it|that)|delete (?:this|it|that)|any (?:news|update)s?|(?:i|we) (?:need|want) (?:that|the|those) (?:${NOUN})(?: (?:gone|by|to be)\\b.*)?|can (?:i|we) (?:have|get|see) ${EXISTING}|looking for ${EXISTING}\\b.*|(?:(?:make|do|create) )?(?:another one|one more|(?:it |that |this )?again|the same(?: thing)?(?: again)?)${MORE})[\\s?!.]*$`,
      'iu',
    ),
  ],
  [
    'question',
    /^(?!(?:can|could|would|will) (?:you|we|i|deckhand) (?:please |also |just |maybe )?(?:make|create|do|build|prepare|write|draft|put|turn|sum|summari[sz]e|recap|generate|produce|have|get|convert|give|draw|paint|sketch|illustrate|design|wrap)\b).*\?[\s!?]*$/iu,
  ],
  [
    'question',
    /^(?:(?:and|but|so|ok|hi|hey)[ ,]+)*(?:(?:what|who|whose|how|where|when|why|which)(?: (?!(?:to|we|i|the|our)\b)\p{L}+)?(?:['’]s)? ?)?(?:(?<=['’]s )|(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|may)(?:n['’]t)? )(?:you|i|we|it|this|that|they|there|deckhand|my|he|she|anyone|anybody|someone|somebody)\b(?!.*\b(?:make|create|do|build|prepare|write|get|have|draw|paint|sketch|illustrate|turn|wrap|sum) (?:me |us )?(?:an?|some|this|it|our|my|the|up|slides?|\d+)\b)/iu,
  ],
  [
    'remark',
    new RegExp(
      `^${INTERJECTIONS}(?:${STATEMENT})\\b(?![^?]*\\b(?:${NOUN}|should|need|want|theme|template|shorter|longer)\\b|[^?]*\\d)[^:?\\n]{0,80}$`,
      'iu',
    ),
  ],
  ['remark', new RegExp(`^${INTERJECTIONS}(?:${PAST})\\b[^:?\\d]{0,80}$`, 'iu')],
  [
    'chat',
    /^(?:please |can you |could you )*(?:tell|sing|remind|call|delete|forget|ignore|remember) (?:me|us|my|our|what|that|about|it)\b[^:]{0,40}$/iu,
  ],
];

/** Maximum length of a sentence that is checked, in characters. A longer text counts as content. */
const LONGEST = 200;

/** Returns the meaning of a sentence; undefined if the sentence may request a document. @param text the sentence on one line */
export function talkIn(text: string): Talk | undefined {
  if (text.length > LONGEST) return undefined;
  const words = text
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/(?<=\S)(?:\s|\p{Extended_Pictographic}|\ufe0f)+$/u, '');
  return rows.find(([, pattern]) => pattern.test(words))?.[0];
}
