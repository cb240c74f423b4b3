import { type FoundAsk, IS_OBJECT } from './find-ask.ts';
import { flatText, withoutCourtesy } from './flat-text.ts';

/** Creates the prompt from a sentence, by removing the phrases that were understood as choices. */

/** Words for requested things that are left out of the prompt, because the ask's format has the same meaning. */
const PLAIN_WANTED =
  /^(?:(?:slide |powerpoint |pdf |pptx )?(?:decks?|slides?|presentations?|documents?|docs?|(?:web ?)?pages?|websites?|one[- ]?pagers?|powerpoints?|pptx?|pdfs?|pngs?|social(?: media)? posts?)|something)$/i;
/** Returns true if the words for a requested thing, such as "slide deck", say nothing more than the format of the ask. */
export function isPlain(wanted: string): boolean {
  return PLAIN_WANTED.test(wanted);
}

/** Returns the words without the understood phrases. */
export function promptOf(words: string, ask: FoundAsk, understood: string[]): string {
  const [first = '', ...others] = words.trim().split('\n');
  const line = flatText(first);
  const without = (text: string) =>
    tidied(understood.reduce((rest, phrase) => rest.replace(phrase, ' '), text));
  const kind = without(ask.wanted);
  const kept = isPlain(kind) ? '' : kind;
  let rest = without(line.startsWith(ask.command) ? line.slice(ask.command.length) : line);
  if (ask.command)
    rest = rest.replace(/^(?:please|pls|plz)\b(?=[:,]| (?:on|about|of|from|for)\b)/i, '').trim();
  if (QUESTION.test(ask.command)) rest = rest.replace(/\?$/, '');
  if (!kept) rest = rest.replace(ask.command ? BEFORE_TOPIC : ABOUT, '').trim();
  if (ask.command) rest = rest.replace(/^(?:(?:out of )?(?:this|that|it|these)) (?=for\b)/i, '');
  const join = /^(?: for (?:me|us)|.{0,3}):/.test(line.slice(ask.command.length)) ? ': ' : ' ';
  const about = (ask.command ? [kept, rest] : [rest, kept && `as ${kept}`]).filter(Boolean).join(join);
  const whole = [without(ask.subject), about].filter(Boolean).join(', ');
  return [isOpen(whole) ? '' : whole, others.join('\n').trim()].filter(Boolean).join('\n');
}

const ABOUT = /^(?:about|on|regarding|covering)\b(?= )/i;
/** Words before the topic, after a command such as "make slides". Unlike `ABOUT`, includes "of" and "from". */
const BEFORE_TOPIC = /^(?:about|on|regarding|covering|of|from)\b(?= )/i;

/** Returns true if a text names no topic, for example "this" or "by Friday". */
function isOpen(text: string): boolean {
  return IS_OBJECT.test(text) || DEADLINE.test(text);
}

/** Words without meaning that may remain after the choices are removed from a sentence. */
export const GLUE =
  /^(?:(?:but|and|also|then|instead|make|it|them|that|this|be|should|with|in|as|for|to|the|change|switch|set|put|turn|into|only|just|please|now|again|yes|no|ok|go ahead|or|better|rather|actually|wait|sorry|well|maybe|perhaps|oh|hm+|can (?:you|i|we)|get|have|I need|a|of|there|hello|thanks|I mean|all|pdf is (?:ok(?:ay)?|fine)|fine|okay|(?:is|are) (?:ok(?:ay)?|fine|good|enough))[\s,.!?]*)+$/i;

/** A deadline: "by Friday". */
const DEADLINE =
  /^(?:for|by|until) (?:(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|next week)$/i;

const QUESTION =
  /^(?:\P{L}|hi|hey|hello|deckhand)*(?:can|could|would|will|may|any|how|what|is|do|i was wondering)\b/iu;

/** Removes leftover spaces, punctuation and "please". Without the lookbehinds, a long run of punctuation would take quadratic time. */
function tidied(line: string): string {
  const text = withoutCourtesy(line.replace(/\s+/g, ' '))
    .replace(/\( ?\)|["“„«] ?["“”»]/g, '')
    .replace(/(?<!\. ?)\.(?: ?\.)+(?= |$)/g, '.')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/(?<=[.!?])\?/g, '')
    .replace(/(?:,\s*)+(?=[,.;!?]|$)/g, '')
    .replace(/,? [–—-] (?=\S)/, (found, at) => (at > 0 && found.startsWith(',') ? ': ' : found))
    .replace(/ for (?:me|us)(?=:)/i, '')
    .replace(/,? ?:[,;]+|, ?:/, ':')
    .replace(/ ['’]s(?=[ ,.!?]|$)/, '')
    .replace(/^[\s,.;:!?–—-]+|(?<![\s,;:–—-])[\s,;:–—-]+$/g, '')
    .replace(/, as$/i, '')
    .trim();
  return /^(?:(?:please|pls|thanks|thank you|now|asap|and|again|for (?:me|us)|me|us)[^\p{L}\p{N}]*)+$/iu.test(
    text,
  )
    ? ''
    : text;
}

export function withoutPhrase(prompt: string, phrase: string): string {
  const [first = '', ...others] = prompt.split('\n');
  const left = tidied(first.replace(phrase, ' '));
  return [isOpen(left) ? '' : left, ...others].filter(Boolean).join('\n');
}
