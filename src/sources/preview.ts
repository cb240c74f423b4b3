import { WebAPIRateLimitedError } from '@slack/web-api';
import { z } from 'zod';
import { fileId } from '../asks/schema.ts';
import type { SlackClient } from '../slack-client.ts';
import { clip } from '../text.ts';
import { isCanvas } from './files/canvas.ts';
import { isRead } from './files/text.ts';
import { createDates, type Dates, type Names } from './markdown/context.ts';
import {
  isByPerson,
  isReply,
  messagesFrom,
  msFromTs,
  type SlackMessage,
  tsFrom,
  uniqueMessages,
} from './message.ts';
import { SourceProblem, throwAsSourceProblem } from './problem.ts';
import { excerptOf } from './transcript/excerpt.ts';
import { excludedSchema, type FilterRules, filterMessages } from './transcript/filter.ts';
import { numberOf, recordOf, recordsOf, textOf } from './unknown-value.ts';

/** How much of a thread would be used. Forms keep these numbers in their metadata. */
export const usableSchema = z.object({
  /** Number of messages that would be used. If only the first page was read, the number of all messages of the thread. */
  messages: z.number(),
  people: z.number(),
  /** Time of the first message, in milliseconds since the epoch. */
  from: z.number(),
  /** Time of the last message, in milliseconds since the epoch. */
  to: z.number(),
  excluded: excludedSchema,
  /** Number of files in the messages. */
  files: z.number(),
  /** False if only the first page was read. In that case `excluded` and `files` count only that page. */
  isWhole: z.boolean(),
});
export type Usable = z.output<typeof usableSchema>;

/** A file that a form offers as a source. Forms keep it in their metadata, so its name is cut to `NAME_LIMIT` characters. */
export const offeredFileSchema = z.object({
  id: fileId,
  name: z.string(),
  /** Size in bytes. Undefined if Slack does not say it. */
  size: z.number().optional(),
});
export type OfferedFile = z.output<typeof offeredFileSchema>;

export interface ThreadPreview {
  /** Files that the asker may select. */
  files?: OfferedFile[];
  /** The beginning of the first message that would be used, as plain text. */
  name: string;
  /** How much of the thread would be used. Undefined if Slack has rate limited the call. */
  usable?: Usable;
}

export interface PreviewOptions {
  rules: FilterRules;
  /** Maximum number of messages per request. */
  pageSize: number;
  /** True if canvases are offered like files. */
  canvases: boolean;
  /** Looks up the names of the people, channels and user groups that are mentioned in parts of a message. */
  namesIn(parts: object): Promise<Names>;
}

/**
 * Reads the first page of a thread, with only one call because of Slack's rate limits.
 * @throws SourceProblem if there is nothing to use
 */
export async function previewThread(
  client: SlackClient,
  thread: { channel: string; ts: string },
  options: PreviewOptions,
): Promise<ThreadPreview> {
  const call = client.conversations.replies({ ...thread, limit: options.pageSize });
  const answer = await call.catch(unlessRateLimited).catch(throwAsSourceProblem);
  if (!answer) return { name: '' };
  const messages = uniqueMessages(await messagesFrom(answer.messages ?? []));
  return summarize(messages, options, { client, isWhole: !answer.response_metadata?.next_cursor });
}

async function summarize(
  messages: SlackMessage[],
  options: PreviewOptions,
  { client, isWhole }: { client: SlackClient; isWhole: boolean },
): Promise<ThreadPreview> {
  const [first] = messages;
  if (!first) throw new SourceProblem('thread_gone', 'Slack shows no message of it.');
  const { messages: said, excluded } = await filterMessages(messages, options.rules);
  const used = said.filter(saysSomething);
  if (isWhole && used.length === 0) throw new SourceProblem('thread_empty', 'Nothing there can be used.');
  const counts = isWhole ? countsOf(used) : countsBySlack(first);
  const files = used.reduce((sum, message) => sum + recordsOf(message.files).length, 0);
  const name = used[0] ? await nameOf(used[0], options) : '';
  return {
    name,
    usable: { ...counts, excluded, files, isWhole },
    files: await offeredFiles(
      used.flatMap((message) => message.files ?? []),
      client,
      options.canvases,
    ),
  };
}

/** Returns the files of a channel's newest messages in a span of time. Reads one page, without the messages that may not be used. */
export async function filesOfDays(
  client: SlackClient,
  { channel, since, until }: DaysOf,
  { rules, pageSize, canvases }: Pick<PreviewOptions, 'rules' | 'pageSize' | 'canvases'>,
): Promise<OfferedFile[]> {
  const { messages } = await pageOfDays(client, { channel, since, until }, { rules, pageSize });
  return offeredFiles(messages.flatMap((message) => message.files ?? []).reverse(), client, canvases);
}

interface DaysOf {
  channel: string;
  since: string;
  until?: string | undefined;
}

/** Reads one page with the newest messages of a channel in a span of days, without messages that may not be used. */
async function pageOfDays(
  client: SlackClient,
  { channel, since, until }: DaysOf,
  { rules, pageSize }: Pick<PreviewOptions, 'rules' | 'pageSize'>,
) {
  const latest = until && { latest: tsFrom(new Date(until)) };
  const span = { channel, oldest: tsFrom(new Date(since)), ...latest, limit: pageSize };
  const answer = await client.conversations.history(span).catch(unlessRateLimited);
  const { messages } = await filterMessages(await messagesFrom(answer?.messages ?? []), rules);
  return { messages, isWhole: answer !== undefined && !answer.response_metadata?.next_cursor };
}

/** How much was said in a channel. */
export interface DaysCount {
  messages: number;
  people: number;
  /** False if only the newest page was counted. */
  isWhole: boolean;
}

/** Counts the messages of people in a channel in a span of days, and the replies that Slack reports for them; undefined if it is not known. */
export async function countDays(
  client: SlackClient,
  days: DaysOf,
  options: Pick<PreviewOptions, 'rules' | 'pageSize'>,
): Promise<DaysCount | undefined> {
  const { messages: page, isWhole } = await pageOfDays(client, days, options);
  const first = page.filter((message) => isByPerson(message) && !isReply(message));
  if (first.length === 0 && !isWhole) return undefined;
  const replies = first.reduce((sum, { reply_count = 0 }) => sum + reply_count, 0);
  const people = first.flatMap(({ user, reply_users = [] }) => [user, ...reply_users]);
  return { messages: first.length + replies, people: new Set(people).size, isWhole };
}

/** Maximum number of offered files. Slack allows ten checkboxes. */
const OFFERED_LIMIT = 10;
const NAME_LIMIT = 60;

/** Returns the files that Deckhand can read, each once. In Slack Connect, a message has only the ids of files, so the files are looked up. */
export async function offeredFiles(
  files: unknown,
  client: SlackClient,
  canvases: boolean,
): Promise<OfferedFile[]> {
  const offered = new Map<string, OfferedFile>();
  for (const found of recordsOf(files)) {
    if (offered.size === OFFERED_LIMIT) break;
    const id = textOf(found.id);
    const isUnknown = found.file_access === 'check_file_info' && fileId.safeParse(id).success;
    const info = isUnknown && (await client.files.info({ file: id }).catch(unlessRateLimited));
    const file = info ? recordOf(info.file) : found;
    const isOfferedCanvas = canvases && isCanvas(file);
    const [name, size] = [
      (isOfferedCanvas && textOf(file.title)) || textOf(file.name),
      isOfferedCanvas ? undefined : numberOf(file.size),
    ];
    const isExternal = file.is_external === true || file.mode === 'tombstone';
    if (!isExternal && (isRead(name) || isOfferedCanvas) && fileId.safeParse(id).success)
      offered.set(id, { id, name: clip(name, NAME_LIMIT), ...(size !== undefined && { size }) });
  }
  return [...offered.values()];
}

/** Formatter of dates. It is created on first use and kept, because its creation loads the runtime's locales and takes 0.2 ms. */
let dates: Dates | undefined;

/** Returns the first words of a message, without the names of people if Slack does not return them. */
async function nameOf(message: SlackMessage, { rules, namesIn }: PreviewOptions): Promise<string> {
  const { text, blocks, attachments } = message;
  const names = await namesIn({ text, blocks, attachments }).catch(() => NAMELESS);
  dates ??= createDates('UTC');
  return excerptOf(message, rules, { names, dates });
}

function unlessRateLimited(error: unknown): undefined {
  if (error instanceof WebAPIRateLimitedError) return undefined;
  throw error;
}

type Counts = Pick<Usable, 'messages' | 'people' | 'from' | 'to'>;

function countsOf(messages: SlackMessage[]): Counts {
  const times = messages.map(({ ts }) => msFromTs(ts) ?? 0);
  return {
    messages: messages.length,
    people: new Set(messages.map(({ user, username, bot_id }) => user ?? username ?? bot_id)).size,
    from: Math.min(...times),
    to: Math.max(...times),
  };
}

/** Returns the counts that Slack reports with the first message of a thread. */
function countsBySlack({ ts, reply_count = 0, reply_users_count = 0, latest_reply }: SlackMessage): Counts {
  const from = msFromTs(ts) ?? 0;
  return {
    messages: reply_count + 1,
    people: reply_users_count,
    from,
    to: msFromTs(latest_reply ?? '') ?? from,
  };
}

/** Names to use if the look-up fails. No channel is named, not even by its label in the message, because the channel may be private. */
const NAMELESS: Names = { person: () => undefined, channel: () => null, group: () => undefined };

/** Returns true if a message has any content. Does not convert the message, because a person waits for the form. */
function saysSomething({ text, blocks, attachments, files }: SlackMessage): boolean {
  return Boolean(text?.trim() || blocks?.length || attachments?.length || files?.length);
}
