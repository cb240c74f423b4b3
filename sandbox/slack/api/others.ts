import { z } from 'zod';
import { SlackFault } from '../fault.ts';
import { messageForApp } from '../shapes/message.ts';
import { react } from '../workspace/messages.ts';
import { joinedChannel, messageIn, requireScope } from './call/access.ts';
import { flag, maybe, required } from './call/args.ts';
import { method } from './call/method.ts';
import { SPECIAL, TIER_3 } from './call/rates.ts';

const addReaction = method({
  scopes: ['reactions:write'],
  rate: TIER_3,
  args: z.object({ channel: required, timestamp: required, name: required }),
  handle({ slack, team, installation, ...rest }, { channel: id, timestamp, name }) {
    const channel = joinedChannel({ slack, team, installation, ...rest }, id);
    const message = messageIn(channel, timestamp);
    if (!/^[a-z0-9_+'-]+$/.test(name)) throw new SlackFault('invalid_name');
    const isNew = react(slack.workspace, team, channel, message, { user: installation.botUserId, name });
    if (!isNew) throw new SlackFault('already_reacted');
    return {};
  },
});

const getReactions = method({
  scopes: ['reactions:read'],
  rate: TIER_3,
  args: z.object({ channel: required, timestamp: required, full: flag }),
  handle(call, args) {
    const channel = joinedChannel(call, args.channel);
    const message = messageForApp(call.slack, call.team, channel, messageIn(channel, args.timestamp));
    return { type: 'message', channel: channel.id, message };
  },
});

const setStatus = method({
  rate: SPECIAL,
  args: z.object({
    channel_id: required,
    thread_ts: required,
    status: z.string(),
    loading_messages: z.array(z.string()).max(10).optional(),
    username: maybe,
    icon_emoji: maybe,
    icon_url: maybe,
  }),
  handle(call, args) {
    requireScope(call, ['assistant:write', 'chat:write']);
    const channel = joinedChannel(call, args.channel_id);
    messageIn(channel, args.thread_ts);
    const { slack, team } = call;
    slack.workspace.changed({
      kind: 'status',
      team,
      channel,
      threadTs: args.thread_ts,
      text: args.status,
    });
    return {};
  },
});

export const otherMethods = {
  'reactions.add': addReaction,
  'reactions.get': getReactions,
  'assistant.threads.setStatus': setStatus,
};
