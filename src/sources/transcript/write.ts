import type { RenderContext } from '../markdown/context.ts';
import type { Entry } from './entries.ts';

export interface Style {
  context: RenderContext;
  /** A `thread` has all messages in order. A `channel` has a heading for each day, and replies below the first message of their thread. */
  kind: 'thread' | 'channel';
  /** Returns the link to a Slack message; undefined if it is unknown. */
  linkTo(message: Pick<Entry, 'ts' | 'thread'>): string | undefined;
  /** False if replies get no links, to save space. */
  linkReplies: boolean;
}

/**
 * Writes one message, such as `**Ana Reyes** ([2 March 2026, 09:05](https://…)): We ship on Friday.` Further lines begin with `>` and a
 * space, so that none looks like another person's message.
 */
export function writeEntry(entry: Entry, style: Style): string {
  const asItem = style.kind === 'channel' && entry.isReply;
  const lines = linesOf(entry.body);
  const [first = '', ...more] = startsBlock(entry.body) ? ['', ...lines] : lines;
  const whole = [`${head(entry, style)}${first && ` ${first}`}`, ...more.map(quotedLine)];
  return asItem ? `- ${whole.join('\n  ')}` : whole.join('\n');
}

const quotedLine = (line: string) => `> ${line}`;

/** Writes every line of a text as a quotation, so that no line can look like the beginning of a person's message. */
export function quoted(text: string): string {
  return linesOf(text).map(quotedLine).join('\n');
}

/** Returns true if `writeEntry` writes lines that begin with `> ` for this message. */
export function hasQuotedLines({ body }: Entry): boolean {
  return startsBlock(body) || linesOf(body).length > 1;
}

/** Splits a text at all characters that Unicode treats as line breaks. */
function linesOf(body: string): string[] {
  return body.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
}

function head(entry: Entry, { linkTo, linkReplies }: Style): string {
  const { when } = entry;
  const link = entry.isReply && !linkReplies ? undefined : linkTo(entry);
  return `**${entry.speaker}** (${link ? `[${when}](${link})` : when}):`;
}

/** Returns true if a message begins with a list, quotation, code or table, which Markdown recognises only on a new line. */
function startsBlock(body: string): boolean {
  return /^(?:- |\d+\. |> |`{3}|\|)/.test(body);
}

/** Writes all messages. In a channel, a thread with all its replies is written under the day on which it began. */
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
