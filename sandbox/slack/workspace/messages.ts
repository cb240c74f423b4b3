import type { Channel, StoredMessage, Team } from './model.ts';
import { picturesIn } from './pictures.ts';
import { findFile, findMessage, type Workspace } from './workspace.ts';

export type Draft = Omit<StoredMessage, 'ts'>;

/** Posts a message to a channel and shares its files there. */
export function postMessage(workspace: Workspace, team: Team, channel: Channel, draft: Draft): StoredMessage {
  const message: StoredMessage = { ...withoutUndefined(draft), ts: workspace.nextTs() };
  channel.messages.push(message);
  shareFiles(team, channel, message);
  workspace.changed({ kind: 'posted', team, channel, message });
  refreshParent(workspace, team, channel, message);
  return message;
}

/** Shows a message to one person. It is not stored. */
export function postEphemeral(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  draft: Draft & { ephemeralFor: string },
): StoredMessage {
  const message: StoredMessage = { ...withoutUndefined(draft), ts: workspace.nextTs() };
  workspace.ephemerals.push({ team: team.id, channel: channel.id, message });
  workspace.changed({ kind: 'ephemeral', team, channel, message });
  return message;
}

/** Edits a message of a person or the app, and marks it as edited. */
export function editMessage(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  message: StoredMessage,
  edit: Partial<Draft>,
): void {
  const previous = { ...message };
  Object.assign(message, edit, { edited: { user: message.user, ts: workspace.nextTs() } });
  dropUndefined(message);
  workspace.changed({ kind: 'edited', team, channel, message, previous });
}

/** Deletes a message. A thread's parent with replies becomes a tombstone, as in Slack. */
export function deleteMessage(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  message: StoredMessage,
): void {
  const hasReplies = channel.messages.some(
    (other) => other.thread_ts === message.ts && other.ts !== message.ts,
  );
  const at = channel.messages.indexOf(message);
  if (hasReplies) channel.messages[at] = tombstone(message);
  else channel.messages.splice(at, 1);
  unshareFiles(team, channel, message);
  workspace.changed({ kind: 'deleted', team, channel, message });
  const kept = findMessage(channel, message.ts);
  if (kept) workspace.changed({ kind: 'refreshed', team, channel, message: kept });
  refreshParent(workspace, team, channel, message);
}

/** Adds or removes a reaction. Returns false if nothing changes. */
export function react(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  message: StoredMessage,
  reaction: { user: string; name: string; remove?: boolean },
): boolean {
  const { user, name, remove = false } = reaction;
  const before = message.reactions?.find((each) => each.name === name)?.users ?? [];
  if (before.includes(user) !== remove) return false;
  const users = remove ? before.filter((id) => id !== user) : [...before, user];
  const others = (message.reactions ?? []).filter((each) => each.name !== name);
  message.reactions = users.length ? [...others, { name, users }] : others;
  workspace.changed({ kind: 'reacted', team, channel, message, user, name, removed: remove });
  return true;
}

const tombstone = (message: StoredMessage): StoredMessage => ({
  ts: message.ts,
  user: 'USLACKBOT',
  text: 'This message was deleted.',
  subtype: 'tombstone',
});

/** Shares the files and pictures of a new message. Pictures that are added by an edit are not shared. */
function shareFiles(team: Team, channel: Channel, message: StoredMessage): void {
  for (const id of filesIn(message)) {
    const share = { channel: channel.id, ts: message.ts, thread_ts: message.thread_ts };
    findFile(team, id)?.shares.push(withoutUndefined(share));
  }
}

function filesIn({ files = [], blocks }: StoredMessage): string[] {
  return [...new Set([...files, ...picturesIn(blocks).map(({ id }) => id)])];
}

function unshareFiles(team: Team, channel: Channel, message: StoredMessage): void {
  for (const id of filesIn(message)) {
    const file = findFile(team, id);
    if (!file) continue;
    file.shares = file.shares.filter((share) => share.channel !== channel.id || share.ts !== message.ts);
  }
}

/** Updates the parent of a reply, because its number of replies has changed. */
function refreshParent(workspace: Workspace, team: Team, channel: Channel, reply: StoredMessage): void {
  if (!reply.thread_ts || reply.thread_ts === reply.ts) return;
  const parent = findMessage(channel, reply.thread_ts);
  if (parent) workspace.changed({ kind: 'refreshed', team, channel, message: parent });
}

const withoutUndefined = <T extends object>(value: T): T => dropUndefined({ ...value });

function dropUndefined<T extends object>(value: T): T {
  for (const key of Object.keys(value) as (keyof T)[]) if (value[key] === undefined) delete value[key];
  return value;
}
