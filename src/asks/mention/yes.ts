import { ruleText } from './other-languages.ts';

/** Decides whether a sentence clearly says yes to an open proposal card. A doubtful yes is not accepted, because a yes spends credits. */

/** Matches a remark that ends in a yes, for example "boss says yes, go". */
const ENDS_IN_YES =
  /^(?<remark>[^?:,.!]{2,50})[,.!]+ (?:so |ok |then |please )*(?:yes|(?:yes[, ]+)?(?:go|go ahead|go for it|make it|do it))(?: please| then)?[.!]*$/iu;

const WHO =
  '(?:(?:the|my|our|his|her|your) )?(?:whole )?(?!(?:nobody|nothing|none|neither|who|what|if|as)\\b)\\p{L}+';
const WITH_IT = '(?: (?:with|by|to|for) (?:it|this|that|me|us|all of us|everyone|everybody))?';
/**
 * Matches a remark that only approves: "she’s fine with it", "boss says yes". Each word is listed, because a remark with other words may be
 * a condition or a change: "if Ana agrees, go", "great in German, make it".
 */
const APPROVES = new RegExp(
  `^(?:(?:ok|okay|oh|so|and|well|haha|lol) )*(?:(?:${WHO}(?:['’](?:s|re|m)| (?:is|are|am|says?|said|looks?|sounds?)) (?:(?:all|very|really|quite|totally|so|now) )*)?(?:yes|ok|okay|fine|happy|good|great|perfect|right)${WITH_IT}|(?:(?:i|we|they|you) (?:all )?(?:approve|agree|like|love)|${WHO} (?:approve|agree|like|love)[sd])(?: (?:it|this|that))?${WITH_IT}|thanks)$`,
  'iu',
);

/** Returns true if a sentence is a remark with words of approval, followed by a clear yes. */
export function endsInYes(text: string): boolean {
  const { remark } = ENDS_IN_YES.exec(text)?.groups ?? {};
  return remark !== undefined && APPROVES.test(remark) && !DOUBT.test(text);
}

/** Matches words that express doubt. A sentence with such words ("Not now, ok") is not accepted as a yes, because a yes spends credits. */
const DOUBT =
  /👎|(?<![\p{L}\d])(?:-1|no|not|nope|nah|never|nevermind|nvm|later|wait|hold on|cancel|skip|scrap|forget|drop|discard|nein|non|não|nie|nee|thumbsdown|dont|\p{L}+n['’]t)(?!\p{L})|\bconfirm\s*\?/iu;

/** Words that people also say without meaning a yes: "ok thanks", "that's fine for now", "ok wow". */
const POLITE =
  /\b(?:thanks?|thank you|thx|ty|cheers|takk|tack|danke|merci|gracias|grazie|obrigad[oa]|bra|fint|flott|greit|supert|for now|lol|haha\w*|wow|oh|ah|h+m+|well|(?<!all )right|looks)\b/i;
/** Words that make a sentence a yes although it also has polite words, for example "yes thanks". */
const EXPLICIT =
  /(?<!\p{L})(?:yes|yep|yeah|yup|make|go|do it|please|sure|ja|oui|s[iíì]|sim|tak|los)(?!\p{L})|👍|✅|\+1/iu;

const GOOD =
  'good|great|nice|perfect|wonderful|super|excellent|lovely|cool|awesome|brilliant|fantastic|amazing';
const IT = '(?:it|this|that|them|(?:this|that) one)';
const MAKE = '(?:make|do|create|build|start|generate)';
/** Words of which each alone is a yes: "yes", "go ahead", "make it", "you can make it", "could you make it". */
const YES = [
  'y|ya|yes|yep|yup|yeah|ok|okay|alright|all right|agreed|confirm|confirmed|lgtm|approved|of course|fine|correct|sure(?: thing)?',
  'ja|jo|jup|jep|klar|jawohl|gerne|passt|mach(?: (?:das|es))?|hazlo|oui|s[iíì]|sim|tak|claro|vale|vai|dai|(?:lag|gjør|gjor|gör|lav|kjør|kör|kør)(?: det| den| the)?|(?:doe|ga|start) maar|(?:leg )?los(?: gehts)?|auf gehts|cest parti|on y va|allez|vamos|venga|bora|andiamo|avanti|dale|dawaj|fallo|va bene|faz isso|zrób to',
  `(?:absolutely|definitely|exactly)(?! (?:${GOOD}|right|fine|correct|like|as|what|this|that)\\b)`,
  '👍|✅|\\+1|:(?:\\+1|thumbsup|white_check_mark|ok_hand):|👌',
  `(?:sounds|(?:i am|im|were|we are) happy with) (?:fine|correct|right|${IT}|${GOOD})`,
  `(?:${MAKE}|ship) ${IT}(?: so| happen)?|do so`,
  `(?:please|lets) ${MAKE}(?: ${IT})?`,
  'go|lets (?:go|start|begin)|(?:please )?go (?:ahead|on|for it)|carry on|continue|proceed|fire away|(?:start|begin) now',
  `you (?:can|may) (?:please |now |then )?(?:(?:make|create|build|start) ${IT}|start|begin|go ahead|proceed)`,
  `(?:can|could|would) you (?:please |now )?(?:make|do|create|build) ${IT}`,
  `(?:i think )?we can (?:do|make) ${IT} (?:like|as) (?:this|that)`,
].join('|');
/** Words that people put around a yes: "haha perfect, … please", "… with it". None of them is a yes. */
const AROUND = [
  `oh|ah|hm+|mm+h*|well|very well|so|actually|and|bra|fint|flott|greit|supert|haha\\w*|lol|wow|then|now|please|pls|plz|kindly|be so kind|thanks|thank you|thx|ty|cheers|deckhand|takk|tack|bitte|na|dann|mal|danke|merci|gracias|grazie|obrigad[oa]`,
  `(?:very )?(?:${GOOD})|right(?= (?:please |then |now |so )*(?:yes|ok|make|do|go))|passt|genau|${MAKE}|(?:just )?(?:like|as) (?:this|that)`,
  `with ${IT}|after all|for (?:me|us|everybody|everyone|now)|a lot|so much|ahead|i (?:like|love) ${IT}|it is worth it|its worth it|good to know`,
  `(?:${IT} (?:is|looks|sounds)|(?:now )?its|thats|all|(?:the |this |that )?(?:post|deck|plan|card|one) (?:is|looks)|looks|sounds) (?:(?:very|really|quite|so|all) )*(?:it|fine|right|correct|ok|okay|good now|${GOOD})`,
].join('|');
const ONLY_YES = new RegExp(`^(?:(?:${YES}|${AROUND}) )+$`, 'u');
const HAS_YES = new RegExp(`(?:^| )(?:${YES}) `, 'u');

/** Matches words that are struck through or quoted: "~make slides~", "> yes". */
export const QUOTED = /^\s*(?:~|>|&gt;)/;
/** Matches marks of a yes that is not meant: "oh ~yes~", "yes 🙄". */
const NOT_MEANT = /~|🙄|😡|🤬|🤡/u;

/** Maximum length of a yes, in characters. A longer sentence says more than yes. */
const LONGEST = 100;

/**
 * Returns true if a sentence says yes without doubt, and says nothing else. Each word must belong to a yes or to polite words around it, so
 * "good start", "make way" and "we can do it" are not accepted.
 */
export function isClearYes(words: string): boolean {
  const text = ruleText(words);
  if (DOUBT.test(words) || DOUBT.test(text) || text.length > LONGEST || /\?(?!\s*$)/.test(text)) return false;
  if (QUOTED.test(words) || NOT_MEANT.test(words)) return false;
  const isQuestion = text.includes('?');
  if (POLITE.test(text) && !EXPLICIT.test(text)) return false;
  return isOnlyYes(text) && (!isQuestion || /\b(?:can|could|would) you\b/i.test(text));
}

/** Matches the order on the button of a change. It is a yes only to the card of a change: "ok change it". */
const CHANGE_IT = /^(?!.*\?)(?!.*\b(?:can|could|would) you\b)(?<before>.*\b)change it\b/i;

/** Returns true if a sentence says yes to the card of a change, in the words of its button. */
export const isYesToChange = (words: string): boolean =>
  CHANGE_IT.test(words) && isClearYes(words.replace(CHANGE_IT, '$<before>make it'));

/** Returns true if a sentence consists of a yes and polite words. */
function isOnlyYes(text: string): boolean {
  const plain = text
    .toLowerCase()
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/\byess\b/g, 'yes')
    .replace(/['’]/g, '')
    .match(/:?\+1:?|:\w+:|[\p{L}\p{N}]+|👍|✅|👌/gu);
  const said = `${(plain ?? []).join(' ')} `;
  return ONLY_YES.test(said) && HAS_YES.test(said);
}
