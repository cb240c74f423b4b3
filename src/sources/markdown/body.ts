import type { SlackMessage } from '../message.ts';
import { markdownFromAttachments } from './attachments.ts';
import { joined, markdownFromBlocks } from './blocks.ts';
import type { RenderContext } from './context.ts';
import { markdownFromFiles } from './files.ts';
import { withoutPrivateFiles } from './links.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { emphasized } from './syntax.ts';

/** What a message says, as Markdown; empty where it says nothing. */
export function bodyOf(message: SlackMessage, context: RenderContext): string {
  const body = joined([
    wordsOf(message, context),
    markdownFromAttachments(message.attachments, context),
    markdownFromFiles(message.files),
  ]);
  return withoutPrivateFiles(body.replace(CONTROLS, ''));
}

/** Everything that is a control character but line breaks and tabs; the database refuses one of them. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Blocks come first: beside them `text` is a summary for notifications, or the same once more. */
function wordsOf({ blocks, text = '', subtype }: SlackMessage, context: RenderContext): string {
  const words = markdownFromBlocks(blocks, context) || markdownFromMrkdwn(text.toWellFormed(), context);
  return subtype === 'me_message' ? emphasized(words, 'italic') : words;
}

/** Who says it. An app may go by another name each time, so what stands on the message comes first. Not escaped. */
export function speakerOf(message: SlackMessage, { names }: RenderContext): string {
  const { user, username, bot_profile: bot } = message;
  const person = user && names.person(user);
  if (message.bot_id) return username || bot?.name || person || 'An app';
  return person || username || 'Somebody';
}
