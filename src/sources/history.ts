import type { SlackClient } from '../slack-client.ts';
import { isReply, msFromTs, type SlackMessage, tsFrom, uniqueMessages } from './message.ts';
import { countUpTo, isSpent, type NumberedPage, type Page, type PageStore, pageAfter } from './pages.ts';
import { throwAsSourceProblem } from './problem.ts';

/** Options for reading a conversation for one generation. */
export interface HistoryReading {
  store: PageStore;
  /** Maximum number of messages per request. */
  pageSize: number;
  signal: AbortSignal;
  /** Called after each page is stored. */
  progress(read: ReadProgress): void;
}

export interface ReadProgress {
  messages: number;
  /** Number of all messages of the conversation, if known. */
  of?: number;
}

/** The messages of a conversation, each once. */
export interface History {
  messages: SlackMessage[];
  /** False if there are more messages than were read. */
  isWhole: boolean;
}

/** A conversation that is read a few pages at a time. */
export interface ConversationHistory {
  /** Returns true if at least one page is stored. */
  hasBegun(): Promise<boolean>;
  /**
   * Reads a few more pages into the store.
   * @returns true if all pages are stored. If false, the caller must call `readMore` again
   * @throws SourceProblem if the conversation cannot be read; otherwise Slack's error. After a rate limit, the next call continues reading
   */
  readMore(): Promise<boolean>;
  /** Returns the stored messages. */
  history(): Promise<History>;
}

/**
 * Maximum number of pages that one call of `readMore` reads. All calls for a team share one rate limit, so without this maximum a short
 * thread would have to wait until a long channel has been read completely.
 */
const PAGES_AT_A_TIME = 5;

/** Names of the lists in the store. `TOP` has the messages of a channel or thread, `REPLIES` the replies in the threads of a channel. */
const TOP = 'history';
const REPLIES = 'replies';

/** Requests the page that follows `previous` in a list. Returns null if the list has ended or its budget (`Budget` in pages.ts) is spent. */
type NextPage = (previous: NumberedPage | undefined) => Promise<NumberedPage | null>;

/**
 * Reads up to `most` pages of a list into the store.
 * @returns `most` minus the number of pages read, if the list has ended; 0 if the list may have more pages
 */
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

/** Creates the object that reads a whole thread, including its first message. */
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
    // From the second page on, leave out the first message of the thread, because Slack repeats it on each page.
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
/** Threads that began at most this many milliseconds before a period are also read, because they may have replies in the period. */
const LOOK_BACK_MS = 7 * DAY;
/**
 * Minimum page size for reading threads that began before the period. If Slack allows only smaller pages, these threads are not read,
 * because Slack then also allows so few requests a minute that reading them would take hours.
 */
const LOOK_BACK_FROM_PAGE = 100;

/** Returns how many days before a period `channelHistory` looks for threads with replies in the period; 0 if it reads no earlier threads. */
export function lookBackDays(pageSize: number): number {
  return pageSize >= LOOK_BACK_FROM_PAGE ? LOOK_BACK_MS / DAY : 0;
}

/**
 * Creates the object that reads the messages and replies of a channel in a period (`since`, `until`). It also reads the replies in threads
 * that began shortly before the period (`lookBackDays`).
 */
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

  /** Cached result of the last call of `threadsOn`: the threads whose first messages are on one page of the channel's messages. */
  let threads: { onPage: number; all: SlackMessage[] } | undefined;
  async function threadsOn(onPage: number): Promise<SlackMessage[]> {
    if (threads?.onPage !== onPage)
      threads = { onPage, all: (await store.page(TOP, onPage)).messages.filter(hasReplies) };
    return threads.all;
  }

  /** Returns the thread to read after a page of replies: the same thread if it has more pages, otherwise the next; null if there is none. */
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
      // Leave out the first message of the thread, which Slack repeats on each page, because it is already stored with the channel's messages.
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
