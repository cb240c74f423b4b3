import { clip, listOf, plural, thousands } from '../../text.ts';
import { escapeInline } from '../markdown/syntax.ts';
import type { SlackMessage } from '../message.ts';
import { inSlices } from '../slices.ts';
import { type Entry, entriesOf } from './entries.ts';
import { topicOf } from './excerpt.ts';
import { type Excluded, type FilterRules, filterMessages, withoutOldThreads } from './filter.ts';
import { type Highlights, highlightsOf } from './highlights.ts';
import { hasQuotedLines, type Style, writeEntries, writeEntry } from './write.ts';

export interface Transcript {
  /** The conversation as Markdown; '' if it has no message that may be used. */
  text: string;
  /** Number of messages in `text`. */
  messages: number;
  /** Says to the people who get the result what was left out of the text and why. */
  note?: string;
  /** Highlights of a channel, such as decisions. Undefined for a thread, or if no person has written since `since`. */
  highlights?: Highlights | undefined;
}

export interface TranscriptParts extends Omit<Style, 'linkReplies'> {
  messages: SlackMessage[];
  /** False if the conversation was too long to be read completely. */
  isWhole?: boolean;
  rules: FilterRules;
  /** For a channel: the beginning of the requested days. */
  since?: Date | undefined;
  /** What was read, such as "Thread in #general". */
  title: string;
  /** For a channel: the heading of the transcript. The heading of a thread is made from its first message. */
  heading?: string | undefined;
  /** A sentence that follows the title, for example about older threads that were not read. */
  remark?: string;
  /** Maximum number of characters of the transcript. */
  limit: number;
}

/** Number of characters reserved for the heading and the sentences below it. */
const HEADER_ROOM = 3000;

export async function transcriptOf(parts: TranscriptParts): Promise<Transcript> {
  const { messages: usable, excluded } = await filterMessages(parts.messages, parts.rules);
  const messages = parts.since ? withoutOldThreads(usable, parts.since) : usable;
  const { entries, empty, failed } = await entriesOf(messages, parts.context);
  if (entries.length === 0) return { text: '', messages: 0 };
  const style: Style = { ...parts, linkReplies: true };
  const fitted = await fitEntries(entries, style, parts.limit - HEADER_ROOM);
  const cut = messages.filter(({ isCut }) => isCut).length;
  const missing = [
    ...unreadWords(parts),
    ...missingWords(entries.length, fitted.dropped),
    ...leftOutWords(excluded),
    ...counted('Left out since they hold no text', empty),
    ...counted('Left out since they could not be converted', failed),
    ...counted('Cut short, since they are very long', cut),
  ];
  const first = messages.find(({ ts }) => ts === entries[0]?.ts);
  const topic =
    parts.kind === 'thread' && first ? topicOf(first, parts.rules, parts.context) : (parts.heading ?? '');
  const header = headerOf(fitted.entries, parts, { topic, missing });
  const text = clip(`${header}\n\n${writeEntries(fitted.entries, fitted.style)}\n`, parts.limit, '');
  const written = new Set(entries.map(({ ts }) => ts));
  const highlights =
    parts.since &&
    highlightsOf(
      messages.filter(({ ts }) => written.has(ts)),
      parts.since,
      parts,
    );
  return {
    text,
    messages: fitted.entries.length,
    ...(missing.length > 0 && { note: missing.join(' ') }),
    highlights,
  };
}

function headerOf(entries: Entry[], parts: TranscriptParts, { topic, missing }: Header): string {
  const { title, remark, context } = parts;
  const times = entries.map(({ at }) => at);
  const { dates } = context;
  const [from, to] = [dates.moment(min(times)), dates.moment(max(times))];
  const span = from === to ? `On ${from}` : `From ${from} to ${to}`;
  const who = `${plural(entries.length, 'message')} by ${listOf(speakers(entries), 12)}`;
  const quoted = entries.some(hasQuotedLines) ? QUOTED : '';
  const about = [`${escapeInline(title)}. ${span} (${dates.zone}): ${who}.`, remark, ...missing, quoted];
  // The service usually takes the title of the document from this heading.
  return [topic && `# ${escapeInline(topic)}`, about.filter(Boolean).join(' ')].filter(Boolean).join('\n\n');
}

const QUOTED = 'A message goes on in the lines below it that begin with “>”.';

interface Header {
  topic: string;
  missing: string[];
}

function missingWords(all: number, dropped: number): string[] {
  if (dropped === 0) return [];
  return [
    `Not all of it is here: ${thousands(dropped)} of ${thousands(all)} messages did not fit, the least important by their reactions, replies and length.`,
  ];
}

function unreadWords({ kind, isWhole = true }: TranscriptParts): string[] {
  if (isWhole) return [];
  return [`Only ${kind === 'thread' ? 'its beginning' : 'the latest of it'} was read, since it is too long.`];
}

function leftOutWords({ marked, optedOut }: Excluded): string[] {
  return [
    ...counted('Left out as marked not to be used', marked),
    ...counted('Left out since their authors opted out', optedOut),
  ];
}

function counted(what: string, count: number): string[] {
  return count > 0 ? [`${what}: ${plural(count, 'message')}.`] : [];
}

/** Returns the names of the authors, those with the most messages first. */
function speakers(entries: Entry[]): string[] {
  const counts = new Map<string, number>();
  for (const { speaker } of entries) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([speaker]) => speaker);
}

function min(values: number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

function max(values: number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

export interface Fitted {
  entries: Entry[];
  style: Style;
  /** Number of entries that were left out because the transcript was too long. */
  dropped: number;
}

/** Characters that are added to the length of each entry for the empty line after it. */
const AROUND = 2;
/** Characters that are added to the length of each entry of a channel, because a heading with a new day may precede the entry. */
const HEADING = 40;

/** Shortens a transcript to `room` characters. Drops links to replies, then the least important messages, but not the first message. */
export async function fitEntries(entries: Entry[], style: Style, room: number): Promise<Fitted> {
  const whole = await lengthsOf(entries, style);
  if (sum(whole) <= room) return { entries, style, dropped: 0 };
  const sparing = { ...style, linkReplies: false };
  const lengths = await lengthsOf(entries, sparing);
  let left = room - sum(lengths);
  const leftOut = new Set<Entry>();
  for (const { entry, length } of expendable(entries, lengths)) {
    if (left >= 0) break;
    leftOut.add(entry);
    left += length;
  }
  return { entries: entries.filter((entry) => !leftOut.has(entry)), style: sparing, dropped: leftOut.size };
}

async function lengthsOf(entries: Entry[], style: Style): Promise<number[]> {
  const around = AROUND + (style.kind === 'channel' ? HEADING : 0);
  const lengths: number[] = [];
  for await (const entry of inSlices(entries)) lengths.push(writeEntry(entry, style).length + around);
  return lengths;
}

/** Returns all entries except the first, which is always kept. The least important come first; of equally important ones, the oldest. */
function expendable(entries: Entry[], lengths: number[]): { entry: Entry; length: number }[] {
  return entries
    .map((entry, index) => ({ entry, length: lengths[index] ?? 0 }))
    .slice(1)
    .sort((one, other) => one.entry.importance - other.entry.importance || one.entry.at - other.entry.at);
}

function sum(lengths: number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
