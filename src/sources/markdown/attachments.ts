import { eachOf, type Loose, textIn } from '../loose.ts';
import { joined, markdownFromBlocks } from './blocks.ts';
import { markdownFromFiles } from './files.ts';
import { onOneLine } from './lines.ts';
import { isPictureAddress, linkTo } from './links.ts';
import { marked } from './marks.ts';
import { channelMention } from './mentions.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { namedText } from './named.ts';
import { quote } from './rich-text.ts';
import { isShare } from './shared.ts';
import type { Telling } from './telling.ts';

/** Attachments: what older apps post, what Slack shows of links, and messages that were shared; each as a quote. */
export function markdownFromAttachments(attachments: unknown, telling: Telling): string {
  return joined(
    eachOf(attachments).map((attachment) => {
      const before = markdownFromMrkdwn(textIn(attachment.pretext), telling);
      const body = bodyOf(attachment, telling);
      return joined([before, body && quote(body)]);
    }),
  );
}

function bodyOf(attachment: Loose, telling: Telling): string {
  const blocks = markdownFromBlocks(blocksOf(attachment), telling);
  const written = joined([
    headOf(attachment, telling),
    blocks || markdownFromMrkdwn(textIn(attachment.text), telling),
    ...(blocks ? [] : [fieldsOf(attachment, telling)]),
    isPictureAddress(textIn(attachment.image_url)) ? textIn(attachment.image_url) : '',
    markdownFromFiles(attachment.files),
    footerOf(attachment, telling),
  ]);
  const saysNothing = !blocks && !textIn(attachment.text) && !textIn(attachment.title);
  return saysNothing && !written ? markdownFromMrkdwn(textIn(attachment.fallback), telling) : written;
}

/** A shared message brings its blocks in one of two places. */
function blocksOf(attachment: Loose): unknown {
  const [shared] = eachOf(attachment.message_blocks);
  const message = shared && (shared.message as Loose | undefined);
  return attachment.blocks ?? (message && typeof message === 'object' ? message.blocks : undefined);
}

function headOf(attachment: Loose, telling: Telling): string {
  const author = namedText(attachment.author_name, telling) || namedText(attachment.author_subname, telling);
  const title = namedText(attachment.title, telling);
  const address = textIn(attachment.title_link) || textIn(attachment.from_url);
  const linked = title && (address ? linkTo(address, title) : title);
  return [author && marked(author, 'bold'), linked].filter(Boolean).join(': ');
}

/** Below a shared message it names the channel, as it was called there: that may be a private one. */
function footerOf(attachment: Loose, telling: Telling): string {
  if (!isShare(attachment)) return namedText(attachment.footer, telling);
  const channel = textIn(attachment.channel_id);
  return channel && `Posted in ${channelMention(channel, textIn(attachment.channel_name), telling.names)}`;
}

function fieldsOf(attachment: Loose, telling: Telling): string {
  return eachOf(attachment.fields)
    .map((field) => {
      const title = namedText(field.title, telling);
      const value = onOneLine(markdownFromMrkdwn(textIn(field.value), telling));
      return [title && `${title}:`, value].filter(Boolean).join(' ');
    })
    .filter(Boolean)
    .map((field) => `- ${field}`)
    .join('\n');
}
