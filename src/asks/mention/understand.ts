import { INSTRUCTIONS_LIMIT } from '../../service/options.ts';
import { isLikelyAmendment } from './amend.ts';
import { findChoices } from './choices.ts';
import { findAsk, findIndirectAsk, formatOf, NOUN, POLITE_WORDS, REFUSAL } from './find-ask.ts';
import { findEdit, isPraise } from './find-edit.ts';
import { flatText, withoutCourtesy, withoutQuoted } from './flat-text.ts';
import { inEnglish, ruleText } from './other-languages.ts';
import { pictureIn } from './picture.ts';
import { GLUE } from './prompt.ts';
import { nearestTopics, questionsIn } from './questions.ts';
import {
  isForPerson,
  NO_COMMAND,
  orderBehind,
  type Request,
  requestIn,
  type Setting,
  withoutForPerson,
  withoutTextLead,
} from './request.ts';
import { sharingIn } from './sharing.ts';
import { hasThanks, type Talk, talkIn } from './talk.ts';
import { type CardOrder, cardOrderIn, isLikelyChange } from './topic-model.ts';
import { asWritten, corrected } from './typos.ts';
import { isClearYes } from './yes.ts';

/** The meaning of a sentence that is addressed to Deckhand. */
export type Understood = { kind: 'talk'; talk: Talk } | Request;

/**
 * Where a sentence was written. `command`: after `/deck`, where every sentence except small talk is an ask. `direct`: in a direct message
 * to Deckhand, where every sentence except talk and questions is an ask. `channel`: in a channel, where only a sentence that clearly
 * requests a document is an ask.
 */
export type Where = 'command' | 'direct' | 'channel';

/** Returns the meaning of a sentence, by fixed rules. Words that are not understood stay in the prompt. */
export function understand(typed: string, setting: Setting, where: Where = 'channel'): Understood {
  if (typed.length <= SEARCHED) return understandSearched(typed, setting, where);
  const start = typed.slice(0, SEARCHED - END).trimEnd();
  const end = typed.slice(-END).trimStart();
  const read = understandSearched(start + LEFT_OUT + end, setting, where);
  if (read.kind === 'talk') return read;
  const middle = typed.slice(start.length, typed.length - end.length);
  const prompt = read.prompt.includes(LEFT_OUT) ? read.prompt.replace(LEFT_OUT, () => middle) : typed;
  return { ...read, prompt: prompt.trim() };
}

/**
 * Maximum number of characters in which the rules search, because the time of some grows with the square of the length. The service takes no
 * longer instructions, so a longer text is content.
 */
export const SEARCHED = INSTRUCTIONS_LIMIT;
/** How many of these characters are the end of the text, which may say what to make of it. */
const END = 1_000;
/** Replaces the middle of a long text while the rules search. It is a Unicode character for private use, so no text contains it. */
const LEFT_OUT = '\u{F0000}';

function understandSearched(typed: string, setting: Setting, where: Where): Understood {
  const isShort = typed.length <= SENTENCE;
  // Do not correct words of other languages, such as "Dokument", to English words.
  const said = isShort ? withoutCourtesy(inEnglish(flatText(typed)) ? typed : corrected(typed)) : typed;
  const talk = isShort && !isClearYes(said) ? TALK_OF[cardOrderIn(said) ?? 'other'] : undefined;
  if (talk) return { kind: 'talk', talk };
  const words = isShort ? withoutRemark(said).replace(A_PAGE, '$<order> a one-pager') : typed;
  const read = understandRest(words, setting, where);
  // Ignore the words after a thanks if no rule understands them, because they are meant for other people. An example is "Thanks! Nuno,
  // please check the dates".
  if (read.kind === 'talk' && read.talk === 'remark' && said !== typed && hasThanks(typed) && isPraise(said))
    return { kind: 'talk', talk: 'thanks' };
  const isThanks = words !== said && talkIn(said.slice(0, said.length - words.length).trim()) === 'thanks';
  const isNothing = read.kind === 'make' ? isPlainTalk(read) : read.talk === 'remark' && isPraise(words);
  if (isThanks && isNothing) return { kind: 'talk', talk: 'thanks' };
  if (read.kind !== 'make' || !isShort) return read;
  const prompt = asWritten(read.prompt, typed).replace(WANTS, '');
  return { ...read, prompt: ONE_PAGE.test(typed) ? prompt.replace(/^page /i, '') : prompt };
}

/** What an order to a card is if no card is open. */
const TALK_OF: Partial<Record<CardOrder | 'other', Talk>> = {
  drop: 'no',
  startOver: 'greeting',
  undecided: 'chat',
  complaint: 'complaint',
};

/** Matches an order for a page, which is a document. "A web page" and "a landing page" are not. */
const A_PAGE = new RegExp(
  `(?<order>${POLITE_WORDS.source}(?:(?:i|we)(?: really| also| just)? (?:need|want)|(?:make|write|prepare|draft)(?: me| us)?)) (?:a|one|a single) page(?= (?:for|on|about|of|with|to)\\b)`,
  'iu',
);

/** Matches a length before a kind of document that no rule knows: "one page call sheet for Friday". */
const ONE_PAGE = /\b(?:one|single|1) page \p{L}/iu;

/** Matches words before a topic that only ask for it: "ok. I need a customer pitch". */
const WANTS =
  /^(?:(?:ok|okay|hi|hey|hello|so|well|right|yes|no)[.,!]+ +)+(?=\S{2})|^(?:(?:ok|okay|hi|hey|hello|so|well|and|now)[ ,.!]+)*(?:i(?: really| also| urgently)? need|need|i want|i(?:['’]d| would) like|ok(?:ay)? make|make(?: me)?) (?:an? |some )(?=\S{3})/i;

/** Returns true if a request consists only of words that no rule understood. */
export function isPlainTalk({ choices, days, isComplete, command }: Omit<Request, 'kind'>): boolean {
  const isChosen = Object.values(choices).some((value) => value !== undefined);
  return !isChosen && !days && !isComplete && command === '';
}

const TAKE_BACK =
  '(?:[,.…–—-]+ ?| )(?:oh |hm+ |ah )*(?:no,? wait|wait,? no|no,? sorry|sorry,? no|scratch that|strike that|correction)[,:.…–—-]* (?:rather |make (?:it|that) |better )?';
/** Matches words that are taken back by what follows: "6 slides, no wait" in "6 slides, no wait, 8 slides on safety". */
export const TAKEN_BACK = new RegExp(`^.{3,200}?${TAKE_BACK}`, 'isu');
const TAKES_BACK = new RegExp(`${TAKE_BACK}$`, 'isu');

/**
 * Returns the corrected request. A complete request behind "no wait" replaces the first one. A kind of document replaces only the kind.
 * Returns undefined for other sentences.
 */
function withoutTakenBack(words: string, setting: Setting, where: Where): Request | undefined {
  const last = words.length <= SENTENCE ? words.replace(TAKEN_BACK, '') : words;
  if (last === words) return undefined;
  const read = understandRest(last, setting, where);
  if (read.kind === 'make' && read.command !== '' && read.isComplete) return read;
  const [clause = ''] = /^[^.;!?]*[.;!?]?/.exec(last) ?? [];
  const text = flatText(clause);
  const { choices, prompt } = requestIn(clause, text, findAsk(text) ?? NO_COMMAND, setting);
  const isKind = prompt === '' || GLUE.test(prompt) || formatOf(prompt) !== undefined;
  if (!choices.format || !isKind) return undefined;
  const before = words.slice(0, words.length - last.length).replace(TAKES_BACK, '.');
  const whole = understandRest(`${before} ${last.slice(clause.length)}`.trim(), setting, where);
  return whole.kind === 'make' ? { ...whole, choices: { ...whole.choices, ...choices } } : undefined;
}

function understandRest(words: string, setting: Setting, where: Where): Understood {
  const meant = withoutTakenBack(words, setting, where);
  if (meant) return meant;
  const text = flatText(words);
  const english = inEnglish(text);
  if (english) {
    const read = understandEnglish(english, english, setting, where);
    if (read.kind === 'talk') return read;
    const isOpen =
      read.prompt === '' || GLUE.test(read.prompt) || (read.days && ONLY_SUMMARY.test(read.prompt));
    const prompt = withoutForPerson(withoutTextLead(words.trim()));
    return {
      ...read,
      prompt: isOpen ? '' : read.choices.language ? prompt.replace(IN_LANGUAGE, '') : prompt,
    };
  }
  return understandEnglish(words, text, setting, where);
}

/** Matches the language of the document in other languages. The card has it as a choice, which a later sentence can replace. */
const IN_LANGUAGE =
  /,? (?:auf|in|en) (?:deutsch|englisch|franz[oö]sisch|spanisch|italienisch|allemand|anglais|fran[cç]ais|espagnol|espa[nñ]ol|ingl[eé]s|alem[aá]n|franc[eé]s)(?: bitte)?(?=[\s,.!]|$)|^(?:(?:gj[øo]re?|lage?) det )?på (?:norsk|dansk|svensk|engelsk|tysk|fransk|spansk)(?:,? og|,)? ?/iu;

/** Matches a topic that names only a summary of what was said in a channel. */
const ONLY_SUMMARY = /^(?:an? )?(?:\p{L}+ )?(?:summary|recap|digest)(?: of this channel)?$/iu;

/** Matches one more requested thing, for example "and a LinkedIn post about it". */
export const SECOND_THING = new RegExp(
  `,? \\b(?:and|plus)(?: also)? (?:an?|one) (?<second>(?:[\\p{L}-]+ )?(?:${NOUN}|picture|image))(?: (?:about|on|of|for|from) (?:it|this|that|the same))?(?=[.!]?$|[,;]| (?:about|on|for|of|as|in|with|please)\\b)`,
  'iu',
);

/** Matches words that announce several things: "I need two things:". */
const SEVERAL =
  /^(?:(?:i|we) (?:need|want|have) |make (?:me |us )?)?(?:two|three|2|3|a few) (?:more )?things(?: please)?[:,.] /i;

/** Returns the first request of a sentence that asks for two things, with a note on how to ask for the other. Undefined for other sentences. */
function firstOfTwo(words: string, text: string, setting: Setting, where: Where): Request | undefined {
  const rest = text.replace(SEVERAL, '');
  const said = words.replace(SEVERAL, '');
  const {
    0: phrase = '',
    index = 0,
    groups: { second = '' } = {},
  } = SECOND_THING.exec(withoutQuoted(rest)) ?? {};
  if (!phrase) return undefined;
  const own = OWN_TOPIC.test(rest.slice(index + phrase.length)) ? rest.slice(0, index) : '';
  const alone = own ? understandEnglish(own, own, setting, where) : undefined;
  const isOwn = alone?.kind === 'make' && alone.isComplete && alone.prompt !== '';
  const first = isOwn
    ? alone
    : understandEnglish(said.replace(phrase, ''), rest.replace(phrase, ''), setting, where);
  if (first.kind !== 'make' || !first.choices.format) return undefined;
  if ((!isOwn || PART.test(second)) && formatOf(second) === first.choices.format) return undefined;
  const next = isOwn
    ? `Send the other next: \`${rest.slice(index).replace(AND, '').replace(/[.!]$/, '')}\`.`
    : `Ask for the ${second} next.`;
  return { ...first, notes: [...first.notes, `One card makes one thing. ${next}`] };
}

/** Matches a topic of its own behind the second thing. */
const OWN_TOPIC = /^ (?:about|on|of|for) (?!(?:it|this|that|them|the same)\b)\S/i;
/** Matches a part of the first thing. */
const PART = /\b(?:slides?|pages?)$/i;
const AND = /^,? (?:and|plus)(?: also)? /i;

/** Returns true for a sentence that chooses a kind of file or a language: "and as PDF so I can print it". */
function choosesFile(text: string): boolean {
  const { exportAs, language } = findChoices(text, '').choices;
  return exportAs !== undefined || language !== undefined;
}

/** Returns the meaning of an English sentence. @param text the words on one line */
function understandEnglish(words: string, text: string, setting: Setting, where: Where): Understood {
  const first = firstOfTwo(words, text, setting, where);
  if (first) return first;
  const found = talkIn(text);
  // "Nobody outside can open it" says who may open the document.
  const talk = found === 'remark' && (sharingIn(text).sharing || choosesFile(text)) ? undefined : found;
  // After `/deck` and in a direct message, "make it" means yes. In a channel it is an ask.
  if (talk === 'help' || talk === 'digests' || (talk === 'yes' && where !== 'channel'))
    return { kind: 'talk', talk };
  const picture = talk && talk !== 'question' ? undefined : pictureIn(text.replace(POLITE_WORDS, ''));
  if (picture) return { ...picture, isForPerson: isForPerson(text) };
  const above = words.includes('\n') ? requestAbove(words, setting) : undefined;
  if (above) return above;
  const direct = findAsk(text);
  if (direct) return requestIn(words, text, direct, setting);
  const content = words.includes('\n') ? requestInContent(words, setting) : undefined;
  if (content?.command) return content;
  const isTopic = where === 'command' && talk && TOPICS.has(talk) && !ABOUT_DECKHAND.test(text);
  if (talk && talk !== 'question' && talk !== 'remark' && !isTopic) return { kind: 'talk', talk };
  const order = orderBehind(text);
  const indirect = findIndirectAsk(text);
  if (indirect) return requestIn(words, text, indirect, setting);
  if (talk === 'question' && order) return requestIn(text, text, NO_COMMAND, setting);
  if (talk && !isTopic && !order) return { kind: 'talk', talk };
  if (REFUSAL.test(text) && !isLikelyChange(text)) return { kind: 'talk', talk: 'no' };
  if (where === 'channel' || text === '') return { kind: 'talk', talk: 'unclear' };
  // A long text is content and not a sentence, so it is not searched for choices such as a format.
  if (words.includes('\n') || text.length > SENTENCE) return requestInContent(words, setting);
  return requestIn(text, text, NO_COMMAND, setting);
}

/** Matches words that only say for whom or for what something is: "for small businesses". */
const ONLY_FOR = /^for [^,.;:!?]{2,80}$/i;

/** Maximum length of a first line that says what to make of the lines below it, in characters. */
const HEAD = 200;
/** Matches words of such a line that only point at the lines below it: "from my notes", "here are my notes". */
const POINTS_BELOW =
  /(?:^|[,;.]? +)(?:(?:here are|these are|from|of|with|using|out of|based on) )?(?:the following|my|these|those|this|our)(?: (?:notes?|points|text|bullets?|list|lines|content))+(?: below)?(?=[\s,;:.]|$)|(?:^|,? )(?:from|of|about|with|using) (?:this|these|that|it|below)$/gi;
/** Matches a line of a list. */
const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)])\s/;
const NEEDS =
  /^(?:(?:hi|hey|hello|ok|please|pls)[ ,!]+)*(?:i|we)(?:[’']d like| need| want| would like)(?: you to make)? (?:an? |some )?/i;

/** Returns the request in a text whose first line says what to make of the others: "an offer from my notes, 2 pages:". Undefined for other texts. */
function requestAbove(words: string, setting: Setting): Request | undefined {
  const [head = '', ...others] = words.trim().split('\n');
  const content = others.join('\n').trim();
  const first = flatText(head).replace(/[ :–-]+$/, '');
  const isApart =
    /:\s*$/.test(head) ||
    others[0]?.trim() === '' ||
    (others.every((line) => BULLET.test(line)) && others.length > 1) ||
    first.search(POINTS_BELOW) >= 0;
  if (content === '' || !isApart || first.length > HEAD || first === '') return undefined;
  const said = first.replace(POINTS_BELOW, '').replace(/^[ ,;]+|[ ,;]+$/g, '');
  const command = findAsk(said) ?? findIndirectAsk(said);
  const read = requestIn(said, said, command ?? NO_COMMAND, setting);
  if (!command && !Object.values(read.choices).some((value) => value !== undefined)) return undefined;
  const topic = read.prompt
    .replace(NEEDS, '')
    .replace(/,? ?\b(?:as )?(?:pdf|please|pls)$/gi, '')
    .trim();
  return { ...read, prompt: topic === '' || GLUE.test(topic) ? content : `${topic}\n${content}` };
}

/**
 * Returns the request in a long text. Only its last line may say what to make: "Please make a one-page memo for all teachers".
 */
function requestInContent(words: string, setting: Setting): Request {
  const last = flatText(words.trim().split('\n').at(-1) ?? '');
  const command = last.length <= SENTENCE ? (findAsk(last) ?? findIndirectAsk(last)) : undefined;
  const read = last.length <= SENTENCE ? requestIn(last, last, command ?? NO_COMMAND, setting) : undefined;
  const isOrder = read && (command || Object.values(read.choices).some((value) => value !== undefined));
  if (!read || !isOrder) return requestIn(words, '', NO_COMMAND, setting);
  // Without a command, the last line counts as content if it says more than what to make and for whom.
  const besides = read.prompt.replace(command?.wanted ?? '', '').trim();
  const isPlainLine = besides === '' || ONLY_FOR.test(besides) || GLUE.test(besides);
  const content = words.trim().split('\n').slice(0, -1).join('\n').trim();
  return {
    ...read,
    prompt: isPlainLine
      ? [content, GLUE.test(read.prompt) ? '' : read.prompt].filter(Boolean).join('\n')
      : words.trim(),
  };
}

/** Removes polite remarks before the ask, up to `most` sentences, for example "Great discussion, everyone!" before "Make 5 slides of it." */
export function withoutRemark(words: string, most = 3): string {
  const [remark = ''] =
    /^(?:[^.!?\n]{1,60}[.!]+|(?:actually |no,? |ok,? )*(?:forget|scrap|drop) (?:that|it|this)[,;:]) +(?=\S)/i.exec(
      words,
    ) ?? [];
  const rest = words.slice(remark.length);
  if (!remark || !isSmallTalk(remark.trim(), rest)) return words;
  return most > 1 ? withoutRemark(rest, most - 1) : rest;
}

/** Returns true if a sentence before a request is only polite. Returns false for content, for example "We got a new dishwasher". */
function isSmallTalk(remark: string, rest: string): boolean {
  const talk = talkIn(remark) ?? 'unclear';
  // In "I was ill. Sum up this channel", the remark is the reason for the summary and not its topic.
  if (rest.includes('this channel') && SUMS_UP.test(rest) && !/[\d:]/.test(remark)) return true;
  return talk === 'remark' ? PRAISES.test(remark) || ABOUT_THREAD.test(rest) : REMARKS.has(talk);
}

/** Matches an order about what was said: "please make a web page from this thread". */
export const ABOUT_THREAD =
  /^(?:please )?(?:(?:can|could) you )?(?:make|turn|put|summari[sz]e|write)\b[^.]*\b(?:this|the) (?:thread|discussion|conversation)\b/i;

const PRAISES =
  /^(?:(?:oh|ok|wow|that is|that was|this is)[ ,]+)*(?:great|good|nice|lovely|cool|super|perfect|awesome|fantastic|excellent|amazing|brilliant|interesting|wonderful|fab)\b/i;
/** Kinds of talk that request nothing and may stand before a request. */
const REMARKS: ReadonlySet<Talk> = new Set(['remark', 'thanks', 'greeting', 'chat', 'no']);
/** Kinds of talk that count as the topic of a document after `/deck`, for example `/deck why do our customers leave?` */
const TOPICS: ReadonlySet<Talk> = new Set(['question', 'remark']);
/** A question about Deckhand itself: "how do I change the colours", "is this free?" */
const ABOUT_DECKHAND =
  /^(?:how long\b|(?:which|what) \p{L}+ (?:can|do|does) (?:you|it|deckhand)\b|(?:how|where|why|when|what|which) (?:do|can|does|did|is|are|should|would|will) (?:i|it|this|deckhand)|(?:is|are|does|do|can) (?:this|it|you|deckhand))\b(?!.*\b(?:make|create)\b)/iu;

/**
 * Returns true if a sentence is meant for Deckhand and not for people, for example a request, thanks, or an answer to a card.
 * @param place `first` if the sentence is addressed to Deckhand. A short sentence that changes something ("and in dark colours") or names
 * choices ("in German, as PDF") is then also meant for Deckhand, unless it is a statement
 */
export function isForDeckhand(said: string, place: 'first' | 'within'): boolean {
  const words = said.slice(0, SEARCHED);
  const text = ruleText(words);
  if (findAsk(text) ?? findIndirectAsk(text)) return true;
  const talk = talkIn(text);
  if (talk && FOR_DECKHAND.has(talk)) return true;
  // "Who can see this?" is no message of the channel.
  if (talk === 'question' && questionsIn(words).length > 0) return true;
  if (place === 'within') return false;
  // "Who signs the contract on Friday?" is for people, also behind the mention.
  if (talk === 'question' && nearestTopics(words).length > 0) return true;
  if (talk === 'question' && ABOUT_RESULT.test(text)) return true;
  if (findEdit(text) !== undefined) return true;
  if (isForPerson(words) || SUMS_UP.test(text)) return true;
  const isNegated = talk === 'remark' && /^not\b/i.test(text);
  const isShort = ANSWER.test(text) && (talk === undefined || isNegated) && !IS_STATEMENT.test(text);
  return (
    isShort && (isLikelyAmendment(text) || ORDERS.test(text) || findChoices(text, '').phrases.length > 0)
  );
}

/** Matches an order to sum up, also behind other words: "what happened here? sum it up". */
const SUMS_UP = /\b(?:sum (?:it|this|that|everything) up|sum up|recap|summari[sz]e)\b(?=.{0,40}$)/i;

/** Matches an order about what is made: "order them by severity", "group by owner". */
const ORDERS =
  /^(?:(?:please|and|also) )*(?:order|sort|group|rank|list|number|merge|split|move|swap|shorten|translate|summari[sz]e|show|name|use|keep|call)\b/i;

/** Matches a short question about a result: "who can see this?", "how much does it cost?" */
const ABOUT_RESULT =
  /^(?=.{0,80}$).*\b(?:sees?|costs?|link|private|spent|delete|download)\b.*\b(?:it|this|that)\b|^(?=.{0,80}$).*\b(?:it|this|that)\b.*\b(?:costs?|link|private|spent)\b/i;

/** Matches a sentence of up to 12 words. Most answers to a card are not longer. */
const ANSWER = /^\s*\S+(?:\s+\S+){0,11}\s*$/;
/** Matches a sentence that tells something, such as "in March we sold 40 berths". */
const IS_STATEMENT =
  /(?<!(?:make|keep) (?:it|them) )\b(?:is|are|was|were|has|had|will|did|we|they|he|she)\b|\bI (?!mean)/i;

/** Maximum length of a sentence, in characters. Longer text counts as pasted content. */
const SENTENCE = 400;
/** Kinds of talk that count as meant for Deckhand. Others, such as questions, may be meant for people. */
const FOR_DECKHAND: ReadonlySet<Talk> = new Set(
  'help yes no thanks greeting stop undo credits recent digests'.split(' ') as Talk[],
);
