import { findChoices, type MentionChoices } from './choices.ts';
import { type FoundAsk, findAsk, findWish, NOUN } from './is-an-ask.ts';
import { findEdit } from './is-an-edit.ts';
import { type Named, namesIn } from './names.ts';
import { onOneLine } from './parse-mention.ts';
import { type Period, periodIn, rolling } from './period.ts';
import { promptOf, withoutPhrase } from './prompt.ts';

/** What a sentence to Deckhand means. */
export type Understood =
  /** It wants to know everything that Deckhand does. */
  | { kind: 'help' }
  /** Thanks, a greeting, a question, or talk. */
  | { kind: 'talk' }
  | Request;

export interface Request {
  kind: 'make';
  choices: MentionChoices;
  /** What it is about, and all that was not understood; empty where the sentence leaves that open. */
  prompt: string;
  /** The days of the channel that it is made of; from typed text alone where left out. */
  days?: Period;
  /** The result is for the person alone. */
  isForPerson: boolean;
  /** Names that the team's catalogue may know. */
  named: Named[];
}

export interface Setting {
  now: Date;
  /** of who wrote it; IANA name */
  zone: string;
  /** The sentence was said in a channel, or names one. */
  hasChannel: boolean;
}

/** Says what a sentence asks for. Plain English, always the same answer; what is not understood stays in the prompt. */
export function understand(words: string, setting: Setting): Understood {
  const text = onOneLine(words);
  if (HELP.test(text)) return { kind: 'help' };
  const ask = findAsk(text) ?? findWish(text);
  return ask ? requestIn(words, text, ask, setting) : { kind: 'talk' };
}

/** As above, for words behind a command: they need no verb, since the command has said that something is to be made. */
export function understandCommand(words: string, setting: Setting): Understood {
  const understood = understand(words, setting);
  const text = onOneLine(words);
  if (understood.kind !== 'talk' || NO_TOPIC.test(text) || ABOUT_DECKHAND.test(text)) return understood;
  // Only a short text is a sentence with choices in it; a long one is the content.
  if (words.includes('\n') || text.length > SENTENCE) return requestIn(words, '', NO_COMMAND, setting);
  const [last = '', wanted = ''] = LAST_WANTED.exec(text) ?? [];
  const ask = { ...NO_COMMAND, wanted };
  return requestIn(text.slice(0, text.length - last.length), text, ask, setting);
}

/**
 * Whether a sentence is said to Deckhand and to nobody else: it asks for something, for help, or says thanks.
 * @param place of the mention: only behind it is an order meant for Deckhand
 */
export function isForDeckhand(words: string, place: 'first' | 'within'): boolean {
  const text = onOneLine(words);
  if (findAsk(text) ?? findWish(text)) return true;
  if ([HELP, NO_TOPIC, ABOUT_DECKHAND].some((talk) => talk.test(text))) return true;
  return place === 'first' && findEdit(text) !== undefined;
}

/** Characters; pasted notes are longer. */
const SENTENCE = 400;
const NO_COMMAND: FoundAsk = { wanted: '', subject: '', command: '' };
/** "our spring launch, as a web page" */
const LAST_WANTED = new RegExp(
  `(?:, ?(?:as )?| as )(?:an? )?((?:(?:short|landing|social|linkedin|blog|slide) )?(?:${NOUN}))[.!]?$`,
  'i',
);
const NO_TOPIC =
  /^(?:hi|hello|hey|good (?:morning|evening)|thanks|thank you|thx|test(?:ing)?|never ?mind|no,? (?:thanks|thank you)|cancel|stop|nothing|ok(?:ay)?|yes|no)(?: (?:there|you|deckhand))?[ !.,?]*$/i;
const ABOUT_DECKHAND =
  /^(?:what|who|how|where)(?:['’]s| is| are| can| could| do| does) (?:you|deckhand|this|it)(?: (?:do|make|work|cost|for)){0,3}[ ?!.]*$/i;

const HELP =
  /^(?:please |hey,? |hi,? )?(?:help(?: me)?(?: please)?|\?|how do(?:es)? (?:this|it|deckhand|you|i use (?:this|you|it|deckhand)) ?(?:work)?|(?:show |list )?(?:me )?(?:the |your )?(?:commands|instructions)|i need help|usage)[ ?!.]*$/i;

function requestIn(words: string, text: string, ask: FoundAsk, { hasChannel, ...when }: Setting): Request {
  const { choices, phrases, audiencePhrase } = findChoices(text, ask.wanted);
  const days = daysIn(text.replace(TO_HERE, ''), when);
  const forPerson = FOR_PERSON.exec(text)?.[0];
  const forMe = FOR_ME.exec(text)?.[0];
  const toHere = TO_HERE.exec(text)?.[0];
  const understood = [...phrases, forPerson, forMe, toHere].filter((said) => said !== undefined);
  const besides = promptOf(words, ask, [...understood, ...(days?.phrases ?? [])], audiencePhrase);
  // Days without a channel are part of the topic, unless they are all that is said. So they are in a topic without a verb.
  const named = namesIn(text);
  const topic = named.reduce((rest, { phrase }) => withoutPhrase(rest, phrase), besides);
  const isOfChannel =
    hasChannel && (ask.command !== '' || topic === '' || HERE.test(text.replace(TO_HERE, '')));
  const isWhole = isOfChannel || besides === '';
  return {
    kind: 'make',
    choices,
    prompt: isWhole ? besides : promptOf(words, ask, understood, audiencePhrase),
    ...(isOfChannel && days && { days: days.period }),
    isForPerson: forPerson !== undefined,
    named,
  };
}

/** Where the result goes anyway. */
const TO_HERE = /,? ?\b(?:and )?(?:post|put|send|share|drop) (?:it|them|that|the result) (?:in )?here\b/i;
const FOR_ME = /\bfor (?:me|us)\b(?! (?:and|or)\b)/i;

const FOR_PERSON =
  /,? ?\b(?:and )?(?:(?:send|post|dm|give|bring) (?:it|them|that|the result) (?:only )?to me(?: only)?|(?:just|only) (?:for|to) me|for me (?:only|alone)|dm (?:it to )?me|in a (?:dm|direct message)|(?:to|in) my (?:dms?|direct messages?)|privately)\b/i;

/** Whether the result is for the person alone. @param words the sentence, in plain words */
export function isForPerson(words: string): boolean {
  return FOR_PERSON.test(onOneLine(words));
}

const HERE =
  /\b(?:(?:of|from|in|on|about|with|for) )?(?:(?:this|the|our) (?:whole |entire )?channel|what (?:was|we|we['’]ve|has been|people) (?:said|discussed|decided|talked about|wrote)(?: (?:in )?here)?|here)\b/i;

/** "the roadmap for this year", not "slides for this week" */
function isOfTopic(text: string, days: string): boolean {
  return /^for\b/i.test(days) && /\b(?:about|on|regarding)\b/i.test(text.slice(0, text.indexOf(days)));
}

/** Days where the sentence says "this channel" and no time. */
const USUAL_DAYS = 7;

function daysIn(text: string, when: Omit<Setting, 'hasChannel'>) {
  const named = periodIn(text, when);
  const found = named && !isOfTopic(text, named.phrase) ? named : undefined;
  const here = HERE.exec(text)?.[0];
  // What was decided is the topic as well as the place.
  const said = here && !/\bwhat\b/i.test(here) ? [here] : [];
  if (found) {
    const { phrase, ...period } = found;
    return { period, phrases: [phrase, ...said] };
  }
  const usual = here && rolling(USUAL_DAYS, 'day', when);
  return usual ? { period: usual, phrases: said } : undefined;
}
