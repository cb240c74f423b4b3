import type { SlackMessage } from '../message.ts';
import { markdownFromAttachments } from './attachments.ts';
import { joined, markdownFromBlocks } from './blocks.ts';
import type { RenderContext } from './context.ts';
import { markdownFromFiles } from './files.ts';
import { withoutPrivateFiles } from './links.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { emphasized } from './syntax.ts';

/** The content of a message as Markdown; empty where it has none. */
export function bodyOf(message: SlackMessage, context: RenderContext): string {
  const body = joined([
    wordsOf(message, context),
    markdownFromAttachments(message.attachments, context),
    markdownFromFiles(message.files),
  ]);
  return withoutPrivateFiles(body.replace(CONTROLS, ''));
}

/** Control characters other than line breaks and tabs; the database refuses one of them. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Blocks come before `text`, which is then a summary for notifications or repeats them. */
function wordsOf({ blocks, text = '', subtype }: SlackMessage, context: RenderContext): string {
  const words = markdownFromBlocks(blocks, context) || markdownFromMrkdwn(text.toWellFormed(), context);
  return subtype === 'me_message' ? emphasized(words, 'italic') : words;
}

/** The name of the speaker, not escaped. An app can post under several names, so the one on the message comes first. */
export function speakerOf(message: SlackMessage, { names }: RenderContext): string {
  const { user, username, bot_profile: bot } = message;
  const person = user && names.person(user);
  if (message.bot_id) return username || bot?.name || person || 'An app';
  return person || username || 'Somebody';
}
