import { clipAtWord } from '../../text.ts';
import { bodyOf } from '../markdown/body.ts';
import type { RenderContext } from '../markdown/context.ts';
import type { SlackMessage } from '../message.ts';
import type { FilterRules } from './filter.ts';

/** Writes the beginning of a message as plain text: with names instead of ids, and without addresses, emoji and formatting. */

/** Maximum characters of an excerpt in a list. */
const IN_LIST = 60;
/** Maximum characters of a heading. */
const IN_HEADING = 80;
/** Maximum characters of the message's Markdown that are read. */
const CHARACTERS_READ = 2000;

/** Returns an excerpt for a list. */
export function excerptOf(message: SlackMessage, rules: FilterRules, context: RenderContext): string {
  return clipAtWord(linesOf(message, rules, context).join(' '), IN_LIST);
}

/** Returns the first sentence as a heading, because it usually says what a thread is about. Empty if the first line is only a mention. */
export function topicOf(message: SlackMessage, rules: FilterRules, context: RenderContext): string {
  const [typed = ''] = (message.text ?? '').trim().split('\n', 1);
  if (/<[@#!]/.test(typed) && !/[\p{L}\p{N}]/u.test(typed.replace(/<[^<>|\n]*>/g, ''))) return '';
  const [line = ''] = linesOf(message, rules, context);
  const sentence = /^.{10,}?[.!?](?= )/.exec(line)?.[0] ?? line;
  return clipAtWord(sentence.replace(/[\s.:,;]+$/, ''), IN_HEADING);
}

/** Returns the lines that have words, without a mention of Deckhand at the beginning. */
function linesOf(message: SlackMessage, { ownUser }: FilterRules, context: RenderContext): string[] {
  const person = (id: string) => (id === ownUser ? 'Deckhand' : context.names.person(id));
  const body = bodyOf(message, { ...context, names: { ...context.names, person } });
  const lines = body
    .replace(/^@Deckhand[,:]?\s*/, '')
    .slice(0, CHARACTERS_READ)
    .split('\n')
    .filter((line) => !line.startsWith('```'));
  return lines
    .map((line) =>
      plain(line.replace(/^(?:\s|[>|] ?|- |#+ )+/, ''))
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Matches escapes, code, links, addresses, formatting marks and emoji. */
const MARKS =
  /\\([!-/:-@[-`{-~])|(`+) ?(.*?) ?\2|\[((?:\\.|[^\]\\])*)\]\([^()\s]*\)|https?:\/\/[^\s<>]+|(?<!\s)\*+|\*+(?!\s)|~~|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)[\p{M}\p{Emoji_Modifier}\u200D]*/gu;

/** Removes the formatting from our own Markdown. */
function plain(markdown: string): string {
  return markdown.replace(MARKS, (sign, escaped?: string, _?: string, code?: string, label?: string) => {
    if (label !== undefined) return plain(label);
    return escaped ?? code ?? (/^[*~]/.test(sign) ? '' : ' ');
  });
}
