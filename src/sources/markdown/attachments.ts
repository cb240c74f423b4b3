import { recordOf, recordsOf, textOf, type UnknownRecord } from '../unknown-value.ts';
import { joined, markdownFromBlocks } from './blocks.ts';
import type { RenderContext } from './context.ts';
import { markdownFromFiles } from './files.ts';
import { isPictureAddress, linkTo } from './links.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { quote } from './rich-text.ts';
import { emphasized, onOneLine } from './syntax.ts';
import { channelMention, namedText } from './tokens.ts';

/** Attachments, each as a quote: posts of older apps, Slack's previews of links, and shared messages. */
export function markdownFromAttachments(attachments: unknown, context: RenderContext): string {
  return joined(
    recordsOf(attachments).map((attachment) => {
      const before = markdownFromMrkdwn(textOf(attachment.pretext), context);
      const body = bodyOf(attachment, context);
      return joined([before, body && quote(body)]);
    }),
  );
}

function bodyOf(attachment: UnknownRecord, context: RenderContext): string {
  const blocks = markdownFromBlocks(blocksOf(attachment), context);
  const written = joined([
    headOf(attachment, context),
    blocks || markdownFromMrkdwn(textOf(attachment.text), context),
    ...(blocks ? [] : [fieldsOf(attachment, context)]),
    isPictureAddress(textOf(attachment.image_url)) ? textOf(attachment.image_url) : '',
    markdownFromFiles(attachment.files),
    footerOf(attachment, context),
  ]);
  const saysNothing = !blocks && !textOf(attachment.text) && !textOf(attachment.title);
  return saysNothing && !written ? markdownFromMrkdwn(textOf(attachment.fallback), context) : written;
}

/** The blocks of a shared message stand in one of two places. */
function blocksOf(attachment: UnknownRecord): unknown {
  const [shared] = recordsOf(attachment.message_blocks);
  return attachment.blocks ?? recordOf(shared?.message).blocks;
}

function headOf(attachment: UnknownRecord, context: RenderContext): string {
  const author = namedText(attachment.author_name, context) || namedText(attachment.author_subname, context);
  const title = namedText(attachment.title, context);
  const address = textOf(attachment.title_link) || textOf(attachment.from_url);
  const linked = title && (address ? linkTo(address, title) : title);
  return [author && emphasized(author, 'bold'), linked].filter(Boolean).join(': ');
}

/** The footer that Slack writes below a shared message names its channel, which may be private: ours goes by the id. */
function footerOf(attachment: UnknownRecord, context: RenderContext): string {
  if (!isShare(attachment)) return namedText(attachment.footer, context);
  const channel = textOf(attachment.channel_id);
  return channel && `Posted in ${channelMention(channel, textOf(attachment.channel_name), context.names)}`;
}

function fieldsOf(attachment: UnknownRecord, context: RenderContext): string {
  return recordsOf(attachment.fields)
    .map((field) => {
      const title = namedText(field.title, context);
      const value = onOneLine(markdownFromMrkdwn(textOf(field.value), context));
      return [title && `${title}:`, value].filter(Boolean).join(' ');
    })
    .filter(Boolean)
    .map((field) => `- ${field}`)
    .join('\n');
}

/** Shared messages are attachments of the message that shares them. */

/** Id of the original author; empty where Slack does not say. Older shares have it only in the author's address. */
export function authorOf(attachment: unknown): string {
  const { author_id, author_link } = recordOf(attachment);
  return textOf(author_id) || (/\/team\/([UW][A-Z0-9]+)$/.exec(textOf(author_link))?.[1] ?? '');
}

/** `ts` of the original message; undefined where the attachment is no shared message. */
export function originalOf(attachment: unknown): string | undefined {
  const { ts } = recordOf(attachment);
  return isShare(attachment) && typeof ts === 'string' ? ts : undefined;
}

export function isShare(attachment: unknown): boolean {
  const { is_msg_unfurl, is_share } = recordOf(attachment);
  return is_msg_unfurl === true || is_share === true;
}
