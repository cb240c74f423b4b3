import { z } from 'zod';
import { SlackFault } from '../fault.ts';
import { messageForApp } from '../shapes/message.ts';
import { openDirect } from '../workspace/membership.ts';
import { deleteMessage, editMessage, postEphemeral, postMessage } from '../workspace/messages.ts';
import type { Channel, StoredMessage } from '../workspace/model.ts';
import { findPerson, isMember } from '../workspace/workspace.ts';
import { joinedChannel, messageIn, postableChannel, threadIn, visibleChannel } from './call/access.ts';
import { maybe, metadata, required } from './call/args.ts';
import { contentOf } from './call/content.ts';
import { type Call, method } from './call/method.ts';
import { POSTING, SPECIAL, TIER_3, TIER_4 } from './call/rates.ts';

const content = { text: maybe, blocks: z.unknown().optional(), attachments: z.unknown().optional() };

/** Most characters of text in chat.update. */
const UPDATE_TEXT_LIMIT = 4_000;

const postMessageMethod = method({
  scopes: ['chat:write'],
  rate: POSTING,
  args: z.object({ channel: required, ...content, thread_ts: maybe, metadata }),
  handle(call, args) {
    const channel = destination(call, args.channel);
    const thread = threadIn(channel, args.thread_ts);
    const message = postMessage(call.slack.workspace, call.team, channel, {
      ...contentOf(call, args),
      user: call.installation.botUserId,
      bot: true,
      ...(thread ? { thread_ts: thread } : {}),
      ...(args.metadata ? { metadata: args.metadata } : {}),
    });
    return { channel: channel.id, ts: message.ts, message: shown(call, channel, message) };
  },
});

/** Returns the channel to post to. A person's id stands for the direct message with them. */
function destination(call: Call, id: string): Channel {
  if (!/^[UW]/.test(id)) return postableChannel(call, id);
  if (!findPerson(call.team, id)) throw new SlackFault('channel_not_found');
  const members = [id, call.installation.botUserId];
  return openDirect(call.slack.workspace, call.team, members, call.slack.clock.now());
}

const shown = (call: Call, channel: Channel, message: StoredMessage) =>
  messageForApp(call.slack, call.team, channel, message, { metadata: true });

const update = method({
  scopes: ['chat:write'],
  rate: TIER_3,
  args: z.object({ channel: required, ts: required, ...content, metadata }),
  handle(call, args) {
    const channel = visibleChannel(call, args.channel);
    const message = messageIn(channel, args.ts);
    if (message.user !== call.installation.botUserId) throw new SlackFault('cant_update_message');
    if ((args.text ?? '').length > UPDATE_TEXT_LIMIT) throw new SlackFault('msg_too_long');
    const { text, blocks } = contentOf(call, args);
    editMessage(call.slack.workspace, call.team, channel, message, {
      text,
      blocks,
      ...(args.metadata ? { metadata: args.metadata } : {}),
    } as Partial<StoredMessage>);
    return { channel: channel.id, ts: message.ts, text, message: shown(call, channel, message) };
  },
});

const remove = method({
  scopes: ['chat:write'],
  rate: TIER_3,
  args: z.object({ channel: required, ts: required }),
  handle(call, args) {
    const channel = visibleChannel(call, args.channel);
    const message = messageIn(channel, args.ts);
    if (message.user !== call.installation.botUserId) throw new SlackFault('cant_delete_message');
    deleteMessage(call.slack.workspace, call.team, channel, message);
    return { channel: channel.id, ts: message.ts };
  },
});

const postEphemeralMethod = method({
  scopes: ['chat:write'],
  rate: TIER_4,
  args: z.object({ channel: required, user: required, ...content, thread_ts: maybe }),
  handle(call, args) {
    const channel = joinedChannel(call, args.channel);
    if (channel.archived) throw new SlackFault('is_archived');
    if (!isMember(channel, args.user)) throw new SlackFault('user_not_in_channel');
    const thread = threadIn(channel, args.thread_ts);
    const message = postEphemeral(call.slack.workspace, call.team, channel, {
      ...contentOf(call, args),
      user: call.installation.botUserId,
      bot: true,
      ephemeralFor: args.user,
      ...(thread ? { thread_ts: thread } : {}),
    });
    return { message_ts: message.ts };
  },
});

const getPermalink = method({
  rate: SPECIAL,
  args: z.object({ channel: required, message_ts: required }),
  handle(call, args) {
    const channel = visibleChannel(call, args.channel);
    const message = messageIn(channel, args.message_ts);
    const address = `${call.slack.url()}/archives/${channel.id}/p${message.ts.replace('.', '')}`;
    const isReply = message.thread_ts && message.thread_ts !== message.ts;
    const permalink = isReply ? `${address}?thread_ts=${message.thread_ts}&cid=${channel.id}` : address;
    return { channel: channel.id, permalink };
  },
});

export const chatMethods = {
  'chat.postMessage': postMessageMethod,
  'chat.update': update,
  'chat.delete': remove,
  'chat.postEphemeral': postEphemeralMethod,
  'chat.getPermalink': getPermalink,
};
