import { TITLE_LIMIT } from '../../service/options.ts';
import { languages } from '../languages.ts';
import type { Ask } from '../schema.ts';
import { isOnlyAudience } from './audience.ts';
import { exportIn, findChoices } from './choices.ts';
import { formatOf, NOUN } from './find-ask.ts';
import { NUMBER, numberOf } from './numbers.ts';
import { inEnglish, ruleText } from './other-languages.ts';
import { sharingIn } from './sharing.ts';
import { cardOrderIn, isLikelyShare } from './topic-model.ts';

/** Orders to an open card in English, German and French, for which the rules for a new ask have no words. */

/** Words around an order: "no wait, …, please", "ach, …, bitte". */
const BEFORE =
  "^(?:(?:no|nah|nope|nein|nei|non|wait|ok|okay|fine|alright|well|so|then|oh|ach|ah|sorry|actually|please|bitte|hm+|and|but|can you|let[’']?s|lass uns|on|thanks?(?: you)?|thx|danke|merci|never ?mind|forget (?:it|that|this|everything|(?:it all|all (?:of )?(?:it|that|this)))|(?:lass|vergiss) (?:es|das)|laisse tomber|oublie [cç]a)[ ,.!]+)*";
const AFTER =
  "(?:[ ,]+(?:please|pls|bitte|now|instead|after all|again|doch|tho(?:ugh)?|stattdessen|s[’']il (?:te|vous) pla[iî]t))*[ .!]*$";
const whole = (order: string) => new RegExp(`${BEFORE}(?:${order})${AFTER}`, 'iu');

const NOTES = whole(
  "(?:with|include|add|read|use|mit|avec|(?:en )?incluant)(?: also| auch)? (?:the |den |die |les |des )?(?:(?:speakers?|presenters?)[’']?s? notes|sprecher-?notizen|vortragsnotizen|referentennotizen|notes (?:du (?:pr[eé]sentateur|conf[eé]rencier)|de l[’']orateur|d[’']orateur))",
);
/** Returns true if a sentence asks only for speaker notes. */
export function isForNotes(words: string): boolean {
  return NOTES.test(words);
}

const CHANNEL = '(?<channel><#[CG][A-Z0-9]+(?:\\|[^>]*)?>|#[\\p{L}\\d_-]{1,80})';
const ANY_CHANNEL = /<#[CG][A-Z0-9]+(?:\|[^>]*)?>/;
const OTHER_CHANNEL = whole(
  `(?:(?:just|only|rather|better|take|use|make it|(?:the )?same (?:for|of|from|with)|from|of|nur|lieber|nimm|aus|seulement|plut[oô]t|prends|depuis) )*${CHANNEL}`,
);
const NEW_TOPIC = whole(
  '(?:(?:change|switch|swap|set) (?:the|its) (?:topic|subject) (?:to|into)|(?:the|its) (?:topic|subject) (?:should|must|has to|ought to) be|(?:an? )?(?:new|different|other|another) (?:topic|subject):?|[aä]ndere?n? das thema (?:auf|zu|in)|(?:das|(?:ein )?(?:neues|anderes)) thema(?: soll(?:te)?(?: jetzt| lieber)?|:)|change[rz]? (?:le|de) sujet (?:en|pour|par|:)|(?:le|(?:un )?(?:nouveau|autre)) sujet(?: (?:doit|devrait) [eê]tre| ?:)) (?<topic>.+?)(?: sein| werden)?',
);
const BETTER = new RegExp(
  `${BEFORE}(?:an? )?(?<thing>${NOUN}) (?:is|are|would be) (?:better|best|nicer)\\b`,
  'iu',
);
/** Matches words that only point to what is planned, before a choice: "mach das bitte" in "mach das bitte auf Deutsch". */
const OF_IT =
  /^(?:(?:please|bitte) )?(?:(?:make|do|have) (?:it|this|that)|mach(?:e|t|en sie)? (?:das|es|sie|alles|die (?:pr[aä]sentation|folien))|fais-l[ea]|mets-l[ea])(?: (?:please|bitte|doch|mal|lieber|plut[oô]t))* (?=(?:in|as|auf|als|en)\b)/iu;
/** Matches another audience: "wait, make it 4 slides and for the managers instead". */
const FOR_OTHERS =
  /^(?:(?:no|wait|actually|oh|hm+|ok|but|sorry)[ ,]+)*(?:(?:make|do) it )?(?<count>\d+ slides?)?(?:,| and)? ?(?<who>for (?:the |our |my |all |new )*[\p{L}\d'’ -]{2,40}?),? instead(?: please)?[.!]*$/iu;
/** Matches "auch" and "also" before a choice: "und auch auf Französisch bitte". */
const ALSO = /^(?:(?:und|and|et) )?(?:auch|also|aussi) (?=(?:in|as|auf|als|en|comme)\b)/iu;
/** Matches another thing of the same kind: "sorry, I meant hiking shoes". */
const MEANT =
  /^(?:(?:no|actually|wait|oh|oops|hm+|sorry)[ ,]+)*i (?:mean|meant) (?<topic>(?:[\p{L}\d-]+ ){0,3}(?<kind>\p{L}{4,}))[ .!]*$/iu;
/** Matches "not about X, make it about Y". */
const NOT_ABOUT =
  /^(?:(?:no|actually|wait|oh|hm+|sorry)[ ,]+)*not (?:about|on) .{1,80}?[,;.:–-]+ (?:but |rather |(?:make|let[’']?s make) it |it (?:is|should be) )*(?:about|on) (?<topic>\S.*)$/iu;
/** Matches a number of slides without the noun before another wish: "make it 12 and less formal". */
const BARE_NUMBER = new RegExp(
  `^(?:(?:ok|no|nah|wait|and|please|actually|rather|better|sorry|hm+|oh)[ ,]+)*(?:(?:make it|do|only|just) )?(?<count>[1-9]\\d?)(?=,? (?:and|n|but|with)\\b|, (?:(?:in (?:${languages.map(([, name]) => name.replace(/[()]/g, '\\\\$&')).join('|')})|as (?:pdf|pptx?|powerpoint|png)|for (?!\\d)|start|add|without|begin|please)\\b))`,
  'iu',
);
/** Matches a number at the end of a short answer: "no, slides. but 7". */
const LAST_NUMBER =
  /^(?:(?:no|nah|ok|okay|yes|fine|good|slides|then|longer|shorter)[ ,]*)+[.,;] (?:but |just |say |only )?(?<count>[1-9]\d?)[ .!]*$/iu;
/** Matches "tone friendly". */
const TONE =
  /^(?:(?:the|and|make the) )*tone (?:to |should be |is )?(?<tone>[\p{L} -]{3,40}?)(?: please)?[.!]*$/iu;
/** Matches "change it to" before a kind of document. */
const CHANGE_TO =
  /^(?:change|switch|turn|convert|make) (?:it|this|that) (?:in)?to (?=(?:an? )?(?:\p{L}+[ -])?\p{L}+[.!]*$)/iu;
/** Matches "more slides," before their number. */
const MORE_SLIDES =
  /^(?:(?:ok|no|nah|and)[ ,]+)*(?:(?:some )?(?:more|fewer|less) (?:slides|pages)|(?:a )?(?:bit |little |much )?(?:longer|shorter))[.,: ]+(?=(?:say |about |maybe )?\d+\b)/iu;
/** Matches "make it" before the readers. */
const FOR_READERS = /^make it (?=for (?!\d|me\b|us\b|everyone|everybody))/iu;
/** Matches a complaint before what is wanted: "too long, only 3", "that's too many, make it 4". */
const TOO_MUCH =
  /^(?:(?:that|this|it)(?:[’']s| is) |das (?:ist|sind) |c[’']est )?(?:(?:way|much|a bit|far|viel|etwas|beaucoup) )?(?:too (?:long|many|much|short|few)|zu (?:lang|viele?|kurz|wenige?)|trop (?:long|court))(?: (?:slides|pages|folien|seiten))?[,;:.!– -]+(?=\S)/iu;
/** Matches what asks Deckhand back behind an order: "maybe 6 slides? what do you think". The lookbehind keeps long punctuation linear. */
const ASKED_BACK =
  /(?<![,.!?; –-])[,.!?; –-]+(?:what do you think|don[’']?t you think|would that (?:work|be ok(?:ay)?)|is that (?:ok(?:ay)?|possible|enough)|does that work|was meinst du|oder was meinst du|geht das|qu[’']en penses-tu)[ ?!.]*$/iu;
const MAYBE = /,? (?:maybe|perhaps|vielleicht|peut-[eê]tre)(?=[ ?!.]*$)/iu;
/** Matches the border of two choices: "4 slides. And in German". */
const AND_SO = /[.;] (?:and |also |und |et )+(?=(?:in|as|auf|als|for)\b[^.]{0,40}$)/iu;
const BUT_AS = /,? (?:but|and) (?:as )?(?:an? )?(?<file>pdf|powerpoint|pptx|png)(?=[ .!]*$)/iu;
/** Exclamations in German and French, which are not part of the text: "ach, doch lieber 8 Folien". */
const EXCLAIMED =
  /^(?:(?:nah|nope|ach|ach so|äh+m?|naja|na ja|doch(?! nicht)|also|ah|euh|ben|bon|tiens|finalement|en fait)[ ,.!]+)+(?=\S)/iu;

/** Matches words for the whole of what is planned: "the same in German", "das Ganze bitte auf Deutsch". */
const SAME =
  /^(?:(?:and|und|et|now|jetzt|please|bitte|then|dann|make|do|mach(?:[’']?s| es| das)?)[ ,]+)*(?:(?:exactly )?(?:the )?same(?: thing)?(?: again)?|the whole thing|all of (?:it|this)|das (?:ganze|gleiche)|dasselbe|noch ?mals?|la m[eê]me chose|le tout|encore(?: une fois)?)(?: (?:please|bitte|nochmal|noch mal|aber|but))*,? (?=(?:in|as|auf|als|en|comme)\b)/iu;

/** Matches a wish for another language: "make it in French too", "auch auf Deutsch machen". */
const ALSO_IN =
  /^(?:(?:and|und|et|ok|okay|nice|thanks)[ ,]+)*(?:(?:make|do|have|get) (?:it|this|that|them)|mach(?:e|t)? (?:das|es|sie)|auch|also|aussi)(?: (?:also|auch|aussi|please|bitte))* (?<where>(?:in|auf|en) \p{L}+)(?: (?:too|also|as well|auch|aussi|please|bitte))*(?: machen)?[.!? ]*$/iu;

/** Matches an order to draw the last picture again: "draw the picture again but with a red backpack", "another picture, in winter". */
const DRAW_AGAIN =
  /^(?:(?:please|pls|ok|now|and|can you|could you|nice|great|bitte)[ ,]+)*(?:(?:draw|paint|make|do|create|generate|redo|repaint|mal|zeichne|mach)e?(?: me| us| mir)?(?: bitte)? )?(?:(?:it|that|this|es|das|(?:the|that|this|my|das|dieses) (?:same |last )?(?:picture|image|drawing|photo|bild))(?: please| bitte)? (?:again|once more|anew|nochmals?|noch mal|noch einmal)|(?:the )?same (?:picture|image|drawing|photo)(?: again)?)(?:(?:[,:.]? (?:but|only|just|this time|and|aber|nur|diesmal)|[,:]| (?=with|without|in|as|at|mit|ohne))+ *(?<change>\p{L}.*))?[?.! ]*$/iu;

/** Returns true for a request to make the same again in another way: "the same in German", "das Ganze bitte auf Deutsch". */
export function isSame(text: string): boolean {
  return SAME.test(text);
}

/** Returns a request to make the same again in English words, for the rules that know only "the same". Returns other sentences unchanged. */
export function withSame(text: string): string {
  const { where } = ALSO_IN.exec(text)?.groups ?? {};
  const again = DRAW_AGAIN.exec(text)?.groups;
  if (again) return again.change ? `the same, but ${again.change}` : 'the same';
  if (where) return `the same ${ruleText(where)}`;
  return SAME.test(text) ? `the same ${ruleText(text.replace(SAME, ''))}` : text;
}

/** Matches "how about" before another format or another number: "what about a document instead?" */
const HOW_ABOUT = /^(?:(?:and|or|hm+)[ ,]+)*(?:how|what) about (?=.{1,40} (?:instead|then)[ ?!.]*$)/i;

/** Matches a choice alone: "back to English", "and norwegian please", "hmm no, English after all". */
const CHOICE_ALONE =
  /^(?:(?:ok|and|now|also|please|no|hm+|actually|rather|better|go|switch|change it|make it|sorry|i meant?|meant|only|just|in)[ ,.]+)*(?<before>back to )?(?:the )?(?<choice>[\p{L}-]{3,20})(?:,? (?:please|pls|instead|after all|now|then|only|too))*[.! ]*$/iu;

/** Matches why somebody wants a choice: "as PDF too, Hugo wants to print it". */
const WHY_WANTED =
  /,? (?:because |since |so |as )?(?:(?:the|my|our) )?\p{L}+ (?:wants?|needs?|likes?|prefers?|hates?|asked for|has) (?:to \p{L}+ )?(?:it|that|this|them|one)(?: \p{L}+){0,2}[.!]*$/iu;

/** Social networks. */
const NETWORKS = 'linkedin|instagram|facebook|twitter|threads|mastodon|bluesky';

/** Matches other days for the messages of a channel: "no, make it three weeks, for Mei", "a month instead". */
const OTHER_DAYS = new RegExp(
  `${BEFORE}(?:(?:make it|make that|take|use|do|rather|better|only|just|from|of|over|for|i (?:mean|meant|want|need)|it should be) )*(?:the )?(?<days>(?:a|(?:a )?(?:couple of|few)|${NUMBER}) (?:day|week|month|quarter)s?)(?: (?:back|instead|please|pls|then|rather|after all))*(?=[,.;!]|$| (?:and|but|for|as|in \\p{L}+[.!]?$)(?!\\p{L}))`,
  'iu',
);

/** What orders to a card say in other words, and the words that the rules understand. Applied in this order, because one row can leave words for the next. */
const PLAIN_WORDS: [RegExp, string][] = [
  [EXCLAIMED, ''],
  [WHY_WANTED, ''],
  [HOW_ABOUT, ''],
  [TOO_MUCH, ''],
  [BARE_NUMBER, 'make it $<count> slides'],
  [TONE, 'tone: $<tone>'],
  [CHANGE_TO, 'as '],
  [MORE_SLIDES, ''],
  [FOR_READERS, ''],
  // "Better take the last three weeks".
  [/\b(?:take|use) (?=(?:only |just )?(?:the )?(?:last|past|previous|this) )/iu, ''],
  [ASKED_BACK, ''],
  [MAYBE, ''],
  [/^rather (an? [^,.]{2,40}?) than (?:an? )?[\p{L}-]+(?=[,. ]|$)/iu, 'as $1'],
  [/,? tho(?:ugh)?(?=[ ?!.]*$)/i, ''],
  [LAST_NUMBER, '$<count> slides'],
  [/,? after all(?=[.! ]*$)/i, ''],
  [AND_SO, ', '],
  [OF_IT, ''],
  [ALSO, ''],
  [SAME, ''],
  [/, (?:with |but )?(?:the )?same (?:text|content)(?: please| pls)?(?=[ .!]*$)/i, ''],
  [BETTER, 'as $<thing>'],
  [
    new RegExp(`\\ban? (?:image |picture |photo )?post for (${NETWORKS})(?: please| pls)?(?=[,.! ]*$)`, 'iu'),
    'as a $1 post',
  ],
  [/ instead(?= and\b)/i, ','],
  [BUT_AS, ', as $<file>'],
  [
    /^(?:and |also )*(?:an? |the )?(?<file>pdf|powerpoint|pptx|png) (?:too|also|as well)(?=[ .!]*$)/iu,
    'as $<file>',
  ],
  [
    /^no (?:slides|deck|presentation|powerpoint)[,;] (?:but |just |only |rather |make it )*(?=(?:an?|one) )/i,
    'as ',
  ],
];

/**
 * Returns an order to an open card in words that the rules understand. Returns any other sentence unchanged.
 * @param isOfChannel true if the card is about the messages of a channel
 * @param here id of the channel in which the order was written; undefined in a direct message
 */
export function inPlainWords(text: string, isOfChannel: boolean, here?: string): string {
  const order = cardOrderIn(text);
  if (here && order === 'inChannel') return `post it in <#${here}>`;
  const channel = OTHER_CHANNEL.exec(text)?.groups?.channel;
  if (channel) return isOfChannel ? `rather ${channel}` : `post it in ${channel}`;
  const target = inEnglish(text) && isLikelyShare(text) && ANY_CHANNEL.exec(text)?.[0];
  if (target) return `post it in ${target}`;
  // "Just for me, nobody else may open the link" also closes the link, so the whole sentence is kept.
  if (order === 'onlyMe' && [text, ruleText(text)].every((one) => sharingIn(one).sharing === undefined))
    return 'just for me';
  const { choice: back, before } = CHOICE_ALONE.exec(text)?.groups ?? {};
  if (back && !before && findChoices(`in ${back}`, '').choices.language) return `in ${back}`;
  if (back && before && isChoice(back))
    return formatOf(back) || exportIn('', back) ? `as ${back}` : `in ${back}`;
  const topic = NEW_TOPIC.exec(text)?.groups?.topic;
  const english = isOfChannel ? ruleText(text) : '';
  if (OTHER_DAYS.test(english)) return english.replace(OTHER_DAYS, 'of the last $<days>');
  const { who, count } = FOR_OTHERS.exec(text)?.groups ?? {};
  if (who) return ['rather', count && `${count},`, who].filter(Boolean).join(' ');
  const instead = topic ?? NOT_ABOUT.exec(text)?.groups?.topic;
  if (instead) return `actually about ${instead}`;
  return PLAIN_WORDS.reduce((words, [pattern, plain]) => words.replace(pattern, plain), text);
}

const INSTEAD = '(?:instead of|rather than|anstatt|anstelle von|statt|au lieu de|plut[oô]t que)';
/** Matches "instead of slides a one-pager", "instead of X, Y" and "Y instead of X". */
const INSTEAD_OF = [
  new RegExp(
    `${BEFORE}${INSTEAD} (?<was>(?:an? |the )?(?:${NOUN}|${NUMBER}(?: (?:${NOUN}))?)),? (?<now>(?:an? |the |in |as |to )?\\S.{1,80}?)${AFTER}`,
    'iu',
  ),
  new RegExp(
    `${BEFORE}${INSTEAD} (?<was>[^,;]{1,80}?)(?:,| lieber| bitte| plut[oô]t)+ (?<now>.{1,200}?)${AFTER}`,
    'iu',
  ),
  new RegExp(
    `${BEFORE}(?:make it |use |mach |lieber )?(?<now>[^;]{1,200}?),? ${INSTEAD} (?<was>.{1,80}?)${AFTER}`,
    'iu',
  ),
];
const SLIDES = '(?: slides?| pages?)?';
/** Matches a number in place of another one, before other changes: "eight, not ten. And in German", "not ten, eight". */
const COUNT_INSTEAD = new RegExp(
  `^(?:(?:no|nah|wait|ok|and|but|so|please|actually|rather|better|sorry|hm+|oh|make it|i meant?|i said)[ ,.]+)*(?:(?<now>${NUMBER})${SLIDES},? (?:(?:and )?not|instead of|rather than|nicht|statt|pas|au lieu de) (?<was>${NUMBER})|(?:not|instead of) (?<not>${NUMBER})${SLIDES}[,.;]? (?:but |only |just |make it )?(?<but>${NUMBER}))${SLIDES}(?: please| pls)?(?=[.,;!]|$| (?:and|but)\\b)`,
  'i',
);
/** Matches slides to add to their number, or to take away: "2 more slides". */
const SOME_MORE = new RegExp(
  `^(?:(?:ok|no|and|add|maybe|please|make it)[ ,]+)*(?:(?<more>${NUMBER}) (?:more|extra|additional)|(?<fewer>${NUMBER}) (?:fewer|less)) (?:slides?|pages?)(?: please| pls)?[.!]*$`,
  'i',
);
/** Matches the network in the topic of a post: "linkedin post about our prize". */
const NETWORK = new RegExp(`\\b(?:${NETWORKS})\\b`, 'i');
/** Matches another network: "no wait make it an instagram post". */
const NETWORK_NOW = new RegExp(
  `^(?:(?:no|wait|ok|actually|rather|make it|as|for|sorry)[ ,.]+)*(?:an? )?(?<now>${NETWORKS})(?: post)?(?: instead| please)*[.!]*$`,
  'i',
);
/** Matches a title: "title: Tea for all", "call it Tea for all", "mit dem Titel Tee". */
const TITLE =
  /^(?:(?:and|please|no|ok|with|change|set|make|und)[ ,]+)*(?:(?:the )?title(?: it| is| should be| to|:)+|call it|name it|titel:|(?:mit )?de[mr] titel:?|titre ?:|avec le titre) [“"„']?(?<title>\S.{1,120}?)[”"“']?$/iu;
/** Matches another tone: "make it funny", "more relaxed tone pls". */
const OTHER_TONE =
  /^(?:(?:ok|no|but|actually|rather|please)[ ,]+)*(?:make it |(?:much |a bit |even )?more |less serious,? )*(?<tone>funn(?:y|ier)|friendl(?:y|ier)|formal|casual|relaxed|serious|playful|warm(?:er)?|confident|calm(?:er)?|neutral|humorous|professional|informal|(?:[a-z]+ but |[a-z]+ and )(?:friendly|formal|serious|casual|funny))(?: tone)?(?: (?:please|pls))?[.!]*$/iu;
const PREPOSITION = /^(?:for|about|on|with|in|as|to|f[uü]r|[uü]ber|mit|auf|pour|sur|avec|en) (?=\S)/iu;
/** Maximum length of a topic in which words are replaced, in characters. A longer text is content. */
const TOPIC = 600;

/**
 * Reads orders whose effect depends on the ask of the card. A title, another network and "instead of Lisbon, Porto" change the ask
 * itself. Another tone, "2 more slides", "I meant hiking shoes" and "instead of slides a one-pager" become words that other rules understand.
 * @returns the changed ask or these words; neither for other sentences
 */
export function exchangedIn(ask: Ask, text: string): { ask?: Ask; words?: string } {
  const { title = '' } = TITLE.exec(text)?.groups ?? {};
  if (title) return { ask: { ...ask, title: title.slice(0, TITLE_LIMIT) } };
  const { 0: found = '', groups: { now: right, but = right, was: wrong, not = wrong } = {} } =
    COUNT_INSTEAD.exec(text) ?? {};
  if (numberOf(not ?? '') === ask.slides && placeIn(ask.prompt, String(ask.slides)) < 0) {
    const rest = text.slice(found.length).replace(/^[,.;]? (?:and|but) /i, ', ');
    const calmer = OTHER_TONE.exec(rest.slice(2))?.groups?.tone;
    return { words: `${but} slides${calmer ? `, tone: ${calmer}` : rest}` };
  }
  const tone = ask.work.kind !== 'image' && OTHER_TONE.exec(text)?.groups?.tone;
  if (tone) return { words: `tone: ${tone}` };
  const network = NETWORK_NOW.exec(text)?.groups?.now;
  if (network && NETWORK.test(ask.prompt))
    return { ask: { ...ask, prompt: ask.prompt.replace(NETWORK, network) } };
  const { more, fewer } = SOME_MORE.exec(text)?.groups ?? {};
  const counted = (ask.slides ?? 0) + (more ? numberOf(more) : 0) - (fewer ? numberOf(fewer) : 0);
  if (ask.slides && (more || fewer) && counted > 0) return { words: `${counted} slides` };
  const { topic, kind = '' } = MEANT.exec(text)?.groups ?? {};
  if (topic?.includes(' ') && placeIn(ask.prompt, kind) >= 0) return { words: `actually about ${topic}` };
  const { was = '', now = '' } = INSTEAD_OF.map((rule) => rule.exec(text)?.groups).find(Boolean) ?? {};
  if (!was || !now) return {};
  const { prompt } = ask;
  const [before = ''] = PREPOSITION.exec(now) ?? [];
  const places = [`${before}${was}`, was].map((words) => placeIn(prompt, words));
  const at = places.find((place) => place >= 0);
  if (at !== undefined && prompt.length <= TOPIC) {
    const isWithPreposition = at === places[0];
    const length = was.length + (isWithPreposition ? before.length : 0);
    const words = isWithPreposition || !before ? now : now.slice(before.length);
    return { ask: { ...ask, prompt: prompt.slice(0, at) + words + prompt.slice(at + length) } };
  }
  return isChoice(was) || isOnlyAudience(`for ${was}`) || isOnlyAudience(was) ? { words: now } : {};
}

/** Returns the position of whole words in a text, in any case; -1 if the text does not contain them. */
export function placeIn(text: string, words: string): number {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.search(new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'iu'));
}

/** Returns true for words that name a language, a format, a kind of file or a number. */
function isChoice(words: string): boolean {
  const text = ruleText(words);
  const thing = text.replace(/^(?:an?|the|as|in) /i, '');
  return (
    formatOf(thing) !== undefined ||
    exportIn('', thing) !== undefined ||
    new RegExp(`^(?:${NUMBER})$`, 'i').test(thing) ||
    findChoices(thing, '').phrases.length > 0
  );
}
