import { z } from 'zod';
import { messageFrom, messageSchema, type SlackMessage } from './message.ts';

/** The common part of the answers of Slack's paged methods. */
export interface PagedAnswer {
  response_metadata?: { next_cursor?: string | undefined } | undefined;
}

interface PageRange {
  /** Cursor of the first page to ask for; without it, paging begins at the beginning. */
  from?: string | undefined;
  /** Pages asked for at most. */
  most?: number;
}

/**
 * The answers of a paged method of Slack, one by one. `ask` spreads what it is given into the arguments of its call.
 * (The client's own `paginate` gives answers without a type, and cannot wait and go on when Slack limits the rate.)
 */
export async function* eachPage<Answer extends PagedAnswer>(
  ask: (page: { cursor?: string }) => Promise<Answer>,
  { from, most = Number.POSITIVE_INFINITY }: PageRange = {},
): AsyncGenerator<Answer> {
  let cursor = from;
  for (let count = 0; count < most; count += 1) {
    const answer = await ask(cursor ? { cursor } : {});
    yield answer;
    cursor = answer.response_metadata?.next_cursor;
    if (!cursor) return;
  }
}

/** One page of history. */
export const pageSchema = z.object({
  messages: z.array(messageSchema),
  /** Cursor of the page that follows; null on the last one. */
  next: z.string().nullable(),
});
export type Page = z.output<typeof pageSchema>;

/**
 * The pages that one generation has read, saved as they come: a process that takes over goes on after the last of them,
 * and no page is asked for twice.
 */
export interface PageStore {
  /** The pages of one list in their order. @param list `history`, or a thread by its ts */
  pages(list: string): Promise<Page[]>;
  save(list: string, number: number, page: Page): Promise<void>;
}

interface HistoryAnswer extends PagedAnswer {
  messages?: unknown[] | undefined;
}

interface PageReading {
  /** Names the list in the store. */
  list: string;
  ask(page: { cursor?: string }): Promise<HistoryAnswer>;
  store: PageStore;
  /** Called after each new page, with all pages so far. */
  onPage(pages: Page[]): Promise<void>;
}

/** The messages of all pages; pages that are in the store are not asked for again. */
export async function readPages({ list, ask, store, onPage }: PageReading): Promise<SlackMessage[]> {
  const pages = await store.pages(list);
  const next = pages.at(-1)?.next;
  if (next !== null) {
    for await (const answer of eachPage(ask, { from: next })) {
      const page = pageFrom(answer);
      await store.save(list, pages.length, page);
      pages.push(page);
      await onPage(pages);
    }
  }
  return pages.flatMap(({ messages }) => messages);
}

function pageFrom({ messages = [], response_metadata }: HistoryAnswer): Page {
  return {
    messages: messages.flatMap((message) => messageFrom(message) ?? []),
    next: response_metadata?.next_cursor || null,
  };
}
