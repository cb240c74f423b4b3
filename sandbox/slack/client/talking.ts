import { threadIn } from '../api/call/access.ts';
import { SlackFault } from '../fault.ts';
import type { FileInfo, React, Say } from '../protocol.ts';
import { fileForPage } from '../shapes/file.ts';
import type { Slack } from '../slack.ts';
import { makePreviews, newFile } from '../workspace/files.ts';
import { mimetypeOf } from '../workspace/filetypes.ts';
import { deleteMessage, editMessage, postMessage, react } from '../workspace/messages.ts';
import type { Channel } from '../workspace/model.ts';
import { findFile, isMember } from '../workspace/workspace.ts';
import { channelFor, joinedBy, type Me, meOf, messageFor } from './me.ts';
import { encodeTyped } from './typed-text.ts';

/** Actions of people with messages. They throw a SlackFault if a Slack client would not allow them. */

const TEXT_LIMIT = 40_000;

export function say(slack: Slack, { user, channel: id, text, threadTs, files = [] }: Say): { ts: string } {
  const me = meOf(slack, user);
  const channel = joinedBy(me, id);
  if (!text.trim() && files.length === 0) throw new SlackFault('no_text');
  if (text.length > TEXT_LIMIT) throw new SlackFault('msg_too_long');
  const thread = threadIn(channel, threadTs);
  for (const file of files) requireOwnFile(me, file);
  const message = postMessage(slack.workspace, me.team, channel, {
    user,
    text: encodeTyped(me.team, text, user),
    ...(files.length ? { files } : {}),
    ...(thread ? { thread_ts: thread } : {}),
  });
  noteMention(me, channel, message.text);
  markRead(me, channel, message.ts);
  return { ts: message.ts };
}

function requireOwnFile({ team, person }: Me, id: string): void {
  if (findFile(team, id)?.user !== person.id) throw new SlackFault('file_not_found');
}

/** Notifies a person who mentions the app in a channel without it, as Slack does. */
function noteMention({ slack, team, person }: Me, channel: Channel, text: string): void {
  const bot = team.installation?.botUserId;
  if (!bot || !text.includes(`<@${bot}>`)) return;
  if (isMember(channel, bot)) return;
  const name = team.people.find((each) => each.id === bot)?.name ?? 'the app';
  slack.workspace.changed({
    kind: 'notice',
    team,
    user: person.id,
    channel: channel.id,
    text: `You mentioned @${name}, but they’re not in this channel. Add them with /invite @${name}`,
  });
}

export function edit(slack: Slack, body: { user: string; channel: string; ts: string; text: string }): void {
  const me = meOf(slack, body.user);
  const channel = joinedBy(me, body.channel);
  const message = messageFor(me, channel, body.ts);
  if (message.user !== body.user) throw new SlackFault('cant_update_message');
  if (!body.text.trim()) throw new SlackFault('no_text');
  editMessage(slack.workspace, me.team, channel, message, {
    text: encodeTyped(me.team, body.text, me.person.id),
  });
}

export function remove(slack: Slack, body: { user: string; channel: string; ts: string }): void {
  const me = meOf(slack, body.user);
  const channel = joinedBy(me, body.channel);
  const message = messageFor(me, channel, body.ts);
  if (message.user !== body.user) throw new SlackFault('cant_delete_message');
  deleteMessage(slack.workspace, me.team, channel, message);
}

export function reactTo(slack: Slack, body: React): void {
  const me = meOf(slack, body.user);
  const channel = joinedBy(me, body.channel);
  const message = messageFor(me, channel, body.ts);
  const { user, name, remove: isRemoval = false } = body;
  if (message.ephemeralFor) throw new SlackFault('message_not_found');
  react(slack.workspace, me.team, channel, message, { user, name, remove: isRemoval });
}

export function read(slack: Slack, body: { user: string; channel: string; ts: string }): void {
  const me = meOf(slack, body.user);
  markRead(me, channelFor(me, body.channel), body.ts);
}

function markRead({ slack, team, person }: Me, channel: Channel, ts: string): void {
  const reads = team.reads[person.id] ?? {};
  if (Number(reads[channel.id] ?? 0) >= Number(ts)) return;
  team.reads[person.id] = { ...reads, [channel.id]: ts };
  slack.workspace.changed({ kind: 'read', team, channel, user: person.id });
}

/** Uploads a file of a person, for a form or the composer. Nobody else sees it until it is shared. */
export async function upload(
  slack: Slack,
  about: { user: string; name: string; mimetype?: string },
  bytes: Uint8Array,
): Promise<FileInfo> {
  const { team } = meOf(slack, about.user);
  if (bytes.length === 0) throw new SlackFault('file_upload_size_restricted');
  const file = newFile(slack, team, {
    name: about.name,
    mimetype: about.mimetype || mimetypeOf(about.name),
    size: bytes.length,
    user: about.user,
  });
  await slack.bytes.put(file.id, bytes);
  file.complete = true;
  void slack.sender.track(makePreviews(slack, team, file));
  return fileForPage(slack, file);
}
