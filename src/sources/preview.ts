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

/** Counts of the messages in a thread that a document would use. A form keeps them in its metadata. */
export const usableSchema = z.object({
  /** Number of messages that a document would use. If `isWhole` is false, Slack's count of all messages in the thread. */
  messages: z.number(),
  people: z.number(),
  /** Time of the first message, in milliseconds since the epoch. */
  from: z.number(),
  /** Time of the last message, in milliseconds since the epoch. */
  to: z.number(),
  excluded: excludedSchema,
  files: z.number(),
  /** False if only the first page of the thread was read. In this case, `excluded` and `files` count only that page. */
  isWhole: z.boolean(),
});
export type Usable = z.output<typeof usableSchema>;

/** A file that a form offers as a source. The name has at most `NAME_LIMIT` characters, because forms keep it in their metadata. */
export const offeredFileSchema = z.object({
  id: fileId,
  name: z.string(),
  /** Size in bytes. Undefined if Slack does not report it. */
  size: z.number().optional(),
});
export type OfferedFile = z.output<typeof offeredFileSchema>;

export interface ThreadPreview {
  /** Files that the asker may select. */
  files?: OfferedFile[];
  /** The beginning of the first message that would be used, as plain text. */
  name: string;
  /** Undefined if Slack's rate limit prevented reading the thread. */
  usable?: Usable;
}

export interface PreviewOptions {
  rules: FilterRules;
  /** Maximum number of messages per request to Slack. */
  pageSize: number;
  /** True if the form also offers canvases. */
  canvases: boolean;
  /** Looks up the names of the people, channels and user groups that are mentioned in `parts` of a message. */
  namesIn(parts: object): Promise<Names>;
}

/**
 * Returns what a document about a thread would use, from its first page.
 * @throws SourceProblem if Slack returns no message, or if the first page is the whole thread and no message may be used
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

/** Returns the files of one page of a channel's newest messages between `since` and `until`. Skips messages that must not be used. */
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

/** Reads one page of a channel's newest messages between `since` and `until`, and removes messages that must not be used. */
async function pageOfDays(
  client: SlackClient,
  { channel, since, until }: DaysOf,
  { rules, pageSize }: Pick<PreviewOptions, 'rules' | 'pageSize'>,
) {
  const latest = until && { latest: tsFrom(new Date(until)) };
  const span = { channel, oldest: tsFrom(new Date(since)), ...latest, limit: pageSize };
  const answer = await client.conversations.history(span).catch(unlessRateLimited);
  const page = uniqueMessages(await messagesFrom(answer?.messages ?? []));
  const { messages, excluded } = await filterMessages(page, rules);
  return {
    page,
    messages,
    excluded,
    isWhole: answer !== undefined && !answer.response_metadata?.next_cursor,
  };
}

/** Number of messages that a document would use of a channel on some days, and of the people who wrote them. */
export interface DaysCount {
  messages: number;
  people: number;
  /** Number of messages that are left out because their authors opted out. */
  optedOut: number;
  /** False if there may be older messages that were not counted. */
  isWhole: boolean;
}

/** Maximum number of threads that are read to count the replies of people who opted out. */
const THREADS_LIMIT = 5;

/**
 * Counts people's messages on the newest page, and the replies to them. Returns undefined if there are none, but older pages exist, or if
 * people who opted out have replied in more than `THREADS_LIMIT` threads.
 */
export async function countDays(
  client: SlackClient,
  days: DaysOf,
  options: Pick<PreviewOptions, 'rules' | 'pageSize'>,
): Promise<DaysCount | undefined> {
  const { page, messages, excluded, isWhole } = await pageOfDays(client, days, options);
  const first = messages.filter((message) => isByPerson(message) && !isReply(message));
  if (first.length === 0 && !isWhole) return undefined;
  const isOut = (user = '') => options.rules.optedOut.has(user);
  // If the author of a thread's first message has opted out, only the replies are used.
  const threads = [...first, ...page.filter((message) => isOut(message.user) && !isReply(message))];
  const replies = threads.reduce((sum, { reply_count = 0 }) => sum + reply_count, 0);
  // Slack says who has replied, but not how often.
  const mixed = threads.filter(({ reply_users = [] }) => reply_users.some(isOut));
  if (mixed.length > THREADS_LIMIT) return undefined;
  const counts = await Promise.all(
    mixed.map(async ({ ts }) => {
      const thread = { channel: days.channel, ts, limit: options.pageSize };
      const { messages: said = [] } = await client.conversations.replies(thread);
      return said.filter((reply) => reply.ts !== ts && isOut(reply.user)).length;
    }),
  );
  const hidden = counts.reduce((sum, one) => sum + one, 0);
  const people = [
    ...first.map(({ user }) => user),
    ...threads.flatMap(({ reply_users = [] }) => reply_users),
  ];
  return {
    messages: first.length + replies - hidden,
    people: new Set(people.filter((user) => !isOut(user))).size,
    optedOut: excluded.optedOut + hidden,
    isWhole,
  };
}

/** Maximum number of files that a form offers. Slack allows ten checkboxes. */
const OFFERED_LIMIT = 10;
const NAME_LIMIT = 60;

/** Returns the files that Deckhand can read, without duplicates. Looks up files from Slack Connect that have only an id in the message. */
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
    if (!isElsewhere(file) && (isRead(name) || isOfferedCanvas) && fileId.safeParse(id).success)
      offered.set(id, { id, name: clip(name, NAME_LIMIT), ...(size !== undefined && { size }) });
  }
  return [...offered.values()];
}

/** Returns how many files of these messages a form would offer. Counts neither canvases nor files that have only an id in the message. */
export function countFiles(messages: SlackMessage[]): number {
  const files = messages.flatMap((message) => recordsOf(message.files));
  const offered = files.filter((file) => isRead(textOf(file.name)) && !isElsewhere(file));
  return new Set(offered.map(({ id }) => id)).size;
}

function isElsewhere(file: Record<string, unknown>): boolean {
  return file.is_external === true || file.mode === 'tombstone';
}

/** Formats the dates in messages. It is created only once, because creating it takes 0.2 ms. */
let dates: Dates | undefined;

/** Returns the first words of a message. If the look-up of people's names fails, their names are left out. */
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

/** Names to use if the look-up fails. All channels are treated as private, because any channel may be private. */
const NAMELESS: Names = { person: () => undefined, channel: () => null, group: () => undefined };

/** Returns true if a message has content. Does not convert the message, because that is slow and a person waits for the form. */
function saysSomething({ text, blocks, attachments, files }: SlackMessage): boolean {
  return Boolean(text?.trim() || blocks?.length || attachments?.length || files?.length);
}
