import { bodyOf, speakerOf } from '../markdown/body.ts';
import type { RenderContext } from '../markdown/context.ts';
import { escapeInline } from '../markdown/syntax.ts';
import { isReply, msFromTs, type SlackMessage } from '../message.ts';

/** One message of a transcript, ready to be written. */
export interface Entry {
  ts: string;
  /** Milliseconds since the epoch; 0 where Slack does not say. */
  at: number;
  /** `ts` of its thread's first message; its own where it is in no thread. */
  thread: string;
  isReply: boolean;
  speaker: string;
  body: string;
  importance: number;
}

/** The entries of messages; those without content, such as a deleted picture, are left out. */
export function entriesOf(messages: SlackMessage[], context: RenderContext): Entry[] {
  return messages.flatMap((message): Entry[] => {
    const body = bodyOf(message, context);
    if (body.trim() === '') return [];
    return [
      {
        ts: message.ts,
        at: msFromTs(message.ts) ?? 0,
        thread: message.thread_ts ?? message.ts,
        isReply: isReply(message),
        speaker: escapeInline(speakerOf(message, context)).replace(/\s+/g, ' ').trim(),
        body,
        importance: importanceOf(message, body),
      },
    ];
  });
}

/** Characters; longer messages lose importance, since they take the room of many others. */
const LONG = 1500;

/** How much a message would be missed: by reactions and replies most of all, then by length and facts. */
export function importanceOf(
  { reactions = [], reply_count: replies = 0 }: SlackMessage,
  words: string,
): number {
  const reacted = reactions.reduce((sum, { count }) => sum + Math.max(0, count), 0);
  const missed = 3 * reacted + 2 * replies + Math.log2(1 + words.length) / 2 + (saysFacts(words) ? 2 : 0);
  return missed / Math.max(1, words.length / LONG);
}

/** Digits and addresses are what a deck is made from. */
function saysFacts(words: string): boolean {
  return /\d|https?:\/\//.test(words);
}
