import type { WebClient } from '@slack/web-api';
import type { SlackMessage } from '../message.ts';
import type { Page } from './page-store.ts';
import { patiently } from './patience.ts';
import type { Reading } from './reading.ts';
import { asProblem } from './refusals.ts';
import { walkPages } from './walk.ts';

interface Thread {
  channel: string;
  ts: string;
  /** Replies after this time only; Slack's `ts`. */
  oldest?: string;
  latest?: string;
}

/** A whole thread, its first message included; each message once. */
export async function readThread(
  client: WebClient,
  { channel, ts, oldest, latest }: Thread,
  { store, pageSize, clock, signal, progress }: Reading,
): Promise<SlackMessage[]> {
  const messages = await walkPages({
    name: ts,
    store,
    ask: (cursor) =>
      patiently(
        () =>
          client.conversations.replies({
            channel,
            ts,
            limit: pageSize,
            ...(oldest && { oldest }),
            ...(latest && { latest }),
            ...(cursor && { cursor }),
          }),
        clock,
        signal,
      ).catch(asProblem),
    onPage: (pages) => progress(readSoFar(pages)),
  });
  return eachOnce(messages);
}

/** Slack may repeat the first message of a thread on each page. */
export function eachOnce(messages: SlackMessage[]): SlackMessage[] {
  return [...new Map(messages.map((message) => [message.ts, message])).values()];
}

function readSoFar(pages: Page[]): { messages: number; of?: number } {
  const messages = eachOnce(pages.flatMap((page) => page.messages));
  const replies = messages[0]?.reply_count;
  return { messages: messages.length, ...(replies !== undefined && { of: replies + 1 }) };
}
