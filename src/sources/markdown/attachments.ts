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
 * Attachments, each as a quote: posts of older apps, Slack's previews of links, and shared messages.
 * @param words what the message itself says: links and pictures in it are not repeated
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

/** Whether Slack itself made it for a link that somebody wrote. */
function isPreview(attachment: UnknownRecord): boolean {
  const { from_url, is_app_unfurl, bot_id, blocks, message_blocks, files } = attachment;
  return (
    Boolean(from_url) &&
    !isShare(attachment) &&
    !(is_app_unfurl || bot_id || blocks || message_blocks || files)
  );
}

/** Titles of the previews by the addresses that they are of; pictures excepted, whose addresses stand bare. */
export function titlesOf(attachments: unknown, context: RenderContext): Map<string, string> {
  const previews = recordsOf(attachments).filter(isPreview);
  const titles = previews.map((preview): [string, string] => [
    unescapeSlack(textOf(preview.original_url) || textOf(preview.from_url)),
    shortTitle(preview, context),
  ]);
  return new Map(titles.filter(([address, title]) => title && !isPictureAddress(address)));
}

/** Characters of a preview's title and description: sites advertise themselves in them. */
const SHORT = 200;

function shortTitle(preview: UnknownRecord, context: RenderContext): string {
  return namedText(clipAtWord(textOf(preview.title), SHORT), context);
}

/** A title, a description where the text has none like it yet; the picture only where there is nothing else. */
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

/** What Slack and apps write where a message can only be shown in blocks. */
export function isStandIn(text: string): boolean {
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
  return saysNothing && !written && !isStandIn(fallback) ? markdownFromMrkdwn(fallback, context) : written;
}

/** The blocks of a shared message stand in one of two places. */
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

/** The footer that Slack writes below a shared message names its channel, which may be private: ours goes by the id. */
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
