import type { WebClient } from '@slack/web-api';

/** Slack gives at most 1,000 at once and recommends 200. */
const PAGE = 200;
/** A channel of 20,000 people is gone through; who is not found by then counts as not in it. */
const PAGES = 100;

/**
 * Whether a person is in a conversation that Deckhand is in, too.
 * @throws where Slack does not say
 */
export async function isMemberOf(client: WebClient, channel: string, person: string): Promise<boolean> {
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const answer = await client.conversations.members({ channel, limit: PAGE, ...(cursor && { cursor }) });
    if (answer.members?.includes(person)) return true;
    cursor = answer.response_metadata?.next_cursor || undefined;
    if (!cursor) return false;
  }
  return false;
}
