import type { SlackClient } from '../slack-client.ts';
import { eachPage } from './pages.ts';
import { SourceProblem, throwAsSourceProblem } from './problem.ts';

/** The conversation of a source. */
export interface Conversation {
  id: string;
  /** Empty for direct messages. */
  name: string;
  /** True where not everybody in the team may read it: a private channel, a direct or group message. */
  isPrivate: boolean;
  /** Nothing can be posted there any more. */
  isArchived: boolean;
}

/**
 * Looks a conversation up in Slack.
 * @throws SourceProblem where Deckhand is not in it
 */
export async function conversationOf(client: SlackClient, id: string): Promise<Conversation> {
  const { channel } = await client.conversations.info({ channel: id }).catch(throwAsSourceProblem);
  const isDirect = Boolean(channel?.is_im || channel?.is_mpim);
  // Slack describes public channels that the app is not in, but does not let it read them.
  if (!isDirect && channel?.is_member === false) {
    throw new SourceProblem('not_in_channel', 'Deckhand is not in the channel.');
  }
  return {
    id,
    name: isDirect ? '' : (channel?.name ?? ''),
    isPrivate: isDirect || channel?.is_private !== false,
    isArchived: channel?.is_archived === true,
  };
}

/** Slack gives at most 1,000 at once and recommends 200. */
const PAGE = 200;
/** A channel of 20,000 people is gone through; who is not found by then counts as not in it. */
const PAGES = 100;

/**
 * Whether a person is in a conversation that Deckhand is in, too.
 * @throws where Slack does not say
 */
export async function isMemberOf(client: SlackClient, channel: string, person: string): Promise<boolean> {
  const pages = eachPage((page) => client.conversations.members({ channel, limit: PAGE, ...page }), {
    most: PAGES,
  });
  for await (const { members } of pages) {
    if (members?.includes(person)) return true;
  }
  return false;
}

/** "#general", "a direct conversation" */
export function placeName({ name }: Pick<Conversation, 'name'>): string {
  return name ? `#${name}` : 'a direct conversation';
}
