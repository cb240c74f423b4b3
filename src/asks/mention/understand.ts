import { findChoices, type MentionChoices } from './choices.ts';
import { type FoundAsk, findAsk, findWish } from './is-an-ask.ts';
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
  const named = namesIn(text);
  const days = hasChannel ? daysIn(text, when) : undefined;
  const forPerson = FOR_PERSON.exec(text)?.[0];
  const understood = [...phrases, ...(days?.phrases ?? []), ...(forPerson ? [forPerson] : [])];
  return {
    kind: 'make',
    choices,
    prompt: promptOf(words, ask, understood, audiencePhrase),
    ...(days && { days: days.period }),
    isForPerson: forPerson !== undefined,
    named,
  };
}

const FOR_PERSON =
  /,? ?\b(?:and )?(?:(?:send|post|dm|give|bring) (?:it|them|that|the result) (?:only )?to me(?: only)?|(?:just|only) (?:for|to) me|for me (?:only|alone)|dm (?:it to )?me|in a (?:dm|direct message)|(?:to|in) my (?:dms?|direct messages?)|privately)\b/i;

const HERE =
  /\b(?:(?:of|from|in|on|about|with|for) )?(?:(?:this|the|our) (?:whole |entire )?channel|what (?:was|we|we['’]ve|has been|people) (?:said|discussed|decided|talked about|wrote)(?: (?:in )?here)?|here)\b/i;

/** Days where the sentence says "this channel" and no time. */
const USUAL_DAYS = 7;

function daysIn(text: string, when: Omit<Setting, 'hasChannel'>) {
  const found = periodIn(text, when);
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
      `\\b(?:with|using|from|based on|on|in|after) (?:the |our |my |an? )?(?<name>${NAME}) template\\b`,
      'giu',
    ),
  ],
  [
    'template',
    new RegExp(
      `\\b(?:with |using |from |in )?(?:the )?template:? [“"']?(?<name>${NAME})[”"']?(?=[,.;!?]|$)`,
      'giu',
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
    new RegExp(`\\b(?:with |using |in )?(?:the )?theme:? [“"']?(?<name>${NAME})[”"']?(?=[,.;!?]|$)`, 'giu'),
  ],
  ['theme', new RegExp(`\\bin (?<name>${PROPER})`, 'gu')],
];

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
  return found.filter(({ name }) => name !== '').slice(0, NAMES_LIMIT);
}

/** Kinds of results, which the format says already. */
const PLAIN_WANTED =
  /^(?:(?:slide |powerpoint |pdf |pptx )?(?:decks?|slides?|presentations?|documents?|docs?|web ?pages?|websites?|one[- ]?pagers?|powerpoints?|pptx?|pdfs?)|something)$/i;

/** The words without what has been understood of them. */
function promptOf(words: string, ask: FoundAsk, understood: string[], audience: string | undefined): string {
  const [first = '', ...others] = words.trim().split('\n');
  let line = withoutCommand(onOneLine(first), ask);
  for (const phrase of understood) line = line.replace(phrase, ' ');
  line = tidied(line);
  if (audience && (line.startsWith(audience) || line.includes(`, ${audience}`))) {
    line = tidied(line.replace(audience, ' '));
  }
  return [line, others.join('\n').trim()].filter(Boolean).join('\n');
}

function withoutCommand(line: string, { command, wanted, subject }: FoundAsk): string {
  const rest = line.startsWith(command) ? line.slice(command.length) : line;
  const thing = wanted.replace(/^\d+[- ](?:slides?|pages?|cards?) /i, '');
  const kept = thing === '' || PLAIN_WANTED.test(thing) ? '' : wanted;
  const topic = kept ? rest : rest.replace(/^[\s,:;–—-]*(?:about|on|regarding|covering|of|from)\b(?= )/i, '');
  return [subject, `${kept}${topic}`].filter((part) => part.trim() !== '').join(', ');
}

function tidied(line: string): string {
  const text = line
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/(?:,\s*)+(?=[,.;!?]|$)/g, '')
    .replace(/^[\s,.;:!?–—-]+|[\s,;:–—-]+$/g, '')
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
