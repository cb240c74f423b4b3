import { SlackFault } from '../fault.ts';
import type { Slack } from '../slack.ts';
import type { Channel, Person, StoredMessage, Team } from '../workspace/model.ts';
import {
  findChannel,
  findMessage,
  findPerson,
  isMember,
  maySee,
  teamOfPerson,
} from '../workspace/workspace.ts';

/** The person at the client, and their team. */
export interface Me {
  slack: Slack;
  team: Team;
  person: Person;
}

export function meOf(slack: Slack, userId: string): Me {
  const team = teamOfPerson(slack.workspace, userId);
  const person = team && findPerson(team, userId);
  if (!team || !person || person.role === 'bot') throw new SlackFault('user_not_found');
  return { slack, team, person };
}

/** Returns true if a conversation is visible to this person. Guests see only conversations that they are members of. */
export const sees = ({ person }: Me, channel: Channel): boolean =>
  maySee(channel, person.id) && (person.role !== 'guest' || isMember(channel, person.id));

/** Returns a conversation that is visible to this person. */
export function channelFor(me: Me, id: string): Channel {
  const channel = findChannel(me.team, id);
  if (!channel || !sees(me, channel)) throw new SlackFault('channel_not_found');
  return channel;
}

/** Returns a conversation that this person is a member of and may write to. */
export function joinedBy(me: Me, id: string): Channel {
  const channel = channelFor(me, id);
  if (!isMember(channel, me.person.id)) throw new SlackFault('not_in_channel');
  if (channel.archived) throw new SlackFault('is_archived');
  return channel;
}

/** Returns a message that this person sees, including their ephemeral ones. */
export function messageFor(me: Me, channel: Channel, ts: string): StoredMessage {
  const message = findMessage(channel, ts) ?? ephemeralsOf(me, channel).find((each) => each.ts === ts);
  if (!message) throw new SlackFault('message_not_found');
  return message;
}

export const ephemeralsOf = ({ slack, person }: Me, channel: Channel): StoredMessage[] =>
  slack.workspace.ephemerals
    .filter((each) => each.channel === channel.id && each.message.ephemeralFor === person.id)
    .map((each) => each.message);
