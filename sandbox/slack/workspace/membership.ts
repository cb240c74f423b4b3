import { newId } from './ids.ts';
import { postMessage } from './messages.ts';
import type { Channel, Team } from './model.ts';
import { isMember, type Workspace } from './workspace.ts';

/** Adds a user to a channel and posts Slack's message about it. Returns false if they are already a member. */
export function join(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  user: string,
  inviter?: string,
): boolean {
  if (isMember(channel, user)) return false;
  channel.members.push(user);
  workspace.changed({ kind: 'joined', team, channel, user, ...(inviter ? { inviter } : {}) });
  const subtype = channel.kind === 'private' ? 'group_join' : 'channel_join';
  const text = inviter
    ? `<@${user}> was added to #${channel.name} by <@${inviter}>.`
    : `<@${user}> has joined the channel`;
  postMessage(workspace, team, channel, { user, text, subtype });
  return true;
}

export function leave(workspace: Workspace, team: Team, channel: Channel, user: string): boolean {
  if (!isMember(channel, user)) return false;
  channel.members = channel.members.filter((member) => member !== user);
  workspace.changed({ kind: 'left', team, channel, user });
  postMessage(workspace, team, channel, {
    user,
    text: `<@${user}> has left the channel`,
    subtype: channel.kind === 'private' ? 'group_leave' : 'channel_leave',
  });
  return true;
}

/** Returns the direct message of exactly these people, and creates it if there is none. */
export function openDirect(workspace: Workspace, team: Team, members: string[], now: number): Channel {
  const wanted = [...new Set(members)].sort();
  const found = team.channels.find((channel) => isDirect(channel) && sameMembers(channel.members, wanted));
  if (found) return found;
  const channel = newDirect(team, wanted, now);
  team.channels.push(channel);
  workspace.changed({ kind: 'conversation', team, channel });
  return channel;
}

export const isDirect = (channel: Channel): boolean => ['im', 'mpim', 'app'].includes(channel.kind);

const sameMembers = (members: string[], sorted: string[]): boolean =>
  members.length === sorted.length && [...members].sort().every((member, at) => member === sorted[at]);

function newDirect(team: Team, members: string[], now: number): Channel {
  const withApp = members.length === 2 && members.some((id) => id === team.installation?.botUserId);
  const kind = members.length > 2 ? 'mpim' : withApp ? 'app' : 'im';
  const handles = members.map((id) => team.people.find((person) => person.id === id)?.handle ?? id);
  return {
    id: newId(kind === 'mpim' ? 'G' : 'D'),
    kind,
    name: kind === 'mpim' ? `mpdm-${handles.join('--')}-1` : '',
    topic: '',
    members,
    creator: members[0] ?? '',
    created: Math.floor(now / 1000),
    archived: false,
    messages: [],
  };
}
