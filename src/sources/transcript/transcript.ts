import { clip, listOf, plural, thousands } from '../../text.ts';
import { escapeInline } from '../markdown/syntax.ts';
import type { SlackMessage } from '../message.ts';
import { type Entry, entriesOf } from './entries.ts';
import { topicOf } from './excerpt.ts';
import { type Excluded, type FilterRules, filterMessages, withoutOldTalk } from './filter.ts';
import { fitEntries } from './fit.ts';
import { type Style, writeEntries } from './write.ts';

/** A conversation as text. */
export interface Transcript {
  /** Markdown; empty where nothing that may be used was said. */
  text: string;
  /** For the people who get the result: what was left out of it and why. */
  note?: string;
}

export interface TranscriptParts extends Omit<Style, 'linkReplies'> {
  messages: SlackMessage[];
  /** False where there are more that were not read. */
  isWhole?: boolean;
  rules: FilterRules;
  /** Of days of a channel: their beginning. */
  since?: Date | undefined;
  /** "Thread in #general" */
  title: string;
  /** A sentence below the title, such as how far back was read. */
  remark?: string;
  /** Characters that the whole text may have. */
  limit: number;
}

/** Characters reserved for the title and the sentences below it. */
const HEADER_ROOM = 3000;

export async function transcriptOf(parts: TranscriptParts): Promise<Transcript> {
  const { messages: usable, excluded } = await filterMessages(parts.messages, parts.rules);
  const messages = parts.since ? withoutOldTalk(usable, parts.since) : usable;
  const { entries, empty, failed } = await entriesOf(messages, parts.context);
  if (entries.length === 0) return { text: '' };
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
  const topic = parts.kind === 'thread' && first ? topicOf(first, parts.rules, parts.context) : '';
  const header = headerOf(fitted.entries, parts, { topic, missing });
  const text = clip(`${header}\n\n${writeEntries(fitted.entries, fitted.style)}\n`, parts.limit, '');
  return { text, ...(missing.length > 0 && { note: missing.join(' ') }) };
}

function headerOf(entries: Entry[], parts: TranscriptParts, { topic, missing }: Header): string {
  const { title, remark, context } = parts;
  const times = entries.map(({ at }) => at);
  const { dates } = context;
  const [from, to] = [dates.moment(min(times)), dates.moment(max(times))];
  const span = from === to ? `On ${from}` : `From ${from} to ${to}`;
  const who = `${plural(entries.length, 'message')} by ${listOf(speakers(entries), 12)}`;
  const quoted = entries.some(({ quotesHead }) => quotesHead) ? QUOTED : '';
  const about = [`${escapeInline(title)}. ${span} (${dates.zone}): ${who}.`, remark, ...missing, quoted];
  // The heading becomes the title of the document, unless the service finds a better one.
  return [topic && `# ${escapeInline(topic)}`, about.filter(Boolean).join(' ')].filter(Boolean).join('\n\n');
}

const QUOTED = 'Lines inside a message that look like the beginning of another one are quotations.';

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

function leftOutWords({ marked, optedOut, asks }: Excluded): string[] {
  return [
    ...counted('Left out as marked not to be used', marked),
    ...counted('Left out since their authors opted out', optedOut),
    ...counted('Left out since they ask Deckhand for something', asks),
  ];
}

function counted(what: string, count: number): string[] {
  return count > 0 ? [`${what}: ${plural(count, 'message')}.`] : [];
}

/** Each speaker once, the most talkative first. */
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
