import { isOnlyAudience } from './audience.ts';
import { findChoices, type MentionChoices } from './choices.ts';
import {
  type FoundAsk,
  findAsk,
  findIndirectAsk,
  formatOf,
  NOUN,
  POLITE_WORDS,
  REFUSAL,
} from './find-ask.ts';
import { findEdit } from './find-edit.ts';
import { flatText, withoutCourtesy } from './flat-text.ts';
import { type Named, nameAtEnd, namesIn } from './names.ts';
import { NUMBER } from './numbers.ts';
import { inEnglish, ruleText } from './other-languages.ts';
import { isMonday, type Period, periodIn, rolling } from './period.ts';
import { GLUE, isPlain, promptOf, withoutPhrase } from './prompt.ts';
import { type Talk, talkIn } from './talk.ts';
import { corrected } from './typos.ts';
import { unsupportedIn } from './unsupported.ts';

/** The meaning of a sentence that is addressed to Deckhand. */
export type Understood = { kind: 'talk'; talk: Talk } | Request;

export interface Request {
  kind: 'make';
  choices: MentionChoices;
  /** The topic, including all words that were not understood. May be empty. */
  prompt: string;
  /** The period of the channel's messages that are the source. If omitted, only the typed text is used. */
  days?: Period;
  /** True if `days` is the usual period, because the sentence names none. */
  isUsualPeriod?: boolean;
  /** True if the result goes only to the author, in a direct message. */
  isForPerson: boolean;
  /** Possible names of themes and templates. The caller looks them up in the team's catalogue. */
  named: Named[];
  /**
   * True if the sentence says what to make and what it is about. If a card is open, such a sentence is a new ask and not a change of the
   * card.
   */
  isComplete: boolean;
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

/**
 * Where a sentence was written. `command`: after `/deck`, where every sentence except small talk is an ask. `direct`: in a direct message
 * to Deckhand, where every sentence except talk and questions is an ask. `channel`: in a channel, where only a sentence that clearly
 * requests a document is an ask.
 */
export type Where = 'command' | 'direct' | 'channel';

/** Returns the meaning of a sentence, by fixed rules. Words that are not understood stay in the prompt. */
export function understand(typed: string, setting: Setting, where: Where = 'channel'): Understood {
  const words = typed.length > SENTENCE ? typed : withoutCourtesy(withoutRemark(corrected(typed)));
  const text = flatText(words);
  const english = inEnglish(text);
  if (english) {
    const read = understandEnglish(english, english, setting, where);
    if (read.kind === 'talk') return read;
    const isOpen = read.prompt === '' || GLUE.test(read.prompt);
    return { ...read, prompt: isOpen ? '' : words.trim() };
  }
  return understandEnglish(words, text, setting, where);
}

/** Returns the meaning of an English sentence. @param text the words on one line */
function understandEnglish(words: string, text: string, setting: Setting, where: Where): Understood {
  const talk = talkIn(text);
  // After `/deck` and in a direct message, "make it" means yes. In a channel it is an ask.
  if (talk === 'help' || (talk === 'yes' && where !== 'channel')) return { kind: 'talk', talk };
  const picture = talk ? undefined : pictureIn(text.replace(POLITE_WORDS, ''));
  if (picture) return picture;
  const direct = findAsk(text);
  if (direct) return requestIn(words, text, direct, setting);
  const isTopic = where === 'command' && talk && TOPICS.has(talk) && !ABOUT_DECKHAND.test(text);
  if (talk && talk !== 'question' && talk !== 'remark' && !isTopic) return { kind: 'talk', talk };
  const indirect = findIndirectAsk(text);
  if (indirect) return requestIn(words, text, indirect, setting);
  if (talk === 'question' && NAMES_RESULT.test(text)) return requestIn(text, text, NO_COMMAND, setting);
  if (talk && !isTopic) return { kind: 'talk', talk };
  if (REFUSAL.test(text)) return { kind: 'talk', talk: 'no' };
  if (where === 'channel' || text === '') return { kind: 'talk', talk: 'unclear' };
  // A long text is content and not a sentence, so it is not searched for choices such as a format.
  if (words.includes('\n') || text.length > SENTENCE) return requestInContent(words, setting);
  return requestIn(text, text, NO_COMMAND, setting);
}

/** Returns the request in a long text. Only its last line may say what to make: "Please make a one-page memo for all teachers". */
function requestInContent(words: string, setting: Setting): Request {
  const last = flatText(words.trim().split('\n').at(-1) ?? '');
  const command = last.length <= SENTENCE ? findAsk(last) : undefined;
  if (!command) return requestIn(words, '', NO_COMMAND, setting);
  return { ...requestIn(last, last, command, setting), prompt: words.trim() };
}

/** Removes a remark before the ask: "Great discussion, everyone! Make 5 slides of it." */
function withoutRemark(words: string): string {
  const [remark = ''] =
    /^(?:[^.!?\n]{1,60}[.!]+|(?:actually |no,? |ok,? )*(?:forget|scrap|drop) (?:that|it|this)[,;:]) +(?=\S)/i.exec(
      words,
    ) ?? [];
  return remark && REMARKS.has(talkIn(remark.trim()) ?? 'unclear') ? words.slice(remark.length) : words;
}

const REMARKS: ReadonlySet<Talk> = new Set(['remark', 'thanks', 'greeting', 'chat', 'no']);
/** Kinds of talk that are a topic after `/deck`: `/deck why do our customers leave?` */
const TOPICS: ReadonlySet<Talk> = new Set(['question', 'remark', 'recent']);
/** Matches a question that says what to make of the answer: "what did we decide today, in six slides?" */
const NAMES_RESULT = new RegExp(
  `\\b(?:in|as|into|on|be) (?:(?:an?|${NUMBER})[ -])(?:[\\p{L}-]+ )?(?:${NOUN}|pages?)\\b`,
  'iu',
);
/** A question about Deckhand itself: "how do I change the colours", "is this free?" */
const ABOUT_DECKHAND =
  /^(?:(?:how|where|why|when|what|which) (?:do|can|does|did|is|are|should|would|will) (?:i|it|this|deckhand)|(?:is|are|does|do|can) (?:this|it|you|deckhand))\b(?!.*\b(?:make|create)\b)/i;

/**
 * Returns the choices in a mention that asks for a document about its thread. Returns undefined if it asks for no document, for example
 * because it is thanks or a question.
 * @param words plain text without the mention
 */
export function understandMention(words: string): MentionChoices | undefined {
  const text = ruleText(withoutRemark(corrected(words)));
  const ask = findAsk(text);
  return ask && findChoices(text, ask.wanted).choices;
}

/**
 * Returns true if a sentence is meant for Deckhand and not for people, because it requests a document or help, or says thanks.
 * @param place position of the mention. If it is `first`, a request for a change ("make it shorter") also counts
 */
export function isForDeckhand(words: string, place: 'first' | 'within'): boolean {
  const text = ruleText(words);
  if (findAsk(text) ?? findIndirectAsk(text)) return true;
  const talk = talkIn(text);
  if (talk && FOR_DECKHAND.has(talk)) return true;
  return place === 'first' && findEdit(text) !== undefined;
}

/** Maximum length of a sentence, in characters. Longer text counts as pasted content. */
const SENTENCE = 400;
const NO_COMMAND: FoundAsk = { wanted: '', subject: '', command: '' };
/** The requested thing at the end: "our spring launch, as a web page". */
const LAST_WANTED = new RegExp(
  `(?:[,.;] ?(?:as )?| as )(?:an? )?((?:(?:short|landing|social|linkedin|blog|slide) )?(?:${NOUN}))(?:[.!]?$|(?=:))`,
  'i',
);
/** The requested thing at the beginning or after a verb: "cheat sheet vim and nano", "Here are my notes. Make a document for the team". */
const FIRST_WANTED = new RegExp(
  `(?:^(?:an? |short |quick |brief )*(?:[\\p{L}-]+ (?=\\p{L}+ (?:for|on|about|with)\\b))?|\\b(?:make|create|prepare|write|do|need|want|format:|as|into) (?:me |us )?(?:an? |some |the )?(?:(?!(?:of|for|the)\\b)[\\p{L}-]+ ){0,2})(?<wanted>${NOUN})(?![\\p{L}-]| style\\b)`,
  'iu',
);
/** Kinds of talk that are meant only for Deckhand. Questions and remarks may be meant for the people in the channel. */
const FOR_DECKHAND: ReadonlySet<Talk> = new Set(['help', 'yes', 'no', 'thanks', 'greeting', 'stop']);

/** Returns the request in a sentence. */
function requestIn(said: string, text: string, command: FoundAsk, { hasChannel, ...when }: Setting): Request {
  const [last = '', atEnd = ''] = (!formatOf(command.wanted) && LAST_WANTED.exec(text)) || [];
  const isAtEnd = command.command ? isPlain(atEnd) : atEnd !== '';
  const [words, ask] = isAtEnd
    ? [said.replace(last, ''), { ...command, wanted: command.command ? command.wanted : atEnd }]
    : [said, command];
  const wanted = isAtEnd ? atEnd : ask.wanted || (FIRST_WANTED.exec(text)?.groups?.wanted ?? '');
  const { choices, phrases } = findChoices(text, wanted);
  // A thing that is counted in pages is a document.
  if (!choices.format && choices.cards && PAGES.test(text)) choices.format = 'document';
  const period = daysIn(text.replace(TO_HERE, ''), when);
  const forPerson = FOR_PERSON.exec(text)?.[0];
  const toHere = TO_HERE.exec(text)?.[0];
  const unsupported = unsupportedIn(text);
  const refused = unsupported.map(({ phrase }) => phrase);
  const understood = [...phrases, ...refused, forPerson, toHere].filter((phrase) => phrase !== undefined);
  const besides = promptOf(words, ask, [...understood, ...(period?.phrases ?? [])]);
  // The period selects messages of the channel if there is a channel, and if the sentence has a verb such as "make", has no other topic or
  // mentions the channel. Otherwise the period is part of the topic.
  const named = namesIn(text);
  const left = named.reduce((rest, { phrase }) => withoutPhrase(rest, phrase), besides);
  const topic = isOnlyAudience(left) ? '' : left;
  const isOfChannel =
    hasChannel &&
    (ask.command !== '' ||
      topic === '' ||
      GLUE.test(topic) ||
      (period !== undefined && text.startsWith(period.phrases[0] ?? '-')) ||
      HERE.test(text.replace(TO_HERE, '')));
  const isWhole = isOfChannel || besides === '';
  // In a channel, "Recap please" means the channel's last seven days.
  const usual = topic === '' && SUMS_UP.test(text) ? rolling(USUAL_DAYS, 'day', when) : undefined;
  const days = period?.period ?? usual;
  return {
    kind: 'make',
    choices,
    prompt: isWhole ? besides : promptOf(words, ask, understood),
    ...(isOfChannel && days && { days, isUsualPeriod: !period || period.isUsual }),
    isForPerson: forPerson !== undefined,
    named: [...named, ...nameAtEnd(topic)],
    isComplete:
      ask.command !== '' &&
      !ABOUT_CARD.test(ask.command.replace(POLITE_WORDS, '')) &&
      ((topic !== '' && topic !== wanted) || (isOfChannel && period !== undefined)),
    notes: [
      ...unsupported.map(({ note }) => note),
      ...(isOfChannel && period && isMonday(when) && THIS_WEEK.test(text)
        ? ['It’s Monday, so last week is included.']
        : []),
    ],
  };
}

/**
 * Matches requests for a picture: "Draw me a lighthouse", "a picture of a lighthouse". The prompt keeps words such as "drawing" and "logo".
 */
const PICTURE =
  /^(?:(?:i(?: also)? need|i want|i['’]d like|we need|give me|get me|get|have|show me|make|create|generate|do|me|us)[ ,]+)*(?:(?:draw|paint|sketch|illustrate)(?: (?:me|us))?:? (?<drawn>.+)|(?:an?|one)? ?(?<look>(?!(?:an?|one|the|this|that|my|our|single|quick|nice|new|another)\b)[\p{L}-]+ )?(?:an? |one |the |this |that |my |our |single |quick |nice |new |another )*(?:picture|image|photo|drawing|png)(?: (?:of|showing|like|with|for)|:) (?<shown>.+)|(?<before>[^.?!]+?),? as an? (?:picture|image|photo|drawing|illustration)(?<behind>.*)|(?<named>(?:(?:an?|one) (?:[\p{L}-]+ ){0,2}(?:photo|drawing|illustration|painting|sketch|logo|icon|cartoon)|illustration) (?:of|showing|for|with) .+|(?:an? )?(?:[\p{L}-]+ )?poster (?:of|for|about|on|with) .+))$/iu;

function pictureIn(text: string): Request | undefined {
  const { drawn, look, shown, named, before, behind } = PICTURE.exec(text)?.groups ?? {};
  const looked = shown && look ? `${shown}, ${look.trim()}` : shown;
  const prompt = withoutCourtesy(drawn ?? looked ?? named ?? (before && `${before}${behind}`) ?? '').trim();
  if (!prompt || findChoices(text, '').choices.cards) return undefined;
  const choices = { work: { kind: 'image' as const } };
  return {
    kind: 'make',
    choices,
    prompt,
    isForPerson: FOR_PERSON.test(text),
    named: [],
    notes: [],
    isComplete: true,
  };
}

const THIS_WEEK = /\bth(?:is|e) week\b/i;
const PAGES = /\d\b[- ](?:pages?|pgs)\b|\b(?:one|single|two|three|four|five)[- ](?:pages?|pgs)\b/i;
const SUMS_UP = /\b(?:summari[sz]e|sum(?:ming)? up|summary|recap|tl;?dr|digest|catch (?:me|us) up)\b/i;

/** Matches "post it here". These words are removed and have no effect, because results are posted here by default. */
const TO_HERE = /,? ?\b(?:and )?(?:post|put|send|share|drop) (?:it|them|that|the result) (?:in )?here\b/i;

const FOR_PERSON =
  /,? ?\b(?:(?:and|but) )?(?:(?:send|post|dm|give|bring) (?:it|them|that|the result) (?:only |just )?to me(?: only)?|(?:just|only) (?:for|to) me|for me (?:only|alone)|dm (?:it to )?me|in a (?:dm|direct message)|(?:to|in) my (?:dms?|direct messages?)|privately)\b(?: for now\b)?/i;

/** Returns whether a sentence says that only its author gets the result. @param words the sentence as plain text */
export function isForPerson(words: string): boolean {
  return FOR_PERSON.test(ruleText(words));
}

/** Matches "here" if it means the channel: after a word for talk or a period, or as in "slides from here". Not "who is here". */
const HERE_ALONE = `(?<=\\b(?:happen(?:ed|s|ing)|going on|said|talk(?:ed|s)?|discuss(?:ed|ions?)|decided|posted|wrote|written|shared|conversations?|messages|chats?|summari[sz]e|sum up|summary|recap|digest|days?|weeks?|months?|quarter|year|yesterday|[a-z]+day) )(?:in )?here|(?<=\\b(?:${NOUN}) )(?:of|from) here`;
const HERE = new RegExp(
  `\\b(?:(?:(?:of|from|in|on|about|with|for) )?(?:(?:this|the|our) (?:whole |entire )?channel|everything|what (?:was|we|we['’]ve|has been|people) (?:said|discussed|decided|talked about|wrote)(?: (?:in )?here)?)|${HERE_ALONE})\\b`,
  'i',
);

/** Returns whether the period is part of the topic: true for "slides about the roadmap for this year", false for "slides for this week". */
function isOfTopic(text: string, days: string): boolean {
  return /^for\b/i.test(days) && /\b(?:about|on|regarding)\b/i.test(text.slice(0, text.indexOf(days)));
}

/** The beginning of a sentence that may be about an open card: "as PDF", "make it with candles". */
const ABOUT_CARD = /^(?:as|into|use|apply|take)\b|^make (?:it|this|that)\b/i;

/** Number of days to read if the sentence is about the channel but names no period. */
const USUAL_DAYS = 7;

function daysIn(text: string, when: Omit<Setting, 'hasChannel'>) {
  const named = periodIn(text, when);
  const found = named && !isOfTopic(text, named.phrase) ? named : undefined;
  const here = HERE.exec(text)?.[0];
  // "What was decided here" also names the topic, so it stays in the prompt.
  const said = here && !/\b(?:what|everything)\b/i.test(here) ? [here] : [];
  if (found) {
    const { phrase, ...period } = found;
    return { period, phrases: [phrase, ...said], isUsual: false };
  }
  const usual = here && rolling(USUAL_DAYS, 'day', when);
  return usual ? { period: usual, phrases: said, isUsual: true } : undefined;
}
