import { findChoices, type MentionChoices } from './choices.ts';
import { findAsk } from './is-an-ask.ts';

/** The meaning of a mention of Deckhand in a thread. */
export type MentionIntent =
  | { kind: 'make'; choices: MentionChoices }
  /** Thanks, a question, or talk about Deckhand: making something of it would spend credits for nothing. */
  | { kind: 'talk' };

/** @param words the message in plain words, without the mention itself */
export function parseMention(words: string): MentionIntent {
  const text = onOneLine(words);
  const ask = findAsk(text);
  return ask ? { kind: 'make', choices: findChoices(text, ask.wanted).choices } : { kind: 'talk' };
}

/** A line break ends a sentence; formatting says nothing. */
export function onOneLine(words: string): string {
  const lines = words.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .join('; ')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .replace(/^[\s>,:;-]+/, '');
}
