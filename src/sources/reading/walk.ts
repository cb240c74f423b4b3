import { messageFrom, type SlackMessage } from '../message.ts';
import type { Page, PageStore } from './page-store.ts';

/** What Slack's two history methods answer. */
export interface HistoryAnswer {
  messages?: unknown[] | undefined;
  response_metadata?: { next_cursor?: string | undefined } | undefined;
}

interface Walk {
  name: string;
  ask(cursor: string | undefined): Promise<HistoryAnswer>;
  store: PageStore;
  /** Called with all pages so far after each that came. */
  onPage(pages: Page[]): Promise<void>;
}

/** All pages from the first to the last, those that are kept already without asking again. */
export async function walkPages({ name, ask, store, onPage }: Walk): Promise<SlackMessage[]> {
  const pages = await store.pages(name);
  while (pages.at(-1)?.next !== null) {
    const page = pageFrom(await ask(pages.at(-1)?.next ?? undefined));
    await store.keep(name, pages.length, page);
    pages.push(page);
    await onPage(pages);
  }
  return pages.flatMap(({ messages }) => messages);
}

function pageFrom({ messages = [], response_metadata }: HistoryAnswer): Page {
  return {
    messages: messages.flatMap((message) => messageFrom(message) ?? []),
    next: response_metadata?.next_cursor || null,
  };
}
