import type { RenderContext } from '../markdown/context.ts';
import type { Entry } from './entries.ts';

/** How the messages of a transcript are written. */
export interface Style {
  context: RenderContext;
  /** A thread is written message after message. A channel has a heading for each day, and replies below their thread's first message. */
  kind: 'thread' | 'channel';
  /** Returns the link that opens the message in Slack; undefined if it is not known. */
  linkTo(message: Pick<Entry, 'ts' | 'thread'>): string | undefined;
  /** If false, replies have no links, which saves room. */
  linkReplies: boolean;
}

/**
 * Writes a message: `**Ana Reyes** ([2 March 2026, 09:05](https://…)): We ship on Friday.` Every further line begins with `> `, so
 * no text in a message can pass for the beginning of another person's message.
 */
export function writeEntry(entry: Entry, style: Style): string {
  const asItem = style.kind === 'channel' && entry.isReply;
  const lines = linesOf(entry.body);
  const [first = '', ...more] = startsBlock(entry.body) ? ['', ...lines] : lines;
  const whole = [`${head(entry, style)}${first && ` ${first}`}`, ...more.map(quotedLine)];
  return asItem ? `- ${whole.join('\n  ')}` : whole.join('\n');
}

const quotedLine = (line: string) => `> ${line}`;

/** Writes every line of a text as a quotation, so that none can pass for the beginning of a message. */
export function quoted(text: string): string {
  return linesOf(text).map(quotedLine).join('\n');
}

/** Returns true if a message has lines that are written as quotations. */
export function hasQuotedLines({ body }: Entry): boolean {
  return startsBlock(body) || linesOf(body).length > 1;
}

/** Splits a text at every character that ends a line in Unicode. */
function linesOf(body: string): string[] {
  return body.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
}

function head(entry: Entry, { linkTo, linkReplies }: Style): string {
  const { when } = entry;
  const link = entry.isReply && !linkReplies ? undefined : linkTo(entry);
  return `**${entry.speaker}** (${link ? `[${when}](${link})` : when}):`;
}

/** Returns true if a body begins with a list, a quote, code or a table, because these must begin on a line of their own. */
function startsBlock(body: string): boolean {
  return /^(?:- |\d+\. |> |`{3}|\|)/.test(body);
}

/** Writes all entries. In a channel, a whole thread is written below the day on which it began. */
export function writeEntries(entries: Entry[], style: Style): string {
  if (style.kind === 'thread') return entries.map((entry) => writeEntry(entry, style)).join('\n\n');
  const parts: string[] = [];
  let day = '';
  for (const entry of inTopics(entries)) {
    const today = style.context.dates.longDay(entry.isReply ? topicTime(entry) : entry.at);
    if (today !== day) parts.push(`## ${today}`);
    day = today;
    parts.push(writeEntry(entry, style));
  }
  return parts.join('\n\n');
}

function inTopics(entries: Entry[]): Entry[] {
  return entries.toSorted(
    (one, other) => Number(one.thread) - Number(other.thread) || Number(one.ts) - Number(other.ts),
  );
}

function topicTime({ thread, at }: Entry): number {
  return Number(thread) * 1000 || at;
}
