import type { Channel, Team } from '../workspace/model.ts';
import { isMember } from '../workspace/workspace.ts';

/** Returns a conversation as the Web API shows it. */
export function channelForApp(team: Team, channel: Channel) {
  const bot = team.installation?.botUserId ?? '';
  const common = {
    id: channel.id,
    created: channel.created,
    is_archived: channel.archived,
    is_org_shared: false,
    is_ext_shared: false,
    context_team_id: team.id,
    updated: channel.created * 1000,
  };
  if (channel.kind === 'im' || channel.kind === 'app') {
    const other = channel.members.find((member) => member !== bot) ?? '';
    return { ...common, is_im: true, user: other, is_user_deleted: false, priority: 0 };
  }
  return {
    ...common,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === 'channel',
    is_group: channel.kind === 'private',
    is_im: false,
    is_mpim: channel.kind === 'mpim',
    is_private: channel.kind !== 'channel',
    is_general: channel.name === 'general',
    is_shared: false,
    is_member: isMember(channel, bot),
    creator: channel.creator,
    unlinked: 0,
    shared_team_ids: [team.id],
    topic: { value: channel.topic, creator: channel.creator, last_set: channel.created },
    purpose: { value: '', creator: '', last_set: 0 },
    previous_names: [],
    num_members: channel.members.length,
  };
}

/** Returns the type of a conversation in scopes and message events: `channel`, `group`, `im` or `mpim`. */
export function typeOfChannel(channel: Channel): 'channel' | 'group' | 'im' | 'mpim' {
  if (channel.kind === 'channel') return 'channel';
  if (channel.kind === 'private') return 'group';
  return channel.kind === 'mpim' ? 'mpim' : 'im';
}

/** Returns the name of a conversation in payloads of commands and interactions. */
export function nameInPayload(channel: Channel): string {
  if (channel.kind === 'channel') return channel.name;
  if (channel.kind === 'private') return 'privategroup';
  return channel.kind === 'mpim' ? channel.name : 'directmessage';
}
