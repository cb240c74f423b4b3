import type { SlackMessage } from '../message.ts';
import { isPlaceholder, markdownFromAttachments, titlesOf } from './attachments.ts';
import { blockTexts, joined, lettersOf } from './blocks.ts';
import type { RenderContext } from './context.ts';
import { markdownFromFiles } from './files.ts';
import { withoutPrivateFiles } from './links.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { emphasized } from './syntax.ts';

/** Converts text, attachments and files of a message to Markdown. Returns an empty string if there are none. */
export function bodyOf(message: SlackMessage, context: RenderContext): string {
  const titles = titlesOf(message.attachments, context);
  const words = wordsOf(message, { ...context, titles }).replace(BAR, ': ');
  const body = joined([
    words,
    markdownFromAttachments(message.attachments, context, words),
    markdownFromFiles(message.files),
  ]);
  return withoutPrivateFiles(body.replace(CONTROLS, ''));
}

/** Matches the bars of a poll's results. Poll apps draw them with block characters in inline code, followed by the numbers. */
const BAR = / ?`[\u2580-\u259f\u2062 ]{1,200}` {0,4}\| {0,4}/g;

/** Matches control characters, except line breaks and tabs. They must be removed, because PostgreSQL rejects U+0000. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/**
 * Converts the blocks of a message. If a block cannot be converted, adds the message's `text`, in which apps repeat or summarize their
 * blocks.
 */
function wordsOf({ blocks, text = '', subtype }: SlackMessage, context: RenderContext): string {
  const parts = blockTexts(blocks, context);
  const written = joined(parts.map(({ markdown }) => markdown));
  const isWhole = written !== '' && !parts.some(({ isSilent }) => isSilent);
  const summary = isWhole || isPlaceholder(text) ? '' : markdownFromMrkdwn(text.toWellFormed(), context);
  const isRepeated = written !== '' && lettersOf(written).includes(lettersOf(summary));
  const words = joined([isRepeated ? '' : summary, written]);
  return subtype === 'me_message' ? emphasized(words, 'italic') : words;
}

/** Returns the author's name, not escaped for Markdown. Apps are marked "(app)", because an app can post under a person's name. */
export function speakerOf(message: SlackMessage, { names }: RenderContext): string {
  const { user, username, bot_id, bot_profile: bot, subtype } = message;
  const person = user && names.person(user);
  const isApp = bot_id || subtype === 'bot_message' || (username && !user);
  if (!isApp) return person || 'Somebody';
  const name = username || bot?.name || (bot_id && names.person(bot_id)) || person;
  return name ? `${name} (app)` : 'An app';
}
