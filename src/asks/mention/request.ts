import { isOnlyAudience } from './audience.ts';
import { findChoices, type MentionChoices } from './choices.ts';
import { type FoundAsk, findAsk, findIndirectAsk, formatOf, NOUN, POLITE_WORDS } from './find-ask.ts';
import { LEAD, outsideQuotes, withoutCourtesy, withoutQuoted } from './flat-text.ts';
import { type Named, nameAtEnd, namesIn } from './names.ts';
import { NUMBER, numberOf } from './numbers.ts';
import { ruleText } from './other-languages.ts';
import { isMonday, type Period, periodIn, rolling } from './period.ts';
import { GLUE, isPlain, promptOf, withoutPhrase } from './prompt.ts';
import { unsharedNotes } from './sharing.ts';
import { talkIn } from './talk.ts';
import { unsupportedIn, withoutExistingFiles } from './unsupported.ts';

/** Reads a request in parts: the choices, the period, the names of themes and templates, who gets the result, and the topic. */

export interface Request {
  kind: 'make';
  choices: MentionChoices;
  /** The topic, including all words that were not understood. May be empty. */
  prompt: string;
  /** The source is the channel's messages of this period. If omitted, the source is only the typed text. */
  days?: Period;
  /** True if `days` is the usual period, because the sentence names none. */
  isUsualPeriod?: boolean;
  /** True if the result goes only to the author, in a direct message. */
  isForPerson: boolean;
  /** Possible names of themes and templates. The caller looks them up in the team's catalogue. */
  named: Named[];
  /**
   * True if the sentence says what to make and what it is about. A complete sentence is a new ask, even if a card is open. An incomplete
   * sentence may change the open card.
   */
  isComplete: boolean;
  /** The words of the command, such as "make a deck about"; empty if the sentence has none. */
  command: string;
  /** Sentences for the card, for example about a file format that Deckhand cannot make. */
  notes: string[];
}

export interface Setting {
  now: Date;
  /** The author's time zone, as an IANA name. */
  zone: string;
  /** True if the sentence was written in a channel or names a channel. */
  hasChannel: boolean;
}

/** The result of the search for a command if the sentence has no command, such as "make slides of". */
export const NO_COMMAND: FoundAsk = { wanted: '', subject: '', command: '' };
/**
 * Matches the end of a clause, behind which the sentence may say what to make: ". Make slides of it" or ", as a web page" after a topic, or
 * "in six slides".
 */
const CLAUSE_END = new RegExp(
  `[.,;?!:…] *(?:(?:so|and|then|please|maybe|perhaps|or|put it|i need|we need),? )*| [–—-] |(?<!\\b(?:such|well|serve|seen|known)) (?=as |(?:in|into|on) (?:an?|a few|${NUMBER})[ -])`,
  'gi',
);
/** Matches the rest of several punctuation marks. No order begins with one. */
const BEGINS_WITH_END = /^[.,;?!:…]/;
const COUNT = `(?:an?|a few|some|${NUMBER})`;
/** Matches a clause that only names what to make, and perhaps for whom. A list such as "posts, flyers" names topics. */
const ONLY_THING = new RegExp(
  `^(?:(?:as|in|into|on|something like) )*(?:${COUNT}[- ])?(?<wanted>(?:(?<=${COUNT}[- ])[\\p{L}-]+ |(?:short|landing|social|linkedin|blog|slide) )?(?!pdf)(?:${NOUN}|pages?))(?:,? (?:please|pls|plz)\\b)?(?= (?:for|to|about|on|please|pls|plz|with|in|by|as|would be)\\b|[;:.!?,] ?|$)`,
  'iu',
);
/**
 * Captures what to make at the beginning of a sentence or after a verb. For example "cheat sheet" in "cheat sheet vim and nano", and
 * "document" in "Here are my notes. Make a document for the team".
 */
const FIRST_WANTED = new RegExp(
  `(?:^(?:an? |short |quick |brief )*(?:(?:[\\p{L}-]+ ){0,3}?(?=[\\p{L}-]+ (?:for|on|about|with)\\b))?|\\b(?:make|create|prepare|write|do|need|want|format:|as|into) (?:me |us )?(?:an? |some |the )?(?:(?!(?:of|for|the)\\b)[\\p{L}-]+,? ){0,3})(?<wanted>${NOUN})(?![\\p{L}-]| style\\b)`,
  'iu',
);
/** Matches a possessive before a document that exists, such as "Ben’s". Days are excluded, because "Friday’s report" may be requested. */
const OWNER =
  "\\b(?!(?:it|that|this|there|here|what|who|let|he|she|\\p{L}*(?:day|week|month|quarter|year|tomorrow))['’])\\p{L}+['’]s";
/** Matches a thing to make in a sentence that has no verb such as "make". Does not match "our web page", because that page already exists. */
const WANTED_WITHIN = new RegExp(
  `(?<!\\b(?:our|my|your|the|their|this|that|last|existing|old|of) (?:[\\p{L}-]+ )?)(?<!${OWNER} (?:(?!(?:an?|as)\\b)[\\p{L}-]+ ){0,2})\\b(?!post (?:it|this|that|them|the|slides)\\b)(?:${NOUN})(?![\\p{L}-])`,
  'iu',
);
/** Matches the topics of the sentences in a text. A topic ends before a thing to make, for example before ", handout with exercises". */
const TOPICS_WITHIN = new RegExp(
  ` (?:about|on|regarding|covering|from|of)\\b(?:(?!, (?:${NOUN}) (?:with|for|as|in|please|pls)\\b)[^.?!])*`,
  'gi',
);
/** Returns the requested thing in a sentence without a command; empty if the sentence names none. */
function wantedIn(text: string): string {
  const first = FIRST_WANTED.exec(text)?.groups?.wanted;
  return first ?? WANTED_WITHIN.exec(text.replace(TOPICS_WITHIN, ''))?.[0] ?? '';
}

/** Matches another kind at the end, which replaces the first one: "a one-pager about tents, web page please". */
const LATER =
  /, (?:as )?(?:an? )?(?<thing>web ?page|presentation|document|slide deck|one[- ]?pager)(?<!:[^:]*)[.! ]*$/i;

/** Maximum length of a text in which an order is searched, in characters. */
const SEARCHED = 1000;
/** Matches words behind an order that only name the words before it as the source. */
const OF_IT = /^ (?:about|of|from|on|out of) (?:it|this|that|them|all)(?: all)?\b/i;

/** Finds an order behind other words, such as "Can you turn this into a report" in "The wrap is too thin. Can you turn this into a report?" */
export function orderBehind(text: string): { phrase: string; wanted: string } | undefined {
  let thing: ReturnType<typeof orderBehind>;
  for (const { 0: gap, index } of text.slice(0, SEARCHED).matchAll(CLAUSE_END)) {
    const clause = text.slice(index + gap.length);
    if (BEGINS_WITH_END.test(clause)) continue;
    const { 0: phrase = '', groups } = ONLY_THING.exec(clause) ?? {};
    const isList =
      /^[, ]/.test(gap) && clause.startsWith(',', phrase.length) && !isPlain(groups?.wanted ?? '');
    if (groups?.wanted && !isList) thing = { phrase: gap + phrase, wanted: groups.wanted };
    const { command = '', wanted = '' } = findAsk(clause) ?? findIndirectAsk(clause) ?? {};
    if (!formatOf(wanted) || !HAS_VERB.test(command)) continue;
    const ofIt = OF_IT.exec(clause.slice(command.length))?.[0] ?? '';
    return { phrase: gap.trimStart().slice(1) + command + ofIt, wanted };
  }
  return thing;
}

/** Returns the request in a sentence. */
export function requestIn(
  said: string,
  flat: string,
  command: FoundAsk,
  { hasChannel, ...when }: Setting,
): Request {
  const text = withoutQuoted(flat);
  const { phrase: last = '', wanted: atEnd = '' } =
    (!formatOf(command.wanted) && orderBehind(text.replace(FOR_PERSON, ''))) || {};
  const isAtEnd = atEnd !== '' && (command.command === '' || isPlain(atEnd));
  const [words, ask] = isAtEnd
    ? [said.replace(last, ''), { ...command, wanted: command.command ? command.wanted : atEnd }]
    : [said, command];
  const toMake = withoutExistingFiles(text);
  const wanted = [atEnd, ask.wanted].find(formatOf) ?? (wantedIn(toMake) || ask.wanted);
  const { choices, phrases } = findChoices(toMake, wanted);
  // "Slides that explain it" are slides to make, if they stand in the order.
  choices.slides ??= findChoices(isAtEnd ? last : command.command, '').choices.slides;
  // A sentence with a number of pages asks for a document, for example "two pages about tea".
  if (!choices.format && PAGES.test(text)) choices.format = 'document';
  const later = command.command === '' ? undefined : LATER.exec(text);
  const laterFormat = formatOf(later?.groups?.thing ?? '');
  if (later && laterFormat && laterFormat !== choices.format) {
    // "A one-pager" has one page, and a web page has none.
    Object.assign(choices, {
      format: laterFormat,
      slides: laterFormat === 'webpage' ? undefined : choices.slides,
    });
    phrases.push(later[0]);
  }
  const period = daysIn(text.replace(TO_HERE, ''), when);
  const forPerson = [...text.matchAll(new RegExp(FOR_PERSON, 'gi'))].map(([phrase]) => phrase);
  const toHere = TO_HERE.exec(text)?.[0];
  const unsupported = unsupportedIn(text);
  const refused = unsupported.map(({ phrase }) => phrase);
  const understood = [...phrases, ...refused, ...forPerson, toHere].filter((phrase) => phrase !== undefined);
  const besides = promptOf(words, ask, [...understood, ...(period?.phrases ?? [])]);
  // In a channel, the period selects messages if the sentence begins with it, mentions the channel or has no other topic. The period also
  // selects messages if a command asks for a summary or names a past period. Otherwise the period is part of the topic.
  const named = namesIn(flat);
  const left = named.reduce((rest, { phrase }) => withoutPhrase(rest, phrase), besides);
  // In "recap please, I was on leave", the remark is the reason for the recap and not its topic.
  const reason = left.replace(SUMS_UP, '').replace(/^\P{L}+| as ?$/gu, '');
  const isReason =
    SUMS_UP.test(text) && !text.includes(':') && !/^for\b/i.test(reason) && talkIn(reason) === 'remark';
  const topic = isOnlyAudience(left) || isReason ? '' : left;
  // "One page" in "one page of today" is only a choice.
  const withoutChoices = phrases.reduce((rest, phrase) => rest.replace(phrase, ''), text).trim();
  const isOfChannel =
    hasChannel &&
    ((ask.command !== '' && (SUMS_UP.test(text) || !period || IS_PAST.test(period.phrases[0] ?? ''))) ||
      topic === '' ||
      GLUE.test(topic) ||
      (period !== undefined && withoutChoices.replace(LEAD, '').startsWith(period.phrases[0] ?? '-')) ||
      HERE.test(text.replace(TO_HERE, '')));
  const isWhole = isOfChannel || besides === '';
  // In a channel, "Recap please" means the channel's last seven days.
  const usual = topic === '' && SUMS_UP.test(text) ? rolling(USUAL_DAYS, 'day', when) : undefined;
  const days = period?.period ?? usual;
  const isTalked = TALKED_PERIOD.test(period?.phrases[0] ?? '');
  const prompt = (isWhole ? besides : promptOf(words, ask, understood)).replace(OF_ALL, '');
  return {
    kind: 'make',
    choices,
    prompt: isOfChannel && days && (isReason || IS_ALL.test(besides)) ? '' : withoutTextLead(prompt),
    ...(isOfChannel && days && { days, isUsualPeriod: !period || period.isUsual }),
    isForPerson: forPerson.length > 0,
    named: [...named, ...nameAtEnd(topic)],
    command: ask.command,
    isComplete:
      ask.command !== '' &&
      (HAS_VERB.test(ask.command) || namesTopic(ask.command, text.slice(ask.command.length))) &&
      !ABOUT_CARD.test(ask.command.replace(POLITE_WORDS, '')) &&
      ((topic !== '' && topic !== wanted) || (isOfChannel && period !== undefined)),
    notes: [
      ...unsupported.map(({ note }) => note),
      isSeveral(ask) && ONE_THING,
      ...unsharedNotes(understood.reduce((rest, phrase) => rest.replace(phrase, ' '), text)),
      isOfChannel && period && isMonday(when) && THIS_WEEK.test(text) && IS_MONDAY,
      hasChannel && !isOfChannel && period && !period.isUsual && isTalked && NOT_READ,
      isOfChannel && days && (!period || period.isUsual) && ALL_MESSAGES.test(text) && USUAL_NOTE,
    ].flatMap((note) => note || []),
  };
}

const IS_MONDAY = 'It’s Monday, so last week is included.';
const ONE_THING = 'One card makes one thing. Ask for the others next.';
/** Matches the parts of one thing, which may be several: "3 slides", "two pages". */
const PARTS = /(?:slides?|sliders?|pages?|pagers?|pngs?|cards?|minutes)$/i;
const COUNT_BEFORE = new RegExp(`\\b(?<count>${NUMBER})[ -]$`, 'i');

/** Returns true if a command asks for several things: "make 3 Instagram posts". */
export function isSeveral({ command, wanted }: FoundAsk): boolean {
  if (!/s$/i.test(wanted) || PARTS.test(wanted) || !command.endsWith(wanted)) return false;
  const { count = '' } = COUNT_BEFORE.exec(command.slice(0, -wanted.length))?.groups ?? {};
  return numberOf(count) > 1 && formatOf(wanted) !== undefined;
}

/** Matches a period with which people usually mean the messages of a channel. */
const TALKED_PERIOD =
  /^(?:of|from|over|since) (?:the )?(?:this|last|past|yesterday|today|monday|tuesday|wednesday|thursday|friday)\b/i;
const NOT_READ =
  'The messages of the channel are not used for this. For them, say `from this channel` with the days.';
/** Matches a wish for more than the usual days. */
const ALL_MESSAGES =
  /\b(?:everything|all (?:of )?(?:the |its |our )?messages|(?:the |this )?(?:whole|entire|full) (?:channel|history)|from the (?:very )?(?:beginning|start))\b/i;
const USUAL_NOTE =
  'These are the last seven days. Name other days, for example `since 1 September`; a year is the most.';
/** Matches such words where they say nothing about the topic. */
const OF_ALL =
  /,? ?\b(?:from|of|about|with|out of) (?:everything|all (?:of )?(?:the |its |our )?messages) (?:in|from|of) (?:this|the) channel\b/i;

/** Matches words that only ask what was said: "what happened", "whats … about". */
const IS_ALL =
  /^(?:so |ok )*what(?:['’]?s| is| was| has| have)?(?: (?:happened|happening|going on|new|up|been going on|about|it|all|been|there|here|in|s))*[\s?]*$|^(?:an? )?(?:short |quick )?(?:summary|recap|overview)$|^(?:(?:can|could|would) (?:you|we|i) )?(?:please |also )?(?:do|have|make|get) (?:this|that|it|the same)(?: please| for me| too)*[\s?.!]*$/i;

/** Matches an order before a text that the person has pasted: "Erstelle ein Dokument aus dem Text:", "this text:". */
const OF_TEXT =
  /^(?:[^:\n]{0,100}\b(?:from|out of|of|aus|[àa] partir de|con) )?(?:this|the following|my|de[mr]|diesem|folgendem|meinem|ce|mon|este) (?:following |folgenden )?(?:text|texte|texto|words|notes|notizen) ?:\s*(?=\S.{20})/iu;

/** Removes an order before a text that the person has pasted, which would otherwise be printed and be the title. */
export function withoutTextLead(prompt: string): string {
  return prompt.replace(OF_TEXT, '');
}

const THIS_WEEK = /\bth(?:is|e) week\b/i;
/** Matches a past or current period. Other dates may belong to the topic: "opening hours, closed from 3 July". */
const IS_PAST = /\b(?:last|past|previous|since|yesterday|today|this|the)\b/i;
/** Matches a number of pages, which only a document has. */
export const PAGES =
  /^(?:(?:i|we) (?:need|want)|(?:please )?make(?: me| us)?) a page for\b|\d\b[- ](?:pages?|pgs)\b|\b(?:as|into|in|half|of) a page\b|\b(?:one|single|two|three|four|five)[- ](?:pages?|pgs)\b/i;
const SUMS_UP =
  /\b(?:summari[sz]e|sum(?:ming)?(?: (?:it|this|that|everything|all))* up|summary|recap|tl;?dr|digest|catch-?up|catch (?:me|us) up)\b/i;

/** Matches "post it here". The words are only removed from the prompt, because results are posted here by default. */
const TO_HERE = /,? ?\b(?:and )?(?:post|put|send|share|drop) (?:it|them|that|the result) (?:in )?here\b/i;

/** Matches words that say that only the author gets the result. */
export const FOR_PERSON =
  /,? ?\b(?:(?:and|but|please|bitte) )?(?:(?:send|post|dm|give|bring) (?:it|them|that|the result) (?:only |just )?to me(?: only)?|(?:just|only) (?:for|to) me:?|(?:just|only) me(?=[,.!]|$)|for (?:me|myself) (?:only|alone)|(?:just|only) for myself|for my eyes only|only (?:visible to me|i (?:should|may|can|want to|get to|will) see (?:it|this|that|them))|(?:visible|shown) only to me|(?:nobody|no ?one) else (?:should|may|needs to|has to|must) see (?:it|this|that|them)|dm (?:it to )?me|in a (?:dm|direct message)|(?:to|in|into) my (?:dms?|direct messages?)|privately|nur f[uü]r mich(?: allein)?|f[uü]r mich (?:allein|pers[öo]nlich)|(?:nur )?an mich (?:direkt|pers[öo]nlich|allein)|nur an mich|(?:schicke?|sende?) (?:sie|es|das|ihn) (?:(?:bitte|nur) )*(?:an )?mi(?:r|ch)(?: (?:direkt|pers[öo]nlich))?|in meine (?:dms?|direktnachrichten)|(?:juste|uniquement|seulement|rien que|que) pour moi(?: seule?)?|en priv[ée]|dans mes (?:dms?|mp))(?![a-zà-ž])(?: for now\b)?/i;

/** Returns whether a sentence says that only its author gets the result. @param words the sentence as plain text */
export function isForPerson(words: string): boolean {
  return FOR_PERSON.test(ruleText(words));
}

/** Returns a text without the words that say that only its author gets the result. Words in quotation marks stay. */
export const withoutForPerson = (words: string): string =>
  withoutCourtesy(outsideQuotes(words, (part) => part.replace(FOR_PERSON, ''))).replace(
    /^[\s,.:;–-]+|[\s,:;–-]+$/g,
    '',
  );

/** Matches words that may limit who sees the result. The person then chooses on a card. "Mach mir" and "fais-moi" only say "make". */
const MAY_BE_PRIVATE =
  /\b(?:privat(?:e|ely)?|confidential(?:ly)?|secret(?:ly)?|my eyes|dms?|direct messages?|between (?:us|you and me)|only (?:I|me|visible)|(?:nobody|no ?one) else|(?:do not|don['’]?t|not|never) (?:yet )?(?:post|share|show|publish|send|put|here|for (?:the|this) channel|in (?:this|the) (?:thread|channel))|vertraulich|geheim|unter uns|niemand|keiner|nicht f[uü]r alle|mich|(?<!\b(?:mach\w*|erstell\w*|schreib\w*|gib|bau\w*|fass\w*|du|ihr|sie|bitte) )mir|priv[ée]|confidentiel|entre nous|personne d['’]autre|(?<!-)moi)(?![a-zà-ž])/i;

/** Returns true if a sentence may say that not everybody is to see the result. @param words the sentence as plain text */
export function mayBePrivate(words: string): boolean {
  return MAY_BE_PRIVATE.test(words) && !isForPerson(words);
}

/** Matches "here" if it means the channel: "decided here", "this week here" or "slides from here". Does not match "who is here". */
const HERE_ALONE = `(?<=\\b(?:happen(?:ed|s|ing)|going on|said|talk(?:ed|s)?|discuss(?:ed|ions?)|decided|posted|wrote|written|shared|conversations?|messages|chats?|summari[sz]e|sum up|summary|recap|digest|days?|weeks?|months?|quarter|year|yesterday|[a-z]+day) )(?:in )?here|(?<=\\b(?:${NOUN}) )(?:of|from) here`;
const HERE = new RegExp(
  `\\b(?:(?:(?:of|from|in) (?:the|our) messages (?:here )?)?(?:(?:of|from|in|on|about|with|for) )?(?:(?:this|the|our) channel|(?:(?:this|the|our) )?(?:whole|entire) channel|everything|what (?:(?:was|we|we['’]ve|has been|people) (?:said|discussed|decided|talked about|wrote)|(?:did|have) (?:i|we|people|everyone|they|(?:the |our )?[\\wÀ-ž]+(?= say (?:last|this|yesterday|since)\\b)) (?:say|discuss|decide|talk about|write|miss(?:ed)?)|went on)(?: (?:in )?here)?|what(?:['’]?s| is| has)? (?:going on|new|happening|happened)(?= (?:here|this|the (?:last|past)|last|today|yesterday|since|over|in (?:the )?(?:last|past))\\b|[ ,.!?]*$))|${HERE_ALONE})\\b`,
  'i',
);

/** Returns true if the period belongs to the topic: "slides about the roadmap for this year". False for "slides for this week". */
function isOfTopic(text: string, days: string): boolean {
  return /^for\b/i.test(days) && /\b(?:about|on|regarding)\b/i.test(text.slice(0, text.indexOf(days)));
}

/** The beginning of a sentence that may be about an open card: "as PDF", "make it with candles". */
const ABOUT_CARD =
  /^(?:as|into|use|apply|take)\b|^make (?:it|this|that)\b|^(?:and |plus )?(?:an?|one|another) (?:slide|page|section|line)$/i;

const HAS_VERB =
  /\b(?:make|making|create|do|need|want|like|write|prepare|build|draft|give|get|have|turn|put|sum|summari[sz]e|recap|digest|catch|use)\b/i;
/** Matches words that announce a topic. With an open card, "8 slides for year 7" changes the card, and "8 slides on tea" is a new ask. */
const NAMES_TOPIC =
  /^(?: ?:| (?:about|on|of|from|regarding|covering|that|telling|showing|explaining|presenting)\b)/i;
/** Matches a purpose that is a topic: "a LinkedIn post for our open day". */
const NAMES_PURPOSE = /^ for (?:our|my|the|an?) /i;

function namesTopic(command: string, behind: string): boolean {
  const isPurpose = /^an? /i.test(command) && NAMES_PURPOSE.test(behind) && !isOnlyAudience(behind.trim());
  return isPurpose || NAMES_TOPIC.test(behind);
}

/** The number of days whose messages are read if the sentence is about the channel but names no period. */
const USUAL_DAYS = 7;

/** Matches "of the year" in "apprentice of the year". Not in "best of the year". */
const OF_THE_YEAR = new RegExp(
  `(?<!\\b(?:${NOUN}|highlights|best|rest|end|beginning|start|most|all)) of the (?:year|month|week|day)\\b`,
  'i',
);

function daysIn(text: string, when: Omit<Setting, 'hasChannel'>) {
  // "Apprentice of the year" names no period.
  const named = periodIn(text.replace(OF_THE_YEAR, ''), when);
  const found = named && !isOfTopic(text, named.phrase) ? named : undefined;
  const here = HERE.exec(text)?.[0];
  // Keep a phrase such as "what was decided here" in the prompt, because it also says what the topic is.
  const said = here && !/\b(?:what|everything)\b/i.test(here) ? [here] : [];
  if (found) {
    const { phrase, ...period } = found;
    return { period, phrases: [phrase, ...said], isUsual: false };
  }
  // In "what did we decide about tents in May?", the month stays in the topic, and says what to read.
  const month = here ? periodIn(text.replace(/\bin (?=\p{L}{3,9}\b)/giu, 'of '), when) : undefined;
  if (month) {
    const { phrase, ...period } = month;
    return { period, phrases: said, isUsual: false };
  }
  const usual = here && rolling(USUAL_DAYS, 'day', when);
  return usual ? { period: usual, phrases: said, isUsual: true } : undefined;
}
