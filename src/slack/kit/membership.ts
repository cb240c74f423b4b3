import type { WebClient } from '@slack/web-api';
import { eachPage } from '../../sources/pages.ts';

/** Slack gives at most 1,000 at once and recommends 200. */
const PAGE = 200;
/** A channel of 20,000 people is gone through; who is not found by then counts as not in it. */
const PAGES = 100;

/**
 * Whether a person is in a conversation that Deckhand is in, too.
 * @throws where Slack does not say
 */
export async function isMemberOf(client: WebClient, channel: string, person: string): Promise<boolean> {
  const pages = eachPage((page) => client.conversations.members({ channel, limit: PAGE, ...page }), {
    most: PAGES,
  });
  for await (const { members } of pages) {
    if (members?.includes(person)) return true;
  }
  return false;
}
