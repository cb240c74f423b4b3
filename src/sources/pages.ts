import { z } from 'zod';
import { PROMPT_LIMIT } from '../service/options.ts';
import { messageSchema, messagesFrom, type SlackMessage } from './message.ts';

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
  /** Is made less by each page; reading ends where nothing is left. */
  left: Budget;
}

/** How much of a conversation is read. */
export interface Budget {
  messages: number;
  characters: number;
}

/** Ten times the text that the service takes, since markup and what is left out count as well. */
export function newBudget(): Budget {
  return { messages: 15_000, characters: 10 * PROMPT_LIMIT };
}

export function isSpent({ messages, characters }: Budget): boolean {
  return messages <= 0 || characters <= 0;
}

/** What was read of a list of messages. */
export interface History {
  messages: SlackMessage[];
  /** False where reading ended before the list did. */
  isWhole: boolean;
}

/** The messages of all pages within the budget; pages that are in the store are not asked for again. */
export async function readPages({ list, ask, store, onPage, left }: PageReading): Promise<History> {
  const pages = await store.pages(list);
  for (const page of pages) spend(left, page);
  const from = pages.at(-1)?.next;
  if (from !== null && !isSpent(left)) {
    for await (const answer of eachPage(ask, { from })) {
      const page = await pageFrom(answer);
      await store.save(list, pages.length, page);
      pages.push(page);
      spend(left, page);
      await onPage(pages);
      if (isSpent(left)) break;
    }
  }
  return { messages: pages.flatMap(({ messages }) => messages), isWhole: pages.at(-1)?.next === null };
}

function spend(left: Budget, { messages }: Page): void {
  left.messages -= messages.length;
  for (const { size = 0 } of messages) left.characters -= size;
}

async function pageFrom({ messages = [], response_metadata }: HistoryAnswer): Promise<Page> {
  return { messages: await messagesFrom(messages), next: response_metadata?.next_cursor || null };
}
