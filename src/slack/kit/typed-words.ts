import { clip } from '../../text.ts';
import { type Message, section } from './parts.ts';
import { escaped } from './text.ts';

/** Words behind a command. Slack clears them from the composer, so that an answer that makes nothing of them shows them. */

const SHOWN = 2000;

/** Nothing is added where no words were typed. */
export function withWords({ text, blocks }: Message, words: string): Message {
  return { text, blocks: [...blocks, ...typedWords(words)] };
}

export function typedWords(words: string) {
  if (!words.trim()) return [];
  const quoted = escaped(words, SHOWN).replaceAll('`', "'");
  return [section(`Your words are kept here:\n\`\`\`${quoted}\`\`\``)];
}

/** Slack's limit for the value of a button, in characters. */
const VALUE = 2000;

/** For a button, which has to have a value. */
export function asValue(words: string): string {
  return clip(words, VALUE).trim() || ' ';
}
