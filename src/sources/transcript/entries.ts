import { bodyOf, speakerOf } from '../markdown/body.ts';
import type { RenderContext } from '../markdown/context.ts';
import { escapeInline } from '../markdown/syntax.ts';
import { isReply, msFromTs, type SlackMessage } from '../message.ts';
import { inSlices } from '../slices.ts';

export interface Entry {
  ts: string;
  /** Time of the message, in milliseconds since the epoch; 0 if unknown. */
  at: number;
  /** Time of the message as text, such as "2 March 2026, 09:05". */
  when: string;
  /** `ts` of the thread's first message. Outside a thread, the message's own `ts`. */
  thread: string;
  isReply: boolean;
  speaker: string;
  body: string;
  importance: number;
}

export interface Entries {
  entries: Entry[];
  /** Number of messages without text. They have no entry. */
  empty: number;
  /** Number of messages whose conversion failed. They have no entry. */
  failed: number;
}

/** Converts messages to Markdown. A message whose conversion fails is counted and skipped, so that the others can still be used. */
export async function entriesOf(messages: SlackMessage[], given: RenderContext): Promise<Entries> {
  const context = { ...given, described: new Set<string>() };
  const result: Entries = { entries: [], empty: 0, failed: 0 };
  for await (const message of inSlices(messages)) {
    try {
      const entry = entryOf(message, context);
      if (entry.body.trim()) result.entries.push(entry);
      else result.empty += 1;
    } catch {
      result.failed += 1;
    }
  }
  return result;
}

function entryOf(message: SlackMessage, context: RenderContext): Entry {
  const body = bodyOf(message, context);
  const at = msFromTs(message.ts) ?? 0;
  return {
    ts: message.ts,
    at,
    when: context.dates.moment(at),
    thread: message.thread_ts ?? message.ts,
    isReply: isReply(message),
    speaker: speakerIn(message, context),
    body,
    importance: importanceOf(message, body),
  };
}

/** Returns the name of a message's author as Markdown on one line. */
export function speakerIn(message: SlackMessage, context: RenderContext): string {
  return escapeInline(speakerOf(message, context)).replace(/\s+/g, ' ').trim();
}

/** Number of characters above which a message loses importance, because it takes the space of many other messages. */
const LONG = 1500;

/** Returns how important a message is. Unimportant messages are left out first if a transcript is too long. */
export function importanceOf({ reactions, reply_count: replies = 0 }: SlackMessage, words: string): number {
  const weight =
    3 * reactionsOf({ reactions }) +
    2 * replies +
    Math.log2(1 + words.length) / 2 +
    (hasFacts(words) ? 2 : 0);
  return weight / Math.max(1, words.length / LONG);
}

export function reactionsOf({ reactions = [] }: Pick<SlackMessage, 'reactions'>): number {
  return reactions.reduce((sum, { count }) => sum + Math.max(0, count), 0);
}

/** Returns true if a text has digits or URLs, which are often facts that a document needs. */
function hasFacts(words: string): boolean {
  return /\d|https?:\/\//.test(words);
}
