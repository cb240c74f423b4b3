import { typeOfChannel } from '../shapes/channel.ts';
import { messageForApp } from '../shapes/message.ts';
import type { Slack, SlackEvent } from '../slack.ts';
import type { Change } from '../workspace/changes.ts';
import type { Channel, StoredMessage, Team } from '../workspace/model.ts';
import { isMember } from '../workspace/workspace.ts';

/** An event with the name under which a manifest subscribes to it, e.g. `message.channels`. */
interface Subscribed {
  subscription: string;
  event: SlackEvent;
}

/** The events that a change makes for the app; what happens where the app is not a member makes none. */
export function eventsOf(slack: Slack, change: Change): Subscribed[] {
  if (!('channel' in change) || typeof change.channel !== 'object') return [];
  const { team, channel } = change;
  const bot = team.installation?.botUserId;
  if (!bot || !isMember(channel, bot)) return [];
  switch (change.kind) {
    case 'posted':
      return [...posted(slack, team, channel, change.message, bot)];
    case 'edited':
      return [inChannel(channel, edited(slack, team, channel, change.message, change.previous))];
    case 'deleted':
      return [inChannel(channel, deleted(slack, team, channel, change.message))];
    case 'reacted':
      return [reacted(slack, channel, change)];
    case 'joined':
    case 'left':
      return [membership(slack, team, channel, change)];
    default:
      return [];
  }
}

function* posted(slack: Slack, team: Team, channel: Channel, message: StoredMessage, bot: string) {
  const shown = messageForApp(slack, team, channel, message);
  const subtype = message.files?.length && !message.bot ? { subtype: 'file_share' } : {};
  const common = { channel: channel.id, event_ts: message.ts };
  yield inChannel(channel, { ...shown, ...subtype, ...common, channel_type: typeOfChannel(channel) });
  if (isMention(channel, message, bot)) {
    yield { subscription: 'app_mention', event: { ...shown, ...common, type: 'app_mention' } };
  }
  for (const id of message.files ?? []) {
    const event = {
      type: 'file_shared',
      file_id: id,
      user_id: message.user,
      file: { id },
      channel_id: channel.id,
    };
    yield { subscription: 'file_shared', event: { ...event, event_ts: message.ts } };
  }
}

/** In the direct conversation with the app a mention is an ordinary message. */
const isMention = (channel: Channel, message: StoredMessage, bot: string): boolean =>
  !message.bot && !message.subtype && channel.kind !== 'app' && message.text.includes(`<@${bot}>`);

const inChannel = (channel: Channel, event: SlackEvent): Subscribed => {
  const type = typeOfChannel(channel);
  return { subscription: `message.${type === 'im' || type === 'mpim' ? type : `${type}s`}`, event };
};

const hidden = (slack: Slack, channel: Channel) => {
  const ts = slack.workspace.nextTs();
  return {
    type: 'message',
    hidden: true,
    channel: channel.id,
    channel_type: typeOfChannel(channel),
    ts,
    event_ts: ts,
  };
};

const edited = (
  slack: Slack,
  team: Team,
  channel: Channel,
  message: StoredMessage,
  previous: StoredMessage,
): SlackEvent => ({
  ...hidden(slack, channel),
  subtype: 'message_changed',
  message: messageForApp(slack, team, channel, message),
  previous_message: messageForApp(slack, team, channel, previous),
});

const deleted = (slack: Slack, team: Team, channel: Channel, message: StoredMessage): SlackEvent => ({
  ...hidden(slack, channel),
  subtype: 'message_deleted',
  deleted_ts: message.ts,
  previous_message: messageForApp(slack, team, channel, message),
});

function reacted(slack: Slack, channel: Channel, change: Extract<Change, { kind: 'reacted' }>): Subscribed {
  const type = change.removed ? 'reaction_removed' : 'reaction_added';
  const event = {
    type,
    user: change.user,
    reaction: change.name,
    item_user: change.message.user,
    item: { type: 'message', channel: channel.id, ts: change.message.ts },
    event_ts: slack.workspace.nextTs(),
  };
  return { subscription: type, event };
}

function membership(
  slack: Slack,
  team: Team,
  channel: Channel,
  change: Extract<Change, { kind: 'joined' | 'left' }>,
): Subscribed {
  const type = change.kind === 'joined' ? 'member_joined_channel' : 'member_left_channel';
  const event = {
    type,
    user: change.user,
    channel: channel.id,
    channel_type: channel.kind === 'private' ? 'G' : 'C',
    team: team.id,
    ...('inviter' in change ? { inviter: change.inviter } : {}),
    event_ts: slack.workspace.nextTs(),
  };
  return { subscription: type, event };
}
