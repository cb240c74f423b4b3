import { clipAtWord } from '../../text.ts';
import { bodyOf } from '../markdown/body.ts';
import type { RenderContext } from '../markdown/context.ts';
import type { SlackMessage } from '../message.ts';
import type { FilterRules } from './filter.ts';

/** Functions that return the beginning of a message as plain text. Ids become names, and URLs, emoji and formatting are removed. */

const IN_LIST = 60;
const IN_HEADING = 80;
/** Maximum number of characters of a message that are processed for an excerpt. */
const CHARACTERS_READ = 2000;

/** Returns the beginning of a message as plain text, at most `limit` characters, cut between words. */
export function excerptOf(
  message: SlackMessage,
  rules: FilterRules,
  context: RenderContext,
  limit = IN_LIST,
): string {
  return clipAtWord(linesOf(message, rules, context).join(' '), limit);
}

/** Returns a heading for a thread: the first sentence of its first message, or '' if the first line has only mentions. */
export function topicOf(message: SlackMessage, rules: FilterRules, context: RenderContext): string {
  const [typed = ''] = (message.text ?? '').trim().split('\n', 1);
  if (/<[@#!]/.test(typed) && !/[\p{L}\p{N}]/u.test(typed.replace(/<[^<>|\n]*>/g, ''))) return '';
  const [line = ''] = linesOf(message, rules, context);
  const sentence = /^.{10,}?[.!?](?= )/.exec(line)?.[0] ?? line;
  return clipAtWord(sentence.replace(/[\s.:,;]+$/, ''), IN_HEADING);
}

/** Returns the lines of a message that contain words, as plain text. Removes a mention of Deckhand at the beginning. */
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

/** Matches what `plain` removes or replaces: escapes, code, links, URLs, formatting marks and emoji. */
const MARKS =
  /\\([!-/:-@[-`{-~])|(`+) ?(.*?) ?\2|\[((?:\\.|[^\]\\])*)\]\([^()\s]*\)|https?:\/\/[^\s<>]+|(?<!\s)\*+|\*+(?!\s)|~~|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)[\p{M}\p{Emoji_Modifier}\u200D]*/gu;

/** Removes the formatting from Markdown that `bodyOf` returned. */
function plain(markdown: string): string {
  return markdown.replace(MARKS, (sign, escaped?: string, _?: string, code?: string, label?: string) => {
    if (label !== undefined) return plain(label);
    return escaped ?? code ?? (/^[*~]/.test(sign) ? '' : ' ');
  });
}
