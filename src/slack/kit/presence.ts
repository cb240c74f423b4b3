import type { WebClient } from '@slack/web-api';
import { slackError } from '../bolt/slack-error.ts';

/**
 * Whether Deckhand can post into a conversation. Files, unlike messages, need it to be in public channels
 * too.
 */
export type Presence = 'there' | 'absent' | 'archived' | 'unknown';

/** Never throws: where Slack cannot say, delivery will find out. */
export async function presenceIn(client: WebClient, channel: string): Promise<Presence> {
  try {
    const { channel: found } = await client.conversations.info({ channel });
    if (found?.is_archived) return 'archived';
    // Direct conversations that Deckhand is not part of are not found at all.
    const isThere = found?.is_member || found?.is_im || found?.is_mpim;
    return isThere ? 'there' : 'absent';
  } catch (error) {
    return slackError(error) === 'channel_not_found' ? 'absent' : 'unknown';
  }
}

/** For a field of a form, where Slack shows plain text. */
export function presenceFault(presence: Presence, channel: string): string | undefined {
  if (presence === 'archived') return 'This channel is archived. Choose another one.';
  if (presence !== 'absent') return undefined;
  return channel.startsWith('D')
    ? 'Deckhand is not part of this conversation. Choose a channel, or your own conversation with Deckhand.'
    : 'Deckhand is not in this channel. Type /invite @Deckhand there, then press Create again.';
}
