import type {
  AdmissionPorts,
  Conversation,
  ConversationBlocker,
  SlackPorts,
} from '../../../asks/admission.ts';
import type { Clock } from '../../../clock.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { retryRateLimited } from '../../../sources/slack-read-retry.ts';
import { isTokenDead, slackError } from '../../bolt/calls/clients.ts';
import { askForPerson, type People, type Role } from '../../bolt/permissions/roles.ts';
import { isAmongMembers, type Memberships } from './memberships.ts';

type ConversationPorts = Required<Pick<AdmissionPorts, keyof SlackPorts | 'join'>>;
type ClientFor = (team: string) => Promise<SlackClient>;

interface PortOptions extends Partial<Pick<People, 'roleOf'> & Pick<Memberships, 'isMember'>> {
  clock?: Clock;
}

/**
 * Returns the functions (ports) with which admission looks up conversations and people in Slack. Each throws if Slack does not respond.
 * @param options.roleOf, options.isMember cached look-ups. By default, Slack is called each time
 * @param options.clock only for background work, which waits and tries again after a 429
 */
export function conversationPorts(clientFor: ClientFor, options: PortOptions = {}): ConversationPorts {
  const { clock, roleOf = roleNow, isMember = isMemberNow } = options;
  const ask = async <Answer>(
    team: string,
    call: (client: SlackClient) => Promise<Answer>,
    signal: AbortSignal,
  ) => {
    const client = await clientFor(team);
    return clock ? retryRateLimited(() => call(client), clock, signal) : call(client);
  };
  return {
    conversation: (team, channel, signal) => ask(team, (client) => conversationOf(client, channel), signal),
    isMember: (team, channel, person, signal) =>
      ask(team, (client) => isMember({ client, actor: { team, person } }, channel), signal),
    isFullMember: (team, person, signal) =>
      ask(team, async (client) => isFullMember(await roleOf({ client, actor: { team, person } })), signal),
    join: (team, channel, signal) => ask(team, (client) => joinChannel(client, channel), signal),
  };
}

const roleNow: People['roleOf'] = async ({ client, actor }) =>
  (await askForPerson({ client, ...actor })).role;

const isMemberNow: Memberships['isMember'] = ({ client, actor }, channel) =>
  isAmongMembers(client, channel, actor.person);

/** @throws if Slack did not return the person's role */
function isFullMember(role: Role): boolean {
  if (role === 'unknown') throw new Error('Slack did not answer which role a person has');
  return role === 'admin' || role === 'member';
}

async function conversationOf(client: SlackClient, id: string): Promise<Conversation | ConversationBlocker> {
  const info = await client.conversations.info({ channel: id }).catch(asBlocker);
  if (typeof info === 'string') return info;
  const { channel } = info;
  // Slack returns a direct message only if Deckhand is in it. For other direct messages, Slack responds with `channel_not_found`.
  const isDirect = Boolean(channel?.is_im || channel?.is_mpim);
  return {
    name: isDirect ? '' : (channel?.name ?? ''),
    isPrivate: isDirect || channel?.is_private !== false,
    isArchived: channel?.is_archived === true,
    hasDeckhand: isDirect || channel?.is_member === true,
  };
}

/** Slack's error codes if Deckhand may not join a channel. `missing_scope`: the team has not granted the scope for joining. */
const CANNOT_JOIN = new Set([
  'channel_not_found',
  'method_not_supported_for_channel_type',
  'is_archived',
  'restricted_action',
  'missing_scope',
]);

/** Joins a channel. Returns true if Deckhand has joined or was a member before. Returns false if Deckhand may not join. */
async function joinChannel(client: SlackClient, channel: string): Promise<boolean> {
  try {
    await client.conversations.join({ channel });
    return true;
  } catch (error) {
    if (CANNOT_JOIN.has(slackError(error) ?? '')) return false;
    throw error;
  }
}

const blockers: Record<string, ConversationBlocker> = {
  channel_not_found: 'channel_gone',
  not_in_channel: 'not_in_channel',
  is_archived: 'channel_archived',
};

/** Returns why a conversation cannot be used, if the error is in `blockers` or means an invalid token. Throws any other error again. */
function asBlocker(error: unknown): ConversationBlocker {
  const blocker = isTokenDead(error) ? 'uninstalled' : blockers[slackError(error) ?? ''];
  if (!blocker) throw error;
  return blocker;
}
