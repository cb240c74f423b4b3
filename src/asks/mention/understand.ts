import { CARDS_LIMIT } from '../../service/options.ts';
import { languages } from '../languages.ts';
import { findChoices, type MentionChoices, NUMBER } from './choices.ts';
import { type FoundAsk, findAsk, findWish, IS_OBJECT } from './is-an-ask.ts';
import { onOneLine } from './parse-mention.ts';
import { type Period, periodIn, rolling } from './period.ts';

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

export interface Named {
  part: 'theme' | 'template';
  name: string;
  /** As it stands in the prompt; taken out where the catalogue knows the name. */
  phrase: string;
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

const HELP =
  /^(?:please |hey,? |hi,? )?(?:help(?: me)?(?: please)?|\?|how do(?:es)? (?:this|it|deckhand|you|i use (?:this|you|it|deckhand)) ?(?:work)?|(?:show |list )?(?:me )?(?:the |your )?(?:commands|instructions)|i need help|usage)[ ?!.]*$/i;

function requestIn(words: string, text: string, ask: FoundAsk, { hasChannel, ...when }: Setting): Request {
  const { choices, phrases, audiencePhrase } = findChoices(text, ask.wanted);
  const days = daysIn(text, when);
  const forPerson = FOR_PERSON.exec(text)?.[0];
  const forMe = FOR_ME.exec(text)?.[0];
  const toHere = TO_HERE.exec(text)?.[0];
  const understood = [...phrases, forPerson, forMe, toHere].filter((said) => said !== undefined);
  const besides = promptOf(words, ask, [...understood, ...(days?.phrases ?? [])], audiencePhrase);
  // Days without a channel are part of the topic, unless they are all that is said.
  const isWhole = hasChannel || besides === '';
  return {
    kind: 'make',
    choices,
    prompt: isWhole ? besides : promptOf(words, ask, understood, audiencePhrase),
    ...(hasChannel && days && { days: days.period }),
    isForPerson: forPerson !== undefined,
    named: namesIn(text),
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

const NAME = "[\\p{L}\\p{N}][\\p{L}\\p{N} ’'&.-]{0,59}?";
const PROPER = "\\p{Lu}[\\p{L}\\p{N}’'&-]*(?: (?:\\p{Lu}|\\p{N})[\\p{L}\\p{N}’'&-]*){0,3}";
const names: [Named['part'], RegExp][] = [
  [
    'template',
    new RegExp(
      `\\b(?:with|using|from|based on|in) (?:the |our |my |an? )?(?<name>${NAME}) template\\b`,
      'giu',
    ),
  ],
  [
    'template',
    new RegExp(
      `\\b(?:with |using |from |in )?(?:the )?[Tt]emplate(?:: ?| )[“"']?(?<name>${PROPER})[”"']?`,
      'gu',
    ),
  ],
  [
    'theme',
    new RegExp(
      `\\b(?:with|using|in) (?:the |our |my |an? )?(?<name>${NAME}) (?:theme|look|colou?rs|branding)\\b`,
      'giu',
    ),
  ],
  [
    'theme',
    new RegExp(`\\b(?:with |using |in )?(?:the )?[Tt]heme(?:: ?| )[“"']?(?<name>${PROPER})[”"']?`, 'gu'),
  ],
  ['theme', new RegExp(`\\bin (?<name>${PROPER})`, 'gu')],
];

/** Languages, files and months also stand behind "in". */
const NO_NAME = new RegExp(
  `^(?:the|this|that|our|my|an?|${languages
    .map(([, name]) => name)
    .filter((name) => !name.includes('('))
    .join(
      '|',
    )}|pdf|png|pptx?|powerpoint|january|february|march|april|may|june|july|august|september|october|november|december)$`,
  'i',
);

/** The first few: each is looked up. */
const NAMES_LIMIT = 4;

/** @param text on one line */
export function namesIn(text: string): Named[] {
  const found = names.flatMap(([part, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: phrase, groups }) => ({
      part,
      name: (groups?.name ?? '').trim(),
      phrase,
    })),
  );
  return found.filter(({ name }) => name !== '' && !NO_NAME.test(name)).slice(0, NAMES_LIMIT);
}

/** Kinds of results, which the format says already. */
const PLAIN_WANTED =
  /^(?:(?:slide |powerpoint |pdf |pptx )?(?:decks?|slides?|presentations?|documents?|docs?|web ?pages?|websites?|one[- ]?pagers?|powerpoints?|pptx?|pdfs?)|something)$/i;
const COUNT_OF_SLIDES = new RegExp(`^(?:${NUMBER})[- ](?:slides?|pages?|cards?) (?=\\p{L})`, 'iu');

/** The words without what has been understood of them. */
function promptOf(words: string, ask: FoundAsk, understood: string[], audience: string | undefined): string {
  const [first = '', ...others] = words.trim().split('\n');
  const line = onOneLine(first);
  const without = (text: string) =>
    tidied(understood.reduce((rest, phrase) => rest.replace(phrase, ' '), text));
  const kind = without(ask.wanted.replace(COUNT_OF_SLIDES, ''));
  const kept = PLAIN_WANTED.test(kind) ? excessIn(ask) : kind;
  let rest = without(line.startsWith(ask.command) ? line.slice(ask.command.length) : line);
  if (QUESTION.test(ask.command)) rest = rest.replace(/\?$/, '');
  if (!kept) rest = rest.replace(/^(?:about|on|regarding|covering|of|from)\b(?= )/i, '').trim();
  const about = [kept, rest].filter(Boolean).join(' ');
  const whole = withoutReaders([without(ask.subject), about].filter(Boolean).join(', '), audience);
  const isOpen = IS_OBJECT.test(whole) || DEADLINE.test(whole);
  return [isOpen ? '' : whole, others.join('\n').trim()].filter(Boolean).join('\n');
}

/** It says when, and not about what. */
const DEADLINE =
  /^(?:for|by|until) (?:(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|next week)$/i;

/** "900 slides": a number that the service does not take stays as a wish. */
function excessIn({ command }: FoundAsk): string {
  const [said = '', count] = /\b(\d{1,3})[- ](?:slides?|pages?|cards?)\b/i.exec(command) ?? [];
  return Number(count) > CARDS_LIMIT || count === '0' ? said : '';
}

/** Readers are named apart from the topic at its beginning, behind a comma, or where there is none. */
function withoutReaders(text: string, audience: string | undefined): string {
  if (!audience) return text;
  const isApart = text.startsWith(audience) || text.includes(`, ${audience}`);
  return isApart
    ? tidied(text.replace(audience, ' '))
        .replace(/^(?:about|on)\b(?= )/i, '')
        .trim()
    : text;
}

const QUESTION = /^(?:\P{L}|hi|hey|hello|deckhand)*(?:can|could|would|will|may|any|how|what)\b/iu;

/**
 * Spaces and commas as people set them, and no "please" alone. Lookbehinds let each run of marks be tried once: without
 * them a long one takes time by its square.
 */
function tidied(line: string): string {
  const text = line
    .replace(/\s+/g, ' ')
    .replace(/\( ?\)/g, '')
    .replace(/(?<!\. ?)\.(?: ?\.)+(?= |$)/g, '.')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/(?:,\s*)+(?=[,.;!?]|$)/g, '')
    .replace(/^[\s,.;:!?–—-]+|(?<![\s,;:–—-])[\s,;:–—-]+$/g, '')
    .replace(/,? (?:please|pls|thanks|thank you)[.!]?$/i, '')
    .trim();
  return /^(?:(?:please|pls|thanks|thank you|now|asap|and|again|for (?:me|us)|me|us)[\s,.!?]*)+$/i.test(text)
    ? ''
    : text;
}

/** Takes a phrase out of a prompt, once it is known what it names. */
export function withoutPhrase(prompt: string, phrase: string): string {
  const [first = '', ...others] = prompt.split('\n');
  return [tidied(first.replace(phrase, ' ')), ...others].filter(Boolean).join('\n');
}
