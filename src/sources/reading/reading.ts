import type { Clock } from '../../clock.ts';
import type { PageStore } from './page-store.ts';

/** How one generation reads from Slack. */
export interface Reading {
  store: PageStore;
  /** Messages asked for at once. */
  pageSize: number;
  clock: Clock;
  signal: AbortSignal;
  /** Told after each page; may show it or not. */
  progress(read: ReadSoFar): Promise<void>;
}

export interface ReadSoFar {
  messages: number;
  /** How many there are, where that is known. */
  of?: number;
}
