import type { SlackClient } from '../slack-client.ts';
import { isReply, msFromTs, type SlackMessage, tsFrom, uniqueMessages } from './message.ts';
import { countUpTo, isSpent, type NumberedPage, type Page, type PageStore, pageAfter } from './pages.ts';
import { throwAsSourceProblem } from './problem.ts';

export interface HistoryReading {
  store: PageStore;
  /** Maximum number of messages per request to Slack. */
  pageSize: number;
  signal: AbortSignal;
  /** Called after each page is stored, to report how many messages have been read. */
  progress(read: ReadProgress): void;
}

export interface ReadProgress {
  messages: number;
  /** Number of all messages in the conversation, if Slack reports it. */
  of?: number;
}

export interface History {
  messages: SlackMessage[];
  /** True if all requested messages were read. */
  isWhole: boolean;
}

/** Reads a conversation a few pages at a time. */
export interface ConversationHistory {
  hasBegun(): Promise<boolean>;
  /**
   * Reads and stores the next few pages. After an error such as a rate limit, the next call continues after the last stored page.
   * @returns false if the caller must call `readMore` again
   * @throws SourceProblem if the conversation cannot be read. Other errors are thrown unchanged
   */
  readMore(): Promise<boolean>;
  /** Returns all messages that are stored, without duplicates. */
  history(): Promise<History>;
}

/** Maximum pages in one call of `readMore`. Other conversations are read between calls, so a long channel does not delay short threads. */
const PAGES_AT_A_TIME = 5;

/** Names of the two lists of pages. `TOP`: the messages of a channel, or a whole thread. `REPLIES`: the replies in a channel's threads. */
const TOP = 'history';
const REPLIES = 'replies';

/** Requests the page after `previous`. Returns null if the list has ended or has used up its budget (`Budget` in pages.ts). */
type NextPage = (previous: NumberedPage | undefined) => Promise<NumberedPage | null>;

/** Reads and stores up to `most` pages. @returns the unused rest of `most` if the list ended; 0 if there may be more pages */
async function readList(
  list: string,
  most: number,
  { store, signal }: HistoryReading,
  next: NextPage,
  report: (page: NumberedPage) => void,
): Promise<number> {
  let last = await store.last(list);
  for (let left = most; left > 0; left -= 1) {
    signal.throwIfAborted();
    const page = await next(last);
    if (!page) return left;
    await store.save(list, page);
    report(page);
    last = page;
  }
  return 0;
}

const cursorAfter = (page: NumberedPage | undefined) => (page?.next ? { cursor: page.next } : {});

interface Thread {
  channel: string;
  ts: string;
}

/** Creates the reader of a whole thread, including the thread's first message. */
export function threadHistory(
  client: SlackClient,
  thread: Thread,
  reading: HistoryReading,
): ConversationHistory {
  const { store, pageSize, progress } = reading;
  let of: number | undefined;

  async function next(previous: NumberedPage | undefined): Promise<NumberedPage | null> {
    if (previous && (previous.next === null || isSpent(previous))) return null;
    const { messages = [], response_metadata } = await client.conversations
      .replies({ ...thread, limit: pageSize, ...cursorAfter(previous) })
      .catch(throwAsSourceProblem);
    const replies = messages[0]?.reply_count;
    of = replies === undefined ? undefined : replies + 1;
    // Slack repeats the first message of the thread on each page, so drop it from the second page on.
    const added = previous ? messages.filter(({ ts }) => ts !== thread.ts) : messages;
    return pageAfter(previous, { messages: added, response_metadata });
  }

  const report = (page: NumberedPage) =>
    progress({ messages: countUpTo(page), ...(of !== undefined && { of }) });

  return {
    hasBegun: async () => (await store.last(TOP)) !== undefined,
    readMore: async () => (await readList(TOP, PAGES_AT_A_TIME, reading, next, report)) > 0,
    async history() {
      const pages = await store.pages(TOP);
      return {
        messages: uniqueMessages(pages.flatMap(({ messages }) => messages)),
        isWhole: pages.at(-1)?.next === null,
      };
    },
  };
}

export interface Span {
  since: Date;
  until?: Date;
}

const DAY = 86_400_000;
/** Threads that began at most this many milliseconds before `since` are read, too, because they may have newer replies. */
const LOOK_BACK_MS = 7 * DAY;
/** Minimum page size for reading older threads. With smaller pages, Slack allows so few requests that reading them would take hours. */
const LOOK_BACK_FROM_PAGE = 100;

/** Returns for how many days before `since` threads are also read; 0 if Slack's page size is too small for this. */
export function lookBackDays(pageSize: number): number {
  return pageSize >= LOOK_BACK_FROM_PAGE ? LOOK_BACK_MS / DAY : 0;
}

/** Creates the reader of a channel's messages from `since` to `until`. It also reads new replies in threads up to `lookBackDays` older. */
export function channelHistory(
  client: SlackClient,
  channel: string,
  { since, until }: Span,
  reading: HistoryReading,
): ConversationHistory {
  const { store, pageSize, progress } = reading;
  const latest = until && { latest: tsFrom(until) };
  const oldest = tsFrom(new Date(since.getTime() - lookBackDays(pageSize) * DAY));
  const isInSpan = ({ ts }: SlackMessage) => isSince(ts, since);
  const hasReplies = (message: SlackMessage) => mayHaveRepliesSince(message, since);

  async function nextOfTop(previous: NumberedPage | undefined): Promise<NumberedPage | null> {
    if (previous && (previous.next === null || isSpent(previous))) return null;
    const span = { channel, limit: pageSize, oldest, ...latest };
    const answer = await client.conversations
      .history({ ...span, ...cursorAfter(previous) })
      .catch(throwAsSourceProblem);
    return pageAfter(previous, answer);
  }

  /** Result of the last call of `threadsOn`: the threads whose first messages are on this page of `TOP`. */
  let threads: { onPage: number; all: SlackMessage[] } | undefined;
  async function threadsOn(onPage: number): Promise<SlackMessage[]> {
    if (threads?.onPage !== onPage)
      threads = { onPage, all: (await store.page(TOP, onPage)).messages.filter(hasReplies) };
    return threads.all;
  }

  /** Returns the thread whose replies are read next; null after the last thread. Reads all pages of a thread before the next thread. */
  async function threadAfter(previous: Page | undefined, topPages: number): Promise<Page['thread'] | null> {
    if (previous?.next) return previous.thread;
    const { ts: read, onPage: from = 0 } = previous?.thread ?? {};
    for (let onPage = from; onPage < topPages; onPage += 1) {
      const all = await threadsOn(onPage);
      const next = all[onPage === from ? all.findIndex(({ ts }) => ts === read) + 1 : 0];
      if (next) return { ts: next.ts, onPage };
    }
    return null;
  }

  const nextOfReplies =
    (topPages: number): NextPage =>
    async (previous) => {
      const thread = previous && isSpent(previous) ? null : await threadAfter(previous, topPages);
      if (!thread) return null;
      const span = { channel, ts: thread.ts, limit: pageSize, oldest: tsFrom(since), ...latest };
      const { messages, response_metadata } = await client.conversations
        .replies({ ...span, ...cursorAfter(previous) })
        .catch(throwAsSourceProblem);
      // Slack repeats the first message of the thread on each page. Drop it, because it is already stored in `TOP`.
      const added = messages?.filter(({ ts }) => ts !== thread.ts);
      return { ...(await pageAfter(previous, { messages: added, response_metadata })), thread };
    };

  return {
    hasBegun: async () => (await store.last(TOP)) !== undefined,
    async readMore() {
      const report = (page: Page) => progress({ messages: countUpTo(page) });
      const left = await readList(TOP, PAGES_AT_A_TIME, reading, nextOfTop, report);
      const top = await store.last(TOP);
      if (left === 0 || !top) return false;
      const reportReplies = (page: Page) => progress({ messages: countUpTo(top) + countUpTo(page) });
      return (await readList(REPLIES, left, reading, nextOfReplies(top.number + 1), reportReplies)) > 0;
    },
    async history() {
      const [top, replies] = [await store.pages(TOP), await store.pages(REPLIES)];
      const isReplyInSpan = (message: SlackMessage) => isReply(message) && isInSpan(message);
      const messages = [
        ...top.flatMap((page) => page.messages.filter((each) => isInSpan(each) || hasReplies(each))),
        ...replies.flatMap((page) => page.messages.filter(isReplyInSpan)),
      ];
      const isWhole = top.at(-1)?.next === null && (await threadAfter(replies.at(-1), top.length)) === null;
      return { messages: uniqueMessages(messages), isWhole };
    },
  };
}

function mayHaveRepliesSince(message: SlackMessage, since: Date): boolean {
  const { reply_count: replies = 0, latest_reply: latest } = message;
  return !isReply(message) && replies > 0 && (latest === undefined || isSince(latest, since));
}

function isSince(ts: string, since: Date): boolean {
  return (msFromTs(ts) ?? 0) >= since.getTime();
}
