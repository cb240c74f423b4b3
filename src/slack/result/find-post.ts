import type { WebClient } from '@slack/web-api';
import type { Place } from '../../generations/delivery/delivery.ts';
import { eachPage, type PagedAnswer } from '../../sources/pages.ts';

/** Metadata of our posts; ids only, since everyone in the workspace can read it. */
export const DELIVERY_EVENT = 'deckhand_delivery';

interface Seen {
  ts?: string | undefined;
  blocks?: unknown;
  files?: { id?: string | undefined }[] | undefined;
  metadata?: { event_type?: string | undefined; event_payload?: object | undefined } | undefined;
}

interface Answer extends PagedAnswer {
  messages?: Seen[] | undefined;
}

/** Messages looked through before it counts as not posted: a lost answer is looked for within seconds. */
const PAGES = 5;
const PAGE_SIZE = 100;

/**
 * Looks for a post of ours in a channel or thread.
 * @param since milliseconds since the epoch; nothing older is ours
 */
export async function findPost(
  client: WebClient,
  place: Place,
  since: number,
  isIt: (message: Seen) => boolean,
): Promise<Seen | undefined> {
  // Slack's clock and ours may differ by a few minutes.
  const oldest = String(Math.floor(since / 1000) - 300);
  const { channel, threadTs } = place;
  const common = { channel, include_all_metadata: true, limit: PAGE_SIZE, oldest };
  const ask = (page: object) =>
    threadTs
      ? client.conversations.replies({ ...common, ...page, ts: threadTs })
      : client.conversations.history({ ...common, ...page });
  for await (const { messages } of eachPage<Answer>(ask, { most: PAGES })) {
    const found = messages?.find(isIt);
    if (found) return found;
  }
  return undefined;
}

export function isDelivery(id: string): (message: Seen) => boolean {
  return ({ metadata }) =>
    metadata?.event_type === DELIVERY_EVENT &&
    (metadata.event_payload as { id?: string } | undefined)?.id === id;
}

export function hasFile(fileId: string): (message: Seen) => boolean {
  return ({ files }) => files?.some((file) => file.id === fileId) ?? false;
}
