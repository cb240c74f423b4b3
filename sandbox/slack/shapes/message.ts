import type { Card, Message } from '../protocol.ts';
import type { Slack } from '../slack.ts';
import type { Channel, StoredCard, StoredMessage, Team } from '../workspace/model.ts';
import { threadFacts } from '../workspace/threads.ts';
import { findFile, findMessage } from '../workspace/workspace.ts';
import { fileForPage, fileInMessage } from './file.ts';
import { withPictures } from './pictures.ts';
import { richTextOf } from './rich-text.ts';

/** Returns a message as the Web API, events and interactions show it. */
export function messageForApp(
  slack: Slack,
  team: Team,
  channel: Channel,
  message: StoredMessage,
  options: { metadata?: boolean } = {},
) {
  const { subtype, user, text, ts, thread_ts, edited, metadata } = message;
  const files = (message.files ?? []).flatMap((id) => findFile(team, id) ?? []);
  const blocks = message.blocks ?? (message.bot || subtype ? undefined : richTextOf(text, ts));
  return dropUndefined({
    type: 'message',
    subtype,
    user,
    text,
    ts,
    team: team.id,
    blocks,
    files: files.length ? files.map((file) => fileInMessage(slack, team, file)) : undefined,
    upload: files.length ? false : undefined,
    edited,
    ...(message.bot ? botFacts(slack, team) : {}),
    thread_ts,
    parent_user_id: thread_ts && thread_ts !== ts ? findMessage(channel, thread_ts)?.user : undefined,
    ...threadCounts(channel, message),
    reactions: message.reactions?.length
      ? message.reactions.map((each) => ({ ...each, count: each.users.length }))
      : undefined,
    metadata: options.metadata ? metadata : undefined,
  });
}

function botFacts(slack: Slack, team: Team) {
  const name = slack.manifest.features.bot_user?.display_name ?? slack.manifest.display_information.name;
  return {
    bot_id: team.installation?.botId,
    app_id: slack.app.id,
    bot_profile: {
      id: team.installation?.botId,
      app_id: slack.app.id,
      name,
      team_id: team.id,
      deleted: false,
    },
  };
}

function threadCounts(channel: Channel, message: StoredMessage) {
  const facts = threadFacts(channel, message);
  return facts.reply_users
    ? { ...facts, reply_users_count: facts.reply_users.length, is_locked: false, subscribed: false }
    : {};
}

/** Returns a message as the page shows it. */
export function messageForPage(slack: Slack, team: Team, channel: Channel, message: StoredMessage): Message {
  const { ts, user, text, blocks, thread_ts, edited, subtype, bot, ephemeralFor } = message;
  const files = (message.files ?? []).flatMap((id) => findFile(team, id) ?? []);
  return dropUndefined({
    ts,
    channel: channel.id,
    user,
    text,
    blocks: withPictures(slack, team, blocks),
    files: files.length ? files.map((file) => fileForPage(slack, file)) : undefined,
    cards: message.cards?.map((card) => cardForPage(slack, team, card)),
    thread_ts,
    ...threadFacts(channel, message),
    edited,
    reactions: message.reactions?.length ? message.reactions : undefined,
    ephemeralFor,
    subtype,
    bot,
  });
}

/** Returns the card of a link as the page shows it. */
export function cardForPage(slack: Slack, team: Team, { url, blocks, entity }: StoredCard): Card {
  const title = entity?.entity_payload.attributes.title.text;
  return { url, ...(title ? { title } : {}), blocks: withPictures(slack, team, blocks) };
}

function dropUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}
