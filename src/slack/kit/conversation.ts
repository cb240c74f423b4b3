import type { AdmissionPorts, Conversation, ConversationBlocker, SlackPorts } from '../../asks/admission.ts';
import type { Clock } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import { eachPage } from '../../sources/pages.ts';
import { retryRateLimited } from '../../sources/slack-read-retry.ts';
import { roleOf } from '../bolt/roles.ts';
import { isTokenDead, slackError } from '../bolt/slack-error.ts';

/**
 * The facts about conversations that admission needs. With a clock, for work that nobody waits for, calls are repeated
 * while Slack limits the rate.
 */
export function conversationPorts(
  clientFor: (team: string) => Promise<SlackClient>,
  clock?: Clock,
): Required<Pick<AdmissionPorts, keyof SlackPorts | 'join'>> {
  const ask = <Result>(call: () => Promise<Result>, signal: AbortSignal) =>
    clock ? retryRateLimited(call, clock, signal) : call();
  return {
    async conversation(team, channel, signal) {
      const client = await clientFor(team);
      return ask(() => conversationOf(client, channel), signal);
    },
    async isMember(team, channel, person, signal) {
      const client = await clientFor(team);
      return ask(() => isMemberOf(client, channel, person), signal);
    },
    async isFullMember(team, person, signal) {
      const client = await clientFor(team);
      return ask(() => isFullMemberOf(client, team, person), signal);
    },
    async join(team, channel, signal) {
      const client = await clientFor(team);
      return ask(() => joinChannel(client, channel), signal);
    },
  };
}

/** Slack's answers on somebody who is not of the team. */
const UNKNOWN_PEOPLE = new Set(['user_not_found', 'user_not_visible']);

/** @throws where Slack does not say */
async function isFullMemberOf(client: SlackClient, team: string, person: string): Promise<boolean> {
  try {
    const { user } = await client.users.info({ user: person });
    return user !== undefined && ['admin', 'member'].includes(roleOf(user, team));
  } catch (error) {
    if (UNKNOWN_PEOPLE.has(slackError(error) ?? '')) return false;
    throw error;
  }
}

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

/** Answers by which Slack says that it does not let Deckhand in; the last is a team that has yet to allow it. */
const NOT_LET_IN = new Set([
  'channel_not_found',
  'method_not_supported_for_channel_type',
  'is_archived',
  'restricted_action',
  'missing_scope',
]);

/** Joining twice does no harm. */
async function joinChannel(client: SlackClient, channel: string): Promise<boolean> {
  try {
    await client.conversations.join({ channel });
    return true;
  } catch (error) {
    if (NOT_LET_IN.has(slackError(error) ?? '')) return false;
    throw error;
  }
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

/** 1,000 conversations; what lies beyond counts as not there. */
const CHANNEL_PAGES = 5;

/**
 * The channels and group conversations that a person is in; of the private ones, those that Deckhand is in, too.
 * @throws where Slack does not say
 */
export async function channelsOf(client: SlackClient, user: string): Promise<string[]> {
  const types = 'public_channel,private_channel,mpim';
  const pages = eachPage((page) => client.users.conversations({ user, types, limit: PAGE, ...page }), {
    most: CHANNEL_PAGES,
  });
  const found: string[] = [];
  for await (const { channels = [] } of pages) found.push(...channels.flatMap(({ id }) => id ?? []));
  return found;
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
