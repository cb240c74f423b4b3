import { readdirSync } from 'node:fs';
import type { View } from '@slack/types';
import { canHurry, systemClock } from '../../clock.ts';
import { SlackFault } from '../fault.ts';
import type {
  Conversation,
  Message,
  OpenView,
  Person as PublicPerson,
  Workspace as PublicWorkspace,
} from '../protocol.ts';
import { messageForPage } from '../shapes/message.ts';
import { withPictures } from '../shapes/pictures.ts';
import type { Slack } from '../slack.ts';
import { isWithSlackbot } from '../slackbot/slackbot.ts';
import type { Channel, Person, StoredMessage, StoredView, Team } from '../workspace/model.ts';
import { isTopLevel } from '../workspace/threads.ts';
import { findMessage } from '../workspace/workspace.ts';
import { emoji } from './emoji.ts';
import { channelFor, ephemeralsOf, type Me, meOf, sees } from './me.ts';
import { workflowsOf } from './workflows.ts';

/** Returns the workspace as a person's client shows it. */
export function workspaceFor(slack: Slack, user: string): PublicWorkspace {
  const me = meOf(slack, user);
  const { team, person } = me;
  const { id, name, domain, initials, color } = team;
  return {
    team: { id, name, domain, initials, color },
    teams: slack.workspace.teams.map(({ id, name, initials, color }) => ({ id, name, initials, color })),
    me: publicPerson(person),
    people: team.people.map(publicPerson),
    app: appFor(slack, team),
    conversations: team.channels
      .filter((channel) => sees(me, channel) && !channel.archived)
      .map((channel) => conversationFor(me, channel)),
    commands: team.installation ? commandsOf(slack) : [],
    shortcuts: team.installation ? shortcutsOf(slack) : [],
    workflows: workflowsOf(me),
    emoji,
    clock: { ahead: (slack.clock.now() - systemClock.now()) / 1000, canHurry: canHurry(slack.clock) },
    links: slack.pages,
    samples: slack.filesDir ? readdirSync(slack.filesDir) : [],
  };
}

const publicPerson = ({ email: _private, ...person }: Person): PublicPerson => person;

function appFor({ app, manifest, sender }: Slack, team: Team): PublicWorkspace['app'] {
  const { name, description } = manifest.display_information;
  const botUserId = team.installation?.botUserId ?? '';
  const installUrl = !team.installation && app.clientId ? sender.installUrl() : undefined;
  const icon = `/page/avatar/${botUserId}.svg`;
  return { id: app.id, name, description, botUserId, icon, ...(installUrl && { installUrl }) };
}

const commandsOf = ({ manifest }: Slack): PublicWorkspace['commands'] => [
  ...manifest.features.slash_commands.map(({ command, usage_hint: usageHint, description }) => ({
    command,
    usageHint,
    description,
    appName: manifest.display_information.name,
  })),
  {
    command: '/invite',
    usageHint: '@someone',
    description: 'Add somebody to this channel',
    appName: 'Slack',
  },
  {
    command: '/remove',
    usageHint: '@someone',
    description: 'Take somebody out of this channel',
    appName: 'Slack',
  },
  { command: '/leave', usageHint: '', description: 'Leave this channel', appName: 'Slack' },
];

const shortcutsOf = ({ manifest }: Slack): PublicWorkspace['shortcuts'] =>
  manifest.features.shortcuts.map(({ callback_id: callbackId, name, description, type }) => ({
    callbackId,
    name,
    description,
    type,
  }));

export function conversationFor({ slack, team, person }: Me, channel: Channel): Conversation {
  const unread = unreadOf({ slack, team, person }, channel);
  const isPersonal = channel.kind !== 'channel' && channel.kind !== 'private';
  return {
    id: channel.id,
    kind: channel.kind,
    name: nameFor(team, person, channel),
    topic: channel.topic,
    members: channel.members,
    unread: unread.length,
    mention: unread.some((message) => isPersonal || message.text.includes(`<@${person.id}>`)),
  };
}

function unreadOf({ team, person }: Me, channel: Channel): StoredMessage[] {
  if (!channel.members.includes(person.id)) return [];
  const readTo = Number(team.reads[person.id]?.[channel.id] ?? 0);
  return channel.messages.filter(
    (message) =>
      Number(message.ts) > readTo &&
      message.user !== person.id &&
      isTopLevel(message) &&
      !isJoinLine(message),
  );
}

const isJoinLine = (message: StoredMessage): boolean => /_(join|leave)$/.test(message.subtype ?? '');

function nameFor(team: Team, person: Person, channel: Channel): string {
  if (isWithSlackbot(channel)) return 'Slackbot';
  if (channel.kind === 'channel' || channel.kind === 'private') return channel.name;
  const others = channel.members.filter((member) => member !== person.id);
  return others.map((id) => team.people.find((each) => each.id === id)?.name ?? id).join(', ');
}

/** Returns the messages of a channel, oldest first, with the person's ephemeral ones. */
export function historyFor(slack: Slack, user: string, channelId: string): Message[] {
  const me = meOf(slack, user);
  const channel = channelFor(me, channelId);
  const own = ephemeralsOf(me, channel).filter((message) => !message.thread_ts);
  return inOrder(me, channel, [...channel.messages.filter(isTopLevel), ...own]);
}

/** Returns a thread, parent first. */
export function repliesFor(slack: Slack, user: string, channelId: string, ts: string): Message[] {
  const me = meOf(slack, user);
  const channel = channelFor(me, channelId);
  const parent = findMessage(channel, ts);
  if (!parent) throw new SlackFault('thread_not_found');
  const isInThread = (message: StoredMessage) => message.thread_ts === ts && message.ts !== ts;
  const replies = [...channel.messages, ...ephemeralsOf(me, channel)].filter(isInThread);
  return [messageForPage(slack, me.team, channel, parent), ...inOrder(me, channel, replies)];
}

const inOrder = ({ slack, team }: Me, channel: Channel, messages: StoredMessage[]): Message[] =>
  [...messages]
    .sort((one, other) => Number(one.ts) - Number(other.ts))
    .map((message) => messageForPage(slack, team, channel, message));

/** Returns a modal as the page shows it. Menus with `default_to_current_conversation` start with `channel`. */
export function openViewFor(me: Me, view: StoredView, depth: number, channel?: string): OpenView {
  return { id: view.id, user: me.person.id, depth, hash: view.hash, view: publicView(me, view, channel) };
}

export function publicView({ slack, team }: Me, view: StoredView, channel?: string): View {
  const { state: _state, ...rest } = withPictures(slack, team, structuredClone(view));
  return channel
    ? ({ ...rest, blocks: rest.blocks.map((block) => startingAt(block, channel)) } as View)
    : rest;
}

function startingAt(block: View['blocks'][number], channel: string): View['blocks'][number] {
  const element = (block as { element?: Record<string, unknown> }).element;
  if (!element?.default_to_current_conversation) return block;
  return Object.assign({}, block, { element: { initial_conversation: channel, ...element } });
}
