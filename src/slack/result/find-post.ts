import type { WebClient } from '@slack/web-api';
import type { Place } from '../../generations/delivery.ts';

/** Metadata of our posts; ids only, since everyone in the workspace can read it. */
export const DELIVERY_EVENT = 'deckhand_delivery';

interface Seen {
  ts?: string | undefined;
  blocks?: unknown;
  files?: { id?: string | undefined }[] | undefined;
  metadata?: { event_type?: string | undefined; event_payload?: object | undefined } | undefined;
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
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const common = {
      channel: place.channel,
      include_all_metadata: true,
      limit: PAGE_SIZE,
      oldest,
      ...(cursor && { cursor }),
    };
    const answer = place.threadTs
      ? await client.conversations.replies({ ...common, ts: place.threadTs })
      : await client.conversations.history(common);
    const found = (answer.messages as Seen[] | undefined)?.find(isIt);
    cursor = answer.response_metadata?.next_cursor || undefined;
    if (found || !cursor) return found;
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
