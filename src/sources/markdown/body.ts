import type { SlackMessage } from '../message.ts';
import { isStandIn, markdownFromAttachments, titlesOf } from './attachments.ts';
import { blockTexts, joined, lettersOf } from './blocks.ts';
import type { RenderContext } from './context.ts';
import { markdownFromFiles } from './files.ts';
import { withoutPrivateFiles } from './links.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { emphasized } from './syntax.ts';

/** The content of a message as Markdown; empty where it has none. */
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

/** Apps that count votes draw bars of block characters, as code before the figures. */
const BAR = / ?`[\u2580-\u259f\u2062 ]{1,200}` {0,4}\| {0,4}/g;

/** Control characters other than line breaks and tabs; the database refuses one of them. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Blocks come before `text`, which is then a summary for notifications or repeats them, unless a block gives nothing. */
function wordsOf({ blocks, text = '', subtype }: SlackMessage, context: RenderContext): string {
  const parts = blockTexts(blocks, context);
  const written = joined(parts.map(({ markdown }) => markdown));
  const isWhole = written !== '' && !parts.some(({ isSilent }) => isSilent);
  const summary = isWhole || isStandIn(text) ? '' : markdownFromMrkdwn(text.toWellFormed(), context);
  const isRepeated = written !== '' && lettersOf(written).includes(lettersOf(summary));
  const words = joined([isRepeated ? '' : summary, written]);
  return subtype === 'me_message' ? emphasized(words, 'italic') : words;
}

/** The name of the speaker, not escaped. An app can post under any name, that of a person too, so it is called an app. */
export function speakerOf(message: SlackMessage, { names }: RenderContext): string {
  const { user, username, bot_id, bot_profile: bot, subtype } = message;
  const person = user && names.person(user);
  const isApp = bot_id || subtype === 'bot_message' || (username && !user);
  if (!isApp) return person || 'Somebody';
  const name = username || bot?.name || (bot_id && names.person(bot_id)) || person;
  return name ? `${name} (app)` : 'An app';
}
