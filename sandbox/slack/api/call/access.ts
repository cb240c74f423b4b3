import { SlackFault } from '../../fault.ts';
import { typeOfChannel } from '../../shapes/channel.ts';
import type { Channel, StoredMessage } from '../../workspace/model.ts';
import { findChannel, findMessage, isMember, maySee } from '../../workspace/workspace.ts';
import type { Call } from './method.ts';

/** Throws `missing_scope` unless the app has one of these scopes. */
export function requireScope({ installation }: Pick<Call, 'installation'>, anyOf: string[]): void {
  if (anyOf.some((scope) => installation.scopes.includes(scope))) return;
  throw new SlackFault('missing_scope', {
    needed: anyOf.join(','),
    provided: installation.scopes.join(','),
  });
}

/** Throws `missing_scope` unless the app has the scope for this kind of conversation, e.g. `channels:history`. */
export function requireScopeFor(call: Call, channel: Channel, what: 'read' | 'history'): void {
  const type = typeOfChannel(channel);
  const family = type === 'im' || type === 'mpim' ? type : `${type}s`;
  requireScope(call, [`${family}:${what}`]);
}

/** Returns a conversation that is visible to the app. Throws `channel_not_found` for private ones without the app. */
export function visibleChannel({ team, installation }: Call, id: string): Channel {
  const channel = findChannel(team, id);
  if (!channel || !maySee(channel, installation.botUserId)) throw new SlackFault('channel_not_found');
  return channel;
}

/** Returns a conversation that the app is a member of. */
export function joinedChannel(call: Call, id: string): Channel {
  const channel = visibleChannel(call, id);
  if (!isMember(channel, call.installation.botUserId)) throw new SlackFault('not_in_channel');
  return channel;
}

/** Returns a conversation that the app may post to: one that it is a member of, or with `chat:write.public` any public one. */
export function postableChannel(call: Call, id: string): Channel {
  const channel = visibleChannel(call, id);
  const { botUserId, scopes } = call.installation;
  const mayPost = isMember(channel, botUserId) || scopes.includes('chat:write.public');
  if (!mayPost) throw new SlackFault('not_in_channel');
  if (channel.archived) throw new SlackFault('is_archived');
  return channel;
}

export function messageIn(channel: Channel, ts: string): StoredMessage {
  const message = findMessage(channel, ts);
  if (!message || message.subtype === 'tombstone') throw new SlackFault('message_not_found');
  return message;
}

/** Returns the `ts` of a thread's parent, for a reply to any of its messages. */
export function threadIn(channel: Channel, ts: string | undefined): string | undefined {
  if (!ts) return undefined;
  const parent = findMessage(channel, ts);
  if (!parent) throw new SlackFault('thread_not_found');
  return parent.thread_ts ?? parent.ts;
}
