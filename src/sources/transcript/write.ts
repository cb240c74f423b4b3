import type { RenderContext } from '../markdown/context.ts';
import type { Entry } from './entries.ts';

/** How the messages of a transcript are written. */
export interface Style {
  context: RenderContext;
  /** A thread is written message after message; a channel under headings for days, with replies below what they answer. */
  kind: 'thread' | 'channel';
  /** The address at which Slack opens the message; undefined where it is not known. */
  linkTo(entry: Entry): string | undefined;
  /** False leaves out the links of replies, to save room. */
  linkReplies: boolean;
}

/** `**Ana Reyes** ([2 March 2026, 09:05](https://…)): We ship on Friday.` */
export function writeEntry(entry: Entry, style: Style): string {
  const asItem = style.kind === 'channel' && entry.isReply;
  const whole = `${head(entry, style)}${startsBlock(entry.body) ? '\n\n' : ' '}${entry.body}`;
  return asItem ? `- ${whole.replaceAll('\n', '\n  ').replace(/^ +$/gm, '')}` : whole;
}

function head(entry: Entry, { linkTo, linkReplies }: Style): string {
  const { when } = entry;
  const link = entry.isReply && !linkReplies ? undefined : linkTo(entry);
  return `**${entry.speaker}** (${link ? `[${when}](${link})` : when}):`;
}

/** Whether it begins with a list, a quote, code or a table, which need a line of their own. */
function startsBlock(body: string): boolean {
  return /^(?:- |\d+\. |> |`{3}|\|)/.test(body);
}

/** All entries. In a channel, a thread stands where it began. */
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
