import type { Conversation, ConversationBlocker, SlackPorts } from '../../asks/admission.ts';
import type { SlackClient } from '../../slack-client.ts';
import { isMemberOf } from '../../sources/conversation.ts';
import { isTokenDead, slackError } from '../bolt/slack-error.ts';

/** The facts about conversations that admission needs. */
export function conversationPorts(
  clientFor: (team: string) => Promise<SlackClient>,
  insist: Insist = (call) => call(),
): SlackPorts {
  return {
    async conversation(team, channel, signal) {
      const client = await clientFor(team);
      return insist(() => conversationOf(client, channel), signal);
    },
    async isMember(team, channel, person, signal) {
      const client = await clientFor(team);
      return insist(() => isMemberOf(client, channel, person), signal);
    },
  };
}

/** Makes a call again where Slack asks to wait, for work that nobody waits for. */
type Insist = <Result>(call: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

async function conversationOf(client: SlackClient, id: string): Promise<Conversation | ConversationBlocker> {
  const info = await client.conversations.info({ channel: id }).catch(asBlocker);
  if (typeof info === 'string') return info;
  const { channel } = info;
  // Direct conversations that Deckhand is not part of are not found at all.
  const isDirect = Boolean(channel?.is_im || channel?.is_mpim);
  return {
    name: isDirect ? '' : (channel?.name ?? ''),
    isPrivate: isDirect || channel?.is_private !== false,
    isArchived: channel?.is_archived === true,
    hasDeckhand: isDirect || channel?.is_member === true,
  };
}

const blockers: Record<string, ConversationBlocker> = {
  channel_not_found: 'channel_gone',
  not_in_channel: 'not_in_channel',
  is_archived: 'channel_archived',
};

/** @throws what says nothing about the conversation: Slack may answer in a while */
function asBlocker(error: unknown): ConversationBlocker {
  const blocker = isTokenDead(error) ? 'uninstalled' : blockers[slackError(error) ?? ''];
  if (!blocker) throw error;
  return blocker;
}
