import { z } from 'zod';
import { isByPerson, isReply, msFromTs, type SlackMessage } from '../message.ts';
import { reactionsOf } from './entries.ts';
import { excerptOf } from './excerpt.ts';
import type { FilterRules } from './filter.ts';
import type { Style } from './write.ts';

/** Name of the reaction with which people mark a message as a decision. */
export const DECISION_REACTION = 'white_check_mark';

/** Maximum number of threads, and of decisions, in the highlights of a digest. */
const MOST = 3;
/** Maximum number of characters that are quoted of a thread's first message, and of a decision. */
const IN_THREADS = 60;
const IN_DECISIONS = 120;
/** Maximum length of a message's link, in characters. Slack's links have about 100. */
const URL_LIMIT = 500;

/** The beginning of a message as plain text, and the link that opens the message in Slack. */
const quoteSchema = z.object({
  words: z.string(),
  url: z.string().max(URL_LIMIT).optional().catch(undefined),
});

/** What the message of a digest says about the messages that the digest has read. */
export const highlightsSchema = z.object({
  /** Number of messages that people wrote. Messages of apps do not count. */
  messages: z.number(),
  people: z.number(),
  /** Time of the first message, in milliseconds since the epoch. */
  from: z.number(),
  /** Time of the last message. Undefined if it was written on the same day as the first. */
  to: z.number().optional(),
  /** The most discussed threads, the most discussed first. */
  threads: z.array(quoteSchema.extend({ replies: z.number(), people: z.number() })),
  /** Messages with `DECISION_REACTION`, oldest first. */
  decisions: z.array(quoteSchema),
});
export type Highlights = z.output<typeof highlightsSchema>;

type Parts = Pick<Style, 'context' | 'linkTo'> & { rules: FilterRules };

/**
 * Returns the highlights of a channel; undefined if no person has written since `since`.
 * @param messages the messages of the transcript. Messages that the transcript leaves out must not be among them
 */
export function highlightsOf(messages: SlackMessage[], since: Date, parts: Parts): Highlights | undefined {
  const said = messages.filter((message) => isByPerson(message) && atOf(message) >= since.getTime());
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last) return undefined;
  const { dates } = parts.context;
  const [from, to] = [atOf(first), atOf(last)];
  return {
    messages: said.length,
    people: countPeople(said),
    from,
    ...(dates.day(from) !== dates.day(to) && { to }),
    threads: mostDiscussed(threadsOf(messages, said)).flatMap(({ first, replies, people }) =>
      quotesOf([first], IN_THREADS, parts).map((quote) => ({ ...quote, replies, people })),
    ),
    decisions: quotesOf(decisionsIn(said), IN_DECISIONS, parts),
  };
}

const atOf = ({ ts }: SlackMessage) => msFromTs(ts) ?? 0;

function countPeople(messages: SlackMessage[]): number {
  return new Set(messages.filter(isByPerson).map(({ user, username }) => user ?? username)).size;
}

/** Returns a list with the excerpt and link of each message. A message without words, such as an emoji, is left out. */
function quotesOf(messages: SlackMessage[], limit: number, { context, linkTo, rules }: Parts) {
  return messages.flatMap((message) => {
    const words = excerptOf(message, rules, context, limit);
    const url = linkTo({ ts: message.ts, thread: message.thread_ts ?? message.ts });
    return words ? [{ words, ...(url && { url }) }] : [];
  });
}

/** How much a thread was discussed. */
export interface Discussion {
  /** Number of people's replies that the digest has read. */
  replies: number;
  /** Number of reactions to the first message and these replies. */
  reactions: number;
  /** Number of people who wrote in the thread. */
  people: number;
}

/**
 * Returns the three threads that were discussed the most. A reply counts one point and a person two. Reactions count one point each, but not
 * more than the replies, because an announcement that everybody likes is not a discussion. Threads that only one person wrote are left out.
 */
export function mostDiscussed<Thread extends Discussion>(threads: Thread[]): Thread[] {
  const points = ({ replies, reactions, people }: Discussion) =>
    replies + 2 * people + Math.min(reactions, replies);
  return threads
    .filter(({ people }) => people > 1)
    .sort((one, other) => points(other) - points(one))
    .slice(0, MOST);
}

/** Returns the threads with replies among `said`, the newest thread first. A thread whose first message is not used is left out. */
function threadsOf(messages: SlackMessage[], said: SlackMessage[]): (Discussion & { first: SlackMessage })[] {
  const replies = Map.groupBy(said.filter(isReply), ({ thread_ts }) => thread_ts);
  return messages.toReversed().flatMap((first) => {
    const answers = replies.get(first.ts) ?? [];
    const all = [first, ...answers];
    const reactions = all.reduce((sum, message) => sum + reactionsOf(message), 0);
    return answers.length > 0
      ? [{ first, replies: answers.length, reactions, people: countPeople(all) }]
      : [];
  });
}

/** Returns the messages that most people marked as a decision, oldest first. */
function decisionsIn(said: SlackMessage[]): SlackMessage[] {
  const marks = ({ reactions }: SlackMessage) =>
    reactionsOf({ reactions: reactions?.filter(({ name }) => name === DECISION_REACTION) });
  return said
    .filter((message) => marks(message) > 0)
    .toReversed()
    .sort((one, other) => marks(other) - marks(one))
    .slice(0, MOST)
    .sort((one, other) => atOf(one) - atOf(other));
}
