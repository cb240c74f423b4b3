import { clipAtWord, unescapeSlack } from '../../text.ts';
import { isTime } from '../message.ts';
import { recordOf, recordsOf, textOf, type UnknownRecord } from '../unknown-value.ts';
import { joined, markdownFromBlocks } from './blocks.ts';
import type { RenderContext } from './context.ts';
import { markdownFromFiles } from './files.ts';
import { isPictureAddress, linkTo } from './links.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { quote } from './rich-text.ts';
import { emphasized, onOneLine } from './syntax.ts';
import { channelMention, namedText } from './tokens.ts';

/**
 * Converts attachments to quotations: shared messages, Slack's previews of links, and content that older apps post.
 * @param words the message's text as Markdown. Links and pictures in it are left out of the quotations
 */
export function markdownFromAttachments(attachments: unknown, context: RenderContext, words: string): string {
  return joined(
    recordsOf(attachments).map((attachment) => {
      const before = markdownFromMrkdwn(textOf(attachment.pretext), context);
      const body = isPreview(attachment)
        ? previewOf(attachment, context, words)
        : bodyOf(attachment, context, words);
      return joined([before, body && quote(body)]);
    }),
  );
}

/** Returns true if an attachment is Slack's preview of a link in the message. */
function isPreview(attachment: UnknownRecord): boolean {
  const { from_url, is_app_unfurl, bot_id, blocks, message_blocks, files } = attachment;
  return (
    Boolean(from_url) &&
    !isShare(attachment) &&
    !(is_app_unfurl || bot_id || blocks || message_blocks || files)
  );
}

/** Returns a map from the URLs of link previews to their titles, as Markdown. Leaves out URLs of pictures, which are shown as URLs. */
export function titlesOf(attachments: unknown, context: RenderContext): Map<string, string> {
  const previews = recordsOf(attachments).filter(isPreview);
  const titles = previews.map((preview): [string, string] => [
    unescapeSlack(textOf(preview.original_url) || textOf(preview.from_url)),
    shortTitle(preview, context),
  ]);
  return new Map(titles.filter(([address, title]) => title && !isPictureAddress(address)));
}

/** Maximum characters of a link preview's title, and of its description, which are often advertising. */
const SHORT = 200;

function shortTitle(preview: UnknownRecord, context: RenderContext): string {
  return namedText(clipAtWord(textOf(preview.title), SHORT), context);
}

/**
 * Returns a link preview's title and description. Leaves out a title that the message has, and a description that the transcript has. If
 * the preview has no text, returns its picture.
 */
function previewOf(attachment: UnknownRecord, context: RenderContext, words: string): string {
  const title = shortTitle(attachment, context);
  const isLinked = title !== '' && words.includes(`[${title}](`);
  const text = clipAtWord(textOf(attachment.text).trim(), SHORT).replace(/<[^<>]*$/, '');
  const isNew = !context.described?.has(text);
  context.described?.add(text);
  const written = joined([
    isLinked ? '' : headOf(attachment, context),
    isNew ? onOneLine(markdownFromMrkdwn(text, context)) : '',
  ]);
  return written || title || text ? written : pictureOf(attachment, words);
}

function pictureOf({ image_url }: UnknownRecord, words: string): string {
  const address = unescapeSlack(textOf(image_url));
  return isPictureAddress(address) && !words.includes(address) ? address : '';
}

/** Returns true if the text is a placeholder that an app sent for clients which cannot show blocks. */
export function isPlaceholder(text: string): boolean {
  return /^(?:this content can['’]t be displayed\.?|\[no preview available\])$/i.test(text.trim());
}

function bodyOf(attachment: UnknownRecord, context: RenderContext, words: string): string {
  const blocks = markdownFromBlocks(blocksOf(attachment), context);
  const written = joined([
    headOf(attachment, context),
    blocks || markdownFromMrkdwn(textOf(attachment.text), context),
    ...(blocks ? [] : [fieldsOf(attachment, context)]),
    pictureOf(attachment, words),
    markdownFromFiles(attachment.files),
    footerOf(attachment, context),
  ]);
  const saysNothing = !blocks && !textOf(attachment.text) && !textOf(attachment.title);
  const fallback = textOf(attachment.fallback);
  return saysNothing && !written && !isPlaceholder(fallback)
    ? markdownFromMrkdwn(fallback, context)
    : written;
}

/** Returns the blocks of an attachment. Slack puts the blocks of a shared message into either of two fields. */
function blocksOf(attachment: UnknownRecord): unknown {
  const [shared] = recordsOf(attachment.message_blocks);
  return attachment.blocks ?? recordOf(shared?.message).blocks;
}

function headOf(attachment: UnknownRecord, context: RenderContext): string {
  const author = namedText(attachment.author_name, context) || namedText(attachment.author_subname, context);
  const title = namedText(attachment.title, context);
  const address = unescapeSlack(textOf(attachment.title_link) || textOf(attachment.from_url));
  const linked = title && (address ? linkTo(address, { label: title }) : title);
  return [author && emphasized(author, 'bold'), linked].filter(Boolean).join(': ');
}

/** Returns the line below an attachment. Slack's own footer of a shared message is not used, because it names private channels. */
function footerOf(attachment: UnknownRecord, context: RenderContext): string {
  if (!isShare(attachment)) {
    const footer = namedText(attachment.footer, context);
    const at = Number(attachment.ts) * 1000;
    return footer && at > 0 && isTime(at) ? `${footer} · ${context.dates.moment(at)}` : footer;
  }
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

// The functions below are for shared messages. Slack attaches a shared message to the message in which somebody shares it.

/** Returns all possible ids of a shared message's author. Slack puts the id in different fields, depending on the attachment's age. */
export function authorsOf(attachment: unknown): string[] {
  const { author_id, author_link, message_blocks } = recordOf(attachment);
  const messages = recordsOf(message_blocks).map(({ message }) => textOf(recordOf(message).user));
  return [textOf(author_id), /\/team\/([UW][A-Z0-9]+)$/.exec(textOf(author_link))?.[1] ?? '', ...messages];
}

/** Returns the `ts` of the message that was shared; undefined if the attachment is not a shared message. */
export function originalOf(attachment: unknown): string | undefined {
  const { ts } = recordOf(attachment);
  return isShare(attachment) && typeof ts === 'string' ? ts : undefined;
}

export function isShare(attachment: unknown): boolean {
  const { is_msg_unfurl, is_share, message_blocks } = recordOf(attachment);
  return is_msg_unfurl === true || is_share === true || recordsOf(message_blocks).length > 0;
}
