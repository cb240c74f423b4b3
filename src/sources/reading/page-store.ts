import type { SlackMessage } from '../message.ts';

/** One answer of Slack's history. */
export interface Page {
  messages: SlackMessage[];
  /** Cursor of the page that follows; null on the last one. */
  next: string | null;
}

/**
 * The pages that one generation has read, kept as they come: a process that takes over goes on behind them, and none is
 * asked for twice.
 */
export interface PageStore {
  /** Pages of one walk in their order. @param walk names what is paged through: `history`, or a thread by its ts */
  pages(walk: string): Promise<Page[]>;
  keep(walk: string, number: number, page: Page): Promise<void>;
}
