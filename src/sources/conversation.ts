import type { WebClient } from '@slack/web-api';
import { asProblem } from './reading/refusals.ts';

/** A conversation that a source lies in. */
export interface Conversation {
  id: string;
  /** Empty for direct messages. */
  name: string;
  /** True where not everybody in the team may read it: a private channel, a direct or group message. */
  isPrivate: boolean;
}

/**
 * What Slack says of a conversation.
 * @throws SourceProblem where Deckhand is not in it
 */
export async function conversationOf(client: WebClient, id: string): Promise<Conversation> {
  const { channel } = await client.conversations.info({ channel: id }).catch(asProblem);
  const isDirect = Boolean(channel?.is_im || channel?.is_mpim);
  return {
    id,
    name: isDirect ? '' : (channel?.name ?? ''),
    isPrivate: isDirect || channel?.is_private !== false,
  };
}

/** "#general", "a direct conversation" */
export function placeName({ name }: Pick<Conversation, 'name'>): string {
  return name ? `#${name}` : 'a direct conversation';
}
