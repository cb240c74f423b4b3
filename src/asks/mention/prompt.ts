import { CARDS_LIMIT } from '../../service/options.ts';
import { type FoundAsk, IS_OBJECT } from './is-an-ask.ts';
import { NUMBER } from './numbers.ts';
import { onOneLine } from './parse-mention.ts';

/** What is left of a sentence as the prompt, once all that was understood is taken out. */

/** Kinds of results, which the format says already. */
const PLAIN_WANTED =
  /^(?:(?:slide |powerpoint |pdf |pptx )?(?:decks?|slides?|presentations?|documents?|docs?|web ?pages?|websites?|one[- ]?pagers?|powerpoints?|pptx?|pdfs?)|something)$/i;
const COUNT_OF_SLIDES = new RegExp(`^(?:${NUMBER})[- ](?:slides?|pages?|cards?) (?=\\p{L})`, 'iu');

/** The words without what has been understood of them. */
export function promptOf(
  words: string,
  ask: FoundAsk,
  understood: string[],
  audience: string | undefined,
): string {
  const [first = '', ...others] = words.trim().split('\n');
  const line = onOneLine(first);
  const without = (text: string) =>
    tidied(understood.reduce((rest, phrase) => rest.replace(phrase, ' '), text));
  const kind = without(ask.wanted.replace(COUNT_OF_SLIDES, ''));
  const kept = PLAIN_WANTED.test(kind) ? excessIn(ask) : kind;
  let rest = without(line.startsWith(ask.command) ? line.slice(ask.command.length) : line);
  if (QUESTION.test(ask.command)) rest = rest.replace(/\?$/, '');
  if (!kept) rest = rest.replace(ask.command ? BEFORE_TOPIC : ABOUT, '').trim();
  const about = (ask.command ? [kept, rest] : [rest, kept && `as ${kept}`]).filter(Boolean).join(' ');
  const whole = withoutReaders([without(ask.subject), about].filter(Boolean).join(', '), audience);
  return [isOpen(whole) ? '' : whole, others.join('\n').trim()].filter(Boolean).join('\n');
}

const ABOUT = /^(?:about|on|regarding|covering)\b(?= )/i;
/** "of" and "from" belong to the wanted thing. */
const BEFORE_TOPIC = /^(?:about|on|regarding|covering|of|from)\b(?= )/i;

/** It points at something, or says when it is needed, and names no topic. */
function isOpen(text: string): boolean {
  return IS_OBJECT.test(text) || DEADLINE.test(text);
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
  const left = tidied(first.replace(phrase, ' '));
  return [isOpen(left) ? '' : left, ...others].filter(Boolean).join('\n');
}
