import type { SectionBlock } from '@slack/types';
import { PERSON_ID } from '../../actor.ts';
import type { Generation } from '../../generations/generation.ts';
import { DECISION_REACTION, type Highlights } from '../../sources/transcript/highlights.ts';
import { plural } from '../../text.ts';
import { linked, section } from '../kit/blocks/parts.ts';
import { channelMention, day, escaped, oneLine } from '../kit/blocks/text.ts';

/** Texts about the channel of a digest: a sentence for the notification, and at most three blocks above the result. */
export interface HighlightTexts {
  sentence: string;
  blocks: SectionBlock[];
}

/** Returns the highlights as texts; undefined if there are none, or if the result is not in the conversation chosen for the digest. */
export function highlightTexts(generation: Generation): HighlightTexts | undefined {
  const { highlights, ask } = generation;
  if (!highlights || ask?.source.kind !== 'channel' || !isAtDestination(generation)) return undefined;
  const { threads, decisions } = highlights;
  const sentence = `${saidIn(ask.source.channel, highlights)}.`;
  const discussed = threads.map(
    (thread) =>
      `${quoted(thread)} · ${plural(thread.replies, 'reply', 'replies')} by ${people(thread.people)}`,
  );
  return {
    sentence,
    blocks: [
      section(sentence),
      ...list('*Most discussed*', discussed),
      ...list(`*Decisions*, marked with :${DECISION_REACTION}:`, decisions.map(quoted)),
    ],
  };
}

/**
 * Returns true if the result is in the conversation chosen for the digest. Otherwise it is a direct message to the owner. That message must
 * not quote the channel, because the owner may have left the channel.
 */
function isAtDestination({ ask, channel }: Generation): boolean {
  const { channel: wanted } = ask?.destination ?? {};
  const isPerson = PERSON_ID.test(wanted ?? '');
  // For a digest that is sent to a person, `wanted` is the person's id, and `channel` is the id of the direct message (D…).
  return channel === wanted || (isPerson && channel.startsWith('D'));
}

/** Returns a phrase such as "*128 messages* by 14 people in #launch, Monday, March 9th to Friday, March 13th". */
function saidIn(channel: string, { messages, people: count, from, to }: Highlights): string {
  const days = day(new Date(from), ', ') + (to ? day(new Date(to), ' to ') : '');
  return `*${plural(messages, 'message')}* by ${people(count)} in ${channelMention(channel)}${days}`;
}

const people = (count: number) => plural(count, 'person', 'people');

/** Maximum number of characters of a quoted message after escaping. Before escaping, the message has at most 120. */
const QUOTE = 200;

function quoted({ words, url }: { words: string; url?: string | undefined }): string {
  return linked(escaped(oneLine(words), QUOTE), url);
}

function list(heading: string, lines: string[]): SectionBlock[] {
  return lines.length > 0 ? [section([heading, ...lines.map((line) => `• ${line}`)].join('\n'))] : [];
}
