import { looseOf, textIn } from '../loose.ts';

/** Messages that were shared: Slack shows them as attachments of the message that shares them. */

/** Id of the person who said it first; empty where Slack does not tell. Older shares tell by the person's address alone. */
export function authorOf(attachment: unknown): string {
  const { author_id, author_link } = looseOf(attachment);
  return textIn(author_id) || (/\/team\/([UW][A-Z0-9]+)$/.exec(textIn(author_link))?.[1] ?? '');
}

/** `ts` of the message that is shared; undefined where it is none. */
export function originalOf(attachment: unknown): string | undefined {
  const { ts } = looseOf(attachment);
  return isShare(attachment) && typeof ts === 'string' ? ts : undefined;
}

export function isShare(attachment: unknown): boolean {
  const { is_msg_unfurl, is_share } = looseOf(attachment);
  return is_msg_unfurl === true || is_share === true;
}
