import type { RenderContext } from '../markdown/context.ts';
import type { Entry } from './entries.ts';

/** How the messages of a transcript are written. */
export interface Style {
  context: RenderContext;
  /** Of one thread: one after the other. Of a channel: under their days, replies below what they answer. */
  kind: 'thread' | 'channel';
  /** Where a message can be opened; undefined where nobody knows. */
  linkTo(entry: Entry): string | undefined;
  /** False: replies do without a link of their own, to save room. */
  linkReplies: boolean;
}

/** `**Ana Reyes** ([2 March 2026, 09:05](https://…)): We ship on Friday.` */
export function writeEntry(entry: Entry, style: Style): string {
  const asItem = style.kind === 'channel' && entry.isReply;
  const whole = `${head(entry, style)}${startsBlock(entry.body) ? '\n\n' : ' '}${entry.body}`;
  return asItem ? `- ${whole.replaceAll('\n', '\n  ').replace(/^ +$/gm, '')}` : whole;
}

function head(entry: Entry, { context, linkTo, linkReplies }: Style): string {
  const when = context.dates.moment(entry.at);
  const link = entry.isReply && !linkReplies ? undefined : linkTo(entry);
  return `**${entry.speaker}** (${link ? `[${when}](${link})` : when}):`;
}

/** A list, a quote, code or a table begins on a line of its own. */
function startsBlock(body: string): boolean {
  return /^(?:- |\d+\. |> |`{3}|\|)/.test(body);
}

/** All of them. In a channel a thread stands where it began, its replies below it. */
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
