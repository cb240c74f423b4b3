import { WebAPIRateLimitedError } from '@slack/web-api';
import { z } from 'zod';
import type { SlackClient } from '../slack-client.ts';
import { createDates, type Dates, type Names } from './markdown/context.ts';
import { messagesFrom, msFromTs, type SlackMessage, uniqueMessages } from './message.ts';
import { SourceProblem, throwAsSourceProblem } from './problem.ts';
import { excerptOf } from './transcript/excerpt.ts';
import { excludedSchema, type FilterRules, filterMessages } from './transcript/filter.ts';
import { recordsOf } from './unknown-value.ts';

/** The part of a thread that would be used; forms carry it along. */
export const usableSchema = z.object({
  /** All that there are, where only the first page was looked at. */
  messages: z.number(),
  people: z.number(),
  /** Milliseconds since the epoch. */
  from: z.number(),
  to: z.number(),
  excluded: excludedSchema,
  /** Files, of which only the names are used. */
  files: z.number(),
  /** False where only the first page was looked at: `excluded` and `files` are then counted on that page. */
  isWhole: z.boolean(),
});
export type Usable = z.output<typeof usableSchema>;

export interface ThreadPreview {
  /** How the thread begins, in plain words. */
  name: string;
  /** Missing while Slack limits the rate. */
  usable?: Usable;
}

export interface PreviewOptions {
  rules: FilterRules;
  /** Messages asked for. */
  pageSize: number;
  /** The names that the parts of a message mention. */
  namesIn(parts: object): Promise<Names>;
}

/**
 * Looks at a thread with a single call, since calls for history are scarce.
 * @throws SourceProblem where there is nothing to use
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
  return summarize(messages, options, !answer.response_metadata?.next_cursor);
}

async function summarize(
  messages: SlackMessage[],
  options: PreviewOptions,
  isWhole: boolean,
): Promise<ThreadPreview> {
  const [first] = messages;
  if (!first) throw new SourceProblem('thread_gone', 'Slack shows no message of it.');
  const { messages: said, excluded } = await filterMessages(messages, options.rules);
  const used = said.filter(saysSomething);
  if (isWhole && used.length === 0) throw new SourceProblem('thread_empty', 'Nothing there can be used.');
  const counts = isWhole ? countsOf(used) : countsBySlack(first);
  const files = used.reduce((sum, message) => sum + recordsOf(message.files).length, 0);
  const name = used[0] ? await nameOf(used[0], options) : '';
  return { name, usable: { ...counts, excluded, files, isWhole } };
}

/** Made at their first use, and kept: they load the runtime's locales, and take 0.2 ms each time. */
let dates: Dates | undefined;

/** The thread is called by its first words, if need be without the names that Slack does not give in time. */
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

/** Slack counts the replies on the first message of a thread. */
function countsBySlack({ ts, reply_count = 0, reply_users_count = 0, latest_reply }: SlackMessage): Counts {
  const from = msFromTs(ts) ?? 0;
  return {
    messages: reply_count + 1,
    people: reply_users_count,
    from,
    to: msFromTs(latest_reply ?? '') ?? from,
  };
}

/** For use while names are unknown: any channel may be a private one, whatever label stands beside its id. */
const NAMELESS: Names = { person: () => undefined, channel: () => null, group: () => undefined };

/** By what it consists of, since converting it takes time and the form is waited for. */
function saysSomething({ text, blocks, attachments, files }: SlackMessage): boolean {
  return Boolean(text?.trim() || blocks?.length || attachments?.length || files?.length);
}
