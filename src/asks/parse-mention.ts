import { choicesIn, type MentionChoices } from './mention-choices.ts';
import { wantedIn } from './mention-command.ts';

/** What somebody wants who mentions Deckhand: something made, or nothing that can be told from the words. */
export type MentionWish =
  | ({ kind: 'make' } & MentionChoices)
  /** Thanks, a question, somebody talking about Deckhand: making something of that would spend credits for nothing. */
  | { kind: 'talk' };

/** @param words what was said to Deckhand, its own mention taken away, in plain words */
export function parseMention(words: string): MentionWish {
  const text = onOneLine(words);
  const wanted = wantedIn(text);
  return wanted === undefined ? { kind: 'talk' } : { kind: 'make', ...choicesIn(text, wanted) };
}

/** A line break ends a sentence; formatting says nothing. */
function onOneLine(words: string): string {
  const lines = words.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .join('; ')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .replace(/^[\s>,:;-]+/, '');
}
