import { z } from 'zod';
import { isByPerson, isReply, msFromTs, type SlackMessage } from '../message.ts';
import { reactionsOf } from './entries.ts';
import { excerptOf } from './excerpt.ts';
import type { FilterRules } from './filter.ts';
import type { Style } from './write.ts';

/** Name of the reaction with which people mark a message as a decision (a white check mark). */
export const DECISION_REACTION = 'white_check_mark';

/** Maximum number of threads, and maximum number of decisions, that the message about a digest shows. */
const MOST = 3;
/** Maximum number of characters that are quoted of a thread's first message (`IN_THREADS`) and of a decision (`IN_DECISIONS`). */
const IN_THREADS = 60;
const IN_DECISIONS = 120;
/** Maximum length of a link to a message, in characters. Slack's links have about 100. */
const URL_LIMIT = 500;

/** The beginning of a Slack message as plain text, with the link to the message. */
const quoteSchema = z.object({
  words: z.string(),
  url: z.string().max(URL_LIMIT).optional().catch(undefined),
});

/** Facts about the messages in a digest. Deckhand's message about the digest shows them in Slack. */
export const highlightsSchema = z.object({
  /** Number of messages by people. Messages of apps do not count. */
  messages: z.number(),
  people: z.number(),
  /** Time of the first message, in milliseconds since the epoch. */
  from: z.number(),
  /** Time of the last message. Undefined if it is on the same day as the first message. */
  to: z.number().optional(),
  /** The threads that were discussed the most, beginning with the most discussed one. */
  threads: z.array(quoteSchema.extend({ replies: z.number(), people: z.number() })),
  /** Messages that have `DECISION_REACTION`, oldest first. */
  decisions: z.array(quoteSchema),
});
export type Highlights = z.output<typeof highlightsSchema>;

type Parts = Pick<Style, 'context' | 'linkTo'> & { rules: FilterRules };

/**
 * Returns the highlights of a channel; undefined if no person has written since `since`.
 * @param messages only the messages in the transcript, because highlights quote them
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

/** Returns the beginning and the link of each message. Skips messages without words, such as a single emoji. */
function quotesOf(messages: SlackMessage[], limit: number, { context, linkTo, rules }: Parts) {
  return messages.flatMap((message) => {
    const words = excerptOf(message, rules, context, limit);
    const url = linkTo({ ts: message.ts, thread: message.thread_ts ?? message.ts });
    return words ? [{ words, ...(url && { url }) }] : [];
  });
}

/** Counts that say how much a thread was discussed. */
export interface Discussion {
  /** Number of replies by people among the messages in the digest. */
  replies: number;
  /** Number of reactions to the first message and to the counted replies. */
  reactions: number;
  /** Number of people who wrote in the thread. */
  people: number;
}

/**
 * Returns the `MOST` most discussed threads with several people. At most one reaction per reply counts, because likes are no discussion.
 */
export function mostDiscussed<Thread extends Discussion>(threads: Thread[]): Thread[] {
  const points = ({ replies, reactions, people }: Discussion) =>
    replies + 2 * people + Math.min(reactions, replies);
  return threads
    .filter(({ people }) => people > 1)
    .sort((one, other) => points(other) - points(one))
    .slice(0, MOST);
}

/** Returns the threads that have replies among `said`, newest first. A thread is left out if its first message is not in `messages`. */
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

/** Returns the `MOST` messages that the most people marked as a decision, oldest first. */
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
