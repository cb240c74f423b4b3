import { eachOf, type Loose, textIn } from '../loose.ts';
import { joined, markdownFromBlocks } from './blocks.ts';
import { escapeInline } from './escape.ts';
import { isPictureAddress, linkTo } from './links.ts';
import { marked } from './marks.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { quote } from './rich-text.ts';
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
    headOf(attachment),
    blocks || markdownFromMrkdwn(textIn(attachment.text), telling),
    ...(blocks ? [] : [fieldsOf(attachment, telling)]),
    isPictureAddress(textIn(attachment.image_url)) ? textIn(attachment.image_url) : '',
    escapeInline(textIn(attachment.footer)),
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

function headOf(attachment: Loose): string {
  const author = escapeInline(textIn(attachment.author_name) || textIn(attachment.author_subname));
  const title = escapeInline(textIn(attachment.title));
  const address = textIn(attachment.title_link) || textIn(attachment.from_url);
  const linked = title && (address ? linkTo(address, title) : title);
  return [author && marked(author, 'bold'), linked].filter(Boolean).join(': ');
}

function fieldsOf(attachment: Loose, telling: Telling): string {
  return eachOf(attachment.fields)
    .map((field) => {
      const title = escapeInline(textIn(field.title));
      const value = markdownFromMrkdwn(textIn(field.value), telling).replace(/\s*\n\s*/g, ' ');
      return [title && `${title}:`, value].filter(Boolean).join(' ');
    })
    .filter(Boolean)
    .map((field) => `- ${field}`)
    .join('\n');
}
