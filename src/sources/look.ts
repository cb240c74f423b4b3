import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import { eachOf } from './loose.ts';
import { createDates, msOfTs } from './markdown/dates.ts';
import type { Names, Telling } from './markdown/telling.ts';
import { messageFrom, type SlackMessage } from './message.ts';
import { plainBeginning } from './plain-beginning.ts';
import { SourceProblem } from './problem.ts';
import { asProblem } from './reading/refusals.ts';
import { eachOnce } from './reading/thread.ts';
import { entriesOf } from './transcript/entries.ts';
import { type LeftOut, type SiftRules, sift, withoutCall } from './transcript/sift.ts';

/** What would be used of a thread. */
export interface Usable {
  /** Where there are more pages than the one that was looked at: all that there are. */
  messages: number;
  people: number;
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  leftOut: LeftOut;
  /** Files that are named and no more. */
  files: number;
  /** False where only the first page was looked at: what is left out and the files are then counted on that page. */
  isWhole: boolean;
}

export interface ThreadLook {
  /** How it begins, in plain words. */
  name: string;
  /** None where Slack lets nobody look just now. */
  usable?: Usable;
}

export interface LookParts {
  rules: SiftRules;
  /** Messages asked for. */
  pageSize: number;
  /** The names that a text speaks of. */
  namesIn(mrkdwn: string): Promise<Names>;
}

/**
 * Looks at a thread with a single call, since calls for history are scarce.
 * @throws SourceProblem where there is nothing to use
 */
export async function lookAtThread(
  client: WebClient,
  thread: { channel: string; ts: string },
  parts: LookParts,
): Promise<ThreadLook> {
  const call = client.conversations.replies({ ...thread, limit: parts.pageSize });
  const answer = await call.catch(unlessTooEarly).catch(asProblem);
  if (!answer) return { name: '' };
  const messages = eachOnce((answer.messages ?? []).flatMap((message) => messageFrom(message) ?? []));
  return lookOver(messages, parts, !answer.response_metadata?.next_cursor);
}

async function lookOver(messages: SlackMessage[], parts: LookParts, isWhole: boolean): Promise<ThreadLook> {
  const [first] = messages;
  if (!first) throw new SourceProblem('thread_gone', 'Slack shows no message of it.');
  const { messages: said, leftOut } = sift(messages, parts.rules);
  const used = said.filter(saysSomething);
  if (isWhole && used.length === 0) throw new SourceProblem('thread_empty', 'Nothing there can be used.');
  const counts = isWhole ? countsOf(used) : countsBySlack(first);
  const files = used.reduce((sum, message) => sum + eachOf(message.files).length, 0);
  const name = await nameOf(used[0]?.text ?? '', parts);
  return { name, usable: { ...counts, leftOut, files, isWhole } };
}

/** A name that cannot be had in time is no reason to do without a look. */
async function nameOf(text: string, { rules, namesIn }: LookParts): Promise<string> {
  const words = withoutCall(text, rules);
  const names = await namesIn(words).catch(() => NAMELESS.names);
  return plainBeginning(words, { ...NAMELESS, names });
}

function unlessTooEarly(error: unknown): undefined {
  if (error instanceof WebAPIRateLimitedError) return undefined;
  throw error;
}

type Counts = Pick<Usable, 'messages' | 'people' | 'from' | 'to'>;

function countsOf(messages: SlackMessage[]): Counts {
  const times = messages.map(({ ts }) => msOfTs(ts) ?? 0);
  return {
    messages: messages.length,
    people: new Set(messages.map(({ user, username, bot_id }) => user ?? username ?? bot_id)).size,
    from: Math.min(...times),
    to: Math.max(...times),
  };
}

/** The first message of a thread tells how many follow. */
function countsBySlack({ ts, reply_count = 0, reply_users_count = 0, latest_reply }: SlackMessage): Counts {
  const from = msOfTs(ts) ?? 0;
  return {
    messages: reply_count + 1,
    people: reply_users_count,
    from,
    to: msOfTs(latest_reply ?? '') ?? from,
  };
}

/** Where names are not known. A channel may then be a private one, whatever stands beside its id. */
const NAMELESS: Telling = {
  names: { person: () => undefined, channel: () => null, group: () => undefined },
  dates: createDates('UTC'),
};

function saysSomething(message: SlackMessage): boolean {
  return entriesOf([message], NAMELESS).length > 0;
}
