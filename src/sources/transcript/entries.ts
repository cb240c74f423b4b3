import { bodyOf, speakerOf } from '../markdown/body.ts';
import type { RenderContext } from '../markdown/context.ts';
import { escapeInline } from '../markdown/syntax.ts';
import { isReply, msFromTs, type SlackMessage } from '../message.ts';
import { inSlices } from '../slices.ts';

/** One message of a transcript, ready to be written. */
export interface Entry {
  ts: string;
  /** Milliseconds since the epoch; 0 where Slack does not say. */
  at: number;
  /** "2 March 2026, 09:05" */
  when: string;
  /** `ts` of its thread's first message; its own where it is in no thread. */
  thread: string;
  isReply: boolean;
  speaker: string;
  body: string;
  /** Something in it looks like the head of a message, and is quoted. */
  quotesHead: boolean;
  importance: number;
}

/** Messages as entries, and how many became none. */
export interface Entries {
  entries: Entry[];
  /** They hold no text, such as a deleted picture. */
  empty: number;
  /** They could not be converted. */
  failed: number;
}

/** The entries of messages. A message that cannot be converted is counted: it must not end what others said. */
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
  const said = bodyOf(message, context);
  const body = withQuotedHeads(said);
  const at = msFromTs(message.ts) ?? 0;
  return {
    ts: message.ts,
    at,
    when: context.dates.moment(at),
    thread: message.thread_ts ?? message.ts,
    isReply: isReply(message),
    speaker: escapeInline(speakerOf(message, context)).replace(/\s+/g, ' ').trim(),
    body,
    quotesHead: body !== said,
    importance: importanceOf(message, body),
  };
}

/** A line that begins as writeEntry does, or with some words and a time in brackets: `Mei (14 November, 22:13):` */
const HEAD =
  /^([ \t]*)[\u00a0\u2000-\u200f\u3000\ufeff]*((?:(?:[-*+]|\d{1,9}[.)]) +)?)(?=\*\*[^\n]{1,120}?\*\* ?\([^\n]{0,300}?\):|[^>(\n][^(\n]{0,119}\(\[?[^()\n]{0,40}\d:\d\d[^()\n]{0,20}(?:\([^()\n]{0,300}\))?\):)/gm;

/** Words that somebody puts into another's mouth stay a quotation in theirs. */
function withQuotedHeads(body: string): string {
  return body.replace(HEAD, '$1$2> ');
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
