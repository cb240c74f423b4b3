import { z } from 'zod';
import { PROMPT_LIMIT } from '../service/options.ts';
import { messageSchema, messagesFrom } from './message.ts';

/** The fields that the responses of Slack's paged methods share. */
export interface PagedAnswer {
  response_metadata?: { next_cursor?: string | undefined } | undefined;
}

/**
 * Yields the responses of a paged Slack method, at most `most` of them. (`paginate` of Slack's client is not used, because it yields
 * untyped responses and ends at a rate limit.)
 * @param ask calls the Slack method with the given cursor and the method's other arguments
 */
export async function* eachPage<Answer extends PagedAnswer>(
  ask: (page: { cursor?: string }) => Promise<Answer>,
  { most = Number.POSITIVE_INFINITY }: { most?: number } = {},
): AsyncGenerator<Answer> {
  let cursor: string | undefined;
  for (let count = 0; count < most; count += 1) {
    const answer = await ask(cursor ? { cursor } : {});
    yield answer;
    cursor = answer.response_metadata?.next_cursor;
    if (!cursor) return;
  }
}

/** Number of messages and characters that may still be read of a list, such as a channel's messages (`TOP` and `REPLIES` in history.ts). */
const budgetSchema = z.object({ messages: z.number(), characters: z.number() });
export type Budget = z.output<typeof budgetSchema>;

/** Initial budget of each list. The characters are ten times what the service accepts, because markup and omitted messages count, too. */
const BUDGET: Budget = { messages: 15_000, characters: 10 * PROMPT_LIMIT };

/** A stored page of messages, with the data that is needed to request the next page. */
export const pageSchema = z.object({
  messages: z.array(messageSchema),
  /** Cursor of the next page; null on the last page of the list or thread. */
  next: z.string().nullable(),
  /** The budget that is left after this page. */
  left: budgetSchema,
  /** For a page of `REPLIES`: the `ts` of the thread, and the number of the page of `TOP` with the thread's first message. */
  thread: z.object({ ts: z.string(), onPage: z.number() }).optional(),
});
export type Page = z.output<typeof pageSchema>;

export interface NumberedPage extends Page {
  number: number;
}

/**
 * Stores the pages that one generation has read. After a wait or a restart, reading continues after the last stored page, so no page is
 * requested twice.
 */
export interface PageStore {
  /** Returns the last stored page of a list; undefined if there is none. */
  last(list: string): Promise<NumberedPage | undefined>;
  page(list: string, number: number): Promise<Page>;
  /** Returns all pages of a list, in order. */
  pages(list: string): Promise<Page[]>;
  save(list: string, page: NumberedPage): Promise<void>;
  /**
   * Runs `convert`, which converts the stored pages to text.
   * @throws ConversionCrashes if the process died during the last three conversions
   */
  converting<T>(convert: () => Promise<T>): Promise<T>;
}

interface HistoryAnswer extends PagedAnswer {
  messages?: unknown[] | undefined;
}

/** Converts a response of Slack to the page that follows `previous`. */
export async function pageAfter(
  previous: NumberedPage | undefined,
  { messages: raw = [], response_metadata }: HistoryAnswer,
): Promise<NumberedPage> {
  const messages = await messagesFrom(raw);
  const { left = BUDGET, number = -1 } = previous ?? {};
  const size = messages.reduce((sum, message) => sum + (message.size ?? 0), 0);
  return {
    messages,
    next: response_metadata?.next_cursor || null,
    left: { messages: left.messages - messages.length, characters: left.characters - size },
    number: number + 1,
  };
}

export function isSpent({ left: { messages, characters } }: Page): boolean {
  return messages <= 0 || characters <= 0;
}

/** Returns the number of messages on a page and on all pages before it. */
export function countUpTo(page: Page | undefined): number {
  return page ? BUDGET.messages - page.left.messages : 0;
}
