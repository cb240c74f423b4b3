import type { Ask } from '../../../asks/schema.ts';
import { isDirectMessageId, isPersonId } from '../../../asks/schema.ts';
import { channelMention, escaped, oneLine } from '../blocks/text.ts';

/** An ask in words: what it is about, and where the result will be posted. */

/** Maximum number of characters of the prompt that are quoted. */
const QUOTE = 300;

/** Returns what an ask is about, as mrkdwn. */
export function subjectOf({ prompt, source, title = '' }: Ask): string {
  const quoted = prompt && `“${escaped(oneLine(prompt), QUOTE)}”`;
  if (source.kind === 'text') return quoted || `“${escaped(oneLine(title), QUOTE)}”`;
  if (source.kind === 'file') return escaped(source.name, QUOTE);
  const of = source.kind === 'thread' ? 'this thread' : `what was said in ${channelMention(source.channel)}`;
  return quoted ? `${quoted}, from ${of}` : `A summary of ${of}`;
}

/** Returns who will see the result of an ask, as a sentence. */
export function destinationText({ destination, source }: Ask): string {
  const { channel, threadTs } = destination;
  if (isPersonId(channel) || isDirectMessageId(channel)) return 'Only you will see it, in a direct message.';
  const everyone = `Everyone in ${channelMention(channel)} will see it`;
  if (!threadTs) return `${everyone}.`;
  return `${everyone}, in ${source.kind === 'thread' ? 'that thread' : 'the thread of your message'}.`;
}
