import { z } from 'zod';
import { SlackFault } from '../fault.ts';
import { channelForApp, typeOfChannel } from '../shapes/channel.ts';
import { join, openDirect } from '../workspace/membership.ts';
import type { Channel } from '../workspace/model.ts';
import { findPerson, isMember, maySee } from '../workspace/workspace.ts';
import { requireScope, requireScopeFor, visibleChannel } from './call/access.ts';
import { count, flag, list, maybe, required } from './call/args.ts';
import { type Call, method } from './call/method.ts';
import { pageOf } from './call/paging.ts';
import { TIER_2, TIER_3, TIER_4 } from './call/rates.ts';

const PAGE = 100;
const PAGE_LIMIT = 1000;

const TYPES = { public_channel: 'channel', private_channel: 'group', im: 'im', mpim: 'mpim' } as const;

const info = method({
  rate: TIER_3,
  args: z.object({ channel: required, include_num_members: flag }),
  handle(call, args) {
    const channel = visibleChannel(call, args.channel);
    requireScopeFor(call, channel, 'read');
    return { channel: channelForApp(call.team, channel) };
  },
});

/** Returns the conversations of these types. Each type needs its scope. */
function ofTypes(call: Call, types: string[] = ['public_channel']): Channel[] {
  const wanted = types.map((type) => TYPES[type as keyof typeof TYPES]);
  if (wanted.includes(undefined as never)) throw new SlackFault('invalid_types');
  for (const type of wanted)
    requireScope(call, [type === 'im' || type === 'mpim' ? `${type}:read` : `${type}s:read`]);
  return call.team.channels.filter((channel) => wanted.includes(typeOfChannel(channel)));
}

const limited = (limit: number | undefined): number => {
  if (limit !== undefined && (limit < 1 || limit > PAGE_LIMIT)) throw new SlackFault('invalid_limit');
  return limit ?? PAGE;
};

const ofUser = method({
  rate: TIER_2,
  args: z.object({ types: list, cursor: maybe, limit: count, exclude_archived: flag, user: maybe }),
  handle(call, args) {
    const bot = call.installation.botUserId;
    const user = args.user ?? bot;
    if (!findPerson(call.team, user)) throw new SlackFault('user_not_found');
    const channels = ofTypes(call, args.types)
      .filter((channel) => isMember(channel, user) && maySee(channel, bot))
      .filter((channel) => !(args.exclude_archived && channel.archived));
    const { items, response_metadata } = pageOf(channels, args.cursor, limited(args.limit));
    return { channels: items.map((channel) => channelForApp(call.team, channel)), response_metadata };
  },
});

const joinMethod = method({
  scopes: ['channels:join'],
  rate: TIER_3,
  args: z.object({ channel: required }),
  handle(call, args) {
    const channel = visibleChannel(call, args.channel);
    if (channel.kind !== 'channel') throw new SlackFault('method_not_supported_for_channel_type');
    if (channel.archived) throw new SlackFault('is_archived');
    const isNew = join(call.slack.workspace, call.team, channel, call.installation.botUserId);
    const shown = { channel: channelForApp(call.team, channel) };
    return isNew
      ? shown
      : { ...shown, warning: 'already_in_channel', response_metadata: { warnings: ['already_in_channel'] } };
  },
});

const members = method({
  rate: TIER_4,
  args: z.object({ channel: required, cursor: maybe, limit: count }),
  handle(call, args) {
    const channel = visibleChannel(call, args.channel);
    requireScopeFor(call, channel, 'read');
    const { items, response_metadata } = pageOf(channel.members, args.cursor, limited(args.limit));
    return { members: items, response_metadata };
  },
});

const open = method({
  rate: TIER_3,
  args: z.object({ users: list, channel: maybe, return_im: flag }),
  handle(call, args) {
    if (args.channel) return { channel: { id: visibleChannel(call, args.channel).id } };
    const { users = [] } = args;
    if (users.length === 0) throw new SlackFault('users_list_not_supplied');
    requireScope(call, users.length > 1 ? ['mpim:write'] : ['im:write']);
    if (!users.every((id) => findPerson(call.team, id))) throw new SlackFault('user_not_found');
    const people = [...users, call.installation.botUserId];
    const channel = openDirect(call.slack.workspace, call.team, people, call.slack.clock.now());
    return { channel: args.return_im ? channelForApp(call.team, channel) : { id: channel.id } };
  },
});

export const conversationMethods = {
  'conversations.info': info,
  'users.conversations': ofUser,
  'conversations.join': joinMethod,
  'conversations.members': members,
  'conversations.open': open,
};
