import { typeOfChannel } from '../shapes/channel.ts';
import { messageForApp } from '../shapes/message.ts';
import type { Slack, SlackEvent } from '../slack.ts';
import type { Change } from '../workspace/changes.ts';
import type { Channel, StoredMessage, Team } from '../workspace/model.ts';
import { isMember } from '../workspace/workspace.ts';

/** An event with its name in manifests, e.g. `message.channels`. */
interface Subscribed {
  subscription: string;
  event: SlackEvent;
}

/** Returns the events of a change. There are none in conversations without the app. */
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
}

/** Returns whether a message mentions the app. In the direct message with the app Slack sends no event for mentions. */
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
