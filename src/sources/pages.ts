import { z } from 'zod';
import { PROMPT_LIMIT } from '../service/options.ts';
import { messageSchema, messagesFrom } from './message.ts';

/** The field that all responses of Slack's paged methods have. */
export interface PagedAnswer {
  response_metadata?: { next_cursor?: string | undefined } | undefined;
}

/**
 * Yields at most `most` responses of a paged Slack method. Slack's own `paginate` is untyped and stops at a rate limit.
 * @param ask calls the Slack method with the cursor and with the method's own arguments
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

/** How many more messages and characters may be read for one list of pages (`TOP` or `REPLIES` in history.ts). */
const budgetSchema = z.object({ messages: z.number(), characters: z.number() });
export type Budget = z.output<typeof budgetSchema>;

/** Initial budget of each list. It allows ten times the characters of a prompt, because markup and unused messages count, too. */
const BUDGET: Budget = { messages: 15_000, characters: 10 * PROMPT_LIMIT };

/** A stored page of messages, with what is needed to request the next page. */
export const pageSchema = z.object({
  messages: z.array(messageSchema),
  /** Slack's cursor of the next page; null on the last page of the channel or thread. */
  next: z.string().nullable(),
  /** The budget that remains after this page. */
  left: budgetSchema,
  /** Only for a page of replies: `ts` of the thread. `onPage` is the number of the page with the thread's first message. */
  thread: z.object({ ts: z.string(), onPage: z.number() }).optional(),
});
export type Page = z.output<typeof pageSchema>;

export interface NumberedPage extends Page {
  number: number;
}

/** Stores the pages that one generation has read from Slack, so that no page is requested twice, even after a restart. */
export interface PageStore {
  last(list: string): Promise<NumberedPage | undefined>;
  page(list: string, number: number): Promise<Page>;
  pages(list: string): Promise<Page[]>;
  save(list: string, page: NumberedPage): Promise<void>;
  /**
   * Runs `convert`, which converts the stored pages to text, and records that it runs.
   * @throws ConversionCrashes if the process died during each of the last three runs
   */
  converting<T>(convert: () => Promise<T>): Promise<T>;
}

interface HistoryAnswer extends PagedAnswer {
  messages?: unknown[] | undefined;
}

/** Builds a page from a response of Slack. @param previous the page before it */
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

/** Returns the number of messages on this page and all pages before it. */
export function countUpTo(page: Page | undefined): number {
  return page ? BUDGET.messages - page.left.messages : 0;
}
